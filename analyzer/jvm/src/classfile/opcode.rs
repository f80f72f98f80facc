//! The instruction set (JVMS 6.5): opcodes, lengths and effects on the operand stack.

/// The fixed properties of an opcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opcode {
    /// The mnemonic.
    pub name: &'static str,
    /// Bytes of the instruction, opcode included; 0 where it varies (`tableswitch`, `lookupswitch`,
    /// `wide`).
    pub length: u8,
    /// Stack slots taken, without those that a descriptor or a count operand gives (calls, field
    /// access, `multianewarray`).
    pub pops: u8,
    /// Stack slots given, without those that a descriptor gives.
    pub pushes: u8,
}

/// The opcode with this number, if JVMS defines it.
pub fn opcode(number: u8) -> Option<&'static Opcode> {
    TABLE.get(usize::from(number))
}

/// The slots that `dup` and its kin, or `swap`, take off the stack, and those of them that they give back, each by its
/// place among the taken ones (JVMS 6.5). None for other instructions.
pub fn shuffle(number: u8) -> Option<(usize, &'static [usize])> {
    Some(match number {
        DUP => (1, &[0, 0]),
        DUP_X1 => (2, &[1, 0, 1]),
        DUP_X2 => (3, &[2, 0, 1, 2]),
        DUP2 => (2, &[0, 1, 0, 1]),
        DUP2_X1 => (3, &[1, 2, 0, 1, 2]),
        DUP2_X2 => (4, &[2, 3, 0, 1, 2, 3]),
        SWAP => (2, &[1, 0]),
        _ => return None,
    })
}

macro_rules! opcodes {
    ($($number:literal $constant:ident $name:literal $length:literal $pops:literal $pushes:literal)*) => {
        $(
            #[doc = concat!("`", $name, "`")]
            pub const $constant: u8 = $number;
        )*
        static TABLE: [Opcode; 202] =
            [$(Opcode { name: $name, length: $length, pops: $pops, pushes: $pushes }),*];
    };
}

