class A {
    static int a() { return 1; }
    static int b() { return 2; }
    static void two(int x, int y) {}
    static void many(int x, Object... rest) {}
    A self() { return this; }
    void own(int x, int y) {}
    void f() {
        two(a(), b()); //~ call A.a()I static, call A.b()I static, call A.two(II)V static
        //~ call A.self()LA; virtual, call A.b()I static, call A.a()I static, call A.own(II)V virtual
        self().own(b(), a());
        //~ call A.a()I static, new [Ljava/lang/Object;, call A.b()I static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, put [], put [], call A.a()I static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, put []
        //~ call A.many(I[Ljava/lang/Object;)V static
        many(a(), b(), "x", a());
        //~ new A, call A.<init>()V special creation, call A.a()I static, call A.b()I static, call A.own(II)V virtual
        new A().own(a(), b());
    }
}
