package antlr;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import antlr.collections.impl.BitSet;
import antlr.preprocessor.GrammarFile;
import antlr.preprocessor.Hierarchy;

/** Ways that a plan shows for generators it keeps, taken on purpose: by calls that programs may make of antlr. */
public final class Ways {
    private Ways() {
    }

    /** A grammar is asked for a rule before the rule is defined. */
    public static void symbolThatIsDefinedLate(Tool tool) {
        Grammar grammar = new ParserGrammar("Late", tool, null);
        System.out.println("before: " + grammar.getSymbol("rule"));
        grammar.define(new RuleSymbol("rule"));
        System.out.println("behind: " + grammar.getSymbol("rule").getId());
    }

    /** A hierarchy is asked for a file before it gets it. */
    public static void fileThatIsAddedLate(Tool tool) {
        Hierarchy hierarchy = new Hierarchy(tool);
        System.out.println("before: " + hierarchy.getFile("late.g"));
        hierarchy.addGrammarFile(new GrammarFile(tool, "late.g"));
        System.out.println("behind: " + hierarchy.getFile("late.g").getName());
    }

    /** Somebody asks for the line of a header action that comes later. */
    public static void headerThatComesLate(Tool tool) {
        DefineGrammarSymbols symbols = new DefineGrammarSymbols(tool, new String[0], new LLkAnalyzer(tool));
        System.out.println("before: " + symbols.getHeaderActionLine(""));
        symbols.refHeaderAction(null, new CommonToken(" package late; "));
        System.out.println("behind: " + symbols.getHeaderAction(""));
    }

    /**
     * The first grammar of a file brings a vocabulary from outside, and makes another one of it.
     *
     * @throws IOException if the vocabulary cannot be written
     */
    public static void vocabularyFromOutside(Tool tool) throws IOException {
        Files.writeString(Path.of("OutsideTokenTypes.txt"), "Outside\nFIRST=4\n");
        DefineGrammarSymbols symbols = new DefineGrammarSymbols(tool, new String[0], new LLkAnalyzer(tool));
        symbols.grammar = new ParserGrammar("Inside", tool, null);
        symbols.grammar.importVocab = "Outside";
        symbols.grammar.exportVocab = "Inside";
        symbols.endOptions();
        System.out.println(symbols.grammar.tokenManager.maxTokenType() + " tokens");
    }

    /** The tokens that a wildcard stands for are compared, told, and compared again; nobody asks for their hash. */
    public static void tokensThatAreComparedAndTold(Tool tool) {
        Grammar grammar = new ParserGrammar("Wild", tool, null);
        grammar.setTokenManager(new SimpleTokenManager("Wild", tool));
        LLkAnalyzer analyzer = new LLkAnalyzer(tool);
        analyzer.setGrammar(grammar);
        BitSet tokens = analyzer.look(1, new WildcardElement(grammar, new CommonToken("."), 0)).fset;
        BitSet none = new BitSet(1);
        System.out.println(tokens.equals(none) + " " + tokens + " " + tokens.equals(none));
    }
}
