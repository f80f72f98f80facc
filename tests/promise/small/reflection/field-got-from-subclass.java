package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Sub sub = new Sub();
        sub.held = s;
        ((Session) Sub.class.getSuperclass().getDeclaredField("held").get(sub)).close();
        s.send();
    }
}

class Base { Session held; }
class Sub extends Base { }
