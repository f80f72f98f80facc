class Main {
    public static void main(String[] args) {
        String text = "a" + new A();
        text += new B();
        String.valueOf(text);
    }
}

class A {
    public String toString() { //~ called by Main.main
        return "A";
    }
}

class B {
    public String toString() { //~ called by Main.main
        return "B";
    }
}

class C {
    public String toString() { //~ never called
        return "C";
    }
}
