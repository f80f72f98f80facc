class A {
    static void u() {}
    static void v() {}
    static final Object LOCK;
    static int x = 3;
    static { //~ none
        u(); //~ call A.u()V static
        //~ new java/lang/Object, call java/lang/Object.<init>()V special creation, put static A.LOCK
        LOCK = new Object();
    }
    static int y = x; //~ get static A.x, put static A.y
    static { if (y > 3) v(); } //~ call A.v()V static
    //~ flow in <clinit>: entry -> v1; u -> return; v1 -> u
    static class B { static int a = v1(); static { u(); } static int v1() { return 1; } }
}
