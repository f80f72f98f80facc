package driver;

import antlr.Tool;
import antlr.Ways;

/** Takes the ways of {@link Ways}. */
public final class Driver {
    private Driver() {
    }

    /**
     * @param arguments none
     * @throws Exception if a way cannot be taken
     */
    public static void main(String[] arguments) throws Exception {
        Tool tool = new Tool();
        Ways.symbolThatIsDefinedLate(tool);
        Ways.fileThatIsAddedLate(tool);
        Ways.headerThatComesLate(tool);
        Ways.vocabularyFromOutside(tool);
        Ways.tokensThatAreComparedAndTold(tool);
    }
}
