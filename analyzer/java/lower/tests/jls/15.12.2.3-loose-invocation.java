class A {
    static void a(Integer x) {}
    static void b(long x) {}
    static void c(Object x) {}
    static void d(Number n) {}
    static void e(int x, Object o) {}
    static void e(Integer x, String o) {}
    void f(Integer boxed, int x) {
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.a(Ljava/lang/Integer;)V static
        a(x);
        b(boxed); //~ call java/lang/Integer.intValue()I virtual inserted, call A.b(J)V static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, call A.c(Ljava/lang/Object;)V static
        c(x);
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, call A.d(Ljava/lang/Number;)V static
        d(x);
        e(x, (Object) ""); //~ call A.e(ILjava/lang/Object;)V static
        e(boxed, ""); //~ call A.e(Ljava/lang/Integer;Ljava/lang/String;)V static
    }
}
