//! Patterns against the calls that javac makes of the fixture: the tables of the pointcut
//! semantics, row by row.

use crate::support;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use date::model::{
    ArgumentPattern, Arguments, Binding, JoinPoint, Member, MemberPattern, Modifier,
    ModifierPattern, Moment, ParameterPattern, PointPattern, Signature, TypePattern,
};
use java_patterns::type_names::{Imports, TypeNames};
use java_patterns::{Call, CallKind, Execution, FieldAccess, Miss, Pattern, PointMatch, Test};
use java_types::Access;
use java_types::class_info::ClassInfo;
use java_types::descriptor::{Primitive, Type};
use java_types::hierarchy::Hierarchy;
use jvm::classfile::{ClassFile, NewObject, opcode};
use jvm::classpath::ClassPath;
use tempfile::TempDir;

const OUTER: &str = "calls/Calls";

/// A call that javac made, owned.
#[derive(Debug, Clone)]
struct Made {
    kind: CallKind,
    owner: String,
    name: String,
    descriptor: String,
    caller: Option<String>,
}

struct Fixture {
    _folder: TempDir,
    path: PathBuf,
    /// Everything: the fixture on the class path, as sources.
    whole: Hierarchy,
}

fn fixture() -> &'static Fixture {
    static FIXTURE: OnceLock<Fixture> = OnceLock::new();
    FIXTURE.get_or_init(|| {
        let folder = TempDir::new().unwrap();
        support::compile(
            folder.path(),
            &[("calls/Calls.java", include_str!("../fixtures/Calls.java"))],
            &[],
        );
        let path = folder.path().to_owned();
        let whole = hierarchy_without(&path, &[]);
        Fixture {
            _folder: folder,
            path,
            whole,
        }
    })
}

/// The classes of the fixture but for those nested ones named.
fn hierarchy_without(path: &Path, missing: &[&str]) -> Hierarchy {
    let read = |file: PathBuf| {
        let bytes = fs::read(file).unwrap();
        let mut info = jvm::class_info(&ClassFile::parse(&bytes).unwrap()).unwrap();
        info.source = true;
        Arc::new(info)
    };
    let is_there = |class: &Arc<ClassInfo>| {
        !missing
            .iter()
            .any(|name| *class.name == format!("{OUTER}${name}"))
    };
    let sources: Vec<_> = support::class_files(path)
        .into_iter()
        .map(read)
        .filter(is_there)
        .collect();
    let class_path = ClassPath::open(&[], support::jdk()).unwrap();
    Hierarchy::new(sources, Arc::new(class_path))
}

/// The last call in a method of a class of the fixture.
fn call_in(class: &str, method: &str) -> Made {
    let bytes = fs::read(fixture().path.join(format!("{class}.class"))).unwrap();
    let class_file = ClassFile::parse(&bytes).unwrap();
    let number = class_file
        .methods
        .iter()
        .position(|m| m.name(&class_file.pool).unwrap() == method);
    let number = number.unwrap_or_else(|| panic!("no method {method}"));
    let is_static = class_file.methods[number].access.is_static();
    let code = class_file.code(number).unwrap().unwrap();
    let created = code
        .constructor_calls(&class_file.pool, method == "<init>")
        .unwrap();
    let is_creation = |pc| {
        created
            .iter()
            .any(|c| c.pc == pc && c.receiver != NewObject::This)
    };
    let instruction = code
        .instructions()
        .map(Result::unwrap)
        .filter(|i| i.is_invoke())
        .last()
        .unwrap();
    let member = class_file.pool.invoked(&instruction).unwrap().unwrap();
    let kind = match instruction.opcode() {
        opcode::INVOKESTATIC => CallKind::Static,
        opcode::INVOKEINTERFACE => CallKind::Interface,
        opcode::INVOKEVIRTUAL => CallKind::Virtual,
        _ if is_creation(instruction.pc) => CallKind::New,
        _ => CallKind::Special,
    };
    Made {
        kind,
        owner: member.owner.into_owned(),
        name: member.name.into_owned(),
        descriptor: member.descriptor.into_owned(),
        caller: (!is_static).then(|| class.to_owned()),
    }
}

/// `T.m`, `T+.m`, `*.m`, `T.new`, with any arguments; several of these separated by ` | `; `R
/// T.m(P, Q)` by its signature.
fn pattern(text: &str) -> PointPattern {
    PointPattern {
        join: JoinPoint::Call,
        moment: Moment::Before,
        members: text.split(" | ").map(member).collect(),
        target: None,
        arguments: Arguments::any(),
        caller: None,
        within: Vec::new(),
        flows: Vec::new(),
    }
}

