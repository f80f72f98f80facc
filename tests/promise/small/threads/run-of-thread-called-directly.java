package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new Thread(s::close).run();
        s.send();
    }
}
