class A {
    class B extends C {}
    static class C { class D {} interface I { void m(); } }
    interface J { class K { static void s() {} } int X = 1; }
    enum E { Y; static void t() {} }
    void f(B b) {
        //~ new A$C$D, call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ call A$C$D.<init>(LA$C;)V special creation
        b.new D();
        C.I i = () -> {}; //~ lambda A$C$I.m()V
        J.K.s(); //~ call A$J$K.s()V static
        E.t(); //~ call A$E.t()V static
        new A().new B(); //~ new A$B, new A, call A.<init>()V special creation, call A$B.<init>(LA;)V special creation
    }
}
