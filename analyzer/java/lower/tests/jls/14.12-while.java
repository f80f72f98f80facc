class A {
    static boolean p() { return true; }
    static boolean q() { return true; }
    static void u() {}
    static void v() {}
    //~ flow entry -> p; p -> q v; q -> u v; u -> p; v -> return
    void f() {
        while (p() && q()) u();
        v();
    }
    //~ flow entry -> u; p -> u v; u -> p; v -> return
    void forever() {
        while (true) { u(); if (p()) break; }
        v();
    }
    //~ flow entry -> p; p -> q return; q -> p return
    void never() {
        while (!p()) { if (q()) return; }
    }
}
