class A {
    static final boolean DEBUG = false;
    final int own = 3;
    static void a(int x) {}
    void f() {
        final int k = 2;
        final int late;
        late = 2;
        if (DEBUG) a(1); //~ none
        a(k + own); //~ const 5, call A.a(I)V static
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted, const 3
        //~ call A.a(I)V static
        a(this.own);
        Runnable r = () -> a(k); //~ lambda java/lang/Runnable.run()V, call A.a(I)V static
        Runnable s = () -> a(late); //~ lambda java/lang/Runnable.run()V captures late, call A.a(I)V static
        while (!DEBUG) { return; }
    }
}
