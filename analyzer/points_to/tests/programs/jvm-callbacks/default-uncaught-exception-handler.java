class Main {
    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler(Main::handle);
        Thread thread = new Thread(new Failing());
        thread.start();
        thread.join();
        Thread.setDefaultUncaughtExceptionHandler(null);
    }

    static void handle(Thread thread, Throwable thrown) { //~ called by <outside>
        ((Failure) thrown).f();
    }
}

class Failing implements Runnable {
    public void run() { //~ called by <outside>
        throw new Failure();
    }
}

class Failure extends RuntimeException {
    void f() { } //~ called by Main.handle
}
