import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Main.Mark(level = Main.Level.HIGH)
class Main {
    enum Level {
        HIGH {
            @Override
            void act() { //~ called by Main.main
            }
        };

        abstract void act();
    }

    enum Low {
        ONE;

        void act() { //~ called by Main.main
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Inner {
        Low[] all() default { Low.ONE };
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {
        Level level();

        Inner inner() default @Inner;
    }

    public static void main(String[] args) {
        Mark mark = Main.class.getAnnotation(Mark.class);
        mark.level().act();
        mark.inner().all()[0].act();
    }
}
