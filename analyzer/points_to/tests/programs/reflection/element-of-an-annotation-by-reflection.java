import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

class Main {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Runs {
        Class<?> value();
    }

    @Runs(A.class)
    static class Job { }

    public static void main(String[] args) throws Exception {
        Object c = Runs.class.getMethod("value").invoke(Job.class.getAnnotation(Runs.class));
        ((Class<?>) c).getDeclaredConstructor().newInstance(); //~ opens Constructor.newInstance
    }
}

class A {
    A() { } //~ called by Main.main
}
