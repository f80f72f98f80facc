import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/**
 * Prints what javac's parser finds in Java files: usage {@code java Constructs.java LIST}, where LIST names one file a
 * line. Each file gives a line {@code F path}, then one line a construct: its letter, start and end (UTF-16 units), and
 * for literals the value. A file that javac does not parse without errors gives {@code E path} alone.
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

        private void print(String letter, Tree tree) {
            out.println(letter + " " + start(tree) + " " + positions.getEndPosition(unit, tree));
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree node, Void p) {
            print("call", node);
            return super.visitMethodInvocation(node, p);
        }

        @Override
        public Void visitNewClass(NewClassTree node, Void p) {
            print("new", node);
            return super.visitNewClass(node, p);
        }

        @Override
        public Void visitNewArray(NewArrayTree node, Void p) {
            if (node.getType() != null) {
                print("new-array", node);
            }
            return super.visitNewArray(node, p);
        }

        @Override
        public Void visitLambdaExpression(LambdaExpressionTree node, Void p) {
            print("lambda", node);
            return super.visitLambdaExpression(node, p);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree node, Void p) {
            print("reference", node);
            return super.visitMemberReference(node, p);
        }

        @Override
        public Void visitEnhancedForLoop(EnhancedForLoopTree node, Void p) {
            print("for-each", node);
            return super.visitEnhancedForLoop(node, p);
        }

        @Override
        public Void visitTry(TryTree node, Void p) {
            print("try", node);
            return super.visitTry(node, p);
        }

        @Override
        public Void visitIf(IfTree node, Void p) {
            print("if", node);
            return super.visitIf(node, p);
        }

        @Override
        public Void visitReturn(ReturnTree node, Void p) {
            print("return", node);
            return super.visitReturn(node, p);
        }

        @Override
        public Void visitAssignment(AssignmentTree node, Void p) {
            print("assign", node);
            return super.visitAssignment(node, p);
        }

        @Override
        public Void visitTypeCast(TypeCastTree node, Void p) {
            print("cast", node);
            return super.visitTypeCast(node, p);
        }

        @Override
        public Void visitInstanceOf(InstanceOfTree node, Void p) {
            print("instanceof", node);
            return super.visitInstanceOf(node, p);
        }

        @Override
        public Void visitConditionalExpression(ConditionalExpressionTree node, Void p) {
            print("conditional", node);
            return super.visitConditionalExpression(node, p);
        }

        @Override
        public Void visitMethod(MethodTree node, Void p) {
            print("method", node);
            return super.visitMethod(node, p);
        }

        @Override
        public Void visitClass(ClassTree node, Void p) {
            if (node.getSimpleName().length() > 0) {
                print("type", node);
            } else {
                out.println("anonymous 0 0");
            }
            scan(node.getModifiers(), p);
            scan(node.getTypeParameters(), p);
            scan(node.getExtendsClause(), p);
            scan(node.getImplementsClause(), p);
            for (Tree member : node.getMembers()) {
                if (node.getKind() == Tree.Kind.ENUM && isConstant(member)) {
                    NewClassTree creation = (NewClassTree) ((VariableTree) member).getInitializer();
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

        /** Annotations are no code: the tree under test has their names only. */
        @Override
        public Void visitAnnotation(AnnotationTree node, Void p) {
            return null;
        }

        /** A minus directly before a number counts as part of it, as the parser has it for decimal numbers. */
        @Override
        public Void visitUnary(UnaryTree node, Void p) {
            if (node.getKind() == Tree.Kind.UNARY_MINUS
                && node.getExpression() instanceof LiteralTree literal
                && start(literal) == start(node) + 1
                && (literal.getValue() instanceof Integer || literal.getValue() instanceof Long)) {
                long value = -((Number) literal.getValue()).longValue();
                String text = literal.getValue() instanceof Integer ? "I" + (int) value : "J" + value;
                out.println("literal " + start(node) + " " + positions.getEndPosition(unit, node) + " " + text);
                return null;
            }
            return super.visitUnary(node, p);
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
            out.println("literal " + start(node) + " " + positions.getEndPosition(unit, node) + " " + text);
            return null;
        }

        /** Default values of annotation elements are no code either. */
        @Override
        public Void scan(Tree node, Void p) {
            if (node instanceof MethodTree method && method.getDefaultValue() != null) {
                print("method", method);
                return null;
            }
            return super.scan(node, p);
        }
    }
}
