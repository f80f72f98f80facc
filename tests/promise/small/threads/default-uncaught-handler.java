package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> s.close());
        Thread t = new Thread(() -> { throw new RuntimeException(); });
        t.start();
        t.join();
        s.send();
    }
}
