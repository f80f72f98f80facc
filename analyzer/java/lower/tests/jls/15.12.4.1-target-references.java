class A {
    static A none() { return null; }
    static int a() { return 1; }
    static void s(int x) {}
    void v(int x) {}
    //~ flow entry -> none#1; <init> -> a#3; a#1 -> s; a#2 -> v#1; a#3 -> v#2; none#1 -> a#1; none#2 -> a#2
    //~ flow s -> none#2; v#1 -> <init>; v#2 -> return
    void f() {
        none().s(a()); //~ call A.none()LA; static, call A.a()I static, call A.s(I)V static
        none().v(a()); //~ call A.none()LA; static, call A.a()I static, call A.v(I)V virtual
        new A().v(a()); //~ new A, call A.<init>()V special creation, call A.a()I static, call A.v(I)V virtual
    }
}
