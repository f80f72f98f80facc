import java.io.IOException;
import java.io.PrintWriter;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Puts the recorder into class files: {@code java Weave.java CLASSES WOVEN TABLE [CLASSPATH]}. Needs the class-file API of
 * Java 24; what comes out runs wherever its input does.
 *
 * <p>Each method makes a frame when it begins and leaves it when it ends, by return or exception; before each call the frame
 * is told which call it is, and the object that the call is made on. The table lists methods and calls with the numbers that
 * the recording has. Methods that javac alone has (bridges, accessors, {@code $values}) stay as they are, so what they call
 * counts as called by their caller.
 */
public final class Weave {
    private static final ClassDesc RECORDER = ClassDesc.of("residua.recording.Recorder");
    private static final ClassDesc FRAME = ClassDesc.of("residua.recording.Frame");
    private static final MethodTypeDesc ENTER = MethodTypeDesc.of(FRAME, ConstantDescs.CD_int);
    private static final MethodTypeDesc LEAVE = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final MethodTypeDesc CALL = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final MethodTypeDesc CALL_ON =
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, FRAME, ConstantDescs.CD_int);
    /** Longest code, in bytes, of a method whose calls are told when those of its class do not fit otherwise. */
    private static final int LONG = 8_000;

    private final ClassFile files;
    private final PrintWriter table;
    private int methods;
    private int sites;

    private Weave(ClassFile files, PrintWriter table) {
        this.files = files;
        this.table = table;
    }

    /** Weaves every class file below a folder. */
    public static void main(String[] arguments) throws IOException {
        Path classes = Path.of(arguments[0]);
        Path woven = Path.of(arguments[1]);
        List<URL> path = new ArrayList<>(List.of(classes.toUri().toURL()));
        for (String entry : arguments.length > 3 ? arguments[3].split(java.io.File.pathSeparator) : new String[0]) {
            path.add(Path.of(entry).toUri().toURL());
        }
        ClassLoader loader = new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        ClassHierarchyResolver known = ClassHierarchyResolver.ofResourceParsing(loader)
            .orElse(ClassHierarchyResolver.defaultResolver())
            .orElse(missing -> ClassHierarchyInfo.ofClass(ConstantDescs.CD_Object));
        ClassFile files = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(known.cached()));
        try (PrintWriter table = new PrintWriter(Files.newBufferedWriter(Path.of(arguments[2])));
             Stream<Path> found = Files.walk(classes)) {
            Weave weave = new Weave(files, table);
            for (Path file : found.filter(Files::isRegularFile).sorted().toList()) {
                Path target = woven.resolve(classes.relativize(file).toString());
                Files.createDirectories(target.getParent());
                byte[] bytes = Files.readAllBytes(file);
                Files.write(target, file.toString().endsWith(".class") ? weave.weave(bytes) : bytes);
            }
            table.println("end");
        }
    }

    private byte[] weave(byte[] bytes) {
        ClassModel model = files.parse(bytes);
        int[] before = {methods, sites};
        List<String> rows = new ArrayList<>();
        byte[] woven;
        try {
            woven = weave(model, rows, Integer.MAX_VALUE);
        } catch (IllegalArgumentException tooLong) {
            rows.clear();
            methods = before[0];
            sites = before[1];
            woven = weave(model, rows, LONG);
        }
        rows.forEach(table::println);
        return woven;
    }

    private byte[] weave(ClassModel model, List<String> rows, int longest) {
        // The virtual machine runs the initializers of classes of switch maps: what these call has no call in the sources.
        boolean isOfJavac = model.flags().has(AccessFlag.SYNTHETIC);
        ClassTransform methodByMethod = (builder, element) -> {
            if (element instanceof MethodModel method && method.code().isPresent() && isRecorded(method)) {
                int length = ((CodeAttribute) method.code().get()).codeLength();
                CodeTransform code = new Body(model, method, rows, length > longest || isOfJavac);
                builder.transformMethod(method, MethodTransform.transformingCode(code));
            } else {
                builder.with(element);
            }
        };
        return files.transformClass(model, methodByMethod);
    }

    private static boolean isRecorded(MethodModel method) {
        return !method.flags().has(AccessFlag.SYNTHETIC) || method.methodName().stringValue().startsWith("lambda$");
    }

    /** The code of one method. */
    private final class Body implements CodeTransform {
        private final List<String> rows;
        private final int id = ++methods;
        private final boolean isConstructor;
        private final boolean isInitializer;
        /** Whether the calls are too many to be told. */
        private final boolean isOpaque;
        private int frame;
        private int line;
        private int number;
        /** Objects made and not constructed yet. */
        private int made;
        /**
         * Where the part begins that is protected: in a constructor behind {@code super(..)}. What ends with an exception
         * before that leaves its frame standing until a caller's next call or end.
         */
        private Label start;

        Body(ClassModel model, MethodModel method, List<String> rows, boolean isOpaque) {
            String name = method.methodName().stringValue();
            this.rows = rows;
            this.isOpaque = isOpaque;
            isConstructor = name.equals(ConstantDescs.INIT_NAME);
            isInitializer = name.equals(ConstantDescs.CLASS_INIT_NAME);
            String kind = isOpaque ? "opaque" : "method";
            rows.add(String.join(" ", kind, "" + id, model.thisClass().asInternalName(),
                name + method.methodType().stringValue()));
        }

        @Override
        public void atStart(CodeBuilder code) {
            frame = code.allocateLocal(TypeKind.REFERENCE);
            code.loadConstant(id).invokestatic(RECORDER, isInitializer ? "initialize" : "enter", ENTER).astore(frame);
            if (isOpaque) {
                code.aload(frame).loadConstant(-1).invokevirtual(FRAME, "call", CALL);
            }
            start = code.newBoundLabel();
            made = isConstructor ? 0 : -1;
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            switch (element) {
                case LineNumber number -> line = number.line();
                case NewObjectInstruction _ when made >= 0 -> made++;
                case ReturnInstruction _ -> code.aload(frame).invokevirtual(FRAME, "leave", LEAVE);
                default -> { }
            }
            if (element instanceof InvokeInstruction call) {
                tell(code, call);
            } else if (element instanceof InvokeDynamicInstruction call) {
                int site = site("invokedynamic", "-", call.name().stringValue() + call.type().stringValue());
                tell(code, site);
            }
            code.with(element);
            if (element instanceof InvokeInstruction call && constructsThis(call)) {
                start = code.newBoundLabel();
            }
        }

        @Override
        public void atEnd(CodeBuilder code) {
            protect(code);
        }

        /** Whether this is the call of {@code super(..)} or {@code this(..)}: the constructor call that no {@code new} waits for. */
        private boolean constructsThis(InvokeInstruction call) {
            if (made < 0 || !call.name().equalsString(ConstantDescs.INIT_NAME)) {
                return false;
            }
            return --made < 0;
        }

        private void tell(CodeBuilder code, InvokeInstruction call) {
            String callee = call.name().stringValue() + call.type().stringValue();
            int site = site(call.opcode().name().toLowerCase().replace("_interface", ""), call.owner().asInternalName(), callee);
            if (call.opcode() == Opcode.INVOKEVIRTUAL || call.opcode() == Opcode.INVOKEINTERFACE) {
                tellOn(code, call, site);
            } else {
                tell(code, site);
            }
        }

        private void tell(CodeBuilder code, int site) {
            if (!isOpaque) {
                code.aload(frame).loadConstant(site).invokevirtual(FRAME, "call", CALL);
            }
        }

        /** Takes the arguments off the stack, so that the receiver is on top, and puts them back. */
        private void tellOn(CodeBuilder code, InvokeInstruction call, int site) {
            if (isOpaque) {
                return;
            }
            List<ClassDesc> parameters = call.typeSymbol().parameterList();
            code.block(block -> {
                int[] saved = new int[parameters.size()];
                for (int i = parameters.size() - 1; i >= 0; i--) {
                    TypeKind kind = TypeKind.from(parameters.get(i));
                    saved[i] = block.allocateLocal(kind);
                    block.storeLocal(kind, saved[i]);
                }
                block.dup().aload(frame).loadConstant(site).invokestatic(RECORDER, "call", CALL_ON);
                for (int i = 0; i < saved.length; i++) {
                    block.loadLocal(TypeKind.from(parameters.get(i)), saved[i]);
                }
            });
        }

        private int site(String instruction, String owner, String callee) {
            if (isOpaque) {
                return -1;
            }
            rows.add(String.join(" ", "site", "" + ++sites, "" + id, "" + number++, "" + line, instruction, owner, callee));
            return sites;
        }

        /** Leaves the frame where an exception ends the method: behind all handlers of the method itself. */
        private void protect(CodeBuilder code) {
            Label end = code.newBoundLabel();
            code.aload(frame).invokevirtual(FRAME, "leave", LEAVE).athrow();
            code.exceptionCatchAll(start, end, end);
        }
    }
}
