import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Reads class files with ASM. Prints the instructions of each method in order, with the members that
 * they name. The class files come on standard input, each behind its length; a length of 0 asks for
 * the answers. {@code src/bytecode/oracle.rs} is the reader of the answers.
 */
public final class Oracle {
    /** Control never comes to the instruction. */
    private static final int UNREACHABLE = 0;
    /** Only errors of linking, or of the virtual machine, lead to it. */
    private static final int BY_ERRORS = 1;
    /** Control may come to it. */
    private static final int REACHABLE = 2;

    private final DataOutputStream out;

    private Oracle(DataOutputStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out, 1 << 16));
        Oracle oracle = new Oracle(out);
        List<byte[]> files = new ArrayList<>();
        while (true) {
            int length;
            try {
                length = in.readInt();
            } catch (EOFException end) {
                return;
            }
            if (length > 0) {
                byte[] bytes = new byte[length];
                in.readFully(bytes);
                files.add(bytes);
                continue;
            }
            for (byte[] bytes : files) {
                oracle.answer(bytes);
            }
            files.clear();
            out.flush();
        }
    }

    private void answer(byte[] bytes) throws IOException {
        ClassNode node = new ClassNode();
        try {
            new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        } catch (RuntimeException unreadable) {
            out.writeByte(0);
            text(unreadable.toString());
            return;
        }
        out.writeByte(1);
        text(node.name);
        text(node.superName == null ? "" : node.superName);
        out.writeInt(node.methods.size());
        for (MethodNode method : node.methods) {
            method(method);
        }
    }

    private void method(MethodNode method) throws IOException {
        out.writeShort(method.access & 0xFFFF);
        text(method.name);
        text(method.desc);
        InsnList list = method.instructions;
        boolean hasSubroutines = false;
        List<AbstractInsnNode> shown = new ArrayList<>();
        for (AbstractInsnNode instruction : list) {
            hasSubroutines |= instruction.getOpcode() == Opcodes.JSR;
            if (isShown(instruction)) {
                shown.add(instruction);
            }
        }
        out.writeByte(list.size() == 0 ? 0 : hasSubroutines ? 2 : 1);
        out.writeInt(shown.size());
        boolean[] reached = reached(method, false);
        boolean[] reachedByAll = reached(method, true);
        for (AbstractInsnNode instruction : shown) {
            int index = list.indexOf(instruction);
            out.writeByte(instruction.getOpcode());
            out.writeByte(reached[index] ? REACHABLE : reachedByAll[index] ? BY_ERRORS : UNREACHABLE);
            operands(instruction);
        }
    }

    private static boolean isShown(AbstractInsnNode instruction) {
        int opcode = instruction.getOpcode();
        if (opcode == Opcodes.LDC) {
            Object constant = ((LdcInsnNode) instruction).cst;
            return constant instanceof ConstantDynamic
                || constant instanceof Handle
                || constant instanceof Type && ((Type) constant).getSort() == Type.METHOD;
        }
        return isArrayAccess(opcode)
            || opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.ANEWARRAY
            || opcode == Opcodes.MONITORENTER
            || opcode == Opcodes.MONITOREXIT
            || opcode == Opcodes.MULTIANEWARRAY;
    }

    private static boolean isArrayAccess(int opcode) {
        return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
            || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
    }

    private void operands(AbstractInsnNode instruction) throws IOException {
        if (instruction instanceof MethodInsnNode) {
            MethodInsnNode call = (MethodInsnNode) instruction;
            member(call.owner, call.name, call.desc);
            out.writeBoolean(call.itf);
        } else if (instruction instanceof FieldInsnNode) {
            FieldInsnNode access = (FieldInsnNode) instruction;
            member(access.owner, access.name, access.desc);
        } else if (instruction instanceof TypeInsnNode) {
            text(((TypeInsnNode) instruction).desc);
        } else if (instruction instanceof IntInsnNode) {
            out.writeByte(((IntInsnNode) instruction).operand);
        } else if (instruction instanceof MultiANewArrayInsnNode) {
            MultiANewArrayInsnNode made = (MultiANewArrayInsnNode) instruction;
            text(made.desc);
            out.writeByte(made.dims);
        } else if (instruction instanceof InvokeDynamicInsnNode) {
            InvokeDynamicInsnNode call = (InvokeDynamicInsnNode) instruction;
            dynamic(call.name, call.desc, call.bsm, call.bsmArgs);
        } else if (instruction instanceof LdcInsnNode) {
            argument(((LdcInsnNode) instruction).cst);
        }
    }

    private void dynamic(String name, String descriptor, Handle bootstrap, Object[] arguments)
        throws IOException {
        text(name);
        text(descriptor);
        handle(bootstrap);
        out.writeShort(arguments.length);
        for (Object argument : arguments) {
            argument(argument);
        }
    }

    private void argument(Object argument) throws IOException {
        if (argument instanceof String) {
            out.writeByte('S');
            text((String) argument);
        } else if (argument instanceof Handle) {
            out.writeByte('H');
            handle((Handle) argument);
        } else if (argument instanceof Type) {
            Type type = (Type) argument;
            out.writeByte(type.getSort() == Type.METHOD ? 'M' : 'C');
            text(type.getDescriptor());
        } else if (argument instanceof ConstantDynamic) {
            ConstantDynamic constant = (ConstantDynamic) argument;
            Object[] arguments = new Object[constant.getBootstrapMethodArgumentCount()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = constant.getBootstrapMethodArgument(i);
            }
            out.writeByte('D');
            dynamic(constant.getName(), constant.getDescriptor(), constant.getBootstrapMethod(), arguments);
        } else {
            out.writeByte('N');
            text(argument.toString());
        }
    }

    private void handle(Handle handle) throws IOException {
        out.writeByte(handle.getTag());
        member(handle.getOwner(), handle.getName(), handle.getDesc());
    }

    private void member(String owner, String name, String descriptor) throws IOException {
        text(owner);
        text(name);
        text(descriptor);
    }

    private void text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * The instructions that control comes to. A handler is reached from each reached instruction that
     * it covers: by default if that can throw (JVMS 6.5, run-time exceptions, and calls), and no
     * earlier handler takes everything; with {@code all} from every instruction.
     */
    private static boolean[] reached(MethodNode method, boolean all) {
        InsnList list = method.instructions;
        boolean[] reached = new boolean[list.size()];
        List<List<TryCatchBlockNode>> covering = new ArrayList<>();
        for (int i = 0; i < reached.length; i++) {
            covering.add(List.of());
        }
        for (TryCatchBlockNode row : method.tryCatchBlocks) {
            int end = list.indexOf(row.end);
            for (int i = list.indexOf(row.start); i < end; i++) {
                if (covering.get(i).isEmpty()) {
                    covering.set(i, new ArrayList<>());
                }
                covering.get(i).add(row);
            }
        }
        Deque<Integer> work = new ArrayDeque<>();
        add(work, reached, 0);
        while (!work.isEmpty()) {
            int at = work.pop();
            AbstractInsnNode instruction = list.get(at);
            if (all || mayThrow(instruction.getOpcode())) {
                for (TryCatchBlockNode row : covering.get(at)) {
                    add(work, reached, list.indexOf(row.handler));
                    if (!all && (row.type == null || row.type.equals("java/lang/Throwable"))) {
                        break;
                    }
                }
            }
            if (instruction instanceof JumpInsnNode) {
                add(work, reached, list.indexOf(((JumpInsnNode) instruction).label));
            } else if (instruction instanceof TableSwitchInsnNode) {
                TableSwitchInsnNode table = (TableSwitchInsnNode) instruction;
                table.labels.forEach(label -> add(work, reached, list.indexOf(label)));
                add(work, reached, list.indexOf(table.dflt));
            } else if (instruction instanceof LookupSwitchInsnNode) {
                LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) instruction;
                lookup.labels.forEach(label -> add(work, reached, list.indexOf(label)));
                add(work, reached, list.indexOf(lookup.dflt));
            }
            // Behind `jsr` control goes on once the subroutine returns.
            if (!endsFlow(instruction.getOpcode())) {
                add(work, reached, at + 1);
            }
        }
        return reached;
    }

    private static void add(Deque<Integer> work, boolean[] reached, int index) {
        if (index < reached.length && !reached[index]) {
            reached[index] = true;
            work.push(index);
        }
    }

    private static boolean endsFlow(int opcode) {
        return opcode == Opcodes.GOTO
            || opcode == Opcodes.ATHROW
            || opcode == Opcodes.RET
            || opcode == Opcodes.TABLESWITCH
            || opcode == Opcodes.LOOKUPSWITCH
            || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    }

    private static boolean mayThrow(int opcode) {
        switch (opcode) {
            case Opcodes.IDIV:
            case Opcodes.LDIV:
            case Opcodes.IREM:
            case Opcodes.LREM:
            case Opcodes.ARRAYLENGTH:
            case Opcodes.ATHROW:
            case Opcodes.CHECKCAST:
            case Opcodes.MONITORENTER:
            case Opcodes.MONITOREXIT:
            case Opcodes.MULTIANEWARRAY:
                return true;
            default:
                return isArrayAccess(opcode) || opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.ANEWARRAY;
        }
    }
}
