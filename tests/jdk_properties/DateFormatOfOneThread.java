import java.text.SimpleDateFormat;
import java.util.Date;

/** A date format is used by one thread. */
class DateFormatOfOneThread {
    static void violates() throws InterruptedException {
        SimpleDateFormat format = new SimpleDateFormat("yyyy");
        format.format(new Date());
        Thread other = new Thread(() -> format.format(new Date()));
        other.start();
        other.join();
    }

    static void conforms() {
        SimpleDateFormat format = new SimpleDateFormat("yyyy");
        format.format(new Date());
        format.format(new Date());
    }
}
