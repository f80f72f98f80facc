package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Base base = new Base();
        base.held = new Session();
        Base.class.getDeclaredField("held").set(base, s);
        base.held.close();
        s.send();
    }
}

class Base { Session held; }
