//~ javac 21
class A {
    record Box<T>(T value) {}
    record Pair<X, Y>(X x, Y y) {}
    void f(Box<String> box, Object o, Pair<Integer, Box<String>> pair) {
        //~ instanceof LA$Box;, call A$Box.value()Ljava/lang/Object; virtual inserted, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual, new java/lang/MatchException
        //~ call java/lang/Throwable.toString()Ljava/lang/String; virtual inserted
        //~ call java/lang/MatchException.<init>(Ljava/lang/String;Ljava/lang/Throwable;)V special inserted
        if (box instanceof Box(var s)) s.trim();
        //~ instanceof LA$Pair;, call A$Pair.x()Ljava/lang/Object; virtual inserted, cast Ljava/lang/Integer;
        //~ call A$Pair.y()Ljava/lang/Object; virtual inserted, instanceof LA$Box;, cast LA$Box;
        //~ call A$Box.value()Ljava/lang/Object; virtual inserted, cast Ljava/lang/String;
        //~ call java/lang/Integer.intValue()I virtual inserted, call java/lang/String.charAt(I)C virtual
        if (pair instanceof Pair(var n, Box(var s))) s.charAt(n);
        //~ instanceof LA$Box;, cast LA$Box;, call A$Box.value()Ljava/lang/Object; virtual inserted
        //~ call java/lang/Object.hashCode()I virtual
        if (o instanceof Box(var any)) any.hashCode();
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ new java/lang/MatchException
        //~ call java/lang/MatchException.<init>(Ljava/lang/String;Ljava/lang/Throwable;)V special inserted
        //~ call A$Pair.x()Ljava/lang/Object; virtual inserted, instanceof Ljava/lang/Integer;
        //~ cast Ljava/lang/Integer;, call A$Pair.y()Ljava/lang/Object; virtual inserted, cast LA$Box;
        //~ call A$Box.value()Ljava/lang/Object; virtual, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        switch (pair) { case Pair<Integer, Box<String>>(Integer n, var b) -> b.value().trim(); }
    }
}
