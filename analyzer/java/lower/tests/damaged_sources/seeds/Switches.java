package seeds;

import java.util.function.Supplier;

sealed interface Shape permits Circle, Square, Group { }
record Circle(int radius) implements Shape { }
record Square(Integer side) implements Shape { }
record Group(Shape first, Shape second) implements Shape { }
enum Color { RED, GREEN { int code() { return 2; } }, BLUE; int code() { return 1; } }

class Switches {
    static int old(int n, char c, String text, Color color) {
        int result = 0;
        switch (n) { case 1: case 2: result++; case 3: result--; break; default: result = 7; }
        switch (c) { case 'a' -> result = 1; case 'b', 'c' -> { result = 2; } default -> throw new Error(); }
        switch (text) { case "one": return 1; case "two": { result += 2; break; } case "Aa": case "BB": result = 5; }
        switch (color) { case RED: result = color.code(); break; case GREEN: default: result++; }
        switch (n) { }
        switch (n) { default: }
        return result;
    }

    static int value(Color color, int n) {
        int one = switch (color) { case RED, GREEN -> 1; case BLUE -> { int k = n; yield k + 1; } };
        int two = switch (n) { case 1: yield 2; case 2: n++; default: yield n; };
        String three = switch (n % 3) { case 0 -> "zero"; case 1 -> { try { yield "one"; } finally { n = 4; } } default -> null; };
        Supplier<Integer> four = switch (n) { case 1 -> () -> 5; default -> two > 1 ? () -> 6 : Color.RED::ordinal; };
        return one + two + three.length() + four.get() + switch (n) { default -> switch (one) { default -> 3; }; };
    }

    static String patterns(Object o) {
        if (o instanceof String s && s.length() > 1) return s;
        if (!(o instanceof Integer i)) return "none";
        if (o instanceof Group(Circle(int r), Square(var side)) && r > side) return "group" + r;
        while (!(o instanceof final Circle c)) { o = new Circle(i); }
        return switch (o) {
            case null -> "null";
            case String s when s.isEmpty() -> "empty";
            case String s -> s + c.radius();
            case Group(Circle(var r), Shape second) when r > 3 -> "circle";
            case Group(Shape first, Group(Shape inner, Shape other)) -> inner.toString();
            case Group g -> g.first() + "";
            case Color color when color == Color.RED -> "red";
            case int[] numbers -> "" + numbers.length;
            case Character ch -> { String t = "" + ch; yield t; }
            default -> "other";
        };
    }

    static int exhaustive(Shape shape) {
        switch (shape) {
            case Circle c: return c.radius();
            case Square(Integer side): return side;
            case Group(var first, var second): return exhaustive(first) + exhaustive(second);
        }
    }
}
