package small;

import java.io.OutputStream;
import java.io.PrintStream;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        PrintStream out = new PrintStream(new OutputStream() {
            public void write(int b) {}
            public void flush() { s.close(); }
        });
        out.flush();
        s.send();
    }
}
