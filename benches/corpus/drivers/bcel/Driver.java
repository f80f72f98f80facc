package driver;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.apache.bcel.Const;
import org.apache.bcel.Repository;
import org.apache.bcel.classfile.AnnotationEntry;
import org.apache.bcel.classfile.Attribute;
import org.apache.bcel.classfile.ClassFormatException;
import org.apache.bcel.classfile.ClassParser;
import org.apache.bcel.classfile.Code;
import org.apache.bcel.classfile.ConstantUtf8;
import org.apache.bcel.classfile.DescendingVisitor;
import org.apache.bcel.classfile.EmptyVisitor;
import org.apache.bcel.classfile.Field;
import org.apache.bcel.classfile.JavaClass;
import org.apache.bcel.classfile.LineNumber;
import org.apache.bcel.classfile.Method;
import org.apache.bcel.classfile.StackMapEntry;
import org.apache.bcel.classfile.Utility;
import org.apache.bcel.generic.ArrayType;
import org.apache.bcel.generic.BranchInstruction;
import org.apache.bcel.generic.ClassGen;
import org.apache.bcel.generic.ConstantPoolGen;
import org.apache.bcel.generic.FieldGen;
import org.apache.bcel.generic.ILOAD;
import org.apache.bcel.generic.Instruction;
import org.apache.bcel.generic.InstructionConst;
import org.apache.bcel.generic.InstructionHandle;
import org.apache.bcel.generic.InstructionList;
import org.apache.bcel.generic.InstructionTargeter;
import org.apache.bcel.generic.InvokeInstruction;
import org.apache.bcel.generic.LoadInstruction;
import org.apache.bcel.generic.MethodGen;
import org.apache.bcel.generic.NOP;
import org.apache.bcel.generic.ObjectType;
import org.apache.bcel.generic.PUSH;
import org.apache.bcel.generic.ReferenceType;
import org.apache.bcel.generic.TargetLostException;
import org.apache.bcel.generic.Type;
import org.apache.bcel.util.BCELifier;
import org.apache.bcel.util.Class2HTML;
import org.apache.bcel.util.ClassLoaderRepository;
import org.apache.bcel.util.ClassPath;
import org.apache.bcel.util.ClassPathRepository;
import org.apache.bcel.util.InstructionFinder;
import org.apache.bcel.util.LruCacheClassPathRepository;
import org.apache.bcel.util.SyntheticRepository;
import org.apache.bcel.verifier.VerificationResult;
import org.apache.bcel.verifier.Verifier;
import org.apache.bcel.verifier.VerifierFactory;

/** Reads, lists, edits, makes, runs and verifies class files; what has no common state on several threads. */
public final class Driver {
    private static final String[] CLASSES = {
        "java.util.HashMap", "java.util.StringTokenizer", "java.lang.Thread$State", "java.util.function.Function", "java.lang.Deprecated",
        "java.util.stream.Collectors", "java.time.Duration", "java.util.concurrent.ConcurrentHashMap", "java.lang.Math", "java.lang.Record",
    };
    private static final String[] PATTERNS = {
        "ALOAD GETFIELD", "(ILOAD | ICONST)+ IfInstruction", "InvokeInstruction (POP | POP2)?", "DUP PUSHINSTRUCTION* InvokeInstruction", "NEW DUP",
    };

    public static void main(String[] arguments) throws Exception {
        List<Callable<String>> tasks = new ArrayList<>();
        for (String name : CLASSES) {
            tasks.add(() -> name + " " + listed(parsed(name)) + " " + edited(parsed(name)));
        }
        for (String name : new String[] {"Made", "Made2", "Made33"}) {
            tasks.add(() -> Made.made(name));
        }
        ExecutorService pool = Executors.newFixedThreadPool(3);
        try {
            for (Future<String> result : pool.invokeAll(tasks)) {
                System.out.println(result.get());
            }
        } finally {
            pool.shutdown();
        }
        System.out.println(repositories());
        System.out.println(printed(parsed("java.util.StringTokenizer")) + " " + printed(parsed("java.lang.Thread$State")));
        System.out.println(verified());
        System.out.println(texts());
    }

