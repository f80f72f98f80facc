package small;

import java.util.Hashtable;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Hashtable<String, Session> table = new Hashtable<>();
        table.put("a", s);
        table.elements().asIterator().next().close();
        s.send();
    }
}
