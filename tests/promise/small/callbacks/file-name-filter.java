package small;

import java.io.File;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new File(System.getProperty("java.home")).list((folder, name) -> { s.close(); return false; });
        s.send();
    }
}
