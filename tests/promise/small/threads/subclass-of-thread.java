package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Thread t = new Thread() { public void run() { s.close(); } };
        t.start();
        t.join();
        s.send();
    }
}
