package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.util.logging.Logger logger = java.util.logging.Logger.getAnonymousLogger();
        logger.setUseParentHandlers(false);
        logger.info(() -> { s.close(); return "m"; });
        s.send();
    }
}
