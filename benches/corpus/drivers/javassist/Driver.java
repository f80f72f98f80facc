package driver;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.util.Map;
import java.util.TreeMap;

import javassist.ClassClassPath;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtConstructor;
import javassist.CtField;
import javassist.CtMethod;
import javassist.CtNewMethod;
import javassist.Loader;
import javassist.Modifier;
import javassist.bytecode.Bytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.InstructionPrinter;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.analysis.Analyzer;
import javassist.bytecode.annotation.Annotation;
import javassist.expr.ExprEditor;
import javassist.expr.FieldAccess;
import javassist.expr.MethodCall;

/** Compiles source text into classes, edits expressions, analyses code, and runs what it made in loaders, on two threads. */
public final class Driver {
    /** What made classes extend. */
    public abstract static class Base {
        protected int state = 1;

        public abstract int compute(int n);

        public String describe() {
            return "base " + state;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, String> results = new TreeMap<>();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            String name = "Made" + i;
            threads[i] = new Thread(() -> {
                try {
                    String result = make(name);
                    synchronized (results) {
                        results.put(name, result);
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(results);
        System.out.println(edited() + " " + low());
    }

    private static String make(String name) throws Exception {
        ClassPool pool = new ClassPool(true);
        pool.appendClassPath(new ClassClassPath(Driver.class));
        CtClass made = pool.makeClass(name, pool.get(Base.class.getName()));
        made.addInterface(pool.get("java.lang.Comparable"));
        made.addField(CtField.make("private java.util.List seen = new java.util.ArrayList();", made));
        made.addConstructor(CtNewConstructorOf.none(made));
        made.addMethod(CtMethod.make("public int compute(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i % 2 == 0) s += i;"
            + " else s -= i >> 1; switch (i) { case 1: s++; break; default: s = s ^ 3; } } seen.add(\"n\" + s); return s + state; }", made));
        made.addMethod(CtNewMethod.make("public int compareTo(Object o) { try { return ((" + name + ") o).state - state; }"
            + " catch (ClassCastException e) { return -1; } finally { state++; } }", made));
        made.addMethod(CtNewMethod.getter("getSeen", made.getDeclaredField("seen")));
        CtMethod compute = made.getDeclaredMethod("compute");
        compute.insertBefore("{ if ($1 < 0) return -1; }");
        compute.insertAfter("{ state = state + $_; }");
        compute.addCatch("{ return 0; }", pool.get("java.lang.RuntimeException"));
        Loader loader = new Loader(Driver.class.getClassLoader(), pool);
        loader.delegateLoadingOf(Driver.class.getName() + ".");
        loader.delegateLoadingOf(Base.class.getName());
        Base object = (Base) loader.loadClass(name).getConstructor().newInstance();
        return object.compute(9) + " " + object.compute(-2) + " " + object.describe() + " " + ((Comparable<Object>) object).compareTo("x");
    }

    /** Constructors, apart. */
    private static final class CtNewConstructorOf {
        static CtConstructor none(CtClass made) throws Exception {
            CtConstructor constructor = new CtConstructor(new CtClass[0], made);
            constructor.setBody("{ super(); this.state = 2; }");
            constructor.setModifiers(Modifier.PUBLIC);
            return constructor;
        }
    }

    private static String edited() throws Exception {
        ClassPool pool = new ClassPool(true);
        CtClass copy = pool.getAndRename("java.util.StringJoiner", "Joiner");
        int[] seen = new int[2];
        copy.instrument(new ExprEditor() {
            @Override
            public void edit(MethodCall call) throws javassist.CannotCompileException {
                seen[0]++;
                if (call.getMethodName().equals("length")) {
                    call.replace("{ $_ = $proceed($$) + 0; }");
                }
            }

            @Override
            public void edit(FieldAccess access) {
                seen[1] += access.isReader() ? 1 : 0;
            }
        });
        for (CtMethod method : copy.getDeclaredMethods()) {
            new Analyzer().analyze(method);
            method.setName(method.getName() + "_");
        }
        return seen[0] + " " + seen[1] + " " + (copy.toBytecode().length > 0);
    }

    private static String low() throws Exception {
        ClassFile file = new ClassFile(false, "Low", null);
        Bytecode code = new Bytecode(file.getConstPool(), 2, 1);
        code.addIconst(5);
        code.addIload(0);
        code.addOpcode(Bytecode.IADD);
        code.addReturn(CtClass.intType);
        MethodInfo method = new MethodInfo(file.getConstPool(), "add", "(I)I");
        method.setAccessFlags(Modifier.PUBLIC | Modifier.STATIC);
        method.setCodeAttribute(code.toCodeAttribute());
        file.addMethod(method);
        Annotation annotation = new Annotation("java.lang.Deprecated", file.getConstPool());
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        file.write(new java.io.DataOutputStream(bytes));
        ClassFile read = new ClassFile(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        StringBuilder text = new StringBuilder(annotation.getTypeName());
        CodeIterator walk = read.getMethod("add").getCodeAttribute().iterator();
        while (walk.hasNext()) {
            text.append(' ').append(InstructionPrinter.instructionString(walk, walk.next(), read.getConstPool()));
        }
        return text.toString();
    }
}
