class A {
    int[] field[], other;
    int rows()[] { return null; } //~ method rows()[I
    static int a() { return 1; }
    void f(int[]... grid) { //~ method f([[I)V
        //~ new [[I, new [I, call A.a()I static, put [], put [], new [I, put [], new [I, call A.a()I static, put []
        int[] one[] = { { a() }, {} }, plain = { a() };
        field[0] = other; //~ none
        one[0][0] = grid[0].length; //~ compute arraylength
    }
    int other() { return 0; }
}
