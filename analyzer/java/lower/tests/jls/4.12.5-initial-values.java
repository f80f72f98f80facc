class A {
    int x;
    Object o;
    static long l;
    void f() {
        int[] array = new int[2];
        int y = array[0] + x; //~ get [], get A.x
        Object p = o; //~ get A.o
        long m = l; //~ get static A.l
    }
}
