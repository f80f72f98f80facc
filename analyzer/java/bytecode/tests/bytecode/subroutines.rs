//! `jsr` and `ret`, which no compiler writes any more.

use java_bytecode::ClassFileBytes;
use jvm::classfile::{ClassFile, Code};

use crate::support::{compiled, program};

/// The class `A` whose method `run` has this code.
fn with_code(descriptor: &str, code: Code<'_>) -> Vec<ClassFileBytes> {
    let text = format!("class A {{ static {descriptor} {{ return 0; }} }}");
    let mut files = compiled(&[("A.java".to_owned(), text)], &[]);
    let bytes = std::mem::take(&mut files[0].bytes);
    let mut class = ClassFile::parse(&bytes).expect("a class file");
    class.set_code(1, &code).expect("code");
    files[0].bytes = class.to_bytes().expect("bytes");
    files
}

fn code(max_stack: u16, max_locals: u16, bytes: &[u8]) -> Code<'_> {
    Code {
        max_stack,
        max_locals,
        bytes: bytes.into(),
        exceptions: Vec::new(),
        attributes: Vec::new(),
    }
}

fn run_of(files: Vec<ClassFileBytes>) -> Vec<String> {
    let program = program(files);
    let (run, _) = program
        .methods
        .iter_enumerated()
        .find(|(_, method)| &*method.name == "run")
        .expect("the method");
    let gaps = program.gaps.iter().map(|gap| gap.reason.clone());
    let printed = ir::print_method(&program, run);
    printed
        .lines()
        .map(|line| line.trim().to_owned())
        .chain(gaps)
        .collect()
}

fn count(printed: &[String], text: &str) -> usize {
    printed.iter().filter(|line| line.contains(text)).count()
}

#[test]
fn subroutine_is_copied_to_where_it_is_called() {
    let bytes = [
        0xA8, 0, 8, // jsr 8
        0xA8, 0, 5, // jsr 8
        0x1A, 0xAC, // iload_0; ireturn
        0x4C, 0x84, 0, 1, 0xA9, 1, // astore_1; iinc 0 1; ret 1
    ];
    let printed = run_of(with_code("int run(int n)", code(1, 2, &bytes)));
    assert_eq!(count(&printed, "= add"), 2, "{printed:#?}");
    assert!(printed.contains(&"return l0".to_owned()), "{printed:#?}");
}

/// The way of an exception through a subroutine: the handler calls it again.
#[test]
fn subroutine_of_a_handler_returns_to_the_handler() {
    let bytes = [
        0x1A, 0x04, 0x6C, 0x3C, // iload_0; iconst_1; idiv; istore_1
        0xA8, 0, 11, // jsr 15
        0x1B, 0xAC, // iload_1; ireturn
        0x4D, 0xA8, 0, 5, 0x2C, 0xBF, // at 9: astore_2; jsr 15; aload_2; athrow
        0x4E, 0x1A, 0x04, 0x6C, 0x57, 0xA9,
        3, // at 15: astore_3; iload_0; iconst_1; idiv; pop; ret 3
    ];
    let mut code = code(2, 4, &bytes);
    code.exceptions.push(jvm::classfile::ExceptionRange {
        start: 0,
        end: 4,
        handler: 9,
        catch_type: 0,
    });
    let printed = run_of(with_code("int run(int n)", code));
    let has = |text: &str| printed.iter().any(|line| line.contains(text));
    assert!(
        has("catch any") && has("throw l") && has("return l"),
        "{printed:#?}"
    );
    assert_eq!(count(&printed, "= div"), 3, "{printed:#?}");
}

#[test]
fn return_from_no_subroutine_is_a_gap_with_its_place() {
    let printed = run_of(with_code("int run(int n)", code(1, 2, &[0xA9, 1])));
    let gap = printed.last().expect("a gap");
    assert!(
        gap.ends_with("A.class: A.run(I)I: pc 0: local variable 1 holds no return address"),
        "{gap}"
    );
}

/// Thirty subroutines, each of which calls the next one twice: a billion copies.
#[test]
fn too_many_copies_are_refused() {
    let mut bytes = vec![0xA8, 0, 5, 0x03, 0xAC];
    for level in 0..30_u8 {
        // astore n; jsr next; jsr next; ret n
        bytes.extend([0x3A, level + 1, 0xA8, 0, 8, 0xA8, 0, 5, 0xA9, level + 1]);
    }
    bytes.extend([0x3A, 31, 0xA9, 31]);
    let printed = run_of(with_code("int run(int n)", code(1, 40, &bytes)));
    let gap = printed.last().expect("a gap");
    assert!(gap.contains("too many copies of subroutines"), "{gap}");
}

#[test]
fn damaged_code_names_class_method_and_offset() {
    let cases: [(&[u8], &str); 6] = [
        (&[0x60, 0xAC], "pc 0: the operand stack is empty"),
        (&[0x03, 0xA7, 0, 50], "pc 51: no instruction begins here"),
        (&[0x15, 9, 0xAC], "pc 0: there is no local variable 9"),
        (&[0x1B, 0xAC], "is read that is not assigned on every path"),
        (&[0x03, 0x3C], "pc 1: control leaves the code"),
        (
            &[0x01, 0xAC],
            "pc 1: the operand stack has Reference where Int is needed",
        ),
    ];
    for (bytes, wanted) in cases {
        let printed = run_of(with_code("int run(int n)", code(2, 2, bytes)));
        let gap = printed.last().expect("a gap");
        assert!(
            gap.contains("A.class: A.run(I)I: ") && gap.contains(wanted),
            "{gap}"
        );
    }
}
