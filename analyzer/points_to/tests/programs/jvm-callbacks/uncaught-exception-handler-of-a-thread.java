class Main {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException();
        });
        thread.setUncaughtExceptionHandler(new Handler());
        thread.start();
        thread.join();
    }
}

class Handler implements Thread.UncaughtExceptionHandler {
    public void uncaughtException(Thread thread, Throwable thrown) { } //~ called by <outside>
}