    private static JavaClass parsed(String name) throws IOException {
        String path = Utility.packageToPath(name) + ".class";
        try (InputStream in = ClassLoader.getSystemResourceAsStream(path)) {
            return new ClassParser(in, path).parse();
        }
    }

    /** Counts what visitors see, and the text of all. */
    private static final class Census extends EmptyVisitor {
        private int constants;
        private int lines;
        private int frames;
        private int annotations;
        private int text;

        @Override
        public void visitConstantUtf8(ConstantUtf8 constant) {
            constants += constant.getBytes().length();
        }

        @Override
        public void visitLineNumber(LineNumber line) {
            lines += line.getLineNumber();
        }

        @Override
        public void visitStackMapEntry(StackMapEntry entry) {
            frames += entry.getTypesOfLocals().length + entry.getTypesOfStackItems().length;
        }

        @Override
        public void visitAnnotationEntry(AnnotationEntry entry) {
            annotations += entry.toShortString().length();
        }

        @Override
        public void visitCode(Code code) {
            text += code.toString(true).length();
        }

        @Override
        public String toString() {
            return constants + "/" + lines + "/" + frames + "/" + annotations + "/" + text;
        }
    }

    private static String listed(JavaClass javaClass) throws IOException {
        Census census = new Census();
        new DescendingVisitor(javaClass, census).visit();
        int text = javaClass.toString().length();
        for (Attribute attribute : javaClass.getAttributes()) {
            text += attribute.toString().length();
        }
        for (Field field : javaClass.getFields()) {
            text += field.toString().length() + field.getAttributes().length;
        }
        for (Method method : javaClass.getMethods()) {
            text += method.toString().length() + Arrays.toString(method.getArgumentTypes()).length();
            text += method.getExceptionTable() == null ? 0 : method.getExceptionTable().toString().length();
        }
        JavaClass again = new ClassParser(new ByteArrayInputStream(javaClass.getBytes()), "again").parse();
        return census + " " + text + " " + again.equals(javaClass) + Arrays.equals(again.getBytes(), javaClass.getBytes()) + javaClass.isEnum();
    }

    /** Takes every method apart, searches, inserts, moves and removes instructions, and puts it together. */
    private static String edited(JavaClass javaClass) throws IOException {
        ClassGen edited = new ClassGen(javaClass);
        ConstantPoolGen constants = edited.getConstantPool();
        int[] seen = new int[PATTERNS.length];
        int popped = 0;
        for (Method method : edited.getMethods()) {
            if (method.getCode() == null) {
                continue;
            }
            MethodGen gen = new MethodGen(method, edited.getClassName(), constants);
            InstructionList list = gen.getInstructionList();
            popped += search(list, seen) + stack(list, constants);
            gen.getInstructionList().insert(new NOP());
            list.append(list.getStart(), new NOP());
            gen.removeNOPs();
            replaceConstants(gen);
            gen.setMaxStack();
            gen.setMaxLocals();
            gen.stripAttributes(method.isPrivate());
            edited.replaceMethod(method, gen.getMethod());
            list.dispose();
        }
        edited.setClassName("Edited");
        edited.addInterface("java.io.Serializable");
        edited.update();
        JavaClass again = new ClassParser(new ByteArrayInputStream(edited.getJavaClass().getBytes()), "Edited.class").parse();
        return Arrays.toString(seen) + popped + again.getClassName() + again.getMethods().length;
    }

    private static int search(InstructionList list, int[] seen) {
        InstructionFinder finder = new InstructionFinder(list);
        for (int i = 0; i < PATTERNS.length; i++) {
            Iterator<InstructionHandle[]> found = finder.search(PATTERNS[i], match -> !match[0].hasTargeters());
            while (found.hasNext()) {
                seen[i] += found.next().length;
            }
        }
        return finder.getInstructionList().size();
    }

