import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Main.Uses(A.class)
class Main {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Uses {
        Class<?> value();
    }

    public static void main(String[] args) throws Exception {
        Uses uses = Main.class.getAnnotation(Uses.class);
        uses.value().getDeclaredConstructor().newInstance(); //~ opens any class
    }
}

class A {
    A() { } //~ called by Main.main

    void f() { } //~ never called
}
