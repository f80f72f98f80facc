class Main {
    public static void main(String[] args) {
        Shape shape = new Circle(2);
        shape.radius();
    }
}

interface Shape {
    int radius();
}

record Circle(int radius) implements Shape {
    public int radius() { //~ called by Main.main
        return radius;
    }
}

record Point(int radius) implements Shape {
    public int radius() { //~ never called
        return 0;
    }
}
