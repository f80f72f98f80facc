// Writes of a constructor before it calls `super`: a static field, a field of another object of the class, and one of
// `this` for what a local class captures.
// race: 15 23
// race: 19 24
public class BeforeSuper {
    static class Named {
        Named(Object name) {}
    }

    static class Numbered extends Named {
        static int count;
        int twin;

        Numbered() {
            super("number " + count++);
        }

        Numbered(Numbered other) {
            super(other.twin = 5);
        }
    }

    static int counted() { return Numbered.count; }
    static int twin(Numbered of) { return of.twin; }

    public static void main(String[] args) throws Exception {
        Numbered first = new Numbered();
        int captured = args.length + 3;
        class Local extends Named {
            Local() {
                super("local");
            }

            int get() {
                return captured;
            }
        }
        Thread other = new Thread(() -> System.out.print(counted() + twin(first) >= 0 ? "" : "never"));
        other.start();
        new Numbered();
        new Numbered(first);
        other.join();
        System.out.println(Numbered.count + " " + first.twin + " " + new Local().get());
    }
}
