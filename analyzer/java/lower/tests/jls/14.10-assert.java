class A {
    static boolean p() { return true; }
    static Object o() { return null; }
    static int i() { return 1; }
    static void u() {}
    void f() {
        //~ call A.p()Z static, new java/lang/AssertionError, call java/lang/AssertionError.<init>()V special inserted
        assert p();
        //~ call A.p()Z static, new java/lang/AssertionError, call A.o()Ljava/lang/Object; static
        //~ call java/lang/AssertionError.<init>(Ljava/lang/Object;)V special inserted
        assert p() : o();
        //~ call A.p()Z static, new java/lang/AssertionError, call A.i()I static
        //~ call java/lang/AssertionError.<init>(I)V special inserted
        assert p() : i();
        //~ call A.p()Z static, new java/lang/AssertionError, call A.o()Ljava/lang/Object; static
        //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
        //~ call java/lang/AssertionError.<init>(Ljava/lang/Object;)V special inserted
        assert p() : "text" + o();
        //~ call A.p()Z static, new java/lang/AssertionError
        //~ call java/lang/AssertionError.<init>(C)V special inserted
        assert p() : 'c';
    }
    //~ flow entry -> p u; <init> -> throw; o -> <init>; p -> o u; u -> return
    void g() {
        assert p() : o();
        u();
    }
}
