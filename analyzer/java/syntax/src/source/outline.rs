//! The declarations of a text by its brackets and a few keywords alone, so that an error in one
//! does not hide the others.
//!
//! Where braces do not balance, two things tell where a member really ends: an access modifier
//! cannot stand among statements, so a body that reaches one lacks a brace; and what follows the
//! last brace of a top-level type should declare another type.

use std::ops::Range;

use super::lexer::TokenKind;
use super::tokens::Tokens;

/// The kind of place where items stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The unit.
    Top,
    /// The body of a class or record.
    Class,
    /// The body of an interface.
    Interface,
    /// The body of an annotation interface.
    Annotation,
    /// The constants of an enum.
    Constants,
    /// The members of an enum.
    Enum,
}

/// The parts of an item; positions are indices of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Up to a semicolon or comma, or to where the next item must start.
    Plain,
    /// With a value behind the `=` here.
    Value(usize),
    /// With a body of code in the brace here.
    Code(Brace),
    /// A type whose members are in the brace here.
    Type(Brace),
}

/// A brace: index of its token, and whether it is closed by the item's last token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Brace {
    /// Index of the opening token.
    pub open: usize,
    /// True if there is a closing one.
    pub closed: bool,
}

/// A declaration, or what stands where one should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// The place of the item.
    pub place: Place,
    /// The parts of the item.
    pub shape: Shape,
    /// The type around it.
    pub parent: Option<usize>,
}

/// The items of a text in order, types before their members. Linear.
pub(crate) fn outline(tokens: &Tokens) -> Vec<Item> {
    let mut outliner = Outliner {
        tokens,
        items: Vec::new(),
        open: Vec::new(),
        at: 0,
        surplus: surplus(tokens),
    };
    while outliner.at < tokens.len() {
        outliner.step();
    }
    for (index, _) in std::mem::take(&mut outliner.open) {
        outliner.items[index].tokens.end = tokens.len();
    }
    outliner.items
}

/// How many closing braces there are too many.
fn surplus(tokens: &Tokens) -> usize {
    let count = |brace: &str| {
        (0..tokens.len())
            .filter(|&index| tokens.text(index) == brace)
            .count()
    };
    count("}").saturating_sub(count("{"))
}

struct Outliner<'a> {
    tokens: &'a Tokens<'a>,
    items: Vec<Item>,
    /// The types whose body is being read, and where in them we are.
    open: Vec<(usize, Place)>,
    at: usize,
    surplus: usize,
}

