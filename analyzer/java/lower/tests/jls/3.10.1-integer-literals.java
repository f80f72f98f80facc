class A {
    void f() {
        int octal = 0_17, more = 0__7_1; //~ const 15, const 57
        int hex = 0x1_F, binary = 0b1_0; //~ const 31, const 2
        //~ const 9223372036854775807, const -9223372036854775808
        long most = 9_223_372_036_854_775_807L, least = -9223372036854775808L;
        int minimum = -2147483648; //~ const -2147483648
    }
}
