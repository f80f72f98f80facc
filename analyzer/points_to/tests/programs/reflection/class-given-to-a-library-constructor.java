import java.util.EventObject;

class Main {
    public static void main(String[] args) throws Exception {
        EventObject kept = new EventObject(A.class); //~ opens may do anything with it
        ((Class<?>) kept.getSource()).getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.main
}
