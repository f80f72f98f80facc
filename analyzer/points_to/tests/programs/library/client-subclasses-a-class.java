//~ library
//- Base.java
public abstract class Base {
    public void run() { //~ called by <outside>
        step();
    }

    protected abstract void step();

    protected void help() { } //~ called by <outside>
}
//- Client.java
public class Client extends Base {
    protected void step() {
        help();
    }

    public static void main(String[] args) {
        new Client().run();
    }
}
