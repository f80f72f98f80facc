class A {
    static int a() { return 1; }
    static int b() { return 2; }
    static void u() {}
    static void yield(int x) {}
    //~ flow entry -> a b u; a -> return; b -> return; u -> b
    int f(int k) {
        return switch (k) {
            case 1: yield a();
            case 2: u();
            default: { yield (b()); }
        };
    }
    //~ flow entry -> a; a -> u; u -> return throw
    int through_finally(int k) {
        return switch (k) {
            default -> { try { yield a(); } finally { u(); } }
        };
    }
    //~ call A.yield(I)V static, call A.yield(I)V static, call java/lang/Thread.yield()V static
    void method() { A.yield(3); this.yield(4); Thread.yield(); }
    int negative(int k) { return switch (k) { default -> { yield -a(); } }; } //~ call A.a()I static, compute negate
}
