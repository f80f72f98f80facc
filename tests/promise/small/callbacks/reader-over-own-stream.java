package small;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new BufferedReader(new InputStreamReader(new InputStream() {
            public int read() { s.close(); return -1; }
        })).readLine();
        s.send();
    }
}
