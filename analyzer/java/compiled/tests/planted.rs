//! Errors that are planted in a lowered program are found, each once.

use std::path::Path;
use std::process::Command;
use std::sync::{Arc, OnceLock};

use ir::{CallSyntax, FieldRef, MethodId, MethodKind, Program, Statement, StatementKind, Target};
use java_compiled::{Agreement, Category, ClassFiles, Kind, compare, pair};
use java_lower::{Source, load};
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;

/// The last call of the class.
const RUN: &str = "java/lang/Runnable.run()V";

const TEXT: &str = "class A {
    int f, g;
    static int s;
    int[] ints;
    void u() {}
    static void v(Object o) {}
    void m() {
        u();
        f = g;
        ints = new int[3];
        v(new Object());
        s++;
        Runnable r = () -> { u(); f = 1; };
        r.run();
    }
}
";

#[test]
fn what_is_lowered_as_javac_does_it_agrees() {
    let agreement = compare(&program(), classes());
    assert_eq!(agreement.differences, []);
    assert_eq!(
        (
            agreement.instructions().compared,
            agreement.instructions().agreeing
        ),
        (15, 15)
    );
    assert_eq!((agreement.lines.compared, agreement.unresolved), (4, 0));
}

#[test]
fn statement_that_is_left_out_is_missing() {
    for position in 0..compared(&program(), method("m")).len() {
        let mut program = program();
        let place = compared(&program, method("m"))[position];
        statements(&mut program, method("m"), place.0).remove(place.1);
        let agreement = compare(&program, classes());
        let found = agreement
            .differences
            .iter()
            .filter(|difference| difference.method == "m()V");
        assert_eq!(
            found.map(|difference| difference.kind).collect::<Vec<_>>(),
            [Kind::Missing],
            "{place:?}"
        );
    }
}

#[test]
fn statement_that_is_repeated_is_extra() {
    for position in 0..compared(&program(), method("m")).len() {
        let mut program = program();
        let place = compared(&program, method("m"))[position];
        let statements = statements(&mut program, method("m"), place.0);
        statements.insert(place.1, statements[place.1].clone());
        assert_eq!(
            kinds(&compare(&program, classes())),
            [Kind::Extra],
            "{place:?}"
        );
    }
}

#[test]
fn statement_in_another_place_is_out_of_order() {
    let mut program = program();
    let places = compared(&program, method("m"));
    let all = statements(&mut program, method("m"), places[0].0);
    let first = all.remove(places[0].1);
    all.push(first);
    let agreement = compare(&program, classes());
    assert_eq!(kinds(&agreement), [Kind::Order]);
    assert_eq!(
        (
            agreement.instructions().compared,
            agreement.instructions().agreeing
        ),
        (15, 14)
    );
}

#[test]
fn callee_with_another_owner_is_another_one() {
    let mut program = program();
    let site = written_call(&program, "u");
    let Target::Resolved(target) = &mut program.calls[site].target else {
        panic!("u is resolved")
    };
    target.owner = Arc::from("B");
    let agreement = compare(&program, classes());
    assert_eq!(kinds(&agreement), [Kind::Other]);
    assert_eq!(agreement.differences[0].category, Category::Call);
    assert_eq!(
        (
            agreement.differences[0].line,
            agreement.calls.compared - agreement.calls.agreeing
        ),
        (Some(8), 1)
    );
}

#[test]
fn field_with_another_name_is_another_one() {
    let mut program = program();
    let is_store =
        |statement: &&mut Statement| matches!(statement.kind, StatementKind::Store { .. });
    let body = program.methods[method("m")].body.as_mut().expect("a body");
    let store = body
        .blocks
        .iter_mut()
        .flat_map(|block| &mut block.statements)
        .find(is_store)
        .expect("a store");
    if let StatementKind::Store { field, .. } = &mut store.kind {
        *field = FieldRef {
            name: Arc::from("other"),
            ..field.clone()
        };
    }
    let agreement = compare(&program, classes());
    assert_eq!(kinds(&agreement), [Kind::Other]);
    assert_eq!(agreement.differences[0].category, Category::Field);
}

#[test]
fn target_that_is_not_resolved_is_counted_and_differs() {
    let mut program = program();
    let site = written_call(&program, "u");
    program.calls[site].target = Target::Unresolved {
        name: Arc::from("u"),
        arity: 0,
    };
    let agreement = compare(&program, classes());
    assert_eq!(
        (kinds(&agreement), agreement.unresolved),
        (vec![Kind::Unresolved], 1)
    );
}

#[test]
fn call_on_another_line_agrees_but_for_its_line() {
    let mut program = program();
    let point = program.calls[written_call(&program, "u")].point;
    program.points[point].span.line += 1;
    let agreement = compare(&program, classes());
    assert_eq!(kinds(&agreement), [Kind::Line]);
    assert_eq!(agreement.calls.compared, agreement.calls.agreeing);
    assert_eq!(agreement.lines.compared - agreement.lines.agreeing, 1);
}

#[test]
fn body_of_a_lambda_is_compared_as_well() {
    let mut program = program();
    let lambda = program
        .methods
        .iter()
        .position(|method| method.kind == MethodKind::Lambda)
        .expect("a lambda");
    let lambda = MethodId::new(lambda);
    let place = compared(&program, lambda)[0];
    statements(&mut program, lambda, place.0).remove(place.1);
    assert_eq!(kinds(&compare(&program, classes())), [Kind::Missing]);
}

