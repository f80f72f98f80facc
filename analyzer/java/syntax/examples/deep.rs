//! scratch
use std::time::Instant;
fn main() {
    let n: usize = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(50_000);
    let only = std::env::args().nth(2);
    let rep = |s: &str| s.repeat(n);
    let m = |b: String| format!("class A {{ void f() {{ {b} }} }}");
    let cases: Vec<(&str, String)> = vec![
        ("parens", m(format!("x = {}1{};", rep("("), rep(")")))),
        ("blocks", m(format!("{}{}", rep("{"), rep("}")))),
        ("elseif", m(format!("{}{{}}", rep("if (a) b(); else ")))),
        ("ifs", m(format!("{};", rep("if (a) ")))),
        ("lambdas", m(format!("x = {}1;", rep("a -> ")))),
        ("blocklambdas", m(format!("x = {}{};", rep("() -> { return "), rep("; }")))),
        ("calls", m(format!("{}1{};", rep("f("), rep(")")))),
        ("chain", m(format!("x{};", rep(".f()")))),
        ("concat", m(format!("x = \"a\"{};", rep(" + \"b\"")))),
        ("mixed", m(format!("x = 1{};", rep(" + 1 - 1")))),
        ("ternary", m(format!("x = {}1;", rep("a ? b : ")))),
        ("unary", m(format!("x = {}1;", rep("- ")))),
        ("assign", m(format!("{}1;", rep("a = ")))),
        ("generics", m(format!("{}A{} x;", rep("A<"), rep(">")))),
        ("classes", format!("{}{}", rep("class A {"), rep("}"))),
        ("anon", m(format!("x = {}1{};", rep("new A() { int x = "), rep("; }")))),
        ("casts", m(format!("x = {}1;", rep("(int) ")))),
        ("index", m(format!("x = {}1{};", rep("a["), rep("]")))),
        ("dims", m(format!("int{} x;", rep("[]")))),
        ("arrays", m(format!("int x = {}{};", rep("{"), rep("}")))),
        ("selects", m(format!("x = a{};", rep(".b")))),
        ("labels", m(format!("{};", rep("a: ")))),
        ("trys", m(format!("{}{}", rep("try { "), rep("} finally { }")))),
        ("switches", m(format!("{}{}", rep("switch (a) { case 1: "), rep("}")))),
        ("patterns", m(format!("if (x instanceof {}R(){}) ;", rep("R("), rep(")")))),
        ("openparens", m(format!("x = {};", rep("(")))),
        ("openbraces", m(rep("{"))),
        ("closebraces", m(rep("}"))),
        ("closeparens", m(rep(")"))),
        ("openbrackets", m(rep("["))),
        ("quotes", m(rep("\"\n"))),
        ("ats", m(rep("@"))),
        ("targets", m(format!("{}a{} = 1;", rep("("), rep(")")))),
        ("lts", m(format!("x = {}a;", rep("a < ")))),
        ("cases", m(rep("case a, b "))),
        ("instanceofs", m(rep("a instanceof B ( "))),
        ("annots", format!("{}{} class A {{}}", rep("@A("), rep(")"))),
        ("words", m(rep("a "))),
        ("newws", m(rep("new a { "))),
        ("publics", m(rep("public "))),
        ("publicmethods", m(rep("{ public "))),
        ("templates", m(format!("x = STR.{}1{};", rep("\"\\{ STR."), rep("}\"")))),
        ("semis", rep(";")),
        ("dots", m(rep("."))),
        ("unicode", m(rep("\\u0041"))),
        ("surrogates", m(rep("\\ud800"))),
        ("assigns", m(rep("(a) = "))),
        ("varargs", m(rep("@A ..."))),
        ("methods", format!("class A {{ {} }}", rep("void f() { x( }\n"))),
        ("fieldsbad", format!("class A {{ {} }}", rep("int x = ;\n"))),
        ("typesbad", rep("class A extends { }\n")),
        ("nestedbad", format!("{}int x = ;{}", rep("class A {"), rep("}"))),
    ];
    for (name, text) in cases {
        if only.as_ref().is_some_and(|o| o != name) {
            continue;
        }
        let t = Instant::now();
        // A small stack, as worker threads have.
        let text2 = text.clone();
        let unit = std::thread::Builder::new()
            .stack_size(1 << 20)
            .spawn(move || java_syntax::parse(&text2))
            .unwrap()
            .join()
            .unwrap();
        let p = t.elapsed();
        println!(
            "{name}: {} bytes {p:?} exprs {} stmts {} types {} damage {}: {:?}",
            text.len(),
            unit.exprs.len(),
            unit.stmts.len(),
            unit.type_decls.len(),
            unit.damage.len(),
            unit.damage.first().map(|d| &d.message)
        );
    }
}
