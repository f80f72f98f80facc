package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Runtime.getRuntime().addShutdownHook(new Thread(s::send));
        s.close();
    }
}
