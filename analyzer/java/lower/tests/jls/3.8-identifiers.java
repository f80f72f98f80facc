class A {
    static void größe() {}
    static void $() {}
    static void _a1() {}
    static void 名前(int é) {}
    void f() {
        //~ call A.größe()V static, call A.$()V static, call A._a1()V static, call A.名前(I)V static
        größe(); $(); _a1(); 名前(1);
    }
}

class $B$C {
    private static class D { D(int n) {} }
    private static void g(String s) {}
    static void g(Object o) {}
    //~ new $B$C$D, call $B$C$D.<init>(I)V special creation, call $B$C.g(Ljava/lang/String;)V static
    static void f() { new D(1); g(""); }
}

class $E {
    static void f() { $B$C.g(""); } //~ call $B$C.g(Ljava/lang/Object;)V static
}
