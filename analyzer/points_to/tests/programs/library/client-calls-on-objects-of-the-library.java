//~ library
//- Factory.java
public class Factory {
    public static Shape make() { //~ called by <outside>
        return new Circle();
    }
}
//- Shape.java
public interface Shape {
    int area();

    default int twice() { //~ called by <outside>
        return 2 * area();
    }
}
//- Circle.java
class Circle implements Shape {
    public int area() { //~ called by <outside> Shape.twice
        return 3;
    }
}
//- Client.java
public class Client {
    public static void main(String[] args) {
        Factory.make().area();
        Factory.make().twice();
    }
}
