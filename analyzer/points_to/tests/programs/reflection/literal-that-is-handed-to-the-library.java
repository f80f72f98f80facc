import java.beans.Introspector;
import java.beans.PropertyDescriptor;

class Main {
    public static void main(String[] args) throws Exception {
        for (PropertyDescriptor property : Introspector.getBeanInfo(Bean.class).getPropertyDescriptors()) { //~ opens Bean
            if (property.getName().equals("name")) {
                property.getReadMethod().invoke(new Bean());
            }
        }
    }

    public static class Bean {
        public String getName() { //~ called by Main.main
            return "bean";
        }
    }
}

class Other {
    void f() { } //~ never called
}
