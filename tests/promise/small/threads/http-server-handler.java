package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        com.sun.net.httpserver.HttpServer server = com.sun.net.httpserver.HttpServer.create(new java.net.InetSocketAddress("localhost", 0), 0);
        server.createContext("/", exchange -> { s.close(); exchange.sendResponseHeaders(200, -1); exchange.close(); });
        server.start();
        new java.net.URL("http://localhost:" + server.getAddress().getPort() + "/").openStream().close();
        server.stop(0);
        s.send();
    }
}