impl Outliner<'_> {
    fn step(&mut self) {
        let constants = self.place() == Place::Constants;
        match self.tokens.text(self.at) {
            "}" => self.close(),
            ";" if constants => self.end_constants(),
            ";" => self.at += 1,
            "," if constants => self.at += 1,
            word if constants && is_access(word) => self.end_constants(),
            _ if constants => self.constant(),
            _ => self.item(),
        }
    }

    fn place(&self) -> Place {
        self.open.last().map_or(Place::Top, |&(_, place)| place)
    }

    fn end_constants(&mut self) {
        if let Some((_, place)) = self.open.last_mut() {
            *place = Place::Enum;
        }
    }

    /// A closing brace: of the innermost type, or one too many.
    fn close(&mut self) {
        let stray = self.open.len() == 1 && self.surplus > 0 && !self.type_follows(self.at + 1);
        let closed = if stray { None } else { self.open.pop() };
        self.at += 1;
        match closed {
            Some((index, _)) => {
                let item = &mut self.items[index];
                item.tokens.end = self.at;
                if let Shape::Type(brace) = &mut item.shape {
                    brace.closed = true;
                }
            }
            None => {
                self.surplus = self.surplus.saturating_sub(1);
                self.add(self.at - 1, Shape::Plain);
            }
        }
    }

    /// Returns whether nothing or a type declaration follows.
    fn type_follows(&self, mut at: usize) -> bool {
        loop {
            match self.tokens.text(at) {
                "" | "class" | "interface" | "enum" | "record" => return true,
                "{" | "}" | "=" => return false,
                "(" => at = self.tokens.partner(at).unwrap_or(at) + 1,
                _ => at += 1,
            }
        }
    }

    /// Adds what is between `start` and here.
    fn add(&mut self, start: usize, shape: Shape) {
        let parent = self.open.last().map(|&(index, _)| index);
        self.items.push(Item {
            tokens: start..self.at,
            place: self.place(),
            shape,
            parent,
        });
    }

    /// An enum constant with the comma behind it.
    fn constant(&mut self) {
        let start = self.at;
        while self.at < self.tokens.len() {
            match self.tokens.text(self.at) {
                "," => {
                    self.at += 1;
                    break;
                }
                ";" | "}" => break,
                word if is_access(word) => break,
                _ => self.skip(),
            }
        }
        self.add(start, Shape::Plain);
    }

    /// Goes behind the token here, or behind the bracket that closes it.
    fn skip(&mut self) {
        self.at = match self.tokens.text(self.at) {
            "(" | "[" => self.tokens.partner(self.at).unwrap_or(self.at) + 1,
            "{" if self.place() == Place::Constants => self.brace_end(self.at, Holds::Members).0,
            "{" => self.brace_end(self.at, holds(self.tokens, self.at)).0,
            "@" => self.tokens.annotation_end(self.at).unwrap_or(self.at + 1),
            _ => self.at + 1,
        };
    }

    fn item(&mut self) {
        let start = self.at;
        let mut inner = None;
        let mut modifiers_only = true;

        while self.at < self.tokens.len() {
            let word = self.tokens.text(self.at);
            match word {
                ";" => {
                    self.at += 1;
                    break;
                }
                "}" => break,
                _ if self.runs_out() => {
                    self.at += 1;
                    break;
                }
                "=" => return self.value(start),
                "{" => return self.body(start, inner),
                _ if is_access(word) && !modifiers_only => break,
                _ => {}
            }
            if modifiers_only {
                inner = self.declared_place();
                modifiers_only = is_modifier(word) && inner.is_none();
            }
            self.skip();
        }

        self.add(start, Shape::Plain);
    }

    /// Returns the place of the members of the type that the keyword here declares.
    fn declared_place(&self) -> Option<Place> {
        match self.tokens.text(self.at) {
            "class" => Some(Place::Class),
            "interface" => Some(Place::Interface),
            "enum" => Some(Place::Constants),
            "@" if self.tokens.text(self.at + 1) == "interface" => Some(Place::Annotation),
            "record" if declares_record(self.tokens, self.at) => Some(Place::Class),
            _ => None,
        }
    }

    /// From the `=` of a field to its semicolon.
    fn value(&mut self, start: usize) {
        let equals = self.at;
        while self.at < self.tokens.len() {
            match self.tokens.text(self.at) {
                ";" => {
                    self.at += 1;
                    break;
                }
                "}" => break,
                word if is_access(word) => break,
                _ if self.runs_out() => {
                    self.at += 1;
                    break;
                }
                _ => self.skip(),
            }
        }

        self.add(start, Shape::Value(equals));
    }

    /// Returns whether a literal that is not closed swallows the rest of its line here, the end of
    /// the item included.
    fn runs_out(&self) -> bool {
        self.tokens
            .get(self.at)
            .is_some_and(|token| token.kind == TokenKind::Unclosed)
    }

    /// From the brace of a method, initializer or type on.
    fn body(&mut self, start: usize, inner: Option<Place>) {
        let open = self.at;
        match inner {
            Some(place) => {
                self.at += 1;
                self.add(
                    start,
                    Shape::Type(Brace {
                        open,
                        closed: false,
                    }),
                );
                self.open.push((self.items.len() - 1, place));
            }
            None => {
                let (end, closed) = self.brace_end(open, Holds::Code);
                self.at = end;
                self.add(start, Shape::Code(Brace { open, closed }));
            }
        }
    }

    /// The index behind the brace that closes the one at `open`, and whether there is one;
    /// otherwise where what it holds must have ended.
    fn brace_end(&self, open: usize, held: Holds) -> (usize, bool) {
        let mut braces = vec![held];
        let mut at = open + 1;
        while at < self.tokens.len() {
            match self.tokens.text(at) {
                "{" => braces.push(match holds(self.tokens, at) {
                    // Whatever is directly in an enum may be the body of a constant.
                    Holds::Code if braces.last() == Some(&Holds::Constants) => Holds::Members,
                    held => held,
                }),
                "}" => {
                    braces.pop();
                    if braces.is_empty() {
                        return (at + 1, true);
                    }
                }
                word if is_access(word) && braces.last() == Some(&Holds::Code) => {
                    match braces.iter().rposition(|&held| held != Holds::Code) {
                        Some(members) => braces.truncate(members + 1),
                        None => return (self.declaration_start(at, open), false),
                    }
                }
                _ => {}
            }
            at += 1;
        }

        (at, false)
    }

    /// Returns the start of the declaration that has the access modifier at `at`, behind `open`.
    fn declaration_start(&self, mut at: usize, open: usize) -> usize {
        while at > open + 1 {
            let before = at - 1;
            at = match self.tokens.annotation_before(at) {
                Some(start) if start > open => start,
                _ if is_modifier(self.tokens.text(before)) && self.tokens.is_word(before) => before,
                _ => break,
            };
        }
        at
    }
}

/// The contents of a brace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// Statements, or the values of an array.
    Code,
    /// The members of a class or interface.
    Members,
    /// The constants and members of an enum.
    Constants,
}

