class A {
    static int a() { return 1; }
    int x;
    A self() { return this; }
    void f() {
        a(); //~ call A.a()I static
        new A(); //~ new A, call A.<init>()V special creation
        self().x = a(); //~ call A.self()LA; virtual, call A.a()I static, put A.x
        self().x++; //~ call A.self()LA; virtual, get A.x, put A.x
        --self().x; //~ call A.self()LA; virtual, get A.x, put A.x
        ;
    }
}
