package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.lang.ref.Cleaner.create().register(new Object(), s::close).clean();
        s.send();
    }
}
