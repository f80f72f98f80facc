package driver;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

import org.apache.bcel.Const;
import org.apache.bcel.classfile.ElementValue;
import org.apache.bcel.classfile.JavaClass;
import org.apache.bcel.classfile.Method;
import org.apache.bcel.generic.ANEWARRAY;
import org.apache.bcel.generic.AnnotationEntryGen;
import org.apache.bcel.generic.ArrayElementValueGen;
import org.apache.bcel.generic.ArrayType;
import org.apache.bcel.generic.BranchHandle;
import org.apache.bcel.generic.ClassElementValueGen;
import org.apache.bcel.generic.ClassGen;
import org.apache.bcel.generic.ConstantPoolGen;
import org.apache.bcel.generic.ElementValueGen;
import org.apache.bcel.generic.ElementValuePairGen;
import org.apache.bcel.generic.EnumElementValueGen;
import org.apache.bcel.generic.FieldGen;
import org.apache.bcel.generic.IINC;
import org.apache.bcel.generic.ILOAD;
import org.apache.bcel.generic.Instruction;
import org.apache.bcel.generic.InstructionConst;
import org.apache.bcel.generic.InstructionFactory;
import org.apache.bcel.generic.InstructionHandle;
import org.apache.bcel.generic.InstructionList;
import org.apache.bcel.generic.MethodGen;
import org.apache.bcel.generic.ObjectType;
import org.apache.bcel.generic.PUSH;
import org.apache.bcel.generic.ReturnInstruction;
import org.apache.bcel.generic.SWITCH;
import org.apache.bcel.generic.SimpleElementValueGen;
import org.apache.bcel.generic.Type;

/** A class that is made from nothing, changed, and run. */
final class Made {
    /** What made classes are marked with. */
    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
    public @interface Mark {
        int value();

        String[] names() default {};

        Class<?> type() default Object.class;

        Thread.State state() default Thread.State.NEW;
    }

    private Made() {
    }

    static String made(String name) throws Exception {
        ClassGen made = new ClassGen(name, "java.lang.Object", name + ".java", Const.ACC_PUBLIC | Const.ACC_SUPER,
            new String[] {IntUnaryOperator.class.getName()});
        made.setMajor(Const.MAJOR_1_5);
        int[] updates = new int[1];
        made.addObserver(changed -> updates[0] += changed.getMethods().length);
        ConstantPoolGen constants = made.getConstantPool();
        FieldGen limit = new FieldGen(Const.ACC_PUBLIC | Const.ACC_STATIC | Const.ACC_FINAL, Type.INT, "LIMIT", constants);
        limit.setInitValue(9);
        limit.addAnnotationEntry(mark(constants));
        made.addField(limit.getField());
        made.addField(new FieldGen(Const.ACC_PRIVATE, new ArrayType(Type.STRING, 1), "names", constants).getField());
        made.addAnnotationEntry(mark(constants));
        made.addEmptyConstructor(Const.ACC_PUBLIC);
        made.addMethod(apply(made));
        made.addMethod(describe(made));
        made.update();
        JavaClass counted = counted(made.getJavaClass());
        Class<?> loaded = new Loader().define(counted.getBytes());
        IntUnaryOperator operator = (IntUnaryOperator) loaded.getConstructor().newInstance();
        Object text = loaded.getMethod("describe", String.class).invoke(operator, "n");
        return text + " " + operator.applyAsInt(3) + " " + operator.applyAsInt(0) + " " + operator.applyAsInt(70) + " "
            + loaded.getField("counter").get(null) + " " + loaded.getAnnotation(Mark.class).names().length + " " + updates[0] + " "
            + Arrays.toString(new ClassGen(counted).getAnnotationEntries()) + loaded.getField("LIMIT").getAnnotation(Mark.class).state();
    }

