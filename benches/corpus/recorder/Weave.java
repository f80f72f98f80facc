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
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Puts the recorder into class files: {@code java Weave.java CLASSES WOVEN TABLE CLASSPATH [JDK BASE WOVENBASE]}. Needs the class-file
 * API of Java 24; what comes out runs wherever its input does. With a JDK it also puts it into the classes of {@code java.base} that
 * stand it: BASE gets them all as they are, WOVENBASE the woven ones. The table says where they begin.
 *
 * <p>Each method makes a frame when it begins and leaves it when it ends, by return or exception; before each call the frame
 * is told which call it is, and the object that the call is made on. The table lists methods and calls with the numbers that
 * the recording has. Methods that javac alone has (bridges, accessors, {@code $values}) stay as they are, so what they call
 * counts as called by their caller.
 */
public final class Weave {
    private static final ClassDesc RECORDER = ClassDesc.of("residua.recording.Recorder");
    private static final ClassDesc BASE = ClassDesc.of("residua.recording.Base");
    private static final ClassDesc FRAME = ClassDesc.of("residua.recording.Frame");
    private static final MethodTypeDesc ENTER = MethodTypeDesc.of(FRAME, ConstantDescs.CD_int);
    private static final MethodTypeDesc LEAVE = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final MethodTypeDesc CALL = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final MethodTypeDesc LEAVE_BASE = MethodTypeDesc.of(ConstantDescs.CD_void, FRAME);
    private static final MethodTypeDesc CALL_BASE = MethodTypeDesc.of(ConstantDescs.CD_void, FRAME, ConstantDescs.CD_int);
    private static final MethodTypeDesc CALL_ON =
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, FRAME, ConstantDescs.CD_int);
    /** Longest code, in bytes, of a method whose calls are told when those of its class do not fit otherwise. */
    private static final int LONG = 8_000;

    private static final List<String> NOT_WOVEN_OF_BASE =
        List.of("java/lang/Object.", "java/lang/Thread", "java/lang/ref/", "java/lang/invoke/");

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
                Files.write(target, file.toString().endsWith(".class") ? weave.weave(bytes, false) : bytes);
            }
            if (arguments.length > 4) {
                weave.weaveBase(arguments[4], Path.of(arguments[5]), Path.of(arguments[6]));
            }
            table.println("end");
        }
    }

    /** The classes of {@code java.base} of a JDK. */
    private void weaveBase(String jdk, Path plain, Path woven) throws IOException {
        table.println("base");
        try (FileSystem image = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", jdk));
             Stream<Path> found = Files.walk(image.getPath("/modules/java.base"))) {
            for (Path file : found.filter(Files::isRegularFile).sorted().toList()) {
                String name = file.subpath(2, file.getNameCount()).toString();
                if (!name.endsWith(".class") || name.equals("module-info.class")) {
                    continue;
                }
                byte[] bytes = Files.readAllBytes(file);
                write(plain.resolve(name), bytes);
                if (isWovenOfBase(name)) {
                    write(woven.resolve(name), weave(bytes, true));
                }
            }
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    /**
     * Leaves out what the recorder itself runs on (threads and their variables, references), and method handles, whose frames the
     * virtual machine counts.
     */
    private static boolean isWovenOfBase(String name) {
        return NOT_WOVEN_OF_BASE.stream().noneMatch(name::startsWith);
    }

    private byte[] weave(byte[] bytes, boolean isBase) {
        ClassModel model = files.parse(bytes);
        int[] before = {methods, sites};
        List<String> rows = new ArrayList<>();
        byte[] woven;
        try {
            woven = weave(model, rows, Integer.MAX_VALUE, isBase);
        } catch (IllegalArgumentException tooLong) {
            rows.clear();
            methods = before[0];
            sites = before[1];
            woven = weave(model, rows, LONG, isBase);
        }
        rows.forEach(table::println);
        return woven;
    }

    private byte[] weave(ClassModel model, List<String> rows, int longest, boolean isBase) {
        // The virtual machine runs the initializers of classes of switch maps: what these call has no call in the sources.
        boolean isOfJavac = model.flags().has(AccessFlag.SYNTHETIC);
        ClassTransform methodByMethod = (builder, element) -> {
            if (element instanceof MethodModel method && method.code().isPresent() && isRecorded(method)) {
                int length = ((CodeAttribute) method.code().get()).codeLength();
                CodeTransform code = new Body(model, method, rows, length > longest || isOfJavac, isBase);
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
        /** Whether this is code of {@code java.base}, which may run before the program. */
        private final boolean isBase;
        private int frame;
        private int line;
        private int number;
        /** Objects made and not constructed yet. */
        private int made;
        /**
         * Where the part begins that is protected: in a constructor behind {@code super(..)}. What ends with an exception
         * before that leaves its frame standing until a caller's next call or end. Nobody verifies {@code java.base}, so there all is
         * protected.
         */
        private Label start;

        Body(ClassModel model, MethodModel method, List<String> rows, boolean isOpaque, boolean isBase) {
            String name = method.methodName().stringValue();
            this.rows = rows;
            this.isOpaque = isOpaque;
            this.isBase = isBase;
            isConstructor = name.equals(ConstantDescs.INIT_NAME);
            isInitializer = name.equals(ConstantDescs.CLASS_INIT_NAME);
            String kind = isOpaque ? "opaque" : "method";
            rows.add(String.join(" ", kind, "" + id, model.thisClass().asInternalName(),
                name + method.methodType().stringValue()));
        }

        @Override
        public void atStart(CodeBuilder code) {
            frame = code.allocateLocal(TypeKind.REFERENCE);
            ClassDesc teller = isBase ? BASE : RECORDER;
            code.loadConstant(id).invokestatic(teller, isInitializer ? "initialize" : "enter", ENTER).astore(frame);
            if (isOpaque) {
                call(code, -1);
            }
            start = code.newBoundLabel();
            made = isConstructor ? 0 : -1;
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            switch (element) {
                case LineNumber number -> line = number.line();
                case NewObjectInstruction _ when made >= 0 -> made++;
                case ReturnInstruction _ -> leave(code);
                default -> { }
            }
            if (element instanceof InvokeInstruction call) {
                tell(code, call);
            } else if (element instanceof InvokeDynamicInstruction call) {
                int site = site("invokedynamic", "-", call.name().stringValue() + call.type().stringValue());
                tell(code, site);
            }
            code.with(element);
            if (element instanceof InvokeInstruction call && constructsThis(call) && !isBase) {
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
            if (isBase) {
                tell(code, site);
            } else if (call.opcode() == Opcode.INVOKEVIRTUAL || call.opcode() == Opcode.INVOKEINTERFACE) {
                tellOn(code, call, site);
            } else {
                tell(code, site);
            }
        }

        private void tell(CodeBuilder code, int site) {
            if (!isOpaque) {
                call(code, site);
            }
        }

        private void call(CodeBuilder code, int site) {
            code.aload(frame).loadConstant(site);
            if (isBase) {
                code.invokestatic(BASE, "call", CALL_BASE);
            } else {
                code.invokevirtual(FRAME, "call", CALL);
            }
        }

        private void leave(CodeBuilder code) {
            code.aload(frame);
            if (isBase) {
                code.invokestatic(BASE, "leave", LEAVE_BASE);
            } else {
                code.invokevirtual(FRAME, "leave", LEAVE);
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
            leave(code);
            code.athrow();
            code.exceptionCatchAll(start, end, end);
        }
    }
}
