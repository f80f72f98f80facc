//- p/q/C.java
package p.q;

public class C {
    public static C field;
    public C next;
    public static class D { public static C made; public static void s() {} }
    public void m() {}
}
//- p/A.java
package p;

import p.q.C;

class A {
    void f(C own) {
        p.q.C.field.next.m(); //~ get static p/q/C.field, get p/q/C.next, call p/q/C.m()V virtual
        C.D.made.m(); //~ get static p/q/C$D.made, call p/q/C.m()V virtual
        p.q.C.D.s(); //~ call p/q/C$D.s()V static
        own.next.next.m(); //~ get p/q/C.next, get p/q/C.next, call p/q/C.m()V virtual
        q.m(); //~ get p/A.q, call p/q/C.m()V virtual
        A.this.q.next.m(); //~ get p/A.q, get p/q/C.next, call p/q/C.m()V virtual
    }
    C q;
}
