class Main {
    static final String PLACE = "Task";

    public static void main(String[] args) throws Exception {
        make(args.length > 0 ? args[0] : new StringBuilder("One").toString());
        array(args.length > 0 ? args[0] : new StringBuilder("Two").toString());
    }

    static void make(String part) throws Exception {
        String start = PLACE + "$";
        String name = start + part + "Kind";
        Class.forName(name).getDeclaredConstructor().newInstance();
    }

    static void array(String part) throws Exception {
        Class<?> array = Class.forName("[LTask$".concat(part).concat("Kind;"));
        array.getComponentType().getDeclaredConstructor().newInstance();
    }
}

class Task {
    Task() { } //~ never called

    static class OneKind {
        static { } //~ Task.OneKind.<clinit> called by Main.make

        OneKind() { } //~ called by Main.make
    }

    static class TwoKind {
        TwoKind() { } //~ called by Main.array
    }

    static class Kind {
        Kind() { } //~ may be called by Main.make
    }

    static class Kinds {
        static { } //~ Task.Kinds.<clinit> never called

        Kinds() { } //~ never called
    }
}

class TaskKind {
    TaskKind() { } //~ never called
}
