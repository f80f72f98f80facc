class A {
    static Object o() { return null; }
    String f(Integer boxed, char c, A a, String s) {
        s = "" + boxed; //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
        s = "" + c + 1L + 2.0f; //~ none
        s = a + s; //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
        s = s + s; //~ none
        s = "" + null; //~ none
        //~ call A.o()Ljava/lang/Object; static
        //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
        return o() + s;
    }
}
