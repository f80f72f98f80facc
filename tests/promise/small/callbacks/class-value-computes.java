package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new ClassValue<String>() {
            protected String computeValue(Class<?> type) { s.close(); return "v"; }
        }.get(String.class);
        s.send();
    }
}
