//~ library
//- Box.java
public class Box {
    private Item held;

    public Box() { } //~ called by <outside>

    public void put(Item item) { //~ called by <outside>
        held = item;
        check();
    }

    public Item get() { //~ called by <outside>
        return held;
    }

    private void check() { } //~ called by Box.put
}
//- Item.java
public interface Item {
    void use();
}
//- Client.java
public class Client {
    public static void main(String[] args) {
        Box box = new Box();
        box.put(() -> { });
        box.get().use();
    }
}
