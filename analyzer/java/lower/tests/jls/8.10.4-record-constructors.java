class A {
    static void u() {}
    static String a(String s) { return s; }
    record Compact(int x, String s) {
        //~ method <init>(ILjava/lang/String;)V, call java/lang/Record.<init>()V special constructor-invocation
        //~ put A$Compact.x, put A$Compact.s
        Compact {
            //~ new java/lang/IllegalArgumentException
            //~ call java/lang/IllegalArgumentException.<init>(Ljava/lang/String;)V special creation
            if (x < 0) throw new IllegalArgumentException(s);
            s = a(s); //~ call A.a(Ljava/lang/String;)Ljava/lang/String; static
            u();
        }
        //~ method <init>(I)V, call A$Compact.<init>(ILjava/lang/String;)V special constructor-invocation
        Compact(int x) { this(x, ""); }
    }
    record Canonical(int x) {
        //~ method <init>(I)V, call java/lang/Record.<init>()V special constructor-invocation, call A.u()V static
        //~ put A$Canonical.x
        Canonical(int x) { u(); this.x = x; }
    }
    //~ method <init>(IJ)V implicit, method x()I implicit, method y()J implicit
    //~ method equals(Ljava/lang/Object;)Z implicit, method hashCode()I implicit
    //~ method toString()Ljava/lang/String; implicit, call java/lang/Record.<init>()V special constructor-invocation
    //~ put A$Implied.x, put A$Implied.y, get A$Implied.x, get A$Implied.y, get A$Implied.x, get A$Implied.x
    //~ get A$Implied.y, get A$Implied.y
    record Implied(int x, long y) {}
    //~ method <init>()V implicit, method equals(Ljava/lang/Object;)Z implicit, method hashCode()I implicit
    //~ method toString()Ljava/lang/String; implicit, call java/lang/Record.<init>()V special constructor-invocation
    record Empty() {}
}
