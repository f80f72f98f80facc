//~ javac none: `enum` is a keyword since Java 5
import java.util.Enumeration;
import java.util.Vector;

class A {
    static void a(Object o) {}
    void f(Vector v) {
        //~ call java/util/Vector.elements()Ljava/util/Enumeration; virtual
        //~ call java/util/Enumeration.hasMoreElements()Z interface
        for (Enumeration enum = v.elements(); enum.hasMoreElements();) {
            //~ call java/util/Enumeration.nextElement()Ljava/lang/Object; interface
            //~ call A.a(Ljava/lang/Object;)V static
            a(enum.nextElement());
        }
        int enum = 3; //~ const 3
    }
}
