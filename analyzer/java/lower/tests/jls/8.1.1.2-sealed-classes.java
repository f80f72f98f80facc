sealed interface Shape permits Circle, Square, Other {
    double area();
}
//~ call Circle.r()D virtual, call Circle.r()D virtual, call java/lang/Record.<init>()V special constructor-invocation
record Circle(double r) implements Shape { public double area() { return r() * r(); } }
final class Square implements Shape {
    double s;
    public double area() { return s * s; } //~ get Square.s, get Square.s
}
non-sealed class Other implements Shape {
    public double area() { return 0; }
}
class A {
    sealed static abstract class Base {}
    static final class One extends Base {}
    double f(Shape s, Base b) {
        new One(); //~ new A$One, call A$One.<init>()V special creation
        return s.area(); //~ call Shape.area()D interface
    }
}
