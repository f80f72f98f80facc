class A {
    static int a() { return 1; }
    static int b() { return 2; }
    static int c() { return 3; }
    static int[] ints() { return null; }
    A self() { return this; }
    int x;
    //~ flow entry -> a#1; a#1 -> b#1; a#2 -> b#2; b#1 -> c#1; b#2 -> self; c#1 -> ints; c#2 -> return; ints -> a#2
    //~ flow self -> c#2
    void f() {
        //~ call A.a()I static, call A.b()I static, call A.c()I static, compute add, compute multiply
        int r = a() * (b() + c());
        ints()[a()] = b(); //~ call A.ints()[I static, call A.a()I static, call A.b()I static, put []
        self().x += c(); //~ call A.self()LA; virtual, get A.x, call A.c()I static, compute add, put A.x
        int i = 2;
        int j = (i = 3) * i; //~ const 3, compute multiply
    }
    //~ flow entry -> a; a -> b; b -> c; c -> return
    boolean divides() { return a() / b() == c(); }
}
