package driver;

import antlr.Tool;
import antlr.Ways;

/** Takes the ways of {@link Ways}. */
public final class Driver {
    private Driver() {
    }

    /** @param arguments none */
    public static void main(String[] arguments) {
        Tool tool = new Tool();
        Ways.symbolThatIsDefinedLate(tool);
        Ways.fileThatIsAddedLate(tool);
        Ways.tokensThatAreComparedAndTold(tool);
    }
}
