package small;

import java.lang.reflect.ParameterizedType;
import java.util.List;
import java.util.function.Consumer;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ParameterizedType type = (ParameterizedType) Holder.class.getDeclaredField("acts").getGenericType();
        ((Consumer<Session>) ((Class<?>) type.getActualTypeArguments()[0]).getDeclaredConstructor().newInstance()).accept(s);
        s.send();
    }
}

class Holder { List<Act> acts; }
class Act implements Consumer<Session> { public void accept(Session s) { s.close(); } }
