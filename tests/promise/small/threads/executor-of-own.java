package small;

import java.util.concurrent.Executor;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Executor inline = Runnable::run;
        inline.execute(s::close);
        s.send();
    }
}
