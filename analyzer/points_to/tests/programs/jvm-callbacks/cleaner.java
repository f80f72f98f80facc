import java.lang.ref.Cleaner;

class Main {
    public static void main(String[] args) {
        Cleaner.create().register(new Object(), new Action()).clean();
    }
}

class Action implements Runnable {
    public void run() { } //~ called by Main.main
}
