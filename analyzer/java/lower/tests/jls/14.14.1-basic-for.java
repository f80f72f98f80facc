class A {
    static int a() { return 1; }
    static int b() { return 2; }
    static int c() { return 3; }
    static boolean p() { return true; }
    static void u() {}
    static void v() {}
    //~ flow entry -> a; a -> b; b -> p v; c -> b; p -> c u; u -> c; v -> return
    void f() {
        for (int i = a(); i < b(); i += c()) {
            if (p()) continue;
            u();
        }
        v();
    }
    //~ flow entry -> a; a -> b; b -> p; c -> u; p -> c return; u -> v; v -> p
    void lists() {
        for (a(), b(); p(); u(), v()) c();
    }
    //~ flow entry -> u; u -> u
    void empty() {
        for (;;) { u(); }
    }
}
