package small;

import java.util.concurrent.FutureTask;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new FutureTask<String>(() -> "a") { protected void done() { s.close(); } }.run();
        s.send();
    }
}
