class A {
    static final int ONE = 1;
    static final String TEXT = "a" + ONE + 'c' + 1.5f + true;
    static final boolean BIG = ONE > 0 && !(ONE == 3);
    static final long SHIFTED = 1L << 40 | 0xF;
    static final int CAST = (byte) 300 + (int) 2.9;
    static final char LETTER = (char) ('a' + 1);
    //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, put static A.BOXED
    static final Integer BOXED = 1;
    final int own = ONE + 2; //~ put A.own
    int f() {
        String s = A.TEXT; //~ const "a1c1.5true"
        boolean b = BIG; //~ const true
        long l = SHIFTED; //~ const 1099511627791
        int i = CAST + LETTER; //~ const 144
        int x = BIG ? ONE : Integer.parseInt(TEXT); //~ const 1
        int y = BOXED; //~ get static A.BOXED, call java/lang/Integer.intValue()I virtual inserted
        int m = Integer.MAX_VALUE + own; //~ const -2147483646
        String t = s + ONE; //~ const 1
        switch (i) { case ONE + 1: return f(); default: return 0; } //~ call A.f()I virtual
    }
}