fn member(text: &str) -> MemberPattern {
    let (head, parameters) = match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        Some((head, parameters)) => (head, Some(parameters)),
        None => (text, None),
    };
    let (result, head) = head
        .split_once(' ')
        .map_or((None, head), |(result, head)| (Some(result), head));
    let (declaring, name) = head.rsplit_once('.').unwrap();
    let name = if name == "new" {
        Member::Constructor
    } else {
        Member::Method(name.to_owned())
    };
    let parameter = |text: &str| match text.strip_suffix("...") {
        _ if text == ".." => ParameterPattern::Any,
        Some(element) => ParameterPattern::Variable(type_pattern(element)),
        None => ParameterPattern::One(type_pattern(text)),
    };
    let list = |text: &str| {
        text.split(", ")
            .filter(|text| !text.is_empty())
            .map(parameter)
            .collect()
    };
    let parameters = parameters.map(list);
    let signature = Signature {
        result: result.map(type_pattern),
        parameters,
        modifiers: Vec::new(),
    };
    MemberPattern {
        declaring: type_pattern(declaring),
        name,
        signature,
    }
}

fn type_pattern(text: &str) -> TypePattern {
    match text.strip_suffix('+') {
        Some(ty) => TypePattern::Subtypes(ty.to_owned()),
        None if text == "*" => TypePattern::Any,
        None => TypePattern::Exact(text.to_owned()),
    }
}

fn binding(ty: &str) -> Option<Binding> {
    Some(Binding {
        name: "x".to_owned(),
        ty: Some(ty.to_owned()),
    })
}

fn compiled(hierarchy: &Hierarchy, pattern: &PointPattern) -> Pattern {
    let imports = Imports::new(&["java.util.*", "java.io.*"]);
    Pattern::new(pattern, TypeNames::new(hierarchy, &imports))
}

fn ask(hierarchy: &Hierarchy, pattern: &PointPattern, made: &Made) -> Option<PointMatch> {
    let call = Call {
        within: "p/Main",
        kind: made.kind,
        owner: &made.owner,
        name: &made.name,
        descriptor: &made.descriptor,
        caller: made.caller.as_deref(),
    };
    compiled(hierarchy, pattern).call(hierarchy, &call)
}

/// Certain, or no match at all.
fn matches(method: &str, text: &str) -> bool {
    match ask(&fixture().whole, &pattern(text), &call_in(OUTER, method)) {
        Some(found) => {
            assert!(!found.uncertain, "{method} {text}");
            true
        }
        None => false,
    }
}

fn assert_matches(method: &str, yes: &[&str], no: &[&str]) {
    yes.iter()
        .for_each(|text| assert!(matches(method, text), "{method} should match {text}"));
    no.iter()
        .for_each(|text| assert!(!matches(method, text), "{method} should not match {text}"));
}

#[test]
fn declaring_type_is_tested_against_every_type_that_has_the_method() {
    assert_matches(
        "base_m",
        &["Base.m", "Base+.m", "*.m", "Ifc+.m"],
        &["Sub.m", "Sub+.m", "Ifc.m", "Object.m"],
    );
    assert_matches("sub_m", &["Base.m", "Sub.m", "Base+.m"], &["Ifc.m"]);
    assert_matches("sub_ov", &["Base.ov", "Sub.ov"], &["Base.o", "Base.ovx"]);
    assert_matches(
        "sub_only",
        &["Base+.only", "Sub.only", "Object+.only"],
        &["Base.only"],
    );
    assert_matches(
        "impl_m1",
        &["I1.m1", "I2.m1", "Impl.m1", "I1+.m1"],
        &["Base.m1"],
    );
    assert_matches("i1_m1", &["I1.m1"], &["I2.m1", "I2+.m1"]);
    assert_matches("sub_dm", &["Ifc.dm", "Base.dm"], &["I1.dm"]);
}

#[test]
fn members_of_object_are_not_those_of_interfaces() {
    assert_matches(
        "list_hash",
        &[
            "Collection.hashCode",
            "Collection+.hashCode",
            "List.hashCode",
        ],
        &[],
    );
    assert_matches(
        "object_hash",
        &["Object.hashCode"],
        &["Collection.hashCode", "Collection+.hashCode"],
    );
    assert_matches(
        "i2_string",
        &["Object.toString"],
        &["I1+.toString", "I2.toString"],
    );
}

#[test]
fn library_calls_match_through_their_interfaces() {
    assert_matches(
        "scanner_next",
        &["Iterator.next", "Iterator+.next"],
        &["Iterator.nex"],
    );
    assert_matches(
        "list_previous",
        &["Iterator+.*", "ListIterator.has*"],
        &["Iterator.*"],
    );
}

#[test]
fn declaring_class_alone_counts_for_static_methods() {
    assert_matches(
        "sub_static",
        &["Base.sm", "Base+.sm"],
        &["Sub.sm", "Sub+.sm"],
    );
}