// number, constant, mnemonic, length, pops, pushes
opcodes! {
    0x00 NOP "nop" 1 0 0
    0x01 ACONST_NULL "aconst_null" 1 0 1
    0x02 ICONST_M1 "iconst_m1" 1 0 1
    0x03 ICONST_0 "iconst_0" 1 0 1
    0x04 ICONST_1 "iconst_1" 1 0 1
    0x05 ICONST_2 "iconst_2" 1 0 1
    0x06 ICONST_3 "iconst_3" 1 0 1
    0x07 ICONST_4 "iconst_4" 1 0 1
    0x08 ICONST_5 "iconst_5" 1 0 1
    0x09 LCONST_0 "lconst_0" 1 0 2
    0x0a LCONST_1 "lconst_1" 1 0 2
    0x0b FCONST_0 "fconst_0" 1 0 1
    0x0c FCONST_1 "fconst_1" 1 0 1
    0x0d FCONST_2 "fconst_2" 1 0 1
    0x0e DCONST_0 "dconst_0" 1 0 2
    0x0f DCONST_1 "dconst_1" 1 0 2
    0x10 BIPUSH "bipush" 2 0 1
    0x11 SIPUSH "sipush" 3 0 1
    0x12 LDC "ldc" 2 0 1
    0x13 LDC_W "ldc_w" 3 0 1
    0x14 LDC2_W "ldc2_w" 3 0 2
    0x15 ILOAD "iload" 2 0 1
    0x16 LLOAD "lload" 2 0 2
    0x17 FLOAD "fload" 2 0 1
    0x18 DLOAD "dload" 2 0 2
    0x19 ALOAD "aload" 2 0 1
    0x1a ILOAD_0 "iload_0" 1 0 1
    0x1b ILOAD_1 "iload_1" 1 0 1
    0x1c ILOAD_2 "iload_2" 1 0 1
    0x1d ILOAD_3 "iload_3" 1 0 1
    0x1e LLOAD_0 "lload_0" 1 0 2
    0x1f LLOAD_1 "lload_1" 1 0 2
    0x20 LLOAD_2 "lload_2" 1 0 2
    0x21 LLOAD_3 "lload_3" 1 0 2
    0x22 FLOAD_0 "fload_0" 1 0 1
    0x23 FLOAD_1 "fload_1" 1 0 1
    0x24 FLOAD_2 "fload_2" 1 0 1
    0x25 FLOAD_3 "fload_3" 1 0 1
    0x26 DLOAD_0 "dload_0" 1 0 2
    0x27 DLOAD_1 "dload_1" 1 0 2
    0x28 DLOAD_2 "dload_2" 1 0 2
    0x29 DLOAD_3 "dload_3" 1 0 2
    0x2a ALOAD_0 "aload_0" 1 0 1
    0x2b ALOAD_1 "aload_1" 1 0 1
    0x2c ALOAD_2 "aload_2" 1 0 1
    0x2d ALOAD_3 "aload_3" 1 0 1
    0x2e IALOAD "iaload" 1 2 1
    0x2f LALOAD "laload" 1 2 2
    0x30 FALOAD "faload" 1 2 1
    0x31 DALOAD "daload" 1 2 2
    0x32 AALOAD "aaload" 1 2 1
    0x33 BALOAD "baload" 1 2 1
    0x34 CALOAD "caload" 1 2 1
    0x35 SALOAD "saload" 1 2 1
    0x36 ISTORE "istore" 2 1 0
    0x37 LSTORE "lstore" 2 2 0
    0x38 FSTORE "fstore" 2 1 0
    0x39 DSTORE "dstore" 2 2 0
    0x3a ASTORE "astore" 2 1 0
    0x3b ISTORE_0 "istore_0" 1 1 0
    0x3c ISTORE_1 "istore_1" 1 1 0
    0x3d ISTORE_2 "istore_2" 1 1 0
    0x3e ISTORE_3 "istore_3" 1 1 0
    0x3f LSTORE_0 "lstore_0" 1 2 0
    0x40 LSTORE_1 "lstore_1" 1 2 0
    0x41 LSTORE_2 "lstore_2" 1 2 0
    0x42 LSTORE_3 "lstore_3" 1 2 0
    0x43 FSTORE_0 "fstore_0" 1 1 0
    0x44 FSTORE_1 "fstore_1" 1 1 0
    0x45 FSTORE_2 "fstore_2" 1 1 0
    0x46 FSTORE_3 "fstore_3" 1 1 0
    0x47 DSTORE_0 "dstore_0" 1 2 0
    0x48 DSTORE_1 "dstore_1" 1 2 0
    0x49 DSTORE_2 "dstore_2" 1 2 0
    0x4a DSTORE_3 "dstore_3" 1 2 0
    0x4b ASTORE_0 "astore_0" 1 1 0
    0x4c ASTORE_1 "astore_1" 1 1 0
    0x4d ASTORE_2 "astore_2" 1 1 0
    0x4e ASTORE_3 "astore_3" 1 1 0
    0x4f IASTORE "iastore" 1 3 0
    0x50 LASTORE "lastore" 1 4 0
    0x51 FASTORE "fastore" 1 3 0
    0x52 DASTORE "dastore" 1 4 0
    0x53 AASTORE "aastore" 1 3 0
    0x54 BASTORE "bastore" 1 3 0
    0x55 CASTORE "castore" 1 3 0
    0x56 SASTORE "sastore" 1 3 0
    0x57 POP "pop" 1 1 0
    0x58 POP2 "pop2" 1 2 0
    0x59 DUP "dup" 1 1 2
    0x5a DUP_X1 "dup_x1" 1 2 3
    0x5b DUP_X2 "dup_x2" 1 3 4
    0x5c DUP2 "dup2" 1 2 4
    0x5d DUP2_X1 "dup2_x1" 1 3 5
    0x5e DUP2_X2 "dup2_x2" 1 4 6
    0x5f SWAP "swap" 1 2 2
    0x60 IADD "iadd" 1 2 1
    0x61 LADD "ladd" 1 4 2
    0x62 FADD "fadd" 1 2 1
    0x63 DADD "dadd" 1 4 2
    0x64 ISUB "isub" 1 2 1
    0x65 LSUB "lsub" 1 4 2
    0x66 FSUB "fsub" 1 2 1
    0x67 DSUB "dsub" 1 4 2
    0x68 IMUL "imul" 1 2 1
    0x69 LMUL "lmul" 1 4 2
    0x6a FMUL "fmul" 1 2 1
    0x6b DMUL "dmul" 1 4 2
    0x6c IDIV "idiv" 1 2 1
    0x6d LDIV "ldiv" 1 4 2
    0x6e FDIV "fdiv" 1 2 1
    0x6f DDIV "ddiv" 1 4 2
    0x70 IREM "irem" 1 2 1
    0x71 LREM "lrem" 1 4 2
    0x72 FREM "frem" 1 2 1
    0x73 DREM "drem" 1 4 2
    0x74 INEG "ineg" 1 1 1
    0x75 LNEG "lneg" 1 2 2
    0x76 FNEG "fneg" 1 1 1
    0x77 DNEG "dneg" 1 2 2
    0x78 ISHL "ishl" 1 2 1
    0x79 LSHL "lshl" 1 3 2
    0x7a ISHR "ishr" 1 2 1
    0x7b LSHR "lshr" 1 3 2
    0x7c IUSHR "iushr" 1 2 1
    0x7d LUSHR "lushr" 1 3 2
    0x7e IAND "iand" 1 2 1
    0x7f LAND "land" 1 4 2
    0x80 IOR "ior" 1 2 1
    0x81 LOR "lor" 1 4 2
    0x82 IXOR "ixor" 1 2 1
    0x83 LXOR "lxor" 1 4 2
    0x84 IINC "iinc" 3 0 0
    0x85 I2L "i2l" 1 1 2
    0x86 I2F "i2f" 1 1 1
    0x87 I2D "i2d" 1 1 2
    0x88 L2I "l2i" 1 2 1
    0x89 L2F "l2f" 1 2 1
    0x8a L2D "l2d" 1 2 2
    0x8b F2I "f2i" 1 1 1
    0x8c F2L "f2l" 1 1 2
    0x8d F2D "f2d" 1 1 2
    0x8e D2I "d2i" 1 2 1
    0x8f D2L "d2l" 1 2 2
    0x90 D2F "d2f" 1 2 1
    0x91 I2B "i2b" 1 1 1
    0x92 I2C "i2c" 1 1 1
    0x93 I2S "i2s" 1 1 1
    0x94 LCMP "lcmp" 1 4 1
    0x95 FCMPL "fcmpl" 1 2 1
    0x96 FCMPG "fcmpg" 1 2 1
    0x97 DCMPL "dcmpl" 1 4 1
    0x98 DCMPG "dcmpg" 1 4 1
    0x99 IFEQ "ifeq" 3 1 0
    0x9a IFNE "ifne" 3 1 0
    0x9b IFLT "iflt" 3 1 0
    0x9c IFGE "ifge" 3 1 0
    0x9d IFGT "ifgt" 3 1 0
    0x9e IFLE "ifle" 3 1 0
    0x9f IF_ICMPEQ "if_icmpeq" 3 2 0
    0xa0 IF_ICMPNE "if_icmpne" 3 2 0
    0xa1 IF_ICMPLT "if_icmplt" 3 2 0
    0xa2 IF_ICMPGE "if_icmpge" 3 2 0
    0xa3 IF_ICMPGT "if_icmpgt" 3 2 0
    0xa4 IF_ICMPLE "if_icmple" 3 2 0
    0xa5 IF_ACMPEQ "if_acmpeq" 3 2 0
    0xa6 IF_ACMPNE "if_acmpne" 3 2 0
    0xa7 GOTO "goto" 3 0 0
    0xa8 JSR "jsr" 3 0 1
    0xa9 RET "ret" 2 0 0
    0xaa TABLESWITCH "tableswitch" 0 1 0
    0xab LOOKUPSWITCH "lookupswitch" 0 1 0
    0xac IRETURN "ireturn" 1 1 0
    0xad LRETURN "lreturn" 1 2 0
    0xae FRETURN "freturn" 1 1 0
    0xaf DRETURN "dreturn" 1 2 0
    0xb0 ARETURN "areturn" 1 1 0
    0xb1 RETURN "return" 1 0 0
    0xb2 GETSTATIC "getstatic" 3 0 0
    0xb3 PUTSTATIC "putstatic" 3 0 0
    0xb4 GETFIELD "getfield" 3 0 0
    0xb5 PUTFIELD "putfield" 3 0 0
    0xb6 INVOKEVIRTUAL "invokevirtual" 3 0 0
    0xb7 INVOKESPECIAL "invokespecial" 3 0 0
    0xb8 INVOKESTATIC "invokestatic" 3 0 0
    0xb9 INVOKEINTERFACE "invokeinterface" 5 0 0
    0xba INVOKEDYNAMIC "invokedynamic" 5 0 0
    0xbb NEW "new" 3 0 1
    0xbc NEWARRAY "newarray" 2 1 1
    0xbd ANEWARRAY "anewarray" 3 1 1
    0xbe ARRAYLENGTH "arraylength" 1 1 1
    0xbf ATHROW "athrow" 1 1 0
    0xc0 CHECKCAST "checkcast" 3 1 1
    0xc1 INSTANCEOF "instanceof" 3 1 1
    0xc2 MONITORENTER "monitorenter" 1 1 0
    0xc3 MONITOREXIT "monitorexit" 1 1 0
    0xc4 WIDE "wide" 0 0 0
    0xc5 MULTIANEWARRAY "multianewarray" 4 0 1
    0xc6 IFNULL "ifnull" 3 1 0
    0xc7 IFNONNULL "ifnonnull" 3 1 0
    0xc8 GOTO_W "goto_w" 5 0 0
    0xc9 JSR_W "jsr_w" 5 0 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_position_is_the_opcode() {
        for (number, constant) in [
            (0x12, LDC),
            (0x59, DUP),
            (0xaa, TABLESWITCH),
            (0xb8, INVOKESTATIC),
            (0xc9, JSR_W),
        ] {
            assert_eq!(number, constant);
        }
        assert_eq!(
            opcode(INVOKEINTERFACE).map(|o| (o.name, o.length)),
            Some(("invokeinterface", 5))
        );
        assert_eq!(opcode(0xca), None);
    }
}
