import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public interface Taker {
        void take(Text text);
    }

    static class Text {
        void read() { //~ called by Main.target
        }
    }

    static void target(Text text) { //~ called by Main.main
        text.read();
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(void.class, Text.class);
        MethodHandle target = lookup.findStatic(Main.class, "target", type);
        MethodType made = MethodType.methodType(Taker.class);
        CallSite site = LambdaMetafactory.metafactory(lookup, "take", made, type, target, type); //~ opens metafactory
        Taker taker = (Taker) site.getTarget().invoke();
        taker.take(new Text());
    }
}
