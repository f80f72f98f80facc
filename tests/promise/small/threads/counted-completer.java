package small;

import java.util.concurrent.CountedCompleter;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new CountedCompleter<Void>() {
            public void compute() { tryComplete(); }
            public void onCompletion(CountedCompleter<?> caller) { s.close(); }
        }.invoke();
        s.send();
    }
}
