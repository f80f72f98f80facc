package small;

import java.util.Optional;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Optional.empty().ifPresentOrElse(x -> {}, s::close);
        s.send();
    }
}
