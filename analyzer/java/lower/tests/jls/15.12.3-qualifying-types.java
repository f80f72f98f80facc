//- p/Base.java
package p;

class Base {
    public void m() {}
    public static void s() {}
    public int x;
}
//- p/Derived.java
package p;

public class Derived extends Base {}
//- q/A.java
package q;

import java.util.*;
import p.Derived;

class A extends ArrayList<String> {
    interface I { int size(); }
    enum E { X }
    <T extends Derived & Runnable> void f(Derived d, T both, I i, int[] ints, E e) {
        d.m(); //~ call p/Derived.m()V virtual
        Derived.s(); //~ call p/Derived.s()V static
        d.x = 1; //~ put p/Derived.x
        both.m(); //~ call p/Derived.m()V virtual
        both.run(); //~ call java/lang/Runnable.run()V interface
        add("x"); //~ call q/A.add(Ljava/lang/Object;)Z virtual
        //~ call q/A.get(I)Ljava/lang/Object; virtual, call java/lang/String.trim()Ljava/lang/String; virtual
        this.get(0).trim();
        d.hashCode(); //~ call java/lang/Object.hashCode()I virtual
        i.hashCode(); //~ call java/lang/Object.hashCode()I virtual
        i.size(); //~ call q/A$I.size()I interface
        ints.getClass(); //~ call java/lang/Object.getClass()Ljava/lang/Class; virtual
        ints.clone(); //~ call [I.clone()Ljava/lang/Object; virtual
        e.name(); //~ call q/A$E.name()Ljava/lang/String; virtual
        //~ new q/A$1, call q/A$1.<init>(Lq/A;)V special creation, call q/A$1.own()V virtual
        //~ call java/lang/Object.<init>()V special constructor-invocation
        new Object() { void own() {} }.own();
        super.size(); //~ call java/util/ArrayList.size()I special super-invocation
        size(); //~ call q/A.size()I virtual
    }
}
