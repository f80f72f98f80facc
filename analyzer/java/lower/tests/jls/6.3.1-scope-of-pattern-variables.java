class A {
    String s = "";
    static void a(String s) {}
    static void b(Object o) {}
    static boolean p() { return true; }
    void f(Object o) {
        //~ call java/lang/String.isEmpty()Z virtual, call A.a(Ljava/lang/String;)V static, get A.s
        //~ call A.b(Ljava/lang/Object;)V static
        if (o instanceof String s && s.isEmpty()) a(s); else b(s);
        //~ get A.s, call A.a(Ljava/lang/String;)V static, call A.a(Ljava/lang/String;)V static
        if (!(o instanceof String s)) { a(s); } else { a(s); }
        boolean both = !(o instanceof String s) || s.isEmpty(); //~ call java/lang/String.isEmpty()Z virtual
        String t = o instanceof String s ? s : s; //~ get A.s
        b(s); //~ get A.s, call A.b(Ljava/lang/Object;)V static
    }
    void g(Object o) {
        while (!(o instanceof String s)) { o = s; } //~ get A.s
        s.trim(); //~ call java/lang/String.trim()Ljava/lang/String; virtual
    }
    void h(Object o) {
        //~ new java/lang/IllegalStateException, get A.s
        //~ call java/lang/IllegalStateException.<init>(Ljava/lang/String;)V special creation
        if (!(o instanceof String s)) throw new IllegalStateException(s);
        s.trim(); //~ call java/lang/String.trim()Ljava/lang/String; virtual
    }
    void i(Object o) {
        while (!(o instanceof String s)) { if (p()) break; } //~ call A.p()Z static
        s.trim(); //~ get A.s, call java/lang/String.trim()Ljava/lang/String; virtual
    }
}
