use std::collections::BTreeMap;

use date::code::eval::{Environment, Failure, Flow, Term, evaluate, execute};
use date::code::{Body, JavaType, Name, Object, Value};

use crate::fixture::{action, condition, types};

/// Variables by name, values of terms by canonical text; records what was asked.
#[derive(Default)]
struct Table {
    variables: BTreeMap<String, Value>,
    terms: BTreeMap<String, Value>,
    asked: Vec<String>,
}

impl Table {
    fn new(variables: &[(&str, Value)], terms: &[(&str, Value)]) -> Self {
        let owned = |pairs: &[(&str, Value)]| {
            pairs
                .iter()
                .map(|(k, v)| (k.to_string(), v.clone()))
                .collect()
        };
        Table {
            variables: owned(variables),
            terms: owned(terms),
            asked: Vec::new(),
        }
    }

    fn value(&mut self, text: &str) -> Result<Value, Failure> {
        let code = condition(text).unwrap();
        let Body::Expr(expr) = &code.body else {
            unreachable!("a condition is an expression")
        };
        evaluate(expr, self)
    }

    fn run(&mut self, text: &str) -> Result<Flow, Failure> {
        let code = action(text).unwrap();
        let Body::Stmts(statements) = &code.body else {
            unreachable!("an action is a sequence of statements")
        };
        execute(statements, self)
    }
}

impl Environment for Table {
    fn read(&mut self, name: &Name) -> Result<Value, Failure> {
        let missing = || Failure::Undetermined(name.text.clone());
        self.variables.get(&name.text).cloned().ok_or_else(missing)
    }

    fn write(&mut self, name: &Name, value: Value) -> Result<(), Failure> {
        self.variables.insert(name.text.clone(), value);
        Ok(())
    }

    fn type_of(&self, name: &Name) -> Option<JavaType> {
        types().of_name(name)
    }

    fn term(&mut self, term: &Term<'_>) -> Result<Value, Failure> {
        let operands: Vec<String> = term.operands.iter().map(Value::to_string).collect();
        self.asked
            .push(format!("{} <- {}", term.expr, operands.join(", ")));
        match self.terms.get(&term.expr.to_string()) {
            Some(value) => Ok(value.clone()),
            None if !term.value_needed => Ok(Value::Null),
            None => Err(Failure::Undetermined(term.expr.to_string())),
        }
    }
}

fn object(class: &str, id: u64) -> Value {
    Value::Object(Object {
        class: class.into(),
        id,
        equality_class: None,
    })
}

fn exception(result: Result<Value, Failure>) -> bool {
    matches!(result, Err(Failure::Exception(_)))
}

#[test]
fn arithmetic_is_java_s() {
    let mut table = Table::new(
        &[
            ("sent", Value::Int(i32::MAX)),
            ("big", Value::Long(1)),
            ("letter", Value::Char(97)),
        ],
        &[],
    );
    assert_eq!(table.value("sent + 1"), Ok(Value::Int(i32::MIN)));
    assert_eq!(table.value("sent + big"), Ok(Value::Long(2_147_483_648)));
    assert_eq!(table.value("letter + 1"), Ok(Value::Int(98)));
    assert_eq!(
        table.value("sent / 2 * 2.0"),
        Ok(Value::Double(2_147_483_646.0))
    );
    assert_eq!(
        table.value("(char) (letter + 1) + \"!\""),
        Ok(Value::Str("b!".into()))
    );
    assert_eq!(table.value("-2147483648 / -1"), Ok(Value::Int(i32::MIN)));
}

#[test]
fn assignments_convert_to_the_type_of_the_variable() {
    let mut table = Table::new(
        &[
            ("letter", Value::Char(97)),
            ("big", Value::Long(0)),
            ("sent", Value::Int(5)),
        ],
        &[],
    );
    table
        .run("letter += 1; big = sent; sent *= 1.5; letter++;")
        .unwrap();
    assert_eq!(table.variables["letter"], Value::Char(99));
    assert_eq!(table.variables["big"], Value::Long(5));
    assert_eq!(table.variables["sent"], Value::Int(7));
}

#[test]
fn exceptions_are_failures_of_their_own() {
    let mut table = Table::new(
        &[
            ("sent", Value::Int(0)),
            ("boxed", Value::Null),
            ("u", Value::Null),
        ],
        &[],
    );
    assert!(exception(table.value("1 / sent == 1")));
    assert!(exception(table.value("boxed + 1 == 1")));
    assert!(exception(table.value("u.risk() > 1")) && exception(table.value("u.count > 1")));
    assert_eq!(table.value("1.0 / sent > 1"), Ok(Value::Bool(true)));
}

