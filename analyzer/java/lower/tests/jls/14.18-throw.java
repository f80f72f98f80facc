class A {
    static boolean p() { return true; }
    static void u() {}
    static void v() {}
    static RuntimeException made() { return null; }
    //~ flow entry -> p; <init> -> throw u; made -> throw u; p -> <init> made; u -> v; v -> return
    //~ flow <init> ! java/lang/IllegalStateException:u throw; made ! java/lang/IllegalStateException:u throw
    //~ flow p ! java/lang/IllegalStateException:u throw; u ! throw; v ! throw
    void f() {
        try {
            //~ call A.p()Z static, new java/lang/IllegalStateException
            //~ call java/lang/IllegalStateException.<init>(Ljava/lang/String;)V special creation
            if (p()) throw new IllegalStateException("x");
            throw made();
        } catch (IllegalStateException e) {
            u();
        }
        v();
    }
}
