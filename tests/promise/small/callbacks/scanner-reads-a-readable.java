package small;

import java.util.Scanner;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new Scanner((Readable) buffer -> { s.close(); return -1; }).hasNext();
        s.send();
    }
}
