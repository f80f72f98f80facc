package small;

public class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        javax.management.StandardMBean bean = new javax.management.StandardMBean(new Act(s), Acts.class);
        bean.invoke("act", new Object[0], new String[0]);
        s.send();
    }

    public interface Acts { void act(); }
    static record Act(Session s) implements Acts { public void act() { s.close(); } }
}
