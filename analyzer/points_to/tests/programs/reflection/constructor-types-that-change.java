class Main {
    static Class<?>[] types;

    public static void main(String[] args) throws Exception {
        Class<?>[] own = { String.class };
        change(own);
        A.class.getDeclaredConstructor(own).newInstance(1);

        types = new Class<?>[] { String.class };
        types[0] = int.class;
        B.class.getDeclaredConstructor(types).newInstance(1);

        Class<?>[] twice = { String.class };
        for (int i = 0; i < 2; i++) {
            C.class.getDeclaredConstructor(twice).newInstance(i == 0 ? "text" : (Object) 1);
            twice[0] = int.class;
        }
    }

    static void change(Class<?>[] types) { //~ called by Main.main
        types[0] = int.class;
    }
}

class A {
    A(String text) { } //~ may be called by Main.main

    A(int number) { } //~ called by Main.main
}

class B {
    B(String text) { } //~ may be called by Main.main

    B(int number) { } //~ called by Main.main
}

class C {
    C(String text) { } //~ called by Main.main

    C(int number) { } //~ called by Main.main
}
