package small;

import java.util.Map;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.awt.RenderingHints hints = new java.awt.RenderingHints(Map.of());
        hints.put(new java.awt.RenderingHints.Key(7) { public boolean isCompatibleValue(Object o) { ((Session) o).close(); return true; } }, s);
        s.send();
    }
}
