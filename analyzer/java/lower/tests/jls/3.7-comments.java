class A {
    static void a() {}
    void f() {
        /* a(); // */ a(); //~ call A.a()V static
        // /* a();
        a(); /** a(); */ //~ call A.a()V static
        /**/ a(); /***/ //~ call A.a()V static
        String s = "/* no comment */ // none"; //~ const "/* no comment */ // none"
    }
}
