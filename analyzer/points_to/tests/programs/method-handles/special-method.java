import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main extends Base {
    void f() { } //~ never called

    public static void main(String[] args) throws Throwable {
        MethodType type = MethodType.methodType(void.class);
        MethodHandles.lookup().findSpecial(Base.class, "g", type, Main.class).invoke(new Main());
    }

    void g() { } //~ may be called by Main.main
}

class Base {
    void g() { } //~ called by Main.main
}
