class Main {
    public static void main(String[] args) throws Exception { //~ opens is stored in an array
        Class<?>[] kinds = (Class<?>[]) System.getProperties().getOrDefault("kinds", new Class<?>[1]);
        kinds[0] = First.class;
        System.getProperties().put("kinds", kinds);
    }
}

class First {
    void f() { } //~ may be called by <outside>
}

class Second {
    void f() { } //~ never called
}
