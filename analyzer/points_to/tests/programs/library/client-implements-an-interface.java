//~ library
//- Listener.java
public interface Listener {
    void changed(Model model);
}
//- Model.java
public class Model {
    private Listener listener;

    public void listen(Listener listener) { //~ called by <outside>
        this.listener = listener;
    }

    public void change() { //~ called by <outside>
        listener.changed(this);
    }

    public void read() { } //~ called by <outside>
}
//- Client.java
public class Client {
    public static void main(String[] args) {
        Model model = new Model();
        model.listen(changed -> changed.read());
        model.change();
    }
}
