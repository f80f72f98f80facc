class Main {
    public static void main(String[] args) throws Exception {
        String part = args.length > 0 ? args[0] : new StringBuilder("[LA").toString();
        Class<?> array = Class.forName("[" + part + ";");
        array.getComponentType().getComponentType().getDeclaredConstructor().newInstance();
    }
}

class A {
    A() { } //~ called by Main.main
}
