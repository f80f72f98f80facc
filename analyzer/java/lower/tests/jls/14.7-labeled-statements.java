class A {
    static boolean p() { return true; }
    static boolean q() { return true; }
    static void u() {}
    static void v() {}
    //~ flow entry -> p; p -> p q; q -> u v; u -> p; v -> p
    void f() {
        outer:
        for (;;) {
            inner:
            for (;;) {
                if (p()) continue outer;
                if (q()) break inner;
                u();
            }
            v();
        }
    }
    //~ flow entry -> p; p -> u v; u -> v; v -> return
    void g() {
        block: {
            if (p()) break block;
            u();
        }
        v();
    }
    //~ flow entry -> p; p -> q u; q -> return v; u -> p; v -> q
    void h() {
        same: while (p()) { u(); }
        same: while (q()) { v(); }
    }
}
