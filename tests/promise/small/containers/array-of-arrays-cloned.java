package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Session[][] rows = {{s}};
        rows.clone()[0].clone()[0].close();
        s.send();
    }
}
