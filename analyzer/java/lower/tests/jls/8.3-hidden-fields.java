class A {
    int x;
    static String s = "";
    static class B extends A {
        long x;
        static int s;
        void f(A a, B b) {
            this.x = super.x; //~ get A.x, put A$B.x
            a.x = (int) b.x; //~ get A$B.x, put A.x
            A.s.trim(); //~ get static A.s, call java/lang/String.trim()Ljava/lang/String; virtual
            B.s++; //~ get static A$B.s, put static A$B.s
        }
    }
}
