package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.util.regex.Pattern.compile("a").matcher("bab").replaceAll(m -> { s.close(); return "c"; });
        s.send();
    }
}
