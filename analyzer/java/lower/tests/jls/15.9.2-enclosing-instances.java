class A {
    class B { class C {} }
    static class S extends A {}
    A self() { return this; }
    void f() {
        new B(); //~ new A$B, call A$B.<init>(LA;)V special creation
        //~ new A$B$C, new A$B, call A$B.<init>(LA;)V special creation, call A$B$C.<init>(LA$B;)V special creation
        this.new B().new C();
        //~ new A$B, call A.self()LA; virtual
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ call A$B.<init>(LA;)V special creation
        self().new B();
        //~ class A$1, new A$1, new A$S, call A$S.<init>()V special creation
        //~ call A$1.<init>(LA;LA$S;)V special creation
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ call A$B.<init>(LA;)V special constructor-invocation
        new S().new B() { void own() {} };
    }
    static void g(A a) {
        //~ new A$B, call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ call A$B.<init>(LA;)V special creation
        a.new B();
    }
    class D extends B {
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ call A$B.<init>(LA;)V special constructor-invocation
        D(A a) { a.super(); }
        D() {} //~ call A$B.<init>(LA;)V special constructor-invocation
    }
}

//- p/Outer.java
package p;

public class Outer {
    public class Inner {
        protected class Deep { public Deep() {} }
        protected void go(Deep deep) {}
    }
}

//- Q.java
class Q {
    // `Inner` is no name that the place sees, only a member of the instance's type.
    Object f(p.Outer o) {
        //~ class Q$1, new Q$1
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ call Q$1.<init>(LQ;Lp/Outer;)V special creation
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ call p/Outer$Inner.<init>(Lp/Outer;)V special constructor-invocation
        return o.new Inner() {
            //~ new p/Outer$Inner$Deep
            //~ call p/Outer$Inner$Deep.<init>(Lp/Outer$Inner;)V special creation
            //~ call Q$1.go(Lp/Outer$Inner$Deep;)V virtual
            void own() { go(new Deep()); }
        };
    }
}
