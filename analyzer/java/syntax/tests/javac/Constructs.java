import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/**
 * Prints what javac's parser finds in Java files: usage {@code java Constructs.java LIST}, where LIST names one file a
 * line. Each file gives a line {@code F path}, then one line a construct: its kind, what
 * else there is to tell, start and end (UTF-16 units). A file that javac does not parse without errors gives {@code E path} alone.
 */
public class Constructs {
    public static void main(String[] args) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out, 1 << 16), false, StandardCharsets.UTF_8);
        for (String path : Files.readAllLines(Path.of(args[0]))) {
            try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
                var errors = new DiagnosticCollector<JavaFileObject>();
                var task = (JavacTask) compiler.getTask(
                    null, files, errors, List.of("-proc:none", "-XDallowStringFolding=false"), null, files.getJavaFileObjects(path));
                var units = task.parse().iterator();
                boolean broken = errors.getDiagnostics().stream().anyMatch(d -> d.getKind() == Diagnostic.Kind.ERROR);
                if (broken || !units.hasNext()) {
                    out.println("E " + path);
                } else {
                    out.println("F " + path);
                    CompilationUnitTree unit = units.next();
                    new Scanner(unit, Trees.instance(task).getSourcePositions(), out).scan(unit, null);
                }
            }
        }
        out.flush();
    }

    /** Prints the constructs of one file. */
    static class Scanner extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final PrintStream out;
        private final String source;

        Scanner(CompilationUnitTree unit, SourcePositions positions, PrintStream out) throws IOException {
            this.unit = unit;
            this.positions = positions;
            this.out = out;
            this.source = unit.getSourceFile().getCharContent(true).toString();
        }

        private long start(Tree tree) {
            return positions.getStartPosition(unit, tree);
        }

        private void print(String kind, Tree tree) {
            out.println(kind + " " + start(tree) + " " + positions.getEndPosition(unit, tree));
        }

        /** A type without spaces and annotations; "-" for none. */
        private static String text(Tree type) {
            if (type == null) return "-";
            if (type instanceof AnnotatedTypeTree t) return text(t.getUnderlyingType());
            if (type instanceof ArrayTypeTree t) return text(t.getType()) + "[]";
            if (type instanceof ParameterizedTypeTree t) {
                return text(t.getType()) + "<" + joined(t.getTypeArguments(), ",") + ">";
            }
            if (type instanceof MemberSelectTree t) return text(t.getExpression()) + "." + t.getIdentifier();
            if (type instanceof UnionTypeTree t) return joined(t.getTypeAlternatives(), "|");
            if (type instanceof IntersectionTypeTree t) return joined(t.getBounds(), "&");
            if (type instanceof WildcardTree t) {
                return switch (t.getKind()) {
                    case EXTENDS_WILDCARD -> "?extends" + text(t.getBound());
                    case SUPER_WILDCARD -> "?super" + text(t.getBound());
                    default -> "?";
                };
            }
            return type.toString();
        }

        private static String joined(List<? extends Tree> types, String separator) {
            return types.stream().map(Scanner::text).collect(java.util.stream.Collectors.joining(separator));
        }

        /** Prints what has a kind, and goes on inside. */
        @Override
        public Void scan(Tree node, Void p) {
            if (node == null) {
                return null;
            }
            switch (node.getKind().name()) {
                case "METHOD_INVOCATION" -> print("call", node);
                case "NEW_CLASS" -> print("new " + text(((NewClassTree) node).getIdentifier()), node);
                case "LAMBDA_EXPRESSION" -> print("lambda", node);
                case "MEMBER_REFERENCE" -> print("reference " + ((MemberReferenceTree) node).getName(), node);
                case "ASSIGNMENT" -> print("assign", node);
                case "TYPE_CAST" -> print("cast " + text(((TypeCastTree) node).getType()), node);
                case "INSTANCE_OF" -> print("instanceof", node);
                case "CONDITIONAL_EXPRESSION" -> print("conditional", node);
                case "ARRAY_ACCESS" -> print("index", node);
                case "SWITCH_EXPRESSION" -> print("switch-value", node);
                case "POSTFIX_INCREMENT", "POSTFIX_DECREMENT" -> print("postfix", node);
                case "PREFIX_INCREMENT", "PREFIX_DECREMENT" -> print("prefix", node);
                case "UNARY_PLUS", "UNARY_MINUS", "LOGICAL_COMPLEMENT", "BITWISE_COMPLEMENT" -> {
                    if (printsNegative((UnaryTree) node)) {
                        return null;
                    }
                    print("unary", node);
                }
                // The keyword of a static initializer is no part of its block.
                case "BLOCK" -> out.println(
                    "block " + source.indexOf('{', (int) start(node)) + " " + positions.getEndPosition(unit, node));
                case "ENHANCED_FOR_LOOP" -> print("for-each", node);
                case "FOR_LOOP" -> print("for", node);
                case "WHILE_LOOP" -> print("while", node);
                case "DO_WHILE_LOOP" -> print("do-while", node);
                case "IF" -> print("if", node);
                case "TRY" -> print("try", node);
                case "RETURN" -> print("return", node);
                case "THROW" -> print("throw", node);
                case "YIELD" -> print("yield", node);
                case "BREAK" -> print("break " + ((BreakTree) node).getLabel(), node);
                case "CONTINUE" -> print("continue " + ((ContinueTree) node).getLabel(), node);
                case "LABELED_STATEMENT" -> print("label " + ((LabeledStatementTree) node).getLabel(), node);
                case "ASSERT" -> print("assert", node);
                case "SYNCHRONIZED" -> print("synchronized", node);
                case "SWITCH" -> print("switch", node);
                // The tree under test has the names of annotations only, and no default values.
                case "ANNOTATION", "TYPE_ANNOTATION" -> {
                    return null;
                }
                // The tree under test has no expression for these labels.
                case "CONSTANT_CASE_LABEL" -> {
                    if (node.toString().equals("null")) {
                        return null;
                    }
                }
                default -> {
                    if (node instanceof CompoundAssignmentTree) {
                        print("compound", node);
                    } else if (node instanceof BinaryTree binary) {
                        return chain(binary, p);
                    }
                }
            }
            return super.scan(node, p);
        }

        /** A chain of one operator, left-associative, with the number of its operands. */
        private Void chain(BinaryTree root, Void p) {
            List<Tree> operands = new ArrayList<>();
            Tree left = root;
            while (left instanceof BinaryTree binary && binary.getKind() == root.getKind()) {
                operands.add(binary.getRightOperand());
                left = binary.getLeftOperand();
            }
            print("binary " + (operands.size() + 1), root);
            scan(left, p);
            return scan(operands, p);
        }

        @Override
        public Void visitNewArray(NewArrayTree node, Void p) {
            if (node.getType() != null) {
                print("new-array", node);
            }
            return super.visitNewArray(node, p);
        }

        @Override
        public Void visitVariable(VariableTree node, Void p) {
            out.println("variable " + node.getName() + " " + text(node.getType()));
            return super.visitVariable(node, p);
        }

        @Override
        public Void visitMethod(MethodTree node, Void p) {
            print("method " + node.getName() + " " + text(node.getReturnType()), node);
            if (node.getDefaultValue() != null) {
                return null;
            }
            for (VariableTree parameter : node.getParameters()) {
                // The parser gives a compact constructor the components of its record as parameters.
                if (start(parameter) >= start(node)) {
                    scan(parameter, p);
                }
            }
            return scan(node.getBody(), p);
        }

        @Override
        public Void visitClass(ClassTree node, Void p) {
            if (node.getSimpleName().length() > 0) {
                print("type " + node.getSimpleName(), node);
            } else {
                out.println("anonymous");
            }
            scan(node.getModifiers(), p);
            scan(node.getTypeParameters(), p);
            scan(node.getExtendsClause(), p);
            scan(node.getImplementsClause(), p);
            for (Tree member : node.getMembers()) {
                if (node.getKind() == Tree.Kind.ENUM && isConstant(member)) {
                    NewClassTree creation = (NewClassTree) ((VariableTree) member).getInitializer();
                    out.println("variable " + ((VariableTree) member).getName() + " " + node.getSimpleName());
                    scan(creation.getArguments(), p);
                    scan(creation.getClassBody(), p);
                } else {
                    scan(member, p);
                }
            }
            return null;
        }

        /** The parser gives an enum constant as a field whose type stands where its name does. */
        private boolean isConstant(Tree member) {
            return member instanceof VariableTree variable
                && variable.getInitializer() instanceof NewClassTree
                && source.startsWith(variable.getName().toString(), (int) start(variable.getType()));
        }

        /** A minus before a number counts as part of it, as the parser has it for decimal numbers. */
        private boolean printsNegative(UnaryTree node) {
            if (node.getKind() != Tree.Kind.UNARY_MINUS || !(node.getExpression() instanceof LiteralTree literal)) {
                return false;
            }
            // Behind another minus: the parser has made the two one literal.
            if (source.charAt((int) start(literal)) == '-') {
                return false;
            }
            if (!(literal.getValue() instanceof Integer) && !(literal.getValue() instanceof Long)) {
                return false;
            }
            long value = -((Number) literal.getValue()).longValue();
            print("literal " + (literal.getValue() instanceof Integer ? "I" + (int) value : "J" + value), node);
            return true;
        }

        @Override
        public Void visitLiteral(LiteralTree node, Void p) {
            Object value = node.getValue();
            String text;
            if (value instanceof Integer i) text = "I" + i;
            else if (value instanceof Long l) text = "J" + l;
            else if (value instanceof Float f) text = "F" + Float.floatToRawIntBits(f);
            else if (value instanceof Double d) text = "D" + Double.doubleToRawLongBits(d);
            else if (value instanceof Character c) text = "C" + (int) c;
            else if (value instanceof Boolean b) text = "Z" + b;
            else if (value instanceof String s) text = "S" + s.length() + ":" + s.hashCode();
            else text = "N";
            print("literal " + text, node);
            return null;
        }
    }
}
