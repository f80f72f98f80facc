//~ library
//- Holder.java
public class Holder {
    public Action action;

    public void run() { //~ called by <outside>
        action.run();
    }
}
//- Action.java
public interface Action {
    void run();
}
//- Given.java
public class Given implements Action {
    public void run() { } //~ called by Holder.run
}
//- Client.java
public class Client {
    public static void main(String[] args) {
        Holder holder = new Holder();
        holder.action = new Given();
        holder.run();
    }
}
