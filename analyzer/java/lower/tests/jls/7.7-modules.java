//- module-info.java
import p.Service;

/** A module. */
@Deprecated
open module m.n {
    requires transitive java.logging;
    requires static java.sql;
    exports p;
    uses Service;
    provides Service with p.Implementation;
}
//- p/Service.java
package p;

public interface Service { void serve(); }
//- p/Implementation.java
package p;

public class Implementation implements Service {
    //~ call java/util/logging/Logger.getLogger(Ljava/lang/String;)Ljava/util/logging/Logger; static
    //~ call java/util/logging/Logger.info(Ljava/lang/String;)V virtual
    public void serve() { java.util.logging.Logger.getLogger("x").info("y"); }
}