#[test]
fn instantiated_class_alone_counts_for_constructors() {
    assert_matches(
        "new_base",
        &["Base.new", "Base+.new", "*.new"],
        &["Object.new", "Base.init", "Base.*"],
    );
    assert_matches("new_sub", &["Sub.new", "Base+.new"], &["Base.new"]);
    assert_matches("new_anonymous", &["Base+.new"], &["Base.new"]);
}

#[test]
fn constructor_delegation_and_super_calls_are_no_calls() {
    let delegation = call_in("calls/Calls$Sub", "<init>");
    assert_eq!(delegation.kind, CallKind::Special);
    assert_eq!(ask(&fixture().whole, &pattern("*.new"), &delegation), None);
    let private_delegation = call_in("calls/Calls$Two", "<init>");
    assert_eq!(private_delegation.descriptor, "(I)V");
    assert_eq!(
        ask(&fixture().whole, &pattern("*.new"), &private_delegation),
        None
    );
    let super_call = call_in("calls/Calls$Sub", "ov");
    assert_eq!(super_call.kind, CallKind::Special);
    assert_eq!(ask(&fixture().whole, &pattern("*.ov"), &super_call), None);
}

#[test]
fn private_methods_belong_to_their_class_alone() {
    let mut call = call_in("calls/Calls$Base", "callPriv");
    for kind in [CallKind::Virtual, CallKind::Special] {
        call.kind = kind;
        assert!(ask(&fixture().whole, &pattern("Base.priv"), &call).is_some());
        assert!(ask(&fixture().whole, &pattern("Ifc+.priv"), &call).is_some());
        assert!(ask(&fixture().whole, &pattern("Ifc.priv"), &call).is_none());
    }
}

#[test]
fn generic_overriding_is_seen_through_erasure() {
    assert_matches("box_set", &["Box.set"], &["SBox.set"]);
    assert_matches("sbox_set", &["Box.set", "SBox.set"], &["Child.set"]);
    assert_matches("child_set", &["Box.set", "Child.set"], &["SBox.set"]);
}

#[test]
fn signatures_are_those_of_the_declarations_of_one_of_the_types() {
    let cov = [
        "Base *.cov()",
        "Sub *.cov()",
        "Base Base.cov()",
        "Sub Sub.cov(..)",
        "Base+ Sub.cov()",
        "* *.cov()",
    ];
    assert_matches(
        "sub_cov",
        &cov,
        &[
            "Base Sub.cov()",
            "Sub Base.cov()",
            "void *.cov()",
            "Base *.cov(*)",
        ],
    );
    assert_matches(
        "base_m",
        &["void Base.m()", "void Ifc+.m(..)"],
        &["int Base.m()", "Object Base.m()"],
    );
    assert_matches(
        "list_hash",
        &["int Collection+.hashCode()", "int Object.hashCode()"],
        &["Integer *.hashCode()"],
    );
    assert_matches(
        "call_give_int",
        &["int Calls.give_int()"],
        &["Integer *.give_int()", "Object *.give_int()"],
    );
}

#[test]
fn parameter_types_are_matched_exactly() {
    let any = [
        "Calls.takes_string(..)",
        "Calls.takes_string(*)",
        "Calls.takes_string(.., *, ..)",
    ];
    assert_matches(
        "call_string",
        &any,
        &["Calls.takes_string()", "Calls.takes_string(*, *)"],
    );
    let typed = [
        "void *.takes_string(String)",
        "* Calls.takes_string(Object+)",
        "* *.takes_string(java.lang.String)",
    ];
    assert_matches(
        "call_string",
        &typed,
        &["* *.takes_string(Object)", "* *.takes_string(Integer+)"],
    );
    assert_matches(
        "call_int",
        &["* *.takes_int(int)"],
        &["* *.takes_int(Integer)", "* *.takes_int(Object+)"],
    );
    assert_matches(
        "call_integer",
        &["* *.takes_integer(Number+)"],
        &["* *.takes_integer(int)"],
    );
    let two = [
        "* *.takes_two(String, Object)",
        "* *.takes_two(String, ..)",
        "* *.takes_two(.., Object)",
    ];
    assert_matches(
        "call_two",
        &two,
        &[
            "* *.takes_two(Object, String)",
            "* *.takes_two(.., Object, *)",
        ],
    );
    let around = [
        "* *.takes_two(.., String, .., Object, ..)",
        "* *.takes_two(*, *)",
    ];
    assert_matches(
        "call_two",
        &around,
        &["* *.takes_two(.., String)", "* *.takes_two(String)"],
    );
    assert_matches(
        "call_ints",
        &["* *.takes_ints(int[])", "* *.takes_ints(Object+)"],
        &["* *.takes_ints(int...)"],
    );
}

