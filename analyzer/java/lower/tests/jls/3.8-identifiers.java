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
