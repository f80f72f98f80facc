class Main {
    public static void main(String[] args) throws Exception {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        ((Runnable) loader.loadClass("A").getDeclaredConstructor().newInstance()).run();
    }
}

class A implements Runnable {
    public void run() { } //~ called by Main.main
}

class B implements Runnable {
    public void run() { } //~ never called
}
