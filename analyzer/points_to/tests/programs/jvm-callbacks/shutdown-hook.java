class Main {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Hook());
    }
}

class Hook extends Thread {
    public void run() { } //~ called by <outside>
}
