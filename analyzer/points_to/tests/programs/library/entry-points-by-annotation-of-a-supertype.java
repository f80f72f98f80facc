//~ entry @api.Handler
//- Task.java
@api.Handler
public interface Task {
    void run();
}
//- api/Handler.java
package api;

public @interface Handler {
}
//- Cleanup.java
public class Cleanup implements Task {
    public void run() { } //~ called by <outside>
}
//- Other.java
public class Other {
    public void run() { } //~ never called
}
//- Client.java
public class Client {
    public static void main(String[] args) {
        Task task = new Cleanup();
        task.run();
    }
}
