import java.util.ServiceLoader;

class Main {
    public static void main(String[] args) {
        for (Service service : ServiceLoader.load(Service.class)) {
            service.run();
        }
    }
}

interface Service {
    void run();
}

class Provider implements Service {
    public void run() { } //~ may be called by Main.main

    public void other() { } //~ never called
}

class Other {
    public void run() { } //~ never called
}
