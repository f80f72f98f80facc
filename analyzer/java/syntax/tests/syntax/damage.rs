//! Errors stay in the smallest member, and whatever is not in the tree is told.

use java_syntax::ast::Unit;
use java_syntax::dump::Dump;
use java_syntax::{parse, parse_bytes};

/// The damage of `text`: each part that is left out with the place and message of its error.
fn damage(text: &str) -> Vec<(String, String)> {
    told(&parse(text), text)
}

fn told(unit: &Unit, text: &str) -> Vec<(String, String)> {
    let part = |damage: &java_syntax::ast::Damage| {
        text[damage.span.start as usize..damage.span.end as usize].to_owned()
    };
    let error = |damage: &java_syntax::ast::Damage| {
        format!(
            "{}:{} {}",
            damage.error.line, damage.error.column, damage.message
        )
    };
    unit.damage
        .iter()
        .map(|damage| (part(damage), error(damage)))
        .collect()
}

fn tree(text: &str) -> String {
    let text = Dump(&parse(text)).to_string();
    let lines = text.lines().filter(|line| !line.starts_with("(damage"));
    lines.map(str::trim_start).collect::<Vec<_>>().join(" ")
}

/// Checks what is left out of `text`, why, and the tree of the rest.
#[track_caller]
fn check(text: &str, expected: &[(&str, &str)], rest: &str) {
    let found = damage(text);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(part, error)| (&**part, &**error))
        .collect();
    assert_eq!(found, expected);
    assert_eq!(tree(text), rest);
}

#[test]
fn a_broken_body_leaves_its_method_and_the_others() {
    check(
        "class A { void a() { b(); } int c(int d) { e(1, ; } void f() { g(); } }",
        &[("{ e(1, ; }", "1:49 expected an expression, found `;`")],
        "(class A (method void a () (block (do (call b)))) (method int c (int d) damaged) \
         (method void f () (block (do (call g)))))",
    );
}

#[test]
fn a_broken_value_leaves_its_field() {
    check(
        "class A { final int a = 1 + ; int b = 2; }",
        &[(" 1 + ", "1:29 expected an expression, found `;`")],
        "(class A (field final int a damaged) (field int b 2))",
    );
}

#[test]
fn a_broken_head_costs_the_method() {
    check(
        "class A { void a(int { b(); } void c() { } }",
        &[("void a(int { b(); }", "1:22 expected a name, found `{`")],
        "(class A (method void c () (block)))",
    );
}

#[test]
fn a_broken_initializer_is_left_out_as_a_whole() {
    check(
        "class A { static { a(; } { b(; } int c; }",
        &[
            ("static { a(; }", "1:22 expected an expression, found `;`"),
            ("{ b(; }", "1:30 expected an expression, found `;`"),
        ],
        "(class A (field int c))",
    );
}

#[test]
fn a_broken_head_of_a_type_costs_the_type() {
    check(
        "class A extends { void a() { } } class B { int b; }",
        &[(
            "class A extends { void a() { } }",
            "1:17 expected a type, found `{`",
        )],
        "(class B (field int b))",
    );
}

#[test]
fn errors_in_nested_types_stay_there() {
    check(
        "class A { class B { int a = ; class C { void b() { c( } } } int d; }",
        &[
            (" ", "1:29 expected an expression, found `;`"),
            ("{ c( }", "1:55 expected an expression, found `}`"),
        ],
        "(class A (class B (field int a damaged) (class C (method void b () damaged))) (field int d))",
    );
}

#[test]
fn a_broken_constant_leaves_the_others() {
    check(
        "enum A { B, C(1 +), D { void a() { } }; int b; }",
        &[("C(1 +),", "1:18 expected an expression, found `)`")],
        "(enum A (constant B) (constant D (anonymous extends A (method void a () (block)))) (field int b))",
    );
}

#[test]
fn a_broken_import_leaves_the_types() {
    check(
        "import a b; import c.D; class A { }",
        &[("import a b;", "1:10 expected `;`, found `b`")],
        "(import c.D) (class A)",
    );
}

#[test]
fn a_missing_brace_costs_one_method() {
    check(
        "class A { void a() { if (b) { c(); } public void d() { } int e; }",
        &[("{ if (b) { c(); }", "1:37 expected `}`, found the end")],
        "(class A (method void a () damaged) (method public void d () (block)) (field int e))",
    );
}

#[test]
fn a_surplus_brace_costs_nothing_else() {
    check(
        "class A { void a() { } } void b() { } } class C { }",
        &[("}", "1:24 there is no `{` for this `}`")],
        "(class A (method void a () (block)) (method void b () (block))) (class C)",
    );
}

#[test]
fn a_text_that_ends_early_keeps_what_is_whole() {
    check(
        "class A { int a; class B { void b() { } void c() { d(",
        &[
            ("{ d(", "1:54 expected an expression, found the end"),
            ("", "1:54 expected `}` at the end of the type"),
            ("", "1:54 expected `}` at the end of the type"),
        ],
        "(class A (field int a) (class B (method void b () (block)) (method void c () damaged)))",
    );
}

#[test]
fn a_string_that_is_not_closed_ends_with_its_line() {
    check(
        "class A {\n  void a() { b(\"c); }\n  void d() { }\n  String e = \"f;\n  int g;\n}",
        &[
            (
                "{ b(\"c); }\n  void d() { }\n  String e = \"f;\n  int g;\n}",
                "2:16 the string literal is not closed",
            ),
            ("", "6:2 expected `}` at the end of the type"),
        ],
        "(class A (method void a () damaged))",
    );
    check(
        "class A {\n  String a = \"b;\n  char c = 'd;\n  int e;\n}",
        &[
            ("String a = \"b;", "2:14 the string literal is not closed"),
            ("char c = 'd;", "3:12 the character literal is not closed"),
        ],
        "(class A (field int e))",
    );
}