#[test]
fn variable_arity_is_part_of_the_declaration() {
    let yes = [
        "* *.takes_objects(Object...)",
        "* *.takes_objects(..)",
        "* *.takes_objects(*)",
    ];
    assert_matches(
        "call_objects",
        &yes,
        &[
            "* *.takes_objects(Object[])",
            "* *.takes_objects(String...)",
        ],
    );
}

#[test]
fn generic_declarations_count_erased_and_as_they_are_inherited() {
    assert_matches("box_set", &["* Box.set(Object)"], &["* Box.set(String)"]);
    assert_matches(
        "sbox_set",
        &["* *.set(Object)", "* *.set(String)", "* SBox.set(String)"],
        &["* SBox.set(Object)"],
    );
    assert_matches(
        "list_previous",
        &["boolean Iterator+.*()"],
        &["boolean Iterator.*()"],
    );
}

#[test]
fn constructors_are_matched_by_their_parameters() {
    assert_matches(
        "new_base",
        &["Base.new()", "Base.new(..)"],
        &["Base.new(*)", "Base.new(int)"],
    );
}

#[test]
fn one_of_several_members_is_enough() {
    assert_matches(
        "sub_ov",
        &["Base.m | Sub.ov", "* *.ov() | * *.ov(int)"],
        &["Base.m | Base.only"],
    );
    let both = pattern("int Base.m() | Base.nowhere");
    assert_eq!(
        ask(&fixture().whole, &both, &call_in(OUTER, "base_m")),
        None
    );
}

#[test]
fn bodies_are_matched_by_their_signatures() {
    let matches = |text: &str| {
        let mut pattern = pattern(text);
        pattern.join = JoinPoint::Execution;
        let body = Execution {
            class: "calls/Calls$Sub",
            name: "cov",
            descriptor: "()Lcalls/Calls$Sub;",
            access: Access(0),
        };
        compiled(&fixture().whole, &pattern)
            .execution(&fixture().whole, &body)
            .is_some()
    };
    assert!(matches("Sub *.cov()") && matches("Base Base.cov()") && matches("Base+ Sub.cov()"));
    assert!(!matches("Base Sub.cov()") && !matches("void *.cov()") && !matches("Sub *.cov(int)"));
}

#[test]
fn last_arguments_are_counted_from_the_end() {
    let with = |first: &[&str], last: &[&str]| {
        let typed = |types: &[&str]| {
            types
                .iter()
                .map(|ty| ArgumentPattern::Typed((*ty).to_owned()))
                .collect()
        };
        let mut pattern = pattern("*.takes_two");
        pattern.arguments = Arguments {
            first: typed(first),
            rest: Some(typed(last)),
        };
        ask(&fixture().whole, &pattern, &call_in(OUTER, "call_two")).map(|found| found.arguments)
    };
    let string = Type::class("java/lang/String");
    assert_eq!(with(&["String"], &[]), Some(vec![Test::Always; 2]));
    assert_eq!(
        with(&[], &["String"]),
        Some(vec![Test::Always, Test::InstanceOf(string)])
    );
    assert_eq!(with(&["Object"], &["Object"]), Some(vec![Test::Always; 2]));
    assert_eq!(with(&["Object", "Object"], &["Object"]), None);
}

#[test]
fn array_clone_is_a_method_of_object() {
    assert_matches(
        "array_clone",
        &["Object.clone", "*.clone", "Object+.clone"],
        &["Calls.clone"],
    );
}

#[test]
fn names_with_stars_are_patterns_on_qualified_names() {
    assert_matches(
        "scanner_next",
        &["java.util.*.next", "java..*.next"],
        &["java.io.*.next", "*Scanner.next"],
    );
    assert_matches("base_m", &["calls..*.m", "calls.Calls.*.m"], &["calls.*.m"]);
}

/// The test that `wanted` leaves for the argument of the only call of `method`.
fn argument(method: &str, wanted: &str) -> Option<Test> {
    let mut pattern = pattern("*.takes_*");
    pattern.arguments = Arguments::exactly(vec![ArgumentPattern::Typed(wanted.to_owned())]);
    let found = ask(&fixture().whole, &pattern, &call_in(OUTER, method))?;
    assert!(!found.uncertain);
    found.arguments.into_iter().next()
}