    /** What instructions push and pop, asked by a visitor and by their own methods. */
    private static int stack(InstructionList list, ConstantPoolGen constants) {
        int[] popped = new int[1];
        org.apache.bcel.generic.Visitor visitor = new org.apache.bcel.generic.EmptyVisitor() {
            @Override
            public void visitInvokeInstruction(InvokeInstruction call) {
                popped[0] += call.consumeStack(constants) + call.getMethodName(constants).length() + call.getArgumentTypes(constants).length;
            }

            @Override
            public void visitLoadInstruction(LoadInstruction load) {
                popped[0] += load.getIndex() + load.getType(constants).getSize();
            }

            @Override
            public void visitBranchInstruction(BranchInstruction branch) {
                popped[0] += branch.getTarget().getPosition();
            }
        };
        for (InstructionHandle handle : list) {
            handle.accept(visitor);
            popped[0] += handle.getInstruction().produceStack(constants) + handle.toString(false).length();
        }
        for (Instruction instruction : list.copy().getInstructions()) {
            popped[0] += instruction.toString(constants.getConstantPool()).length();
        }
        return popped[0];
    }

    /** Instead of the constants one and two, longer pushes; branches to them go to what replaces them. */
    private static void replaceConstants(MethodGen gen) {
        InstructionList list = gen.getInstructionList();
        for (InstructionHandle handle : list.getInstructionHandles()) {
            if (handle.getInstruction() != InstructionConst.ICONST_1 && handle.getInstruction() != InstructionConst.ICONST_2) {
                continue;
            }
            int value = handle.getInstruction() == InstructionConst.ICONST_1 ? 1 : 2;
            InstructionHandle pushed = list.append(handle, new PUSH(gen.getConstantPool(), 40_000 * value));
            try {
                list.delete(handle);
            } catch (TargetLostException lost) {
                for (InstructionHandle target : lost.getTargets()) {
                    for (InstructionTargeter targeter : target.getTargeters()) {
                        targeter.updateTarget(target, pushed);
                    }
                }
            }
        }
        list.setPositions(true);
    }

    /** Classes by name, from the image of the JDK, by loaders, and with what is above them. */
    private static String repositories() throws Exception {
        ClassPath path = new ClassPath(ClassPath.SYSTEM_CLASS_PATH, ".");
        StringBuilder text = new StringBuilder();
        for (org.apache.bcel.util.Repository repository : List.of(SyntheticRepository.getInstance(path), new ClassPathRepository(path),
            new LruCacheClassPathRepository(path, 2), new ClassLoaderRepository(ClassLoader.getSystemClassLoader()))) {
            JavaClass list = repository.loadClass("java.util.ArrayList");
            text.append(repository.findClass("java.util.ArrayList") == list).append(list.getSuperClasses().length);
            text.append(list.getAllInterfaces().length).append(list.instanceOf(repository.loadClass("java.util.Collection"))).append(' ');
            text.append(repository.loadClass(Integer.class).compareTo(list) > 0).append(repository.findClass("none"));
            repository.clear();
        }
        text.append(Repository.instanceOf("java.util.TreeMap", "java.util.SortedMap"));
        text.append(Repository.implementationOf("java.util.TreeMap", "java.util.NavigableMap"));
        ReferenceType common = ObjectType.getInstance("java.util.ArrayList").getFirstCommonSuperclass(ObjectType.getInstance("java.util.LinkedList"));
        text.append(common).append(Repository.getSuperClasses("java.lang.Integer").length);
        return text.append(path.getClassFile("java.lang.String").getSize() > 0).toString();
    }

    /** The pages of a class, and the program that makes it. */
    private static String printed(JavaClass javaClass) throws IOException {
        File folder = new File("pages");
        folder.mkdirs();
        new Class2HTML(javaClass, folder.getName() + File.separator);
        long length = 0;
        String[] pages = folder.list();
        Arrays.sort(pages);
        for (String page : pages) {
            length = length * 31 + Files.size(folder.toPath().resolve(page));
        }
        ByteArrayOutputStream program = new ByteArrayOutputStream();
        new BCELifier(javaClass, program).start();
        return pages.length + " " + length + " " + program.size();
    }

