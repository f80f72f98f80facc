import java.io.Serializable;
import java.util.*;

class A {
    static Object o() { return null; }
    static int a() { return 1; }
    void f(Object x, List<?> list, Integer boxed) {
        String s = (String) o(); //~ call A.o()Ljava/lang/Object; static, cast Ljava/lang/String;
        List<String> unchecked = (List<String>) list; //~ none
        int i = (Integer) x; //~ cast Ljava/lang/Integer;, call java/lang/Integer.intValue()I virtual inserted
        i = (int) x; //~ cast Ljava/lang/Integer;, call java/lang/Integer.intValue()I virtual inserted
        long l = (long) boxed; //~ call java/lang/Integer.intValue()I virtual inserted, cast J
        byte b = (byte) a(); //~ call A.a()I static, cast B
        //~ call A.a()I static, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ cast Ljava/lang/Object;
        Object n = (Object) a();
        //~ call A.a()I static, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ cast Ljava/lang/Number;
        Number number = (Number) a();
        Runnable r = (Runnable & Serializable) () -> a(); //~ lambda java/lang/Runnable.run()V & java/io/Serializable, call A.a()I static
        ((Runnable & Serializable) x).run(); //~ cast Ljava/lang/Runnable;, call java/lang/Runnable.run()V interface
        Object up = (Object) s; //~ cast Ljava/lang/Object;
        int[] array = (int[]) x; //~ cast [I
        char c = (char) (int) boxed; //~ call java/lang/Integer.intValue()I virtual inserted, cast C
    }
    <T extends Comparable<T>> T generic(Object x) { return (T) x; } //~ cast Ljava/lang/Comparable;
}
