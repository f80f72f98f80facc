class A {
    static int a() { return 1; }
    static Integer boxed() { return 1; }
    static int[] field = { a(), 2, }; //~ new [I, call A.a()I static, put [], put static A.field
    void f() {
        //~ new [[I, new [I, call A.a()I static, put [], put [], put [], call A.a()I static, new [I, put []
        int[][] nested = { { a() }, null, new int[a()] };
        //~ new [Ljava/lang/Object;, call A.a()I static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, put [], put [], new [I, put []
        Object[] mixed = { a(), "x", new int[] { 1 } };
        //~ new [J, call A.a()I static, put [], call A.boxed()Ljava/lang/Integer; static
        //~ call java/lang/Integer.intValue()I virtual inserted, put []
        long[] widened = { a(), boxed() };
        //~ new [Ljava/lang/Runnable;, lambda java/lang/Runnable.run()V, put [], reference java/lang/Runnable.run()V
        //~ put [], call A.a()I static, call A.boxed()Ljava/lang/Integer; static method-reference
        Runnable[] all = { () -> a(), A::boxed };
        int[] empty = {}; //~ new [I
    }
}