    /** What the passes of the verifier say of classes of the JDK, of a made one, and of one that is wrong. */
    private static String verified() throws Exception {
        ClassGen wrong = new ClassGen("Wrong", "java.lang.String", "Wrong.java", Const.ACC_PUBLIC, null);
        InstructionList list = new InstructionList(InstructionConst.IADD);
        list.append(InstructionConst.ARETURN);
        MethodGen broken = new MethodGen(Const.ACC_PUBLIC, Type.INT, Type.NO_ARGS, null, "broken", "Wrong", list, wrong.getConstantPool());
        broken.setMaxLocals();
        wrong.addMethod(broken.getMethod());
        ClassGen right = new ClassGen("Right", "java.lang.Object", "Right.java", Const.ACC_PUBLIC | Const.ACC_SUPER, new String[0]);
        right.addField(new FieldGen(Const.ACC_PUBLIC | Const.ACC_STATIC, Type.INT, "LIMIT", right.getConstantPool()).getField());
        right.addField(new FieldGen(Const.ACC_PRIVATE, new ArrayType(Type.STRING, 1), "names", right.getConstantPool()).getField());
        right.addEmptyConstructor(Const.ACC_PUBLIC);
        right.addMethod(Made.apply(right));
        right.addMethod(Made.describe(right));
        Repository.addClass(wrong.getJavaClass());
        Repository.addClass(right.getJavaClass());
        StringBuilder text = new StringBuilder();
        VerifierFactory.attach(name -> text.append(name.length()).append(','));
        for (String name : new String[] {"Wrong", "Right", "java.util.StringTokenizer", "java.util.Stack", "java.lang.Comparable"}) {
            Verifier verifier = VerifierFactory.getVerifier(name);
            text.append(' ').append(name).append(':').append(status(verifier.doPass1())).append(status(verifier.doPass2()));
            int methods = Repository.lookupClass(name).getMethods().length;
            for (int i = 0; i < methods; i++) {
                text.append(status(verifier.doPass3a(i))).append(status(verifier.doPass3b(i)));
            }
            text.append('/').append(verifier.getMessages().length);
            verifier.flush();
        }
        return text.toString();
    }

    private static char status(VerificationResult result) {
        return result.equals(VerificationResult.VR_OK) ? '+' : result.getStatus() == VerificationResult.VERIFIED_REJECTED ? '-' : '?';
    }

    /** Signatures, encodings, and what is no class file. */
    private static String texts() throws IOException {
        List<String> text = new ArrayList<>();
        text.add(Utility.methodSignatureToString("(I[Ljava/lang/String;J)Ljava/util/Map;", "call", "public static"));
        text.add(Utility.signatureToString("Ljava/util/Map<TK;+Ljava/util/List<*>;>;"));
        text.add(Type.getMethodSignature(Type.VOID, new Type[] {Type.LONG, Type.getType(String[][].class)}));
        text.add(Arrays.toString(Type.getArgumentTypes("(D[[ZLjava/lang/Object;)V")));
        String encoded = Utility.encode("some bytes".repeat(9).getBytes(), true);
        text.add(new String(Utility.decode(encoded, true)).length() + Utility.convertString("a\n\"b\""));
        text.add(Utility.accessToString(Const.ACC_PUBLIC | Const.ACC_FINAL | Const.ACC_SYNCHRONIZED) + Utility.searchOpcode("invokedynamic"));
        for (byte[] bytes : new byte[][] {{1, 2, 3, 4}, {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, 61, 0, 2, 99}}) {
            try {
                text.add(new ClassParser(new ByteArrayInputStream(bytes), "none").parse().toString());
            } catch (ClassFormatException e) {
                text.add(e.getMessage());
            }
        }
        return String.join(" | ", text);
    }
}
