// A field that is written by reflection, whose name stands nowhere: it orders what stands around it.
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

public class Fields {
    volatile int flag;
    int data;

    static void set(Object object) {
        try {
            for (Field field : object.getClass().getDeclaredFields()) {
                if (Modifier.isVolatile(field.getModifiers())) {
                    field.setInt(object, 1);
                }
            }
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static void main(String[] args) throws Exception {
        Fields shared = new Fields();
        Thread other = new Thread(() -> {
            shared.data = 1;
            set(shared);
        });
        other.start();
        while (shared.flag == 0) {
            Thread.sleep(1);
        }
        System.out.println(shared.data);
        other.join();
    }
}
