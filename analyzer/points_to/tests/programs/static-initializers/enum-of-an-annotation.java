import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

class Main {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Runs {
        Mode value();
    }

    @Runs(Mode.FAST)
    static class Job { }

    public static void main(String[] args) {
        Job.class.isAnnotationPresent(Runs.class);
    }
}

enum Mode {
    FAST;

    Mode() { } //~ called by Mode.<clinit>
}
