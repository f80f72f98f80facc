package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.time.LocalDate.of(2000, 1, 1).with(date -> { s.close(); return date; });
        s.send();
    }
}
