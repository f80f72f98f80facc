//~ covered by separate-compilation: the library finds the class by a name that is a value of a table
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.spi.InitialContextFactory;

public class Main {
    public static class Factory implements InitialContextFactory {
        public Factory() { } //~ called by Main.main

        public Context getInitialContext(Hashtable<?, ?> environment) { //~ called by Main.main
            return null;
        }
    }

    public static void main(String[] args) throws Exception {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "Main$Factory");
        new InitialContext(environment);
    }
}
