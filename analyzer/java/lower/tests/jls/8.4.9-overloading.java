class A {
    static void m(Object o) {}
    static void m(A a) {}
    static void m(B b) {}
    static class B extends A {
        static void m(B b, int x) {}
        void f(A a, B b, Object o) {
            m(a); //~ call A$B.m(LA;)V static
            m(b); //~ call A$B.m(LA$B;)V static
            m(o); //~ call A$B.m(Ljava/lang/Object;)V static
            m((A) b); //~ call A$B.m(LA;)V static
            m(null); //~ call A$B.m(LA$B;)V static
            m(b, 1); //~ call A$B.m(LA$B;I)V static
        }
    }
}
