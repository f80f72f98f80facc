class A {
    static int a() { return 1; }
    static Object o() { return null; }
    static char[] chars() { return null; }
    static String text;
    static final String K = "k";
    String f(String s, Integer i, A other, Object[] array) {
        //~ call A.a()I static, call A.o()Ljava/lang/Object; static
        //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
        s = "a" + a() + o();
        //~ call A.a()I static, call A.a()I static, compute add, call A.a()I static, call A.a()I static, compute add
        s = a() + a() + "x" + a() + a();
        s = 'c' + s + 1.5 + null + true; //~ none
        s = i + "x"; //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
        s += other; //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
        s += a(); //~ call A.a()I static
        //~ get static A.text, call A.o()Ljava/lang/Object; static
        //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted, put static A.text
        text += o();
        //~ call A.a()I static, get []
        //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted, put []
        array[a()] += "x";
        s = "a" + "b" + K + 1; //~ const "abk1"
        //~ call A.chars()[C static
        //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
        s = s + chars();
        //~ call A.o()Ljava/lang/Object; static
        //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
        s = "x" + (s + o());
        //~ new java/lang/StringBuilder, call java/lang/StringBuilder.<init>()V special creation
        //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
        CharSequence c = s + new StringBuilder();
        //~ call A.o()Ljava/lang/Object; static
        //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
        return (String) null + o();
    }
    public String toString() { return "A"; }
}
