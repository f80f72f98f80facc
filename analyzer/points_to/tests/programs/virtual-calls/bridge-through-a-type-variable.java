class Main {
    public static void main(String[] args) {
        Handler<String> handler = new Texts();
        handler.handle("text");
    }
}

interface Handler<T> {
    void handle(T t);
}

class Texts implements Handler<String> {
    public void handle(String text) { } //~ called by Main.main
}

class Numbers implements Handler<Integer> {
    public void handle(Integer number) { } //~ never called
}
