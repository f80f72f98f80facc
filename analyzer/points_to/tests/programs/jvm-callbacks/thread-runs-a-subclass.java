class Main {
    public static void main(String[] args) throws Exception {
        Thread thread = new Worker();
        thread.start();
        thread.join();
    }
}

class Worker extends Thread {
    public void run() { //~ called by <outside>
        f();
    }

    void f() { } //~ called by Worker.run, not called by Main.main

    void g() { } //~ never called
}