#[test]
fn calls_and_methods_are_paired_with_their_counterparts() {
    let program = program();
    let pairs = pair(&program, classes());
    let named = |method: &str| {
        pairs
            .methods
            .iter()
            .find(|(name, _)| name.method.starts_with(method))
            .map(|(_, &id)| id)
    };
    assert_eq!(
        (named("m("), named("v(")),
        (Some(method("m")), Some(method("v")))
    );
    let lambda = named("lambda$m$0").expect("the method of the lambda");
    assert_eq!(program.methods[lambda].kind, MethodKind::Lambda);
    let numbers = |method: &str| -> Vec<(u32, String)> {
        let calls = pairs
            .calls
            .iter()
            .filter(|(call, _)| call.method.method.starts_with(method));
        calls
            .map(|(call, &site)| (call.number, program.calls[site].target.to_string()))
            .collect()
    };
    let expected = [
        (0, "A.u()V"),
        (1, "java/lang/Object.<init>()V"),
        (2, "A.v(Ljava/lang/Object;)V"),
        (4, RUN),
    ];
    assert_eq!(
        numbers("m("),
        expected.map(|(number, callee)| (number, callee.to_owned())),
        "3 makes the lambda"
    );
    assert_eq!(numbers("lambda$"), [(0, "A.u()V".to_owned())]);
}

#[test]
fn callee_with_another_name_is_no_counterpart() {
    let mut program = program();
    let site = written_call(&program, "u");
    let Target::Resolved(target) = &mut program.calls[site].target else {
        panic!("u is resolved")
    };
    target.name = Arc::from("other");
    assert!(
        pair(&program, classes())
            .calls
            .values()
            .all(|&paired| paired != site)
    );
}

#[test]
fn methods_of_one_side_only_are_named() {
    let mut program = program();
    program.methods[method("m")].descriptor = Arc::from("(I)V");
    let agreement = compare(&program, classes());
    let named = kinds(&agreement);
    assert!(
        named.contains(&Kind::MethodMissing) && named.contains(&Kind::MethodExtra),
        "{named:?}"
    );
    assert_eq!(
        agreement.instructions().agreeing,
        1,
        "only the constructor's call is left"
    );
}

#[test]
fn class_that_was_not_lowered_is_named_and_counted() {
    let nothing = lowered("interface B {}");
    let agreement = compare(&nothing, classes());
    assert_eq!(kinds(&agreement), [Kind::ClassMissing]);
    assert_eq!(
        (
            agreement.instructions().compared,
            agreement.instructions().agreeing
        ),
        (15, 0)
    );
}

fn kinds(agreement: &Agreement) -> Vec<Kind> {
    agreement
        .differences
        .iter()
        .map(|difference| difference.kind)
        .collect()
}

/// Block and position of the statements of a method that stand for an instruction.
fn compared(program: &Program, method: MethodId) -> Vec<(usize, usize)> {
    let blocks = &program.methods[method]
        .body
        .as_ref()
        .expect("a body")
        .blocks;
    let is_compared = |statement: &Statement| {
        matches!(
            statement.kind,
            StatementKind::Call(_)
                | StatementKind::Load { .. }
                | StatementKind::Store { .. }
                | StatementKind::Allocate { .. }
        )
    };
    let places = blocks.iter().enumerate().flat_map(|(block, content)| {
        let all = content.statements.iter().enumerate();
        all.filter(|(_, statement)| is_compared(statement))
            .map(move |(position, _)| (block, position))
    });
    places.collect()
}

fn statements(program: &mut Program, method: MethodId, block: usize) -> &mut Vec<Statement> {
    &mut program.methods[method]
        .body
        .as_mut()
        .expect("a body")
        .blocks[block]
        .statements
}

fn written_call(program: &Program, name: &str) -> ir::CallSiteId {
    let is_wanted = |site: &ir::CallSite| {
        program.points[site.point].syntax == CallSyntax::Invocation
            && matches!(&site.target, Target::Resolved(target) if &*target.name == name)
    };
    ir::CallSiteId::new(
        program
            .calls
            .iter()
            .position(is_wanted)
            .expect("such a call"),
    )
}

/// The number of a method of the class, which is the same in every program of the text.
fn method(name: &str) -> MethodId {
    MethodId::new(
        program()
            .methods
            .iter()
            .position(|method| &*method.name == name)
            .expect("such a method"),
    )
}

fn program() -> Program {
    lowered(TEXT)
}

fn lowered(text: &str) -> Program {
    let class_path = ClassPath::open(&[], jdk()).expect("an empty class path");
    let source = Source {
        root: String::new(),
        path: "A.java".to_owned(),
        bytes: text.as_bytes().to_vec(),
    };
    load(vec![source], Arc::new(class_path)).expect("sources")
}

fn jdk() -> &'static Jdk {
    static JDK: OnceLock<Jdk> = OnceLock::new();
    JDK.get_or_init(|| Jdk::from_environment().expect("a JDK"))
}

/// Returns the class files that javac makes of the text.
fn classes() -> &'static ClassFiles {
    static CLASSES: OnceLock<ClassFiles> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        compile(folder.path());
        ClassFiles::read(&[folder.path().join("A.class")]).expect("a class file")
    })
}

fn compile(folder: &Path) {
    let source = folder.join("A.java");
    std::fs::write(&source, TEXT).expect("a file");
    let output = Command::new(jdk().home().join("bin/javac"))
        .arg("-d")
        .arg(folder)
        .arg(&source)
        .output();
    let output = output.expect("javac runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
