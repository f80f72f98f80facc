class A {
    static String a() { return ""; }
    void f() {
        String s = "\"\\\n\101\0\377\s"; //~ const "\"\\\nA\0ÿ "
        String same = "con" + "stant"; //~ const "constant"
        //~ const "x", call A.a()Ljava/lang/String; static, call java/lang/String.equals(Ljava/lang/Object;)Z virtual
        "x".equals(a());
        String surrogates = "\uD83D\uDE00"; //~ const "😀"
    }
}
