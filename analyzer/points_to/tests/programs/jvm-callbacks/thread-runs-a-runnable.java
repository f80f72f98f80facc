class Main {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(new Task());
        thread.start();
        thread.join();
    }
}

class Task implements Runnable {
    public void run() { } //~ called by <outside>

    public void other() { } //~ never called
}