#[test]
fn references_conform_always_never_or_by_a_test() {
    let instance = |class: &str| Some(Test::InstanceOf(Type::class(class)));
    assert_eq!(argument("call_string", "Object"), Some(Test::Always));
    assert_eq!(argument("call_string", "CharSequence"), Some(Test::Always));
    assert_eq!(
        argument("call_object", "String"),
        instance("java/lang/String")
    );
    assert_eq!(
        argument("call_runnable", "Thread"),
        instance("java/lang/Thread")
    );
    assert_eq!(
        argument("call_runnable", "List"),
        instance("java/util/List")
    );
    assert_eq!(
        argument("call_collection", "Thread"),
        instance("java/lang/Thread")
    );
    assert_eq!(argument("call_runnable", "String"), None);
    assert_eq!(argument("call_string", "Runnable"), None);
    assert_eq!(argument("call_string", "Integer"), None);
    assert_eq!(
        argument("call_object", "int[]"),
        Some(Test::InstanceOf(Type::array(Type::Primitive(
            Primitive::Int
        ))))
    );
    assert_eq!(argument("call_ints", "Object"), Some(Test::Always));
    assert_eq!(argument("call_ints", "long[]"), None);
    assert_eq!(argument("call_ints", "List"), None);
}

#[test]
fn primitives_widen_box_and_unbox_as_in_the_table() {
    assert_eq!(argument("call_int", "int"), Some(Test::Always));
    assert_eq!(
        argument("call_int", "long"),
        Some(Test::Widened {
            from: Primitive::Int,
            to: Primitive::Long
        })
    );
    assert_eq!(
        argument("call_char", "int"),
        Some(Test::Widened {
            from: Primitive::Char,
            to: Primitive::Int
        })
    );
    assert_eq!(argument("call_long", "int"), None);
    for class in ["Integer", "Number", "Object", "Comparable"] {
        assert_eq!(
            argument("call_int", class),
            Some(Test::Boxed(Primitive::Int)),
            "{class}"
        );
    }
    assert_eq!(argument("call_int", "Long"), None);
    assert_eq!(argument("call_int", "String"), None);
    assert_eq!(
        argument("call_integer", "int"),
        Some(Test::Unboxed(Primitive::Int))
    );
    assert_eq!(argument("call_integer", "long"), None);
    assert_eq!(argument("call_object", "int"), None);
}

#[test]
fn argument_lists_fix_the_number_and_varargs_are_one_array() {
    let with = |method: &str, arguments: Vec<ArgumentPattern>| {
        let mut pattern = pattern("*.takes_*");
        pattern.arguments = Arguments::exactly(arguments);
        ask(&fixture().whole, &pattern, &call_in(OUTER, method)).map(|found| found.arguments)
    };
    let any = || ArgumentPattern::Any;
    assert_eq!(with("call_int", vec![]), None);
    assert_eq!(with("call_int", vec![any()]), Some(vec![Test::Always]));
    assert_eq!(with("call_int", vec![any(), any()]), None);
    assert_eq!(
        with(
            "call_objects",
            vec![ArgumentPattern::Typed("Object[]".to_owned())]
        ),
        Some(vec![Test::Always])
    );
    assert_eq!(with("call_objects", vec![any(), any()]), None);
    let string = ArgumentPattern::Bound(binding("String").unwrap());
    let untyped = ArgumentPattern::Bound(Binding {
        name: "y".to_owned(),
        ty: None,
    });
    assert_eq!(
        with("call_two", vec![string, untyped]),
        Some(vec![Test::Always, Test::Always])
    );
}

#[test]
fn target_is_tested_against_the_static_type_of_the_receiver() {
    let target = |method: &str, text: &str, ty: &str| {
        let mut pattern = pattern(text);
        pattern.target = binding(ty);
        ask(&fixture().whole, &pattern, &call_in(OUTER, method)).map(|found| found.target)
    };
    assert_eq!(target("sub_m", "*.m", "Base"), Some(Test::NotNull));
    assert_eq!(
        target("base_m", "*.m", "Sub"),
        Some(Test::InstanceOf(Type::class("calls/Calls$Sub")))
    );
    assert_eq!(target("base_m", "*.m", "Impl"), None);
    assert_eq!(
        target("base_m", "*.m", "I2"),
        Some(Test::InstanceOf(Type::class("calls/Calls$I2")))
    );
    assert_eq!(target("sub_static", "*.sm", "Base"), None);
    assert_eq!(target("new_base", "Base.new", "Base"), Some(Test::Always));
}

#[test]
fn null_is_no_target() {
    let found = |moment: Moment, target: Option<Binding>| {
        let mut pattern = pattern("*.m");
        (pattern.moment, pattern.target) = (moment, target);
        ask(&fixture().whole, &pattern, &call_in(OUTER, "sub_m")).unwrap()
    };
    for moment in [Moment::Before, Moment::Throwing(None)] {
        let bound = found(moment.clone(), binding("Base"));
        assert_eq!(bound.target, Test::NotNull);
        assert!(!bound.is_definite() && bound.is_definite_on_objects());
        let narrow = found(moment.clone(), binding("I2"));
        assert!(!narrow.is_definite() && !narrow.is_definite_on_objects());
        assert!(found(moment, None).is_definite());
    }
    // A call that has returned had a receiver.
    assert!(found(Moment::Returning(None), binding("Base")).is_definite());
}

