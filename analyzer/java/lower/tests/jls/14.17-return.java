class A {
    static int a() { return 1; }
    static boolean p() { return true; }
    static void u() {}
    //~ flow entry -> a; a -> u; u -> return throw
    int value_comes_before_the_finally_block() {
        try { return a(); } finally { u(); }
    }
    @SuppressWarnings("finally")
    //~ flow entry -> a; a -> p; p -> return throw
    int finally_discards() {
        try { return a(); } finally { if (p()) return 2; }
    }
    //~ call A.a()I static, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
    Integer boxes() { return a(); }
    int unboxes(Integer i) { return i; } //~ call java/lang/Integer.intValue()I virtual inserted
    long widens() { return a(); } //~ call A.a()I static
}
