class A {
    static void a(int x) {}
    static void a(long x) {}
    static void a(double x) {}
    static void a(Object x) {}
    static void b(Integer x) {}
    static void b(long x) {}
    static void c(Object o) {}
    static void c(int... xs) {}
    void f(byte b, char c, float d, Integer boxed) {
        a(b); //~ call A.a(I)V static
        a(c); //~ call A.a(I)V static
        a(d); //~ call A.a(D)V static
        a(boxed); //~ call A.a(Ljava/lang/Object;)V static
        b(1); //~ call A.b(J)V static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, call A.c(Ljava/lang/Object;)V static
        c(1);
    }
}
