package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.time.LocalDate.now(new java.time.Clock() {
            public java.time.ZoneId getZone() { return java.time.ZoneOffset.UTC; }
            public java.time.Clock withZone(java.time.ZoneId zone) { return this; }
            public java.time.Instant instant() { s.close(); return java.time.Instant.EPOCH; }
        });
        s.send();
    }
}