#[test]
fn fields_of_null_have_no_target() {
    let found = |join: JoinPoint, moment: Moment, is_static: bool| {
        let mut pattern = pattern("*.m");
        let name = "only".to_owned();
        (pattern.join, pattern.moment) = (join, moment);
        pattern.members[0].name = Member::Field(name.clone());
        pattern.arguments = Arguments::exactly(match join {
            JoinPoint::Set => vec![ArgumentPattern::Any],
            _ => Vec::new(),
        });
        pattern.target = binding("Base");
        let access = FieldAccess {
            owner: "calls/Calls$Sub",
            name: &name,
            descriptor: Some("I"),
            is_static,
            join,
            caller: None,
            within: OUTER,
        };
        let found = compiled(&fixture().whole, &pattern).access(&fixture().whole, &access);
        found.map(|found| found.target)
    };
    for join in [JoinPoint::Get, JoinPoint::Set] {
        assert_eq!(found(join, Moment::Before, false), Some(Test::NotNull));
        let returning = Moment::Returning(None);
        assert_eq!(found(join, returning, false), Some(Test::Always));
        assert_eq!(found(join, Moment::Before, true), None);
    }
}

#[test]
fn body_is_that_of_an_object() {
    let mut pattern = pattern("Base.m");
    (pattern.join, pattern.target) = (JoinPoint::Execution, binding("Base"));
    let body = Execution {
        class: "calls/Calls$Base",
        name: "m",
        descriptor: "()V",
        access: Access::PUBLIC,
    };
    let found = compiled(&fixture().whole, &pattern).execution(&fixture().whole, &body);
    assert_eq!(found.map(|found| found.target), Some(Test::Always));
}

#[test]
fn untyped_target_tests_nothing() {
    let mut untyped = pattern("*.sm");
    untyped.target = Some(Binding {
        name: "x".to_owned(),
        ty: None,
    });
    assert!(ask(&fixture().whole, &untyped, &call_in(OUTER, "sub_static")).is_some());
}

#[test]
fn result_conforms_to_its_binding() {
    let result = |method: &str, text: &str, ty: &str| {
        let mut pattern = pattern(text);
        pattern.moment = Moment::Returning(binding(ty));
        ask(&fixture().whole, &pattern, &call_in(OUTER, method)).map(|found| found.result)
    };
    assert_eq!(
        result("call_give_int", "*.give_int", "Object"),
        Some(Test::Boxed(Primitive::Int))
    );
    assert!(
        !result("call_give_object", "*.give_object", "String")
            .unwrap()
            .always_passes()
    );
    assert_eq!(result("base_m", "*.m", "Object"), Some(Test::NoValue));
    assert_eq!(result("base_m", "*.m", "String"), None);
    assert_eq!(result("new_sub", "Base+.new", "Base"), Some(Test::Always));
    assert_eq!(
        result("new_base", "Base+.new", "Sub"),
        Some(Test::InstanceOf(Type::class("calls/Calls$Sub")))
    );
}

#[test]
fn exception_is_tested_against_throwable() {
    let exception = |ty: &str| {
        let mut pattern = pattern("*.m");
        pattern.moment = Moment::Throwing(binding(ty));
        ask(&fixture().whole, &pattern, &call_in(OUTER, "base_m")).map(|found| found.result)
    };
    assert_eq!(exception("Throwable"), Some(Test::Always));
    assert_eq!(
        exception("IOException"),
        Some(Test::InstanceOf(Type::class("java/io/IOException")))
    );
    assert_eq!(exception("String"), None);
}

#[test]
fn caller_is_the_object_whose_code_calls() {
    let caller = |method: &str, ty: &str| {
        let mut pattern = pattern("*.takes_int");
        pattern.caller = binding(ty);
        ask(&fixture().whole, &pattern, &call_in(OUTER, method)).map(|found| found.caller)
    };
    assert_eq!(caller("within", "Calls"), Some(Test::Always));
    assert_eq!(
        caller("within", "Runnable").map(|t| t.always_passes()),
        Some(false)
    );
    assert_eq!(caller("within", "String"), None);
    assert_eq!(caller("call_int", "Calls"), None);
}

#[test]
fn outer_instance_counts_as_an_argument_of_an_inner_constructor() {
    let mut pattern = pattern("Inner.new");
    pattern.arguments = Arguments::exactly(vec![ArgumentPattern::Any; 2]);
    assert!(ask(&fixture().whole, &pattern, &call_in(OUTER, "new_inner")).is_some());
}

fn execution(text: &str, class: &str, name: &str, access: Access) -> Option<PointMatch> {
    let mut pattern = pattern(text);
    pattern.join = JoinPoint::Execution;
    let body = Execution {
        class,
        name,
        descriptor: "()V",
        access,
    };
    compiled(&fixture().whole, &pattern).execution(&fixture().whole, &body)
}

