package small;

import java.util.Hashtable;

public class Main {
    static Session s;

    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Main.s = s;
        javax.naming.spi.NamingManager.getObjectInstance(new javax.naming.Reference("x", "small.Main$Made", null), null, null, null);
        s.send();
    }

    public static class Made implements javax.naming.spi.ObjectFactory {
        public Object getObjectInstance(Object o, javax.naming.Name n, javax.naming.Context c, Hashtable<?, ?> e) { Main.s.close(); return null; }
    }
}
