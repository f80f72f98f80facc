package small;

import java.io.PrintWriter;
import java.io.StringWriter;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        RuntimeException outer = new RuntimeException();
        outer.addSuppressed(new RuntimeException() { public String toString() { s.close(); return "t"; } });
        outer.printStackTrace(new PrintWriter(new StringWriter()));
        s.send();
    }
}
