package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Thread t = new Thread(new ThreadGroup("g") {
            public void uncaughtException(Thread t, Throwable e) { s.close(); }
        }, () -> { throw new RuntimeException(); });
        t.start();
        t.join();
        s.send();
    }
}
