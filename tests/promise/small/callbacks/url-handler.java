package small;

import java.io.IOException;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.net.URL url = new java.net.URL(null, "own:a", new java.net.URLStreamHandler() {
            protected java.net.URLConnection openConnection(java.net.URL url) throws IOException { s.close(); throw new IOException(); }
        });
        try { url.openStream(); } catch (IOException e) { s.send(); }
    }
}
