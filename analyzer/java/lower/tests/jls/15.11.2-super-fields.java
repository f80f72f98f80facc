class A {
    int x;
    static int s;
    static class B extends A {
        int x;
        int f() { return super.x + super.s + x; } //~ get A.x, get static A.s, get A$B.x
        //~ get A$B$C.this$0, get A.x, put A$B$C.this$0
        //~ call java/lang/Object.<init>()V special constructor-invocation
        class C { int g() { return B.super.x; } }
    }
}
