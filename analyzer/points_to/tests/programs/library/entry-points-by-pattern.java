//~ entry Service.handle
//- Service.java
public class Service {
    public void handle(String request) { //~ called by <outside>
        log(request);
    }

    private void log(String text) { } //~ called by Service.handle
}
//- Unused.java
class Unused {
    void f() { } //~ never called
}
//- Client.java
public class Client {
    public static void main(String[] args) {
        new Service().handle("request");
    }
}
