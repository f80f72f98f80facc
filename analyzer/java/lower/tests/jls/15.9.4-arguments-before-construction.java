class A {
    static int a() { return 1; }
    static int b() { return 2; }
    A(int x, int y) {}
    //~ flow entry -> a; <init> -> return; a -> b; b -> <init>
    void f() {
        new A(a(), b()); //~ new A, call A.a()I static, call A.b()I static, call A.<init>(II)V special creation
    }
}
