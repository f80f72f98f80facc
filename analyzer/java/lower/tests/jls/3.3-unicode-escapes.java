class A {
    static void g\u0061() {} //~ method ga()V static
    void f(int p) {
        int \u0061bc = 1; //~ const 1
        \u0061bc \u003d 3; //~ const 3
        g\uuu0061(); //~ call A.ga()V static
        String s = "\u0041\uuuu0042\\u0043"; //~ const "AB\\u0043"
        char quote = '\u005c''; //~ const 39
        /* \u002a\u002f ga(); /* ends here */ //~ call A.ga()V static
        // \u000a ga();
        ga(); //~ call A.ga()V static
    }
}