    private static AnnotationEntryGen mark(ConstantPoolGen constants) {
        ElementValue[] names = {new SimpleElementValueGen(ElementValueGen.STRING, constants, "one").getElementValue(),
            new SimpleElementValueGen(ElementValueGen.STRING, constants, "two").getElementValue()};
        ObjectType state = ObjectType.getInstance("java.lang.Thread$State");
        return new AnnotationEntryGen(ObjectType.getInstance(Mark.class.getName()), List.of(
            new ElementValuePairGen("value", new SimpleElementValueGen(ElementValueGen.PRIMITIVE_INT, constants, 4), constants),
            new ElementValuePairGen("names", new ArrayElementValueGen(ElementValueGen.ARRAY, names, constants), constants),
            new ElementValuePairGen("type", new ClassElementValueGen(ObjectType.STRING, constants), constants),
            new ElementValuePairGen("state", new EnumElementValueGen(state, "BLOCKED", constants), constants)), true, constants);
    }

    /** A loop, a switch, and a handler of exceptions. */
    static Method apply(ClassGen made) {
        ConstantPoolGen constants = made.getConstantPool();
        InstructionFactory factory = new InstructionFactory(made, constants);
        InstructionList list = new InstructionList();
        MethodGen gen = new MethodGen(Const.ACC_PUBLIC, Type.INT, new Type[] {Type.INT}, new String[] {"n"}, "applyAsInt", made.getClassName(),
            list, constants);
        int sum = gen.addLocalVariable("sum", Type.INT, null, null).getIndex();
        list.append(new PUSH(constants, 0));
        list.append(InstructionFactory.createStore(Type.INT, sum));
        InstructionHandle test = list.append(InstructionFactory.createLoad(Type.INT, 1));
        BranchHandle leave = list.append(InstructionFactory.createBranchInstruction(Const.IFLE, null));
        list.append(InstructionFactory.createLoad(Type.INT, sum));
        list.append(InstructionFactory.createLoad(Type.INT, 1));
        list.append(InstructionFactory.createBinaryOperation("+", Type.INT));
        list.append(InstructionFactory.createStore(Type.INT, sum));
        list.append(new IINC(1, -1));
        list.append(InstructionFactory.createBranchInstruction(Const.GOTO, test));
        leave.setTarget(list.append(InstructionFactory.createLoad(Type.INT, sum)));
        InstructionHandle six = list.append(new IINC(sum, 1));
        InstructionHandle eight = list.append(new IINC(sum, 2));
        InstructionHandle begin = list.append(new PUSH(constants, 100));
        list.append(InstructionFactory.createLoad(Type.INT, sum));
        list.append(InstructionFactory.createBinaryOperation("/", Type.INT));
        list.append(InstructionFactory.createLoad(Type.INT, sum));
        list.append(InstructionFactory.createBinaryOperation("^", Type.INT));
        InstructionHandle end = list.append(InstructionFactory.createReturn(Type.INT));
        InstructionHandle caught = list.append(InstructionFactory.createPop(1));
        list.append(new ILOAD(sum));
        InstructionHandle last = list.append(factory.createGetStatic(made.getClassName(), "LIMIT", Type.INT));
        list.append(InstructionFactory.createReturn(Type.INT));
        list.insert(six, new SWITCH(new int[] {6, 8}, new InstructionHandle[] {six, eight}, begin, made.getClassName().length() % 2));
        gen.addExceptionHandler(begin, end, caught, ObjectType.getInstance("java.lang.ArithmeticException"));
        gen.addException("java.lang.IllegalStateException");
        gen.addLineNumber(test, 12);
        gen.addLineNumber(last, 13);
        gen.addParameterAnnotation(0, mark(constants));
        gen.addAnnotationEntry(mark(constants));
        gen.setMaxStack();
        gen.setMaxLocals();
        return gen.getMethod();
    }

