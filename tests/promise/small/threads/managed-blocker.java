package small;

import java.util.concurrent.ForkJoinPool;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
            public boolean block() { return true; }
            public boolean isReleasable() { s.close(); return true; }
        });
        s.send();
    }
}
