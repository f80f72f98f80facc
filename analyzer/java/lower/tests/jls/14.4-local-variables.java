class A {
    static int a() { return 1; }
    static int b() { return 2; }
    void f() {
        int x = a(), y[] = { b(), x }, z; //~ call A.a()I static, new [I, call A.b()I static, put [], put []
        z = b(); //~ call A.b()I static
        final int constant = 3; //~ const 3
        int sum = constant + 1; //~ const 4
        long wide = x; //~ none
    }
}
