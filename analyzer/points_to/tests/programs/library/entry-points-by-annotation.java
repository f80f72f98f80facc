//~ entry @Route
//- Routes.java
public class Routes {
    @Route("/a")
    public void list() { //~ called by <outside>
        log();
    }

    public void unused() { } //~ called by <outside>

    private void log() { } //~ called by Routes.list
}
//- Route.java
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
public @interface Route {
    String value();
}
//- Other.java
public class Other {
    public void list() { } //~ never called
}
//- Client.java
public class Client {
    public static void main(String[] args) throws Exception {
        for (java.lang.reflect.Method method : Routes.class.getDeclaredMethods()) {
            if (method.isAnnotationPresent(Route.class)) {
                method.invoke(new Routes());
            }
        }
        new Routes().unused();
    }
}
