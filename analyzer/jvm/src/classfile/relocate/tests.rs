//! The new pcs of each table, on bodies small enough to see.

use super::*;
use crate::classfile::LineEntry;

fn nops(count: usize) -> Snippet {
    Snippet {
        bytes: vec![opcode::NOP; count],
        stack: 1,
        locals: 0,
    }
}

fn pool() -> ConstantPool<'static> {
    // A pool with nothing in it.
    let read = crate::classfile::bytes::read_all(&[0, 1], ConstantPool::read);
    read.unwrap_or_else(|e| panic!("{e}"))
}

fn body(bytes: &[u8]) -> Code<'static> {
    Code {
        max_stack: 2,
        max_locals: 1,
        bytes: Cow::Owned(bytes.to_vec()),
        exceptions: Vec::new(),
        attributes: Vec::new(),
    }
}

fn attribute(name: &str, words: &[u16], pool: &mut ConstantPool<'_>) -> Attribute<'static> {
    let bytes = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    Attribute::new(pool, name, bytes).unwrap_or_else(|e| panic!("{e}"))
}

fn words(attribute: &Attribute<'_>) -> Vec<u16> {
    attribute
        .bytes
        .chunks_exact(2)
        .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
        .collect()
}

/// `0: nop; 1: goto 0`, the smallest loop at a method's start.
const LOOP: [u8; 4] = [opcode::NOP, opcode::GOTO, 0xFF, 0xFF];

#[test]
fn backward_jump_skips_entry_code_and_runs_code_before_its_target() {
    let mut insertions = Insertions::new();
    insertions.at_entry(nops(2));
    insertions.before(0, nops(3));
    let code = insertions.apply(&body(&LOOP), 61, &mut pool()).unwrap();
    // 0..2 entry, 2..5 before, 5 nop, 6 goto 2.
    let jump = code.instruction(6).unwrap();
    assert_eq!(jump.jump_target(), Some(2));
    assert_eq!(code.max_stack, 3);
}

#[test]
fn jump_skips_code_after_the_instruction_before_its_target() {
    // 0: goto 4; 3: nop; 4: return
    let mut insertions = Insertions::new();
    insertions.after(3, nops(2));
    let bytes = [opcode::GOTO, 0, 4, opcode::NOP, opcode::RETURN];
    let code = insertions.apply(&body(&bytes), 61, &mut pool()).unwrap();
    assert_eq!(code.instruction(0).unwrap().jump_target(), Some(6));
    assert_eq!(code.bytes[6], opcode::RETURN);
}

#[test]
fn range_end_excludes_what_follows_it_and_range_start_includes_what_goes_before_it() {
    // 0: nop; 1: nop; 2: nop; 3: return. Covered: 1..2.
    let mut code = body(&[opcode::NOP, opcode::NOP, opcode::NOP, opcode::RETURN]);
    code.exceptions.push(ExceptionRange {
        start: 1,
        end: 2,
        handler: 3,
        catch_type: 0,
    });
    let mut insertions = Insertions::new();
    insertions.before(1, nops(2));
    insertions.after(1, nops(3));
    insertions.before(2, nops(4));
    let code = insertions.apply(&code, 61, &mut pool()).unwrap();
    // 0 nop, 1..3 before, 3 nop, 4..7 after, 7..11 before, 11 nop, 12 return.
    assert_eq!(
        code.exceptions,
        [ExceptionRange {
            start: 1,
            end: 4,
            handler: 12,
            catch_type: 0
        }]
    );
}

#[test]
fn lines_and_variables_follow_their_code() {
    let mut pool = pool();
    let mut code = body(&[opcode::NOP, opcode::NOP, opcode::NOP, opcode::RETURN]);
    code.attributes
        .push(attribute("LineNumberTable", &[2, 0, 10, 2, 11], &mut pool));
    code.attributes.push(attribute(
        "LocalVariableTable",
        &[2, 0, 4, 1, 2, 0, 2, 1, 1, 2, 1],
        &mut pool,
    ));
    let mut insertions = Insertions::new();
    insertions.at_entry(nops(5));
    insertions.before(2, nops(1));
    let code = insertions.apply(&code, 61, &mut pool).unwrap();
    let lines = code.lines(&pool).unwrap();
    assert_eq!(
        lines,
        [LineEntry { pc: 0, line: 10 }, LineEntry { pc: 7, line: 11 }]
    );
    let variables = code.attribute(&pool, "LocalVariableTable").map(words);
    assert_eq!(variables, Some(vec![2, 0, 10, 1, 2, 0, 7, 2, 1, 2, 1]));
}

#[test]
fn short_frame_grows_when_its_offset_does() {
    let mut pool = pool();
    let mut code = body(&LOOP);
    // One same_frame at pc 0, then a same_locals_1_stack_item_frame (a `new` at pc 0) at pc 1.
    let table = Attribute::new(&mut pool, "StackMapTable", vec![0, 2, 0, 64, 8, 0, 0]).unwrap();
    code.attributes.push(table);
    let mut insertions = Insertions::new();
    insertions.at_entry(nops(64));
    insertions.before(0, nops(70));
    let code = insertions.apply(&code, 61, &mut pool).unwrap();
    // The first at 64: extended. The second at 135 = 64 + 1 + 70: extended; its site at 134.
    let table = code
        .attribute(&pool, "StackMapTable")
        .map(|a| a.bytes.to_vec());
    assert_eq!(table, Some(vec![0, 2, 251, 0, 64, 247, 0, 70, 8, 0, 134]));
}

#[test]
fn switch_padding_settles() {
    // 0: tableswitch (3 bytes of padding) default 20, 0..=0 -> 20; 20: return
    let mut bytes = vec![opcode::TABLESWITCH, 0, 0, 0];
    bytes.extend([20u32, 0, 0, 20].iter().flat_map(|w| w.to_be_bytes()));
    bytes.push(opcode::RETURN);
    for shift in 1..=4 {
        let mut insertions = Insertions::new();
        insertions.at_entry(nops(shift));
        let code = insertions.apply(&body(&bytes), 61, &mut pool()).unwrap();
        let switch = code.instruction(shift as u32).unwrap().switch().unwrap();
        let end = code.bytes.len() as u32 - 1;
        assert_eq!(
            switch.map(|s| (s.default, s.cases)),
            Some((end, vec![(0, end)])),
            "shift {shift}"
        );
    }
}

#[test]
fn jump_over_32_kib_is_an_error() {
    let mut bytes = vec![opcode::GOTO, 0x7F, 0xFF];
    bytes.extend(vec![opcode::NOP; 0x7FFC]);
    bytes.push(opcode::RETURN);
    let fits = Insertions::new().apply(&body(&bytes), 61, &mut pool());
    assert!(fits.is_ok());
    let mut insertions = Insertions::new();
    insertions.before(3, nops(1));
    assert_eq!(
        insertions.apply(&body(&bytes), 61, &mut pool()),
        Err(ClassFileError::JumpTooFar(0))
    );
}

#[test]
fn code_over_64_kib_is_an_error() {
    let bytes = [vec![opcode::NOP; 65_534], vec![opcode::RETURN]].concat();
    let mut insertions = Insertions::new();
    insertions.before(65_534, nops(1));
    let result = insertions.apply(&body(&bytes), 61, &mut pool());
    assert!(
        matches!(result, Err(ClassFileError::CodeTooLarge(_))),
        "{result:?}"
    );
}

#[test]
fn wrong_insertions_are_errors() {
    let jump = Snippet {
        bytes: vec![opcode::GOTO, 0, 3],
        stack: 0,
        locals: 0,
    };
    let mut insertions = Insertions::new();
    insertions.at_entry(jump);
    let result = insertions.apply(&body(&LOOP), 61, &mut pool());
    assert_eq!(result, Err(ClassFileError::NotStraightLine(opcode::GOTO)));
    for pc in [2, 4, 99] {
        let mut insertions = Insertions::new();
        insertions.before(pc, nops(1));
        let result = insertions.apply(&body(&LOOP), 61, &mut pool());
        assert_eq!(result, Err(ClassFileError::NotAnInstruction(pc)));
    }
}

#[test]
fn handler_without_throw_is_an_error() {
    let mut insertions = Insertions::new();
    insertions.catch_all(CatchAll {
        after: None,
        code: nops(1),
        locals: Vec::new(),
    });
    let result = insertions.apply(&body(&LOOP), 61, &mut pool());
    assert_eq!(result, Err(ClassFileError::NotStraightLine(opcode::NOP)));
}

#[test]
fn handler_covers_the_body_but_not_the_entry_code() {
    let mut insertions = Insertions::new();
    insertions.at_entry(nops(2));
    let code = Snippet {
        bytes: vec![opcode::ATHROW],
        stack: 3,
        locals: 5,
    };
    insertions.catch_all(CatchAll {
        after: None,
        code,
        locals: Vec::new(),
    });
    let mut pool = pool();
    let code = insertions.apply(&body(&LOOP), 61, &mut pool).unwrap();
    assert_eq!(
        code.exceptions,
        [ExceptionRange {
            start: 2,
            end: 6,
            handler: 6,
            catch_type: 0
        }]
    );
    assert_eq!((code.max_stack, code.max_locals), (4, 5));
    assert!(code.attribute(&pool, "StackMapTable").is_some());
    let old = insertions.apply(&body(&LOOP), 49, &mut pool).unwrap();
    assert!(old.attribute(&pool, "StackMapTable").is_none());
}

#[test]
fn type_annotations_follow_their_instructions() {
    let mut pool = pool();
    let mut code = body(&[opcode::NOP, opcode::NOP, opcode::NOP, opcode::RETURN]);
    // A `new` at pc 2; a local variable from pc 1 on for 2 bytes, with an array of two values
    // nested in an annotation.
    let on_new = [0x44, 0, 2, 0, 0, 9, 0, 0];
    let on_local = [
        0x40, 0, 1, 0, 1, 0, 2, 0, 1, 0, 0, 9, 0, 1, 0, 8, b'@', 0, 9, 0, 1, 0, 8, b'[', 0, 2,
    ];
    let values = [b's', 0, 7, b'e', 0, 7, 0, 7];
    let content = [&[0, 2][..], &on_new, &on_local, &values].concat();
    code.attributes
        .push(Attribute::new(&mut pool, "RuntimeVisibleTypeAnnotations", content.clone()).unwrap());
    let mut insertions = Insertions::new();
    insertions.at_entry(nops(4));
    insertions.after(0, nops(8));
    insertions.before(2, nops(16));
    let code = insertions.apply(&code, 61, &mut pool).unwrap();
    let mut expected = content;
    expected[4] = 4 + 8 + 16 + 2;
    expected[14] = 4 + 8 + 1;
    expected[16] = 16 + 2;
    assert_eq!(code.attributes[0].bytes, expected);
}
