class A {
    static int a() { return 1; }
    static int b() { return 2; }
    static void u() {}
    int x = a(); //~ call A.a()I static, put A.x
    int y = x + b(), z; //~ get A.x, call A.b()I static, put A.y
    { u(); } //~ call A.u()V static
    int w = y; //~ get A.y, put A.w
    static int s = a(); //~ call A.a()I static, put static A.s
    static { u(); } //~ call A.u()V static
    static int t = b(); //~ call A.b()I static, put static A.t
    final int constant = 3; //~ put A.constant
    Object o = new Object(); //~ new java/lang/Object, call java/lang/Object.<init>()V special creation, put A.o
    int[] array = { a(), b() }; //~ new [I, call A.a()I static, put [], call A.b()I static, put [], put A.array
    //~ flow in <init>: entry -> <init>; <init> -> <instance-initializer>; <instance-initializer> -> u; u -> return
    A() { u(); }
    //~ flow in <init>: entry -> <init>; <init> -> b; b -> return
    A(int p) { this(); b(); }
    //~ flow in <init>: entry -> <init>; <init> -> <instance-initializer>; <instance-initializer> -> a; a -> return
    A(long p) { super(); a(); }
}
