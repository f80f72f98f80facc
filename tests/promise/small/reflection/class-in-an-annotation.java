package small;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.function.Consumer;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Used.class.getAnnotation(Does.class).by().getDeclaredConstructor().newInstance().accept(s);
        s.send();
    }
}

@Retention(RetentionPolicy.RUNTIME) @interface Does { Class<? extends Consumer<Session>> by(); }
@Does(by = Act.class) class Used { }
class Act implements Consumer<Session> { public void accept(Session s) { s.close(); } }
