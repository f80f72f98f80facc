//! The types of locals, and what is a truth value.

use ir::{Body, Program};
use jvm::classfile::ClassFile;

use crate::support::{compiled, program, program_of};

fn body<'p>(program: &'p Program, name: &str) -> &'p Body {
    let mut methods = program.methods.iter();
    let method = methods
        .find(|method| &*method.name == name)
        .expect("the method");
    method.body.as_ref().expect("a body")
}

fn types(body: &Body) -> Vec<String> {
    body.locals
        .iter()
        .map(|local| local.ty.to_string())
        .collect()
}

fn printed(program: &Program, name: &str) -> String {
    let (id, _) = program
        .methods
        .iter_enumerated()
        .find(|(_, method)| &*method.name == name)
        .expect("the method");
    ir::print_method(program, id)
}

#[test]
fn merged_references_have_a_type_above_both() {
    let program = program_of(
        "class A { static class B extends A {} static class C extends A {}
           static Object merged(boolean c) { return c ? new B() : new C(); }
           static Object apart(boolean c) { return c ? \"s\" : new Object[0]; }
           static Object[] arrays(boolean c) { return c ? new String[1] : new Integer[1]; } }",
    );
    assert!(types(body(&program, "merged")).contains(&"LA;".to_owned()));
    let apart = body(&program, "apart");
    assert_eq!(
        apart.locals.last().expect("a local").ty.to_string(),
        "Ljava/lang/Object;"
    );
    let arrays = types(body(&program, "arrays"));
    assert!(
        arrays.contains(&"[Ljava/lang/Object;".to_owned()),
        "{arrays:?}"
    );
}

/// A parameter may get values of other types than its own: those need a local of their own.
#[test]
fn parameter_slot_with_another_type_is_a_local_of_its_own() {
    let program = program_of(
        "class A { static void use(Object o) {}
           static void run(String s, boolean b) { use(s); { Object o = b ? s : (Object) Integer.valueOf(1); use(o); } } }",
    );
    assert_eq!(
        types(body(&program, "run"))[..2],
        ["Ljava/lang/String;", "Z"]
    );
}

#[test]
fn constants_are_truth_values_where_they_are_used_as_such() {
    let program = program_of(
        "class A { boolean field; static boolean[] flags = new boolean[1];
           static void take(boolean b) {} static void number(int i) {}
           boolean run(int n, boolean c) {
             take(true); number(1); field = false; flags[0] = true;
             boolean both = c & n > 0; take(both | c ^ true);
             int i = c ? 1 : 0; number(i);
             return c && n > 1;
           } }",
    );
    let text = printed(&program, "run");
    for wanted in ["= true", "= 1\n", "= false", "= xor l"] {
        assert!(text.contains(wanted), "{wanted} is not in {text}");
    }
    let body = body(&program, "run");
    let is_truth = |local: ir::LocalId| body.locals[local].ty.to_string() == "Z";
    for block in &body.blocks {
        for statement in &block.statements {
            if let ir::StatementKind::Call(site) = statement.kind {
                let call = &program.calls[site];
                let target = call.target.to_string();
                if target.contains("take") {
                    assert!(is_truth(call.arguments[0]), "{text}");
                } else if target.contains("number") {
                    assert!(!is_truth(call.arguments[0]), "{text}");
                }
            }
        }
    }
}

/// A private method is its own callee, also one of a nest mate.
#[test]
fn private_methods_are_called_specially() {
    let program = program_of(
        "class A { private void own() {} void run() { own(); new B().mate(); open(); } void open() {}
           class B { private void mate() {} } }",
    );
    let text = printed(&program, "run");
    for wanted in [
        "special A.own()V",
        "special A$B.mate()V",
        "virtual A.open()V",
    ] {
        assert!(text.contains(wanted), "{wanted} is not in {text}");
    }
}

/// Each block has the handlers of the ranges that cover it, in order, and none after one for
/// everything.
#[test]
fn handlers_come_in_the_order_of_the_table() {
    let program = program_of(
        "class A { void a() {} void run() {
             try { try { a(); } catch (IllegalStateException e) { a(); } finally { a(); } }
             catch (RuntimeException e) { return; } } }",
    );
    let handlers = &body(&program, "run").blocks[ir::BlockId::new(0)].handlers;
    let caught: Vec<String> = handlers
        .iter()
        .map(|handler| handler.caught.join("|"))
        .collect();
    assert_eq!(caught, ["java/lang/IllegalStateException", ""]);
}

/// `super.m()` that names a class further above runs what the direct superclass has, also where the
/// class file was compiled before that had it (JVMS 6.5.invokespecial).
#[test]
fn super_call_begins_at_the_direct_superclass() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let files = [
        file("A.java", "class A { void m() {} }"),
        file("B.java", "class B extends A { void m() {} }"),
        file(
            "C.java",
            "class C extends B { void run() { super.m(); super.hashCode(); } void name(A a) {} }",
        ),
    ];
    let mut compiled = compiled(&files, &[]);
    let bytes = &mut compiled[2].bytes;
    let mut class = ClassFile::parse(bytes).expect("a class file");
    let above = class.pool.add_method("A", "m", "()V", false).expect("room");
    let mut code = class.code(1).expect("sound").expect("a body").into_owned();
    code.bytes.to_mut()[2..4].copy_from_slice(&above.to_be_bytes());
    class.set_code(1, &code).expect("code");
    let edited = class.to_bytes().expect("bytes");
    compiled[2].bytes = edited;

    let text = printed(&program(compiled), "run");
    assert!(text.contains("special B.m()V"), "{text}");
    // `Object` has it, whichever class the search begins at.
    assert!(
        text.contains("special java/lang/Object.hashCode()I"),
        "{text}"
    );
}

/// A store to the slot of a parameter assigns the parameter: a monitor reads it there when the method
/// returns.
#[test]
fn parameter_keeps_what_it_is_assigned_last() {
    let program = program_of("class A { static void run(Object o, int n) { o = \"x\"; n++; } }");
    let text = printed(&program, "run");
    assert!(
        text.contains("l0 = \"x\"") && text.contains("l1 = add l1"),
        "{text}"
    );
}

/// A handler finds in a variable whatever it was assigned before any call of the block threw.
#[test]
fn handler_sees_each_assignment() {
    let program = program_of(
        "class A { static void a() {} static void use(int i) {}
           static void run() { int x = 1; try { a(); x = 2; a(); x = 3; a(); } catch (Error e) { use(x); } } }",
    );
    let text = printed(&program, "run");
    let assigned = |value: &str| {
        let line = text
            .lines()
            .find(|line| line.ends_with(value))
            .expect("the assignment");
        line.trim().split(' ').next().unwrap_or_default().to_owned()
    };
    let used = format!("A.use(I)V ({})", assigned("= 1"));
    assert!(text.contains(&used), "{text}");
    assert_eq!(
        [assigned("= 2"), assigned("= 3")],
        [assigned("= 1"), assigned("= 1")],
        "{text}"
    );
}