#[test]
fn a_comment_that_is_not_closed_costs_the_rest() {
    check(
        "class A { int a; int b /* c; }",
        &[
            ("int b /* c; }", "1:24 the comment is not closed"),
            ("", "1:31 expected `}` at the end of the type"),
        ],
        "(class A (field int a))",
    );
}

#[test]
fn literals_that_mean_nothing_are_damage() {
    check(
        "class A { int a = 08, b = 2; String c = \"\\q\"; char d = ''; long e = 99999999999; void f() { g(0x); } }",
        &[
            ("08", "1:19 08 is not a number of base 8"),
            ("\"\\q\"", "1:41 `\\q` is not an escape sequence"),
            (" ''", "1:56 expected an expression, found `'`"),
            (
                "99999999999",
                "1:69 integer number 99999999999 is too large",
            ),
            ("{ g(0x); }", "1:95 0x is not a number of base 16"),
        ],
        "(class A (field int a damaged) (field int b 2) (field String c damaged) (field char d damaged) \
         (field long e damaged) (method void f () damaged))",
    );
}

#[test]
fn keywords_are_no_names() {
    check(
        "class A { int a = class + 1; void b() { int while; } int c; }",
        &[
            ("class + 1", "1:19 `class` is no name"),
            ("{ int while; }", "1:45 `while` is no name"),
        ],
        "(class A (field int a damaged) (method void b () damaged) (field int c))",
    );
}

#[test]
fn members_outside_a_type_are_damage() {
    check(
        "void a() { } class B { } int c; d();",
        &[
            ("void a() { }", "1:13 expected `}`, found the end"),
            ("d();", "1:37 expected a declaration, found `}`"),
        ],
        "(import module java.base) (anonymous final (class B) (field int c))",
    );
}

#[test]
fn an_error_in_an_anonymous_class_costs_the_member_around_it() {
    let text = "class A { Object a = new B() { void c() { d(; } void e() { } }; int f; }";
    assert_eq!(
        tree(text),
        "(class A (field Object a damaged) (field int f))"
    );
    let text = "class A { Object a = new B() { void c() { d(08); } void e() { } }; int f; }";
    let rest = "(class A (field Object a (new B (anonymous extends B (method void c () damaged) \
                (method void e () (block))))) (field int f))";
    assert_eq!(tree(text), rest);
}

#[test]
fn damage_names_the_innermost_type_of_the_tree() {
    let unit = parse(
        "import a b; class A { class B { int c = ; } void d() { 08; } class extends { int e; } }",
    );
    let within: Vec<_> = unit
        .damage
        .iter()
        .map(|damage| {
            damage
                .within
                .map_or("", |id| &unit.type_decls[id].name.text)
        })
        .collect();
    assert_eq!(within, ["", "B", "A", "A"]);
}

#[test]
fn places_are_those_of_the_text_as_it_is_written() {
    let text = "class \\u0041 {\n  /* \u{1F600} */ int \\u0062 = 1 + ;\n}";
    let unit = parse(text);
    let error = unit.damage[0].error;
    assert_eq!(
        (
            error.line,
            error.column,
            &text[error.start as usize..error.end as usize]
        ),
        (2, 29, ";")
    );
}

#[test]
fn bytes_that_are_not_utf8_do_no_harm_in_comments() {
    let unit = parse_bytes(b"class A { // \xe9\n /* \xff\xfe */ int a; /** \xc3 */ }");
    assert_eq!(unit.damage, []);
    assert_eq!(Dump(&unit).to_string(), "(class A\n  (field int a))\n");
}

#[test]
fn bytes_that_are_not_utf8_are_damage_elsewhere() {
    let unit = parse_bytes(
        b"class A { String a = \"\xe9\"; char b = '\xe9'; int c\xe9; void d() { \xe9(); } int e; }",
    );
    let messages: Vec<_> = unit
        .damage
        .iter()
        .map(|damage| (damage.error.column, &*damage.message))
        .collect();
    assert_eq!(
        messages,
        [22, 36, 46, 60].map(|column| (column, "this is not UTF-8 text"))
    );
    let rest = "(class A\n  (field String a damaged)\n  (field char b damaged)\n  (method void d () damaged)\n  (field int e))\n";
    assert!(Dump(&unit).to_string().starts_with(rest), "{}", Dump(&unit));
}

#[test]
fn utf16_is_damage_as_a_whole() {
    let text: Vec<u8> = "\u{feff}class A { }"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let unit = parse_bytes(&text);
    assert_eq!((unit.types.len(), unit.damage.len()), (0, 1));
    assert_eq!(unit.damage[0].message, "the file is UTF-16: expected UTF-8");
    assert!(unit.damage[0].span.end as usize >= text.len());
}

#[test]
fn a_member_with_a_keyword_for_a_name_is_taken_back_as_a_whole() {
    check(
        "class A { void goto() { b(); } int c; }",
        &[("void goto() { b(); }", "1:16 `goto` is no name")],
        "(class A (field int c))",
    );
    check(
        "enum A { goto(b()), C; }",
        &[("goto(b())", "1:10 `goto` is no name")],
        "(enum A (constant C))",
    );
}
