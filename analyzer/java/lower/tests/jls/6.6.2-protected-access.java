//- p/Base.java
package p;

public class Base {
    protected Base() {}
    protected Base(int x) {}
    protected int x;
    protected static int s;
    protected void m() {}
    protected static void n() {}
    protected static class In { public In() {} }
}
//- q/A.java
package q;

import p.Base;

class A extends Base {
    A() { super(1); } //~ call p/Base.<init>(I)V special constructor-invocation
    void f(A other) {
        m(); //~ call q/A.m()V virtual
        other.m(); //~ call q/A.m()V virtual
        x = other.x + s; //~ get q/A.x, get static q/A.s, put q/A.x
        n(); //~ call q/A.n()V static
        new In(); //~ new p/Base$In, call p/Base$In.<init>()V special creation
        //~ class q/A$1, new q/A$1, call q/A$1.<init>(Lq/A;)V special creation
        //~ call p/Base.<init>()V special constructor-invocation
        new Base() {};
        //~ lambda java/lang/Runnable.run()V captures this, call p/Base.m()V special super-invocation
        Runnable r = () -> super.m();
        //~ reference java/lang/Runnable.run()V captures this, call q/A.m()V virtual method-reference
        Runnable t = this::m;
    }
    class Inner {
        void g() {
            m(); //~ get q/A$Inner.this$0, call q/A.m()V virtual
            x++; //~ get q/A$Inner.this$0, get q/A.x, put q/A.x
            A.super.m(); //~ call p/Base.m()V special super-invocation
        }
    }
}
