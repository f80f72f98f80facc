package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.util.logging.Logger logger = java.util.logging.Logger.getAnonymousLogger();
        logger.setUseParentHandlers(false);
        logger.addHandler(new java.util.logging.StreamHandler(System.out, new java.util.logging.Formatter() {
            public String format(java.util.logging.LogRecord record) { s.close(); return "m"; }
        }));
        logger.warning("m");
        s.send();
    }
}
