package small;

public class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new java.beans.Statement(new Act(), "act", new Object[] {s}).execute();
        s.send();
    }

    public static class Act { public void act(Session s) { s.close(); } }
}
