class A {
    static class module { void open() {} }
    int record, sealed, permits, with, to, when, exports, opens, requires, uses, provides, transitive;
    static int yield(int x) { return x; }
    static void record() {}
    static void when(Object when) {}
    void f(module module, Object o) {
        record(); //~ call A.record()V static
        module.open(); //~ call A$module.open()V virtual
        var var = record + sealed + when; //~ get A.record, get A.sealed, get A.when
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.when(Ljava/lang/Object;)V static
        when(var);
        A.yield(to); //~ get A.to, call A.yield(I)I static
        for (int when = 0; when < with; when++) { permits = when; } //~ get A.with, put A.permits
        //~ call java/lang/Integer.intValue()I virtual inserted, call A.when(Ljava/lang/Object;)V static
        if (o instanceof Integer when && when > 3) when(when);
    }
}
