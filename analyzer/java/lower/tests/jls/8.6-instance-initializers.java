class A {
    static void u() {}
    static void v() {}
    static void w() {}
    static boolean p() { return true; }
    //~ flow in <init>: entry -> <init>; <init> -> <instance-initializer>; <instance-initializer> -> w; w -> return
    A() { w(); }
    //~ call java/lang/Object.<init>()V special constructor-invocation
    //~ call A.<instance-initializer>()V special inserted, call A.v()V static
    A(int x) { v(); }
    { u(); if (p()) v(); } //~ call A.u()V static, call A.p()Z static, call A.v()V static
    { int local = 1; Runnable r = () -> u(); } //~ lambda java/lang/Runnable.run()V, call A.u()V static
    //~ flow in <instance-initializer>: entry -> u; u -> v; v -> return throw
    static class B { { try { u(); } finally { v(); } } }
}