/// Returns the contents of the brace at `open`, somewhere in code: the members of a local type or
/// anonymous class, or code.
fn holds(tokens: &Tokens, open: usize) -> Holds {
    let mut at = open;
    let type_sign = |at: usize| {
        matches!(
            tokens.before(at),
            "." | "<" | ">" | "," | "?" | "[" | "]" | "&" | "@"
        )
    };
    let word = |at: usize| tokens.is_word(at.wrapping_sub(1));

    if tokens.before(at) == ")" {
        let Some(parameters) = tokens.partner(at - 1) else {
            return Holds::Code;
        };
        at = parameters;
        // The type of an instance creation, or the name of a record.
        while type_sign(at) || word(at) && !matches!(tokens.before(at), "new" | "record") {
            at -= 1;
        }
        let members = matches!(tokens.before(at), "new" | "record");
        return if members { Holds::Members } else { Holds::Code };
    }

    while type_sign(at) || word(at) {
        at -= 1;
        match tokens.text(at) {
            "enum" => return Holds::Constants,
            "class" | "interface" if tokens.before(at) != "." => return Holds::Members,
            _ => {}
        }
    }

    Holds::Code
}

fn declares_record(tokens: &Tokens, at: usize) -> bool {
    tokens.is_word(at + 1) && matches!(tokens.text(at + 2), "(" | "<")
}

fn is_access(word: &str) -> bool {
    matches!(word, "public" | "protected" | "private")
}

/// Returns whether `word` can stand before the keyword of a type declaration; `@` stands for a
/// whole annotation.
fn is_modifier(word: &str) -> bool {
    is_access(word)
        || matches!(
            word,
            "@" | "static"
                | "final"
                | "abstract"
                | "strictfp"
                | "sealed"
                | "non"
                | "-"
                | "default"
                | "synchronized"
                | "native"
                | "transient"
                | "volatile"
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::lexer::lex;

    /// One line an item: indented by its depth, its shape, its text.
    fn shown(text: &str) -> Vec<String> {
        let tokens = Tokens::new(text, lex(text).tokens);
        let items = outline(&tokens);
        let depth = |item: &Item| {
            std::iter::successors(item.parent, |&parent| items[parent].parent).count()
        };
        let shape = |item: &Item| match item.shape {
            Shape::Plain => "plain",
            Shape::Value(_) => "value",
            Shape::Code(Brace { closed: true, .. }) => "code",
            Shape::Code(_) => "open code",
            Shape::Type(Brace { closed: true, .. }) => "type",
            Shape::Type(_) => "open type",
        };
        let words = |item: &Item| {
            text[tokens.start(item.tokens.start)..tokens.end(item.tokens.end - 1)].to_owned()
        };
        items
            .iter()
            .map(|item| {
                format!(
                    "{}{}: {}",
                    " ".repeat(depth(item)),
                    shape(item),
                    words(item)
                )
            })
            .collect()
    }

    #[test]
    fn members_are_found_by_brackets() {
        let text = "import a; class A { int x = f(new B() { int y; }); void f() { {} } ; @X({1}) class B { } B(int a); }";
        assert_eq!(
            shown(text),
            [
                "plain: import a;",
                "type: class A { int x = f(new B() { int y; }); void f() { {} } ; @X({1}) class B { } B(int a); }",
                " value: int x = f(new B() { int y; });",
                " code: void f() { {} }",
                " type: @X({1}) class B { }",
                " plain: B(int a);",
            ]
        );
    }

    #[test]
    fn constants_are_items_of_their_own() {
        assert_eq!(
            shown("enum E { A(1, 2) { private void f() { } }, B; int x; }"),
            [
                "type: enum E { A(1, 2) { private void f() { } }, B; int x; }",
                " plain: A(1, 2) { private void f() { } },",
                " plain: B",
                " plain: int x;"
            ]
        );
    }

    #[test]
    fn a_missing_brace_ends_at_the_next_access_modifier() {
        assert_eq!(
            shown("class A { void f() { if (x) { } @B(1) static public void g() { } }"),
            [
                "type: class A { void f() { if (x) { } @B(1) static public void g() { } }",
                " open code: void f() { if (x) { }",
                " code: @B(1) static public void g() { }"
            ]
        );
    }

    #[test]
    fn members_of_classes_in_code_may_have_access_modifiers() {
        let text = "class A { void f() { new B<C>(1) { public int x; }; record R(int a) { private int y() { } } class L { public int z; } enum E { A { public int y; }, B() { private int x; } } } int x = a -> { new B() { public int y; } }; }";
        assert_eq!(shown(text).len(), 3, "{:#?}", shown(text));
    }

    #[test]
    fn a_surplus_brace_does_not_end_the_class() {
        assert_eq!(
            shown("class A { void f() { } } void g() { } } class B { }"),
            [
                "type: class A { void f() { } } void g() { } }",
                " code: void f() { }",
                " plain: }",
                " code: void g() { }",
                "type: class B { }"
            ]
        );
    }

    #[test]
    fn a_text_that_ends_early_leaves_its_items_open() {
        assert_eq!(
            shown("class A { void f() { g("),
            [
                "open type: class A { void f() { g(",
                " open code: void f() { g("
            ]
        );
    }
}
