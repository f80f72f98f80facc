class A {
    void f() {
        Object o = 1; //~ const 1, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        long l = 0x7fff_ffff_ffffL; //~ const 140737488355327
        int octal = 017, binary = 0b1010, hex = 0xFFFF_FFFF; //~ const 15, const 10, const -1
        double d = 1e3, e = .5, h = 0x1p-2; //~ const 1000.0, const 0.5, const 0.25
        float g = 1.5f; //~ const 1.5
        char c = 'c', tab = '\t', nul = '\0', letter = '\u0041'; //~ const 99, const 9, const 0, const 65
        boolean b = true; //~ const true
        Object none = null; //~ const null
        String s = "a\tb\"\\\101\s"; //~ const "a\tb\"\\A "
    }
}
