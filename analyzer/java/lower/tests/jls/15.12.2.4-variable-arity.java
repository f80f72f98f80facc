class A {
    static void a(Object... xs) {}
    static void b(String s, int... xs) {}
    static void c(int... xs) {}
    static void c(long... xs) {}
    static <T> void d(T... ts) {}
    void f(Object[] array, int[] ints, String[] strings) {
        a(); //~ new [Ljava/lang/Object;, call A.a([Ljava/lang/Object;)V static
        //~ new [Ljava/lang/Object;, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.a([Ljava/lang/Object;)V static
        a(1, "x");
        a(array); //~ call A.a([Ljava/lang/Object;)V static
        a(strings); //~ call A.a([Ljava/lang/Object;)V static
        a(ints); //~ new [Ljava/lang/Object;, call A.a([Ljava/lang/Object;)V static
        a((Object) array); //~ new [Ljava/lang/Object;, call A.a([Ljava/lang/Object;)V static
        a((Object[]) null); //~ call A.a([Ljava/lang/Object;)V static
        b("s"); //~ new [I, call A.b(Ljava/lang/String;[I)V static
        b("s", 1, 'c'); //~ new [I, call A.b(Ljava/lang/String;[I)V static
        c(1, 2); //~ new [I, call A.c([I)V static
        c(); //~ new [I, call A.c([I)V static
        d("a", "b"); //~ new [Ljava/lang/String;, call A.d([Ljava/lang/Object;)V static
        //~ new [Ljava/lang/Number;, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/lang/Long.valueOf(J)Ljava/lang/Long; static inserted, call A.d([Ljava/lang/Object;)V static
        d(1, 2L);
    }
}
