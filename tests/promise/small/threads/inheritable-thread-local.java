package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        InheritableThreadLocal<Session> local = new InheritableThreadLocal<>() {
            protected Session childValue(Session parent) { parent.close(); return parent; }
        };
        local.set(s);
        Thread t = new Thread(() -> local.get().send());
        t.start();
        t.join();
    }
}
