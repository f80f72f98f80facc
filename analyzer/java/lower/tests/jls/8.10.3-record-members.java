//~ method <init>(ILjava/lang/String;[Ljava/lang/Object;)V implicit, method x()I implicit
//~ method rest()[Ljava/lang/Object; implicit, method equals(Ljava/lang/Object;)Z implicit
//~ method hashCode()I implicit, method toString()Ljava/lang/String; implicit
//~ call java/lang/Record.<init>()V special constructor-invocation
//~ call java/util/Objects.equals(Ljava/lang/Object;Ljava/lang/Object;)Z static inserted
//~ call java/util/Objects.equals(Ljava/lang/Object;Ljava/lang/Object;)Z static inserted
//~ call java/util/Objects.hashCode(Ljava/lang/Object;)I static inserted
//~ call java/util/Objects.hashCode(Ljava/lang/Object;)I static inserted
//~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
//~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
record A(int x, String s, Object... rest) {
    static int made;
    public String s() { return s.trim(); } //~ get A.s, call java/lang/String.trim()Ljava/lang/String; virtual
    int twice() { return x() + x; } //~ call A.x()I virtual, get A.x
    static void f(A a) {
        a.x(); //~ call A.x()I virtual
        a.s().trim(); //~ call A.s()Ljava/lang/String; virtual, call java/lang/String.trim()Ljava/lang/String; virtual
        a.rest(); //~ call A.rest()[Ljava/lang/Object; virtual
        a.equals(a); //~ call A.equals(Ljava/lang/Object;)Z virtual
        a.hashCode(); //~ call A.hashCode()I virtual
        //~ new A, new [Ljava/lang/Object;, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.<init>(ILjava/lang/String;[Ljava/lang/Object;)V special creation
        //~ call A.toString()Ljava/lang/String; virtual
        new A(1, "x", 2, 3).toString();
    }
    //~ call A$Generic.value()Ljava/lang/Object; virtual
    //~ call java/lang/Record.<init>()V special constructor-invocation
    //~ call java/util/Objects.equals(Ljava/lang/Object;Ljava/lang/Object;)Z static inserted
    //~ call java/util/Objects.hashCode(Ljava/lang/Object;)I static inserted
    //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
    record Generic<T>(T value) { T twice() { return value(); } }
    //~ call A$Generic.value()Ljava/lang/Object; virtual, cast Ljava/lang/String;
    //~ call java/lang/String.trim()Ljava/lang/String; virtual
    static void g(Generic<String> g) { g.value().trim(); }
}
