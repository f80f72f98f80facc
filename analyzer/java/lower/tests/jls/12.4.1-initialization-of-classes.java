class A {
    static int x = B.made(); //~ call A$B.made()I static, put static A.x
    static class B {
        static int y = 1;
        static int z = made(); //~ call A$B.made()I static, put static A$B.z
        static int made() { return A.x; } //~ get static A.x
    }
    //~ call java/lang/Object.<init>()V special constructor-invocation, new A, call A.<init>()V special creation
    static class Lazy { static final A HELD = new A(); }
    static A get() { return Lazy.HELD; } //~ get static A$Lazy.HELD
    //~ call A$B.<init>()V special constructor-invocation, put static A$Sub.y
    static class Sub extends B { static { y = 2; } }
    void f() {
        int read = Sub.y; //~ get static A$Sub.y
        Sub.made(); //~ call A$Sub.made()I static
        new Sub(); //~ new A$Sub, call A$Sub.<init>()V special creation
    }
}
