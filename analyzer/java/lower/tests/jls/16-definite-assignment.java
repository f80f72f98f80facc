class A {
    static boolean p() { return true; }
    static void a(Object o) {}
    void f() {
        String s;
        if (p()) s = "a"; else s = "b"; //~ call A.p()Z static
        a(s); //~ call A.a(Ljava/lang/Object;)V static
        final int n;
        switch (s) { case "a": n = 1; break; default: n = 2; }
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, call A.a(Ljava/lang/Object;)V static
        a(n);
        int m;
        while (true) { if (p()) { m = 3; break; } } //~ call A.p()Z static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, call A.a(Ljava/lang/Object;)V static
        a(m);
        boolean b;
        //~ call A.p()Z static, call A.p()Z static
        //~ call java/lang/Boolean.valueOf(Z)Ljava/lang/Boolean; static inserted, call A.a(Ljava/lang/Object;)V static
        if (p() && (b = p())) a(b);
        String t;
        try { t = s; } finally { p(); } //~ call A.p()Z static, call A.p()Z static
        a(t); //~ call A.a(Ljava/lang/Object;)V static
    }
}
