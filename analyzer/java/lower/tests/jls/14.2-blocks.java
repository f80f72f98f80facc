class A {
    static void a(Object o) {}
    //~ flow entry -> a#1; a#1 -> trim; a#2 -> return; trim -> a#2
    void f() {
        { Object x = null; a(x); }
        //~ call java/lang/String.trim()Ljava/lang/String; virtual, call A.a(Ljava/lang/Object;)V static
        { String x = "s"; { a(x.trim()); } }
        {}
    }
}
