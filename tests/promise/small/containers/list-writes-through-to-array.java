package small;

import java.util.Arrays;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Session[] array = {new Session()};
        Arrays.asList(array).set(0, s);
        array[0].close();
        s.send();
    }
}
