class A {
    void f() {
        //~ const 1.0, const 9.5, const 0.001, const 3.0, const 10.25
        double a = 1., b = 09.5, c = 1e-3d, d = 0x1.8p1, e = 1_0.2_5;
        float f = 3f, g = 1.e2f; //~ const 3.0, const 100.0
    }
}
