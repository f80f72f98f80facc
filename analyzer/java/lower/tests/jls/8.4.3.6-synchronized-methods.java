class A {
    static void u() {}
    //~ flow entry -> u#1; u#1 -> u#2; u#2 -> return; u#1 ! throw; u#2 ! any:throw
    synchronized void f() {
        u();
        synchronized (A.class) { u(); } //~ enter, call A.u()V static, leave, leave
    }
    static synchronized void g() { u(); } //~ call A.u()V static
}
