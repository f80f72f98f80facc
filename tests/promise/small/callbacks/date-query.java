package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Session found = java.time.LocalDate.of(2000, 1, 1).query(date -> s);
        s.close();
        found.send();
    }
}
