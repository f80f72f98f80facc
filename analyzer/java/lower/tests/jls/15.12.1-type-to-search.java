class A {
    static void s() {}
    void v() {}
    static class Base { void m() {} static void n() {} }
    static class Derived extends Base {
        void m() { super.m(); } //~ call A$Base.m()V special super-invocation
        void o() { super.n(); } //~ call A$Base.n()V static
        class Inner {
            void g() {
                m(); //~ get A$Derived$Inner.this$0, call A$Derived.m()V virtual
                n(); //~ call A$Base.n()V static
                s(); //~ call A.s()V static
                Derived.super.m(); //~ get A$Derived$Inner.this$0, call A$Base.m()V special super-invocation
            }
        }
    }
    interface I { default void d() {} }
    static class Of extends Base implements I {
        public void d() { I.super.d(); } //~ call A$I.d()V special super-invocation
    }
    void f(Derived d) {
        d.m(); //~ call A$Derived.m()V virtual
        A.s(); //~ call A.s()V static
        Derived.n(); //~ call A$Derived.n()V static
        //~ new A$Derived$Inner, new A$Derived, call A$Derived.<init>()V special creation
        //~ call A$Derived$Inner.<init>(LA$Derived;)V special creation, call A$Derived$Inner.g()V virtual
        new Derived().new Inner().g();
        "x".<String>describeConstable(); //~ call java/lang/String.describeConstable()Ljava/util/Optional; virtual
    }
}