#[test]
fn what_was_written_before_an_exception_stays() {
    let mut table = Table::new(&[("sent", Value::Int(1)), ("open", Value::Int(0))], &[]);
    assert!(table.run("sent = 7; sent = 1 / open; sent = 9;").is_err());
    assert_eq!(table.variables["sent"], Value::Int(7));
}

#[test]
fn short_circuits_ask_for_nothing() {
    let mut table = Table::new(&[("flag", Value::Bool(false))], &[]);
    assert_eq!(table.value("flag && f()"), Ok(Value::Bool(false)));
    assert_eq!(table.value("!flag || f()"), Ok(Value::Bool(true)));
    assert_eq!(table.value("flag ? (int) f() : 3"), Ok(Value::Int(3)));
    let unknown = table.value("flag ? f() : 3");
    assert!(
        matches!(unknown, Err(Failure::Undetermined(_))),
        "3.0 where `f` gives a double: {unknown:?}"
    );
    assert!(table.asked.is_empty());
}

#[test]
fn objects_are_compared_by_identity() {
    let variables = [
        ("u", object("User", 1)),
        ("thing", object("User", 1)),
        ("s", object("User", 2)),
        ("a", Value::Null),
    ];
    let mut table = Table::new(&variables, &[]);
    assert_eq!(table.value("u == thing"), Ok(Value::Bool(true)));
    assert_eq!(table.value("u != s"), Ok(Value::Bool(true)));
    assert_eq!(table.value("a == null && u != null"), Ok(Value::Bool(true)));
}

#[test]
fn identity_of_equal_strings_and_boxes_is_not_known() {
    let variables = [
        ("name", Value::Str("x".into())),
        ("message", Value::Str("x".into())),
        ("boxed", Value::Int(5)),
    ];
    let mut table = Table::new(&variables, &[]);
    assert!(matches!(
        table.value("name == message"),
        Err(Failure::Undetermined(_))
    ));
    assert_eq!(table.value("name == \"y\""), Ok(Value::Bool(false)));
    assert!(matches!(
        table.value("boxed == boxed"),
        Err(Failure::Undetermined(_))
    ));
    assert_eq!(table.value("boxed == 5"), Ok(Value::Bool(true)));
}

#[test]
fn terms_are_asked_with_evaluated_operands_in_order() {
    let terms = [
        ("f(n)", Value::Int(2)),
        ("u.m(f(n), 3)", Value::Int(1)),
        ("u.count", Value::Int(4)),
    ];
    let mut table = Table::new(&[("n", Value::Int(9)), ("u", object("User", 1))], &terms);
    assert_eq!(
        table.value("u.m(f(n), 3) + u.count == 5"),
        Ok(Value::Bool(true))
    );
    assert_eq!(
        table.asked,
        [
            "f(n) <- 9",
            "u.m(f(n), 3) <- User@1, 2, 3",
            "u.count <- User@1"
        ]
    );
}

#[test]
fn calls_on_types_clocks_and_channels_have_no_receiver_value() {
    let mut table = Table::new(&[("n", Value::Int(1))], &[]);
    table
        .run("System.out.println(\"n \" + n); idle.reset(); ch.send(n); u2.x = n;")
        .unwrap();
    let asked = [
        "System.out.println(\"n \" + n) <- n 1",
        "idle.reset() <- ",
        "ch.send(n) <- 1",
        "u2.x = n <- 1",
    ];
    assert_eq!(table.asked, asked);
}

#[test]
fn compound_writes_to_the_program_read_then_write() {
    let mut table = Table::new(&[("u", object("User", 1))], &[("u.count", Value::Int(4))]);
    table.run("u.count += 2; u.count++;").unwrap();
    assert_eq!(
        table.asked,
        [
            "u.count <- User@1",
            "u.count += 2 <- User@1, 6",
            "u.count <- User@1",
            "u.count++ <- User@1, 5"
        ]
    );
}

#[test]
fn concatenation_converts_as_java_does() {
    let variables = [
        ("u", object("User", 1)),
        ("name", Value::Null),
        ("flag", Value::Bool(true)),
    ];
    let mut table = Table::new(&variables, &[("u.toString()", Value::Str("ann".into()))]);
    assert_eq!(
        table.value("\"<\" + u + name + flag + 1.0 + 'c'"),
        Ok(Value::Str("<annnulltrue1.0c".into()))
    );
    for (text, shown) in [
        ("123.25", "123.25"),
        ("1e-3", "0.001"),
        ("-0.0", "-0.0"),
        ("1234567.5", "1234567.5"),
        ("0.1f", "0.1"),
        ("100.0", "100.0"),
        ("1.0/0", "Infinity"),
    ] {
        assert_eq!(
            table.value(&format!("\"\" + {text}")),
            Ok(Value::Str(shown.into())),
            "{text}"
        );
    }
    for text in [
        "2e23",
        "4.9e-324",
        "1.4e-45f",
        "1e7",
        "9.99e-4",
        "(0.1 + 0.2)",
        "(16777.217f * 3)",
        "'\\ud800'",
    ] {
        let shown = table.value(&format!("\"\" + {text}"));
        assert!(
            matches!(shown, Err(Failure::Undetermined(_))),
            "JDKs differ, or it is no text: {text}: {shown:?}"
        );
    }
}

