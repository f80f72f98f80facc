class A {
    static boolean p() { return true; }
    static void u() {}
    static void v() {}
    //~ flow entry -> u; p -> u v; u -> p; v -> return
    void f() {
        do u(); while (p());
        v();
    }
    //~ flow entry -> p#1; p#1 -> p#2 u; p#2 -> p#1 return; u -> p#2
    void continues_at_the_condition() {
        do { if (p()) continue; u(); } while (p());
    }
    //~ flow entry -> u; u -> v; v -> return
    void once() {
        do { u(); } while (false);
        v();
    }
}
