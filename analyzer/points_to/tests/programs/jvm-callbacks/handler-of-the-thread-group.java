class Main {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(new Group(), () -> {
            throw new IllegalStateException();
        });
        thread.start();
        thread.join();
    }
}

class Group extends ThreadGroup {
    Group() { super("group"); } //~ called by Main.main

    public void uncaughtException(Thread thread, Throwable thrown) { } //~ called by <outside>
}