#[test]
fn execution_matches_the_declaring_class_and_what_it_overrides() {
    let (base, sub) = ("calls/Calls$Base", "calls/Calls$Sub");
    let public = Access::PUBLIC;
    for text in ["Ifc.im", "Base.im", "Object+.im", "*.im"] {
        assert!(execution(text, base, "im", public).is_some(), "{text}");
    }
    assert!(execution("Base.ov", sub, "ov", public).is_some());
    assert!(execution("Sub.m", base, "m", public).is_none());
    assert!(execution("Sub+.m", base, "m", public).is_none());
    assert!(execution("Ifc.m", base, "m", public).is_none());
    assert!(execution("Base.sm", base, "sm", Access::STATIC).is_some());
    assert!(execution("Base.new", base, "<init>", public).is_some());
    assert!(execution("*.*", base, "<init>", public).is_none());
}

#[test]
fn bodies_that_nobody_wrote_are_not_executed() {
    let base = "calls/Calls$Base";
    assert!(execution("*.m", base, "m", Access::PUBLIC).is_some());
    for access in [
        Access::ABSTRACT,
        Access::NATIVE,
        Access::SYNTHETIC | Access::BRIDGE,
    ] {
        assert!(execution("*.m", base, "m", access).is_none(), "{access:?}");
    }
    assert!(
        execution(
            "*.*",
            OUTER,
            "lambda$lambdas$0",
            Access::SYNTHETIC | Access::PRIVATE
        )
        .is_some()
    );
    assert!(execution("*.*", OUTER, "<clinit>", Access::STATIC).is_none());
}

#[test]
fn call_patterns_match_no_bodies_and_the_reverse() {
    let call = compiled(&fixture().whole, &pattern("*.m"));
    let body = Execution {
        class: "calls/Calls$Base",
        name: "m",
        descriptor: "()V",
        access: Access::PUBLIC,
    };
    assert_eq!(call.execution(&fixture().whole, &body), None);
    let mut executed = pattern("*.m");
    executed.join = JoinPoint::Execution;
    assert_eq!(
        ask(&fixture().whole, &executed, &call_in(OUTER, "base_m")),
        None
    );
}

/// Returns whether a match is uncertain when classes of the fixture are missing; `None` for no
/// match.
fn uncertain(missing: &[&str], method: &str, pattern: &PointPattern) -> Option<bool> {
    let hierarchy = hierarchy_without(&fixture().path, missing);
    ask(&hierarchy, pattern, &call_in(OUTER, method)).map(|found| found.uncertain)
}

#[test]
fn missing_classes_never_make_a_silent_no() {
    // The receiver's class is missing: it has the method, and may be below anything.
    assert_eq!(uncertain(&["Sub"], "sub_m", &pattern("Sub.m")), Some(true));
    assert_eq!(uncertain(&["Sub"], "sub_m", &pattern("Base.m")), Some(true));
    assert_eq!(uncertain(&["Sub"], "sub_m", &pattern("Ifc+.m")), Some(true));
    assert_eq!(uncertain(&["Sub"], "sub_only", &pattern("Base.only")), None);
    // The superclass is missing.
    assert_eq!(
        uncertain(&["Base"], "sub_m", &pattern("Base.m")),
        Some(true)
    );
    assert_eq!(
        uncertain(&["Base"], "sub_m", &pattern("Ifc+.m")),
        Some(true)
    );
    assert_eq!(
        uncertain(&["Base"], "sub_m", &pattern("Sub.m")),
        Some(false)
    );
    assert_eq!(
        uncertain(&["Base"], "sub_static", &pattern("Base.sm")),
        Some(true)
    );
    assert_eq!(
        uncertain(&["Sub"], "sub_static", &pattern("Base.sm")),
        Some(true)
    );
    assert_eq!(
        uncertain(&["Sub"], "new_sub", &pattern("Base+.new")),
        Some(true)
    );
    assert_eq!(uncertain(&["Sub"], "new_sub", &pattern("Base.new")), None);
}

/// A pattern for members with a modifier, or without it.
fn modified(text: &str, modifier: Modifier, holds: bool) -> PointPattern {
    let mut pattern = pattern(text);
    pattern.members[0]
        .signature
        .modifiers
        .push(ModifierPattern { modifier, holds });
    pattern
}

