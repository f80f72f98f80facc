import java.util.Arrays;
import java.util.Comparator;

class Main {
    public static class Made {
        public Made() { //~ called by Main.main
        }
    }

    static class Filling implements Comparator<Class<?>[]> {
        @Override
        public int compare(Class<?>[] left, Class<?>[] right) { //~ called by Main.main //~ opens `Main.Made` is stored in an array
            left[0] = Made.class;
            right[0] = Made.class;
            return 0;
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?>[][] both = { new Class<?>[1], new Class<?>[1] };
        Arrays.sort(both, new Filling());
        both[0][0].getDeclaredConstructor().newInstance();
    }
}
