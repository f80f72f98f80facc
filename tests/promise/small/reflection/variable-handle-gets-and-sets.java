package small;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        VarHandle handle = MethodHandles.arrayElementVarHandle(Session[].class);
        Session[] array = {s};
        ((Session) handle.getAndSet(array, 0, null)).close();
        s.send();
    }
}
