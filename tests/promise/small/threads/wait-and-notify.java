package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Session[] box = new Session[1];
        Thread t = new Thread(() -> { synchronized (box) { s.close(); box[0] = s; box.notifyAll(); } });
        synchronized (box) {
            t.start();
            while (box[0] == null) box.wait();
        }
        box[0].send();
    }
}
