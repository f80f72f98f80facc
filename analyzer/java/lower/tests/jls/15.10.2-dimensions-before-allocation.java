class A {
    static int a() { return 1; }
    static int b() { return 2; }
    static void u() {}
    //~ flow entry -> a; a -> b; b -> return; u -> return; a ! java/lang/NegativeArraySizeException:u throw
    //~ flow b ! java/lang/NegativeArraySizeException:u throw; u ! throw
    Object f() {
        try {
            return new long[a()][b()][]; //~ call A.a()I static, call A.b()I static, new [[[J, new [[J
        } catch (NegativeArraySizeException e) {
            u();
            return null;
        }
    }
}