    /** Strings, arrays, casts and calls of four kinds. */
    static Method describe(ClassGen made) {
        ConstantPoolGen constants = made.getConstantPool();
        InstructionFactory factory = new InstructionFactory(made);
        InstructionList list = new InstructionList();
        String self = made.getClassName();
        ArrayType strings = new ArrayType(Type.STRING, 1);
        list.append(InstructionFactory.createThis());
        list.append(new PUSH(constants, 2));
        list.append((Instruction) new ANEWARRAY(constants.addClass(ObjectType.STRING)));
        list.append(InstructionFactory.createDup(1));
        list.append(new PUSH(constants, 1));
        list.append(InstructionFactory.createLoad(Type.STRING, 1));
        list.append(InstructionFactory.createArrayStore(Type.STRING));
        list.append(factory.createPutField(self, "names", strings));
        list.append(factory.createNew(ObjectType.STRINGBUFFER));
        list.append(InstructionFactory.createDup(1));
        list.append(factory.createInvoke("java.lang.StringBuffer", "<init>", Type.VOID, Type.NO_ARGS, Const.INVOKESPECIAL));
        list.append(InstructionFactory.createThis());
        list.append(factory.createGetField(self, "names", strings));
        list.append(new PUSH(constants, 1));
        list.append(InstructionFactory.createArrayLoad(Type.STRING));
        list.append(factory.createAppend(Type.STRING));
        list.append(factory.createConstant(2.5));
        list.append(factory.createCast(Type.DOUBLE, Type.LONG));
        list.append(factory.createAppend(Type.LONG));
        list.append(InstructionFactory.createThis());
        list.append(factory.createCheckCast(ObjectType.getInstance(IntUnaryOperator.class.getName())));
        list.append(new PUSH(constants, 5));
        list.append(factory.createInvoke(IntUnaryOperator.class.getName(), "applyAsInt", Type.INT, new Type[] {Type.INT}, Const.INVOKEINTERFACE));
        list.append(factory.createInvoke("java.lang.Integer", "toHexString", Type.STRING, new Type[] {Type.INT}, Const.INVOKESTATIC));
        list.append(factory.createAppend(Type.STRING));
        list.append(factory.createInvoke("java.lang.StringBuffer", "toString", Type.STRING, Type.NO_ARGS, Const.INVOKEVIRTUAL));
        list.append(InstructionFactory.createReturn(Type.STRING));
        MethodGen gen = new MethodGen(Const.ACC_PUBLIC, Type.STRING, new Type[] {Type.STRING}, new String[] {"text"}, "describe", self, list, constants);
        gen.setMaxStack();
        gen.setMaxLocals();
        Method method = gen.getMethod();
        list.dispose();
        return method;
    }

    /** Before each return, a counter goes up. */
    private static JavaClass counted(JavaClass javaClass) {
        ClassGen gen = new ClassGen(javaClass);
        ConstantPoolGen constants = gen.getConstantPool();
        InstructionFactory factory = new InstructionFactory(gen);
        gen.addField(new FieldGen(Const.ACC_PUBLIC | Const.ACC_STATIC, Type.LONG, "counter", constants).getField());
        for (Method method : gen.getMethods()) {
            MethodGen body = new MethodGen(method, gen.getClassName(), constants);
            InstructionList list = body.getInstructionList();
            for (InstructionHandle handle : list.getInstructionHandles()) {
                if (handle.getInstruction() instanceof ReturnInstruction) {
                    InstructionList count = new InstructionList(factory.createGetStatic(gen.getClassName(), "counter", Type.LONG));
                    count.append(InstructionConst.LCONST_1);
                    count.append(InstructionConst.LADD);
                    count.append(factory.createPutStatic(gen.getClassName(), "counter", Type.LONG));
                    list.redirectBranches(handle, list.insert(handle, count));
                }
            }
            body.setMaxStack();
            gen.replaceMethod(method, body.getMethod());
        }
        return gen.getJavaClass();
    }

    /** Loads what was made. */
    private static final class Loader extends ClassLoader {
        Loader() {
            super(Made.class.getClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }
}
