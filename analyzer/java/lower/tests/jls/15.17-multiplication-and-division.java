class A {
    static int a() { return 1; }
    static void u() {}
    static void v() {}
    //~ flow entry -> a#1; a#1 -> intValue; a#2 -> u; intValue -> a#2; u -> return; v -> return
    int f(Integer i, double d, int x) {
        //~ call A.a()I static, call java/lang/Integer.intValue()I virtual inserted, compute multiply
        //~ compute remainder
        int r = a() * i % 3;
        double q = d / a(); //~ call A.a()I static, compute divide
        try {
            u();
            r = x / r; //~ compute divide
        } catch (ArithmeticException e) {
            v();
        }
        return r;
    }
}
