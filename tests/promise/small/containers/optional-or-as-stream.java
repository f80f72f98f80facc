package small;

import java.util.Optional;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Optional.<Session>empty().or(() -> Optional.of(s)).stream().findAny().get().close();
        s.send();
    }
}
