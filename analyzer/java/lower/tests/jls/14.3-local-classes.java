//~ javac differs: `A$1L.<init>` javac reads the field that was set from the parameter, lowering the parameter
class A {
    static void a(Object o) {}
    void f(int x, String s) {
        //~ class A$1L, field this$0 LA;, field val$x I, field val$s Ljava/lang/String;
        //~ method <instance-initializer>()V instance-initializer
        class L {
            int y = x; //~ get A$1L.val$x, put A$1L.y
            //~ method <init>(LA;ILjava/lang/String;)V, put A$1L.this$0, put A$1L.val$x, put A$1L.val$s
            //~ call java/lang/Object.<init>()V special constructor-invocation
            //~ call A$1L.<instance-initializer>()V special inserted, call A.a(Ljava/lang/Object;)V static
            L() { a(s); }
            //~ method <init>(LA;IILjava/lang/String;)V
            //~ call A$1L.<init>(LA;ILjava/lang/String;)V special constructor-invocation
            L(int z) { this(); }
        }
        new L(); //~ new A$1L, call A$1L.<init>(LA;ILjava/lang/String;)V special creation
        new L(1); //~ new A$1L, call A$1L.<init>(LA;IILjava/lang/String;)V special creation
        //~ class A$1R, method <init>(I)V implicit, method p()I implicit, method equals(Ljava/lang/Object;)Z implicit
        //~ method hashCode()I implicit, method toString()Ljava/lang/String; implicit
        //~ call java/lang/Record.<init>()V special constructor-invocation
        record R(int p) {
            static int n() { return 1; }
        }
        R.n(); //~ call A$1R.n()I static
        new R(2).p(); //~ new A$1R, call A$1R.<init>(I)V special creation, call A$1R.p()I virtual
        //~ class A$1E, call java/lang/Enum.<init>(Ljava/lang/String;I)V special constructor-invocation
        //~ call [LA$1E;.clone()Ljava/lang/Object; virtual inserted
        //~ call java/lang/Enum.valueOf(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum; static inserted, new A$1E
        //~ call A$1E.<init>(Ljava/lang/String;I)V special creation, new [LA$1E;
        enum E { X }
        interface I { void m(); } //~ class A$1I, method m()V bodiless
        //~ lambda A$1I.m()V captures this x s, new A$1L, call A$1L.<init>(LA;ILjava/lang/String;)V special creation
        I i = () -> new L();
    }
    static void g() {
        //~ class A$2L, method <init>()V implicit, call java/lang/Object.<init>()V special constructor-invocation
        class L {}
        new L(); //~ new A$2L, call A$2L.<init>()V special creation
    }
}
