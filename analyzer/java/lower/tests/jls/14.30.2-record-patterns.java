//~ javac 21
class A {
    record Point(int x, Object y) {}
    record Line(Point from, Point to) {}
    record Box<T>(T value) {}
    static void u(Object o) {}
    //~ flow entry -> return x; <init> -> throw; toString -> <init>; u -> return; x -> y; y -> return u
    void f(Object o) {
        //~ instanceof LA$Point;, cast LA$Point;, call A$Point.x()I virtual inserted
        //~ call A$Point.y()Ljava/lang/Object; virtual inserted, instanceof Ljava/lang/String;
        //~ cast Ljava/lang/String;, new java/lang/MatchException
        //~ call java/lang/Throwable.toString()Ljava/lang/String; virtual inserted
        //~ call java/lang/MatchException.<init>(Ljava/lang/String;Ljava/lang/Throwable;)V special inserted
        if (o instanceof Point(int x, String y)) {
            u(y);
        }
    }
    void nested(Object o) {
        //~ instanceof LA$Line;, cast LA$Line;, call A$Line.from()LA$Point; virtual inserted, instanceof LA$Point;
        //~ call A$Line.to()LA$Point; virtual inserted, call A$Point.x()I virtual inserted
        //~ call A$Point.y()Ljava/lang/Object; virtual inserted, call A.u(Ljava/lang/Object;)V static
        //~ new java/lang/MatchException, call java/lang/Throwable.toString()Ljava/lang/String; virtual inserted
        //~ call java/lang/MatchException.<init>(Ljava/lang/String;Ljava/lang/Throwable;)V special inserted
        if (o instanceof Line(Point(var a, var b), Point to)) u(b);
    }
    //~ flow entry -> requireNonNull; <init>#1 -> throw; <init>#2 -> throw; from#1 -> <init>#1 from#2 to#1 to#2 x#2
    //~ flow from#2 -> <init>#1 to#2 x#2; isEmpty -> <init>#1 from#2 return to#2 x#2
    //~ flow requireNonNull -> <init>#1 from#1 from#2 to#2 x#2; to#1 -> x#1; to#2 -> <init>#1 x#2
    //~ flow toString -> <init>#2; x#1 -> y#1; x#2 -> y#2; y#1 -> <init>#1 from#2 isEmpty to#2 x#2; y#2 -> return
    int switches(Line line) {
        return switch (line) {
            case Line(Point(int x, String s), var to) when s.isEmpty() -> x;
            case Line(var from, Point(int x, Object y)) -> 1;
        };
    }
    void generic(Box<String> box) {
        //~ instanceof LA$Box;, call A$Box.value()Ljava/lang/Object; virtual inserted, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual, new java/lang/MatchException
        //~ call java/lang/Throwable.toString()Ljava/lang/String; virtual inserted
        //~ call java/lang/MatchException.<init>(Ljava/lang/String;Ljava/lang/Throwable;)V special inserted
        if (box instanceof Box<String>(var s)) s.trim();
        //~ instanceof LA$Box;, call A$Box.value()Ljava/lang/Object; virtual inserted, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        if (box instanceof Box(var s)) s.trim();
    }
}
