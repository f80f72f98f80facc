package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.util.logging.LogRecord record = new java.util.logging.LogRecord(java.util.logging.Level.INFO, "m");
        record.setParameters(new Object[] {s});
        ((Session) record.getParameters()[0]).close();
        s.send();
    }
}
