class A {
    static void a(int x) {}
    static void a(String s) {}
    int x = 1;
    String y = "";
    void f() {
        a(x); //~ get A.x, call A.a(I)V static
        { String x = "local"; a(x); } //~ call A.a(Ljava/lang/String;)V static
        a(x); //~ get A.x, call A.a(I)V static
        for (String x = ""; x != null; x = null) a(x); //~ call A.a(Ljava/lang/String;)V static
        //~ get A.x, call A.a(I)V static, call java/lang/RuntimeException.getMessage()Ljava/lang/String; virtual
        try { a(x); } catch (RuntimeException y) { y.getMessage(); }
        //~ call A.a(Ljava/lang/String;)V static, call java/lang/Object.<init>()V special constructor-invocation
        class String_ { void g() { a(y); } }
        int x = this.x; //~ get A.x
        a(x); //~ call A.a(I)V static
    }
}
