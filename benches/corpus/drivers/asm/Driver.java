package driver;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AdviceAdapter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.commons.LocalVariablesSorter;
import org.objectweb.asm.commons.Method;
import org.objectweb.asm.commons.SerialVersionUIDAdder;
import org.objectweb.asm.commons.SimpleRemapper;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.BasicVerifier;
import org.objectweb.asm.tree.analysis.SimpleVerifier;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.util.ASMifier;
import org.objectweb.asm.util.CheckClassAdapter;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceClassVisitor;

/** Reads, prints, checks, changes, analyses and makes class files. */
public final class Driver {
    private static final String[] CLASSES = {
        "java/util/HashMap", "java/util/Collections", "java/lang/String", "java/util/concurrent/ConcurrentHashMap", "java/lang/Thread$State",
        "java/util/function/Function", "java/lang/Deprecated", "java/util/stream/Collectors", "java/time/Duration", "java/lang/Record",
    };

    public static void main(String[] arguments) throws Exception {
        for (String name : CLASSES) {
            byte[] bytes;
            try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
                bytes = in.readAllBytes();
            }
            System.out.println(name + " " + (print(bytes, new Textifier()) > 0) + " " + (print(bytes, new ASMifier()) > 0) + " "
                + (change(bytes).length > 0) + " " + analyse(bytes) + " " + check(bytes));
        }
        System.out.println(made());
        SignatureWriter writer = new SignatureWriter();
        new SignatureReader("<T:Ljava/lang/Object;>(Ljava/util/List<-TT;>;[I)Ljava/util/Map<TT;*>.Entry<TT;>;").accept(writer);
        System.out.println(writer);
    }

    private static int print(byte[] bytes, org.objectweb.asm.util.Printer printer) {
        StringWriter text = new StringWriter();
        new ClassReader(bytes).accept(new TraceClassVisitor(null, printer, new PrintWriter(text)), 0);
        return text.toString().length();
    }

    private static byte[] change(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        ClassVisitor remapper = new ClassRemapper(writer, new SimpleRemapper(Map.of("java/util/Map", "my/Map", "java/lang/String.length()I", "size")));
        ClassVisitor adder = new SerialVersionUIDAdder(remapper);
        reader.accept(new ClassVisitor(Opcodes.ASM9, adder) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                if (next == null || (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
                    return next;
                }
                MethodVisitor inlined = new JSRInlinerAdapter(next, access, name, descriptor, signature, exceptions);
                return new AdviceAdapter(Opcodes.ASM9, inlined, access, name, descriptor) {
                    private int time;

                    @Override
                    protected void onMethodEnter() {
                        time = newLocal(Type.LONG_TYPE);
                        push(1L);
                        storeLocal(time);
                    }

                    @Override
                    protected void onMethodExit(int opcode) {
                        loadLocal(time);
                        pop2();
                    }
                };
            }
        }, ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    private static int analyse(byte[] bytes) throws Exception {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        int frames = 0;
        for (MethodNode method : node.methods) {
            frames += new Analyzer<>(new BasicVerifier()).analyze(node.name, method).length;
            frames += new Analyzer<>(new SourceInterpreter()).analyze(node.name, method).length;
            if (method.name.startsWith("a")) {
                frames += new Analyzer<>(new SimpleVerifier()).analyze(node.name, method).length;
            }
            for (AbstractInsnNode instruction : method.instructions) {
                frames += instruction.getOpcode() >= 0 ? 1 : 0;
            }
        }
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return frames + writer.toByteArray().length * 0;
    }

    private static int check(byte[] bytes) {
        StringWriter text = new StringWriter();
        CheckClassAdapter.verify(new ClassReader(bytes), ClassLoader.getSystemClassLoader(), false, new PrintWriter(text));
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytes).accept(new CheckClassAdapter(writer), 0);
        return text.toString().length();
    }

    private static Object made() throws Exception {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, "Made", null, "java/lang/Object", new String[] {"java/util/function/Supplier"});
        Method constructor = Method.getMethod("void <init> ()");
        GeneratorAdapter init = new GeneratorAdapter(Opcodes.ACC_PUBLIC, constructor, null, null, writer);
        init.loadThis();
        init.invokeConstructor(Type.getType(Object.class), constructor);
        init.returnValue();
        init.endMethod();
        GeneratorAdapter get = new GeneratorAdapter(Opcodes.ACC_PUBLIC, Method.getMethod("Object get ()"), null, null, writer);
        int sum = get.newLocal(Type.INT_TYPE);
        get.push(0);
        get.storeLocal(sum);
        Label again = get.mark();
        get.iinc(sum, 3);
        get.loadLocal(sum);
        get.push(20);
        get.ifICmp(GeneratorAdapter.LT, again);
        get.loadLocal(sum);
        get.box(Type.INT_TYPE);
        get.returnValue();
        get.endMethod();
        MethodVisitor dynamic = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "text", "(I)Ljava/lang/String;", null, null);
        LocalVariablesSorter sorter = new LocalVariablesSorter(Opcodes.ACC_STATIC, "(I)Ljava/lang/String;", dynamic);
        sorter.visitVarInsn(Opcodes.ILOAD, 0);
        Handle bootstrap = new Handle(Opcodes.H_INVOKESTATIC, "java/lang/invoke/StringConcatFactory", "makeConcatWithConstants",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/String;[Ljava/lang/Object;)"
                + "Ljava/lang/invoke/CallSite;", false);
        sorter.visitInvokeDynamicInsn("makeConcatWithConstants", "(I)Ljava/lang/String;", bootstrap, "n=\u0001");
        sorter.visitInsn(Opcodes.ARETURN);
        sorter.visitMaxs(0, 0);
        byte[] bytes = writer.toByteArray();
        Class<?> made = new ClassLoader(Driver.class.getClassLoader()) {
            Class<?> define() {
                return defineClass("Made", bytes, 0, bytes.length);
            }
        }.define();
        Object object = made.getConstructor().newInstance();
        return List.of(((java.util.function.Supplier<?>) object).get(), made.getMethod("text", int.class).invoke(null, 4));
    }
}
