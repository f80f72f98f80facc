//- p/One.java
package p;

public class One {
    public static void s() {}
    public static void t(int x) {}
    public static final String K = "k";
    public static int field;
    public static class In { public static void deep() {} }
}
//- p/List.java
package p;

public class List { public void own() {} }
//- q/One.java
package q;

public class One { public void mine() {} }
//- q/A.java
package q;

import static p.One.K;
import static p.One.field;
import static p.One.s;
import static p.One.*;
import static java.lang.Math.max;

import java.util.*;
import p.List;
import p.One.In;

class A {
    void f(List own, Map<String, String> map, One same_package) {
        own.own(); //~ call p/List.own()V virtual
        map.size(); //~ call java/util/Map.size()I interface
        same_package.mine(); //~ call q/One.mine()V virtual
        s(); //~ call p/One.s()V static
        t(field); //~ get static p/One.field, call p/One.t(I)V static
        In.deep(); //~ call p/One$In.deep()V static
        max(1, 2); //~ call java/lang/Math.max(II)I static
        String k = K; //~ const "k"
        Object o = new p.One(); //~ new p/One, call p/One.<init>()V special creation
    }
}
