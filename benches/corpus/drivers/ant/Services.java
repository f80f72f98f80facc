package driver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;

import com.sun.net.httpserver.HttpServer;

/** What builds talk to: a server of files, one of mail, and a database. */
public final class Services implements AutoCloseable {
    private final HttpServer files = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final ServerSocket mail = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final AtomicInteger received = new AtomicInteger();

    Services() throws IOException {
        files.createContext("/", exchange -> {
            byte[] body = ("content of " + exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
            boolean isThere = !exchange.getRequestURI().getPath().contains("missing");
            exchange.getResponseHeaders().add("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT");
            exchange.sendResponseHeaders(isThere ? 200 : 404, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        files.start();
        Thread thread = new Thread(this::deliver, "mail");
        thread.setDaemon(true);
        thread.start();
        System.setProperty("driver.files", "http://localhost:" + files.getAddress().getPort() + "/");
        System.setProperty("driver.mail", String.valueOf(mail.getLocalPort()));
    }

    /** How many mails came. */
    int received() {
        return received.get();
    }

    private void deliver() {
        while (!mail.isClosed()) {
            try (Socket socket = mail.accept();
                 BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                 PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
                talk(in, out);
            } catch (IOException e) {
                // The next one, if there is one.
            }
        }
    }

    private void talk(BufferedReader in, PrintWriter out) throws IOException {
        out.print("220 ready\r\n");
        out.flush();
        boolean isData = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            boolean ends = isData && line.equals(".");
            if (ends) {
                received.incrementAndGet();
            }
            if (!isData || ends) {
                isData = line.equals("DATA");
                out.print(isData ? "354 go on\r\n" : line.equals("QUIT") ? "221 bye\r\n" : "250 fine\r\n");
                out.flush();
            }
            if (line.equals("QUIT") && !isData) {
                return;
            }
        }
    }

    @Override
    public void close() throws IOException {
        files.stop(0);
        mail.close();
    }

    /** A database in which every query has two rows, made of proxies. */
    public static final class Database implements java.sql.Driver {
        private static final ClassLoader LOADER = Database.class.getClassLoader();

        @Override
        public Connection connect(String url, Properties properties) {
            return (Connection) Proxy.newProxyInstance(LOADER, new Class<?>[] {Connection.class}, new Answer());
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith("jdbc:two:");
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }

        /** What connections, statements and results answer. */
        private static final class Answer implements InvocationHandler {
            private int row;
            private int updated = -1;

            @Override
            public Object invoke(Object proxy, Method method, Object[] arguments) throws SQLException {
                switch (method.getName()) {
                    case "execute":
                        if (arguments[0].toString().contains("fail")) {
                            throw new SQLException("no such statement");
                        }
                        updated = arguments[0].toString().startsWith("select") ? -1 : 1;
                        return updated < 0;
                    case "getUpdateCount":
                        return updated;
                    case "getMoreResults":
                        updated = -1;
                        return false;
                    case "next":
                        return row++ < 2;
                    case "getColumnCount":
                        return 2;
                    default:
                        return of(method.getReturnType());
                }
            }

            private Object of(Class<?> type) {
                if (type == String.class) {
                    return "value" + row;
                }
                if (type == int.class) {
                    return 0;
                }
                if (type == boolean.class) {
                    return false;
                }
                if (type == Statement.class) {
                    return Proxy.newProxyInstance(LOADER, new Class<?>[] {Statement.class}, new Answer());
                }
                if (type == ResultSet.class) {
                    return Proxy.newProxyInstance(LOADER, new Class<?>[] {ResultSet.class}, new Answer());
                }
                if (type == ResultSetMetaData.class) {
                    return Proxy.newProxyInstance(LOADER, new Class<?>[] {ResultSetMetaData.class}, new Answer());
                }
                if (type == DatabaseMetaData.class) {
                    return Proxy.newProxyInstance(LOADER, new Class<?>[] {DatabaseMetaData.class}, new Answer());
                }
                return null;
            }
        }
    }
}
