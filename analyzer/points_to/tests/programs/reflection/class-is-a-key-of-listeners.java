import java.util.EventListener;
import javax.swing.event.EventListenerList;

class Main {
    public static void main(String[] args) {
        EventListenerList list = new EventListenerList();
        list.add(Listener.class, new First());
        Object[] all = list.getListenerList();
        for (int i = 0; i < all.length; i += 2) {
            if (all[i] == Listener.class) {
                ((Listener) all[i + 1]).changed();
            }
        }
    }
}

interface Listener extends EventListener {
    void changed();
}

class First implements Listener {
    public void changed() { } //~ called by Main.main
}

class Second implements Listener {
    public void changed() { } //~ never called
}
