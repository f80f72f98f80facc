//! The texts in a source: its string literals, without comments and tests.

use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, ItemMod, Lit, LitStr, Macro, Meta};

/// The string literals of a source, those of its tests left out.
///
/// # Panics
/// The source is no Rust.
pub fn literals(source: &str) -> Vec<String> {
    let file = syn::parse_file(source).expect("a source is Rust");
    let mut texts = Texts::default();
    texts.visit_file(&file);
    texts.found
}

/// The texts of a script, which has each on one line.
pub fn script_literals(source: &str) -> Vec<String> {
    let lines = source.lines();
    let code = lines.filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split(['\'', '`']).skip(1).step_by(2))
        .map(str::to_owned)
        .collect()
}

/// The string literals that have been visited.
#[derive(Default)]
struct Texts {
    found: Vec<String>,
}

impl Texts {
    /// Adds the literals among the tokens from the cursor on. Comments are `#[doc = ".."]` here.
    fn add_tokens(&mut self, mut cursor: Cursor<'_>) {
        let is_comment = cursor.ident().is_some_and(|(name, _)| name == "doc");
        while let Some((_, rest)) = cursor.token_tree().filter(|_| !is_comment) {
            if let Some((inside, ..)) = cursor.any_group() {
                self.add_tokens(inside);
            } else if let Some((literal, _)) = cursor.literal()
                && let Lit::Str(text) = Lit::new(literal)
            {
                self.found.push(text.value());
            }
            cursor = rest;
        }
    }
}

impl<'a> Visit<'a> for Texts {
    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        if !module.attrs.iter().any(is_of_tests) {
            visit::visit_item_mod(self, module);
        }
    }

    /// Comments are `#[doc = ".."]`. Other attributes have texts: those of errors and options.
    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        match &attribute.meta {
            Meta::NameValue(value) if !value.path.is_ident("doc") => self.visit_expr(&value.value),
            Meta::List(list) => self.add_tokens(TokenBuffer::new2(list.tokens.clone()).begin()),
            Meta::NameValue(_) | Meta::Path(_) => {}
        }
    }

    fn visit_macro(&mut self, invoked: &'a Macro) {
        self.add_tokens(TokenBuffer::new2(invoked.tokens.clone()).begin());
    }

    fn visit_lit_str(&mut self, text: &'a LitStr) {
        self.found.push(text.value());
    }
}

/// Returns whether an attribute is `#[cfg(test)]`.
fn is_of_tests(attribute: &Attribute) -> bool {
    let condition = || attribute.parse_args::<Ident>();
    attribute.path().is_ident("cfg") && condition().is_ok_and(|condition| condition == "test")
}

#[test]
fn literals_are_found() {
    let source = r##"
        /// "no text"
        #[error("zero")]
        fn f<'a>(c: char) { g('"', '\'', "one \"two\"\n", r#"thr"ee"#, "four \
            five"); }
        fn h() { writeln!(out, "six {}", [format!("seven")]); }
        #[cfg(test)]
        mod tests { const ONE: &str = "no text"; }
        const EIGHT: &str = "eight"; // "no text"
    "##;
    let found = [
        "zero",
        "one \"two\"\n",
        "thr\"ee",
        "four five",
        "six {}",
        "seven",
        "eight",
    ];
    assert_eq!(literals(source), found);
}

#[test]
fn literals_of_scripts_are_found() {
    let script = "// it's none\nadd('one', `two ${three}`); // four\n";
    assert_eq!(script_literals(script), ["one", "two ${three}"]);
}
