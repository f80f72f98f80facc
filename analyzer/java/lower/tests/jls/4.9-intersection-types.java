import java.util.*;

class A {
    interface X { void x(); }
    interface Y { void y(); default void z() {} }
    <T extends X & Y> void f(T t, List<? extends T> all) {
        t.x(); //~ call A$X.x()V interface
        t.y(); //~ call A$Y.y()V interface
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, cast LA$X;, call A$Y.z()V interface
        all.get(0).z();
        var both = true ? 1 : "s"; //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        both.hashCode(); //~ call java/lang/Object.hashCode()I virtual
        both.compareTo(null); //~ call java/lang/Comparable.compareTo(Ljava/lang/Object;)I interface
    }
    static <T> T pick(T a, T b) { return a; }
    void g() {
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/lang/Double.valueOf(D)Ljava/lang/Double; static inserted
        //~ call A.pick(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object; static, cast Ljava/lang/Number;
        //~ call java/lang/Number.intValue()I virtual
        pick(1, 2.0).intValue();
        //~ new java/lang/StringBuilder, call java/lang/StringBuilder.<init>()V special creation
        //~ call A.pick(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object; static, cast Ljava/io/Serializable;
        //~ call java/lang/CharSequence.length()I interface
        pick("x", new StringBuilder()).length();
    }
}
