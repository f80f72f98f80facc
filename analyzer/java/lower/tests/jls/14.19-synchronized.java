class A {
    static Object lock() { return null; }
    static void u() {}
    static void v() {}
    //~ flow entry -> lock; lock -> u; u -> v; v -> return; lock ! throw; u ! any:throw; v ! throw
    void f() {
        synchronized (lock()) { //~ call A.lock()Ljava/lang/Object; static, enter, leave, leave
            u(); //~ call A.u()V static
        }
        v();
    }
    void nested(Object a, Object b) {
        synchronized (a) { //~ enter, leave, leave
            synchronized (b) { return; } //~ enter, leave, leave
        }
    }
}
