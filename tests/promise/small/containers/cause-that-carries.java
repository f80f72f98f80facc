package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        class Carrier extends RuntimeException { Session carried = s; }
        try {
            try { throw new Carrier(); } catch (RuntimeException e) { throw new Exception("outer", e); }
        } catch (Exception e) {
            ((Carrier) e.getCause()).carried.close();
            s.send();
        }
    }
}