#[test]
fn conditional_expressions_have_one_type() {
    let mut table = Table::new(
        &[
            ("flag", Value::Bool(true)),
            ("boxed", Value::Null),
            ("letter", Value::Char(97)),
        ],
        &[],
    );
    for (text, value) in [
        ("flag ? 'a' : 0", Value::Char(97)),
        ("flag ? letter : 65535", Value::Char(97)),
        ("flag ? letter : 65536", Value::Int(97)),
        ("flag ? letter : -1", Value::Int(97)),
        ("flag ? (byte) 1 : (short) 2", Value::Short(1)),
        ("flag ? 1 : 2.0", Value::Double(1.0)),
        ("flag ? boxed : null", Value::Null),
        ("flag ? boxed : boxed", Value::Null),
    ] {
        assert_eq!(table.value(text), Ok(value), "{text}");
    }
    let named = table.value("flag ? letter : (int) (0 * Integer.MAX_VALUE)");
    assert!(
        matches!(named, Err(Failure::Undetermined(_))),
        "a named constant may fit a char: {named:?}"
    );
    for text in [
        "flag ? boxed : 0",
        "flag ? boxed : 2L",
        "(flag ? null : 0) == 0",
    ] {
        let value = table.value(text);
        assert!(
            exception(value.clone()),
            "null is unboxed: {text}: {value:?}"
        );
    }
}

#[test]
fn what_is_compared_depends_on_static_types() {
    let same = |value: Value| {
        [
            ("thing", value.clone()),
            ("boxed", value.clone()),
            ("other", value),
        ]
    };
    let undetermined =
        |result: Result<Value, Failure>| matches!(result, Err(Failure::Undetermined(_)));
    let mut table = Table::new(
        &same(Value::Int(1000)),
        &[("u.a()", Value::Int(1000)), ("u.b()", Value::Int(1000))],
    );
    assert!(
        undetermined(table.value("thing == boxed")),
        "two boxes of 1000 may be two objects"
    );
    assert_eq!(table.value("boxed == 1000"), Ok(Value::Bool(true)));
    let mut table = Table::new(&same(Value::Double(f64::NAN)), &[]);
    assert!(
        undetermined(table.value("thing == thing")),
        "a box that holds no number is itself"
    );
    assert_eq!(table.value("0.0 / 0 == 0.0 / 0"), Ok(Value::Bool(false)));
    assert!(
        undetermined(table.value("(\"x\" + null) == \"xnull\"")),
        "null is no constant"
    );
    assert_eq!(table.value("(\"x\" + 1) == \"x1\""), Ok(Value::Bool(true)));
}

#[test]
fn casts_of_other_boxes_are_not_conversions() {
    let mut table = Table::new(&[("thing", Value::Long(5)), ("boxed", Value::Int(5))], &[]);
    assert!(table.value("(int) thing").is_err(), "Java throws");
    assert_eq!(table.value("(long) thing"), Ok(Value::Long(5)));
    assert_eq!(table.value("(long) boxed"), Ok(Value::Long(5)));
}

#[test]
fn statements_run_as_in_java() {
    let mut table = Table::new(&[("sent", Value::Int(0)), ("open", Value::Int(0))], &[]);
    let text = "int i = 0; while (i < 5) { if (i == 3) { sent = 10 * i; return; } i++; int j = i; open += j; } sent = -1;";
    assert_eq!(table.run(text), Ok(Flow::Return));
    assert_eq!(
        (
            table.variables["sent"].clone(),
            table.variables["open"].clone()
        ),
        (Value::Int(30), Value::Int(6))
    );
}

#[test]
fn an_endless_loop_is_given_up() {
    assert!(matches!(
        Table::default().run("while (true) {}"),
        Err(Failure::Undetermined(_))
    ));
}

#[test]
fn casts_and_instanceof_ask_only_what_the_value_does_not_tell() {
    let mut table = Table::new(
        &[("thing", object("User", 1))],
        &[("thing instanceof Person", Value::Bool(true))],
    );
    assert_eq!(
        table.value("thing instanceof User && thing instanceof Person"),
        Ok(Value::Bool(true))
    );
    assert_eq!(table.value("null instanceof User"), Ok(Value::Bool(false)));
    assert_eq!(
        table.value("(Object) thing == thing"),
        Ok(Value::Bool(true))
    );
    assert!(matches!(
        table.value("(Person) thing == thing"),
        Err(Failure::Undetermined(_))
    ));
}
