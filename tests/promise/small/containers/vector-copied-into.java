package small;

import java.util.Vector;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Vector<Session> vector = new Vector<>();
        vector.addElement(s);
        Object[] to = new Object[1];
        vector.copyInto(to);
        ((Session) to[0]).close();
        s.send();
    }
}
