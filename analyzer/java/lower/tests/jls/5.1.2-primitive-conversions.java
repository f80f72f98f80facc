class A {
    static byte b() { return 1; }
    static void l(long x) {}
    static void d(double x) {}
    void f(char c, int i, float g) {
        l(b()); //~ call A.b()B static, call A.l(J)V static
        d(i); //~ call A.d(D)V static
        byte n = (byte) i; //~ cast B
        char w = (char) b(); //~ call A.b()B static
        long r = i + (long) g; //~ compute add
        i += 1.5; //~ compute add
    }
}
