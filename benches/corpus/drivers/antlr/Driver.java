package driver;

import java.io.File;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;

import antlr.ANTLRLexer;
import antlr.CommonAST;
import antlr.Token;
import antlr.Tool;
import antlr.collections.AST;
import antlr.collections.impl.ASTArray;

/** Generates a lexer, a parser and a tree parser from a grammar, in two languages, and reads the grammar's tokens. */
public final class Driver {
    private static final String GRAMMAR = String.join("\n",
        "header { package calc; }",
        "class CalcParser extends Parser;",
        "options { buildAST = true; k = 2; defaultErrorHandler = false; }",
        "tokens { CALL; }",
        "program : ( statement )* EOF! ;",
        "statement : ( ID ASSIGN ) => ID ASSIGN^ expr SEMI! | \"print\"^ expr SEMI! | block ;",
        "block : LBRACE^ ( statement )* RBRACE! ;",
        "expr : mexpr ( ( PLUS^ | MINUS^ ) mexpr )* ;",
        "mexpr : atom ( ( STAR^ | DIV^ ) atom )* ;",
        "atom returns [int v = 0] : INT { v = 1; } | i:ID { v = i.getText().length(); } | LPAREN! expr RPAREN! | MINUS! atom ;",
        "exception catch [RecognitionException ex] { throw ex; }",
        "class CalcLexer extends Lexer;",
        "options { k = 2; charVocabulary = '\\3'..'\\377'; testLiterals = false; caseSensitive = true; }",
        "ID options { testLiterals = true; } : ( 'a'..'z' | 'A'..'Z' | '_' ) ( 'a'..'z' | 'A'..'Z' | '0'..'9' | '_' )* ;",
        "INT : ( DIGIT )+ ( '.' ( DIGIT )* )? ;",
        "protected DIGIT : '0'..'9' ;",
        "WS : ( ' ' | '\\t' | '\\r' '\\n' { newline(); } | '\\n' { newline(); } ) { $setType(Token.SKIP); } ;",
        "COMMENT : \"/*\" ( options { greedy = false; } : . )* \"*/\" { $setType(Token.SKIP); } ;",
        "STRING : '\"'! ( ESC | ~( '\"' | '\\\\' ) )* '\"'! ;",
        "protected ESC : '\\\\' ( 'n' | 't' | '\"' ) ;",
        "ASSIGN : '=' ; SEMI : ';' ; LBRACE : '{' ; RBRACE : '}' ; PLUS : '+' ; MINUS : '-' ; STAR : '*' ; DIV : '/' ;",
        "LPAREN : '(' ; RPAREN : ')' ; EQ : \"==\" ;",
        "class CalcWalker extends TreeParser;",
        "program { int n = 0; } : ( n = statement )* ;",
        "statement returns [int n = 0] : #( ASSIGN ID n = expr ) | #( \"print\" n = expr ) | #( LBRACE ( statement )* ) ;",
        "expr returns [int n = 0] { int m; } : #( PLUS n = expr m = expr ) { n += m; } | #( MINUS n = expr m = expr )",
        "  | #( STAR n = expr m = expr ) | #( DIV n = expr m = expr ) | INT | ID ;",
        "");

    public static void main(String[] arguments) throws Exception {
        for (String[] variant : new String[][] {{"Java", "-diagnostic"}, {"Cpp", "-traceParser"}, {"CSharp", "-trace"}, {"Java", "-html"}}) {
            generate(variant[0], variant[1]);
        }
        ANTLRLexer lexer = new ANTLRLexer(new StringReader(GRAMMAR));
        int tokens = 0;
        for (Token token = lexer.nextToken(); token.getType() != Token.EOF_TYPE; token = lexer.nextToken()) {
            tokens++;
        }
        System.out.println(tokens + " tokens");
        trees();
    }

    private static void generate(String language, String option) throws Exception {
        Path folder = Files.createTempDirectory("grammar");
        Path grammar = folder.resolve("calc.g");
        Files.writeString(grammar, "options { language = \"" + language + "\"; }\n" + GRAMMAR.replace("header { package calc; }\n", ""));
        int failed = new Tool().doEverything(new String[] {"-o", folder.toString(), option, grammar.toString()});
        long bytes = 0;
        File[] files = folder.toFile().listFiles();
        for (File file : files) {
            bytes += Files.readString(file.toPath()).replace(folder.toString(), "").length();
            file.delete();
        }
        Files.delete(folder);
        System.out.println(language + " " + failed + " " + files.length + " files, " + bytes + " characters");
    }

    private static void trees() {
        antlr.ASTFactory factory = new antlr.ASTFactory();
        AST tree = factory.make(new ASTArray(3).add(factory.create(1, "+")).add(factory.create(2, "a")).add(factory.create(2, "b")));
        AST copy = factory.dupTree(tree);
        System.out.println(tree.toStringTree() + " " + tree.equalsTree(copy) + " " + ((CommonAST) copy).getNumberOfChildren());
    }
}
