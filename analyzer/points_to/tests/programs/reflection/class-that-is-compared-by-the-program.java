import java.util.Objects;

class Main {
    public static void main(String[] args) {
        Objects.equals(new Tag(), A.class);
    }
}

class Tag {
    public int hashCode() {
        return 1;
    }

    public boolean equals(Object o) { //~ called by Main.main
        try {
            return ((Class<?>) o).getDeclaredConstructor().newInstance() != null;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}

class A {
    A() { } //~ called by Tag.equals
}
