class A {
    static class K { static int n = 1; static A first; int own; K next; }
    int x;
    K k = new K(); //~ new A$K, call A$K.<init>()V special creation, put A.k
    static int a() { return 1; }
    void f(int b, int c) {
        int r = (K.n) + b; //~ get static A$K.n, compute add
        r = (K.n) - a() * c; //~ get static A$K.n, call A.a()I static, compute multiply, compute subtract
        r = b * (K.n) - c; //~ get static A$K.n, compute multiply, compute subtract
        r = -(K.n) + c; //~ get static A$K.n, compute negate, compute add
        r = (x) + b * c; //~ get A.x, compute multiply, compute add
        r = (k.next.own) - b++; //~ get A.k, get A$K.next, get A$K.own, compute add, compute subtract
        r = (A.this.x) - -b; //~ get A.x, compute negate, compute subtract
        r = (int) -b; //~ compute negate
    }
}
