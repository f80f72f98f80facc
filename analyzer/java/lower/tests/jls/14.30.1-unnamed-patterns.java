//~ javac 22
class A {
    record Point(int x, int y) {}
    static void u(int i) {}
    static int v() { return 1; }
    void f(Object o, java.util.List<String> all) throws Exception {
        //~ call A$Point.x()I virtual inserted, call A$Point.y()I virtual inserted, call A.u(I)V static
        //~ new java/lang/MatchException, call java/lang/Throwable.toString()Ljava/lang/String; virtual inserted
        //~ call java/lang/MatchException.<init>(Ljava/lang/String;Ljava/lang/Throwable;)V special inserted
        if (o instanceof Point(int x, _)) u(x);
        //~ call A$Point.x()I virtual inserted, call A$Point.y()I virtual inserted, call A.u(I)V static
        if (o instanceof Point(_, int _)) u(1);
        int _ = v(); //~ call A.v()I static
        //~ call java/util/List.iterator()Ljava/util/Iterator; interface for-each
        //~ call java/util/Iterator.hasNext()Z interface for-each
        //~ call java/util/Iterator.next()Ljava/lang/Object; interface for-each, call A.u(I)V static
        for (String _ : all) u(2);
        try { u(3); } catch (RuntimeException _) { u(4); } //~ call A.u(I)V static, call A.u(I)V static
        //~ new java/io/StringReader, call java/io/StringReader.<init>(Ljava/lang/String;)V special creation
        //~ call A.u(I)V static, call java/io/StringReader.close()V virtual resource
        //~ call java/io/StringReader.close()V virtual resource
        //~ call java/lang/Throwable.addSuppressed(Ljava/lang/Throwable;)V virtual inserted
        try (var _ = new java.io.StringReader("")) { u(5); }
        //~ lambda java/util/function/Consumer.accept(Ljava/lang/Object;)V
        //~ call java/util/List.forEach(Ljava/util/function/Consumer;)V interface, call A.u(I)V static
        all.forEach(_ -> u(6));
        //~ lambda java/util/function/BinaryOperator.apply(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;
        java.util.function.BinaryOperator<String> b = (_, _) -> "";
    }
}