#[test]
fn modifiers_are_those_of_the_method_that_a_call_finds() {
    use Modifier::{Private, Static, Synchronized};
    for (method, text, modifier, holds) in [
        ("sub_static", "Base.sm", Static, true),
        ("base_m", "Base.m", Static, false),
        ("slow_s", "Slow.s", Synchronized, false),
        // What overrides is declared with it, and is a method of the class above, too.
        ("quick_s", "Slow.s", Synchronized, true),
        ("quick_s", "Quick.s", Synchronized, true),
        ("new_base", "Base.new", Private, false),
    ] {
        let asked = |holds: bool| uncertain(&[], method, &modified(text, modifier, holds));
        assert_eq!(
            (asked(holds), asked(!holds)),
            (Some(false), None),
            "{method} {text} {modifier:?}"
        );
    }
    // Of a method that is not known both may be so.
    for holds in [true, false] {
        assert_eq!(
            uncertain(&["Base"], "sub_m", &modified("*.m", Synchronized, holds)),
            Some(true)
        );
    }
}

#[test]
fn types_that_cannot_be_above_a_missing_class_still_do_not_match() {
    assert_eq!(uncertain(&["Base"], "sub_m", &pattern("String.m")), None);
    assert_eq!(uncertain(&["Base"], "sub_m", &pattern("Runnable.m")), None);
}

#[test]
fn types_with_missing_classes_are_tested_at_run_time_and_uncertain() {
    let mut typed = pattern("*.m");
    typed.target = binding("Ifc");
    assert_eq!(uncertain(&["Base"], "sub_m", &typed), Some(true));
    assert_eq!(uncertain(&[], "sub_m", &typed), Some(false));
    typed.target = binding("Nowhere");
    assert_eq!(uncertain(&[], "sub_m", &typed), Some(true));
}

#[test]
fn unresolved_calls_match_by_name_and_number() {
    let mut two = pattern("Base.m");
    two.arguments = Arguments::exactly(vec![ArgumentPattern::Any; 2]);
    let two = compiled(&fixture().whole, &two);
    assert!(two.may_match_unresolved("m", 2));
    assert!(
        two.may_match_unresolved("m", 1) && two.may_match_unresolved("m", 5),
        "varargs"
    );
    assert!(!two.may_match_unresolved("m", 0));
    assert!(!two.may_match_unresolved("n", 2));
}

fn near_miss(pattern: &PointPattern) -> Option<(Miss, Option<String>, bool)> {
    let miss = compiled(&fixture().whole, pattern).near_miss(&fixture().whole)?;
    Some((miss.miss, miss.nearest, miss.certain))
}

#[test]
fn patterns_that_can_match_have_no_near_miss() {
    for text in [
        "Base.m",
        "Iterator.next",
        "Iterator+.next",
        "Base+.only",
        "*.takes_int",
        "Base.new",
        "*.new",
    ] {
        assert_eq!(near_miss(&pattern(text)), None, "{text}");
    }
}

#[test]
fn near_miss_tells_type_name_count_and_types_apart() {
    let with = |text: &str, types: &[&str]| {
        let mut pattern = pattern(text);
        let typed = |ty: &&str| ArgumentPattern::Typed((*ty).to_owned());
        pattern.arguments = Arguments::exactly(types.iter().map(typed).collect());
        near_miss(&pattern)
    };
    let near = |text: &str| Some(text.to_owned());
    let itreator = Miss::Type {
        name: "Itreator".to_owned(),
    };
    assert_eq!(
        near_miss(&pattern("Itreator.next")),
        Some((itreator, near("Iterator"), false))
    );
    assert_eq!(
        near_miss(&pattern("Iterator.nxet")),
        Some((Miss::Name, near("java.util.Iterator.next()"), true))
    );
    assert_eq!(
        with("Iterator.next", &["Object"]),
        Some((Miss::ArgumentCount, near("java.util.Iterator.next()"), true))
    );
    let read = with("InputStream+.read", &["char[]", "int", "int"]);
    assert_eq!(
        read,
        Some((
            Miss::Types,
            near("java.io.InputStream.read(byte[], int, int)"),
            false
        ))
    );
    assert_eq!(
        near_miss(&pattern("Base.only")),
        Some((Miss::Name, None, true))
    );
    let chars = near_miss(&pattern("int InputStream+.read(char[], ..)"));
    assert_eq!(
        chars,
        Some((Miss::Types, near("java.io.InputStream.read(byte[])"), false))
    );
    let all = near_miss(&pattern("boolean Map+.putAll(..)")).unwrap();
    assert_eq!(
        (all.0, all.1),
        (Miss::Types, near("java.util.Map.putAll(java.util.Map)"))
    );
    assert_eq!(
        near_miss(&pattern("boolean Map+.putAll(..) | Iterator.next")),
        None,
        "one of them can match"
    );
}

#[test]
fn static_method_with_a_target_is_a_near_miss() {
    let mut bound = pattern("Base.sm");
    bound.target = binding("Base");
    assert_eq!(near_miss(&bound).map(|(miss, ..)| miss), Some(Miss::Types));
}
