package small;

import java.util.Properties;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Properties properties = new Properties();
        properties.put("a", s);
        ((Session) properties.get("a")).close();
        s.send();
    }
}
