class Main {
    public static void main(String[] args) throws Exception {
        try (Resource resource = new Resource()) {
            resource.use();
        }
    }
}

class Resource implements AutoCloseable {
    void use() { } //~ called by Main.main

    public void close() { } //~ called by Main.main
}
