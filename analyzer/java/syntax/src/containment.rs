//! Errors kept to the smallest member.
//!
//! A parser's own recovery may smear one error over a file. So where the whole does not parse,
//! every member that [`outline`] finds is parsed by itself; those that do not parse are blanked
//! out, as little as will do (a body, a value, a member, a type), and the rest is parsed again. The
//! tree is then made of a text without errors, and all that is missing from it is known.

use std::collections::BTreeSet;
use std::ops::Range;

use tree_sitter::{Parser, Tree};

use crate::expected::{Wrong, first_error};
use crate::source::outline::{Brace, Item, Place, Shape, outline};
use crate::source::{Edit, Rewritten, Text, Token, TokenKind, Tokens, With, sort_edits};

/// A part of the decoded text that is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wound {
    /// The part that is left out.
    pub part: Range<usize>,
    /// The place of the error.
    pub error: Range<usize>,
    /// The error.
    pub message: String,
}

/// The remains of a text.
pub(crate) struct Remains {
    /// The text to convert.
    pub rewritten: Rewritten,
    /// Its parse, without errors.
    pub tree: Tree,
    /// The parts that are left out, in order.
    pub wounds: Vec<Wound>,
    /// The starts of bodies whose insides are left out, and of fields whose value is.
    pub hollow: BTreeSet<usize>,
}

/// Leaves out of `text` what does not parse. `tokens` and `edits` are those of the text. `None`
/// only if the parser gives no tree at all. Every byte is parsed a few times at most.
pub(crate) fn contain(
    text: &Text,
    tokens: &Tokens,
    edits: Vec<Edit>,
    parser: &mut Parser,
) -> Option<Remains> {
    let mut examination = Examination {
        text,
        tokens,
        parser,
        gaps: edits,
        cuts: Vec::new(),
        wounds: Vec::new(),
        hollow: BTreeSet::new(),
    };
    let items = outline(tokens);
    examination.examine(&items);

    let (rewritten, tree) = examination.whole()?;
    if !tree.root_node().has_error() {
        return Some(examination.remains(rewritten, tree));
    }

    let edits = examination.edits();
    for item in items.iter().filter(|item| item.parent.is_none()) {
        examination.reexamine(item, &edits);
    }

    let (rewritten, tree) = examination.whole()?;
    if !tree.root_node().has_error() {
        return Some(examination.remains(rewritten, tree));
    }

    let wrong = first_error(&tree, &rewritten.bytes, rewritten.bytes.len());
    examination.remove_all(&rewritten, wrong);
    let (rewritten, tree) = examination.whole()?;
    Some(examination.remains(rewritten, tree))
}

struct Examination<'a> {
    text: &'a Text<'a>,
    tokens: &'a Tokens<'a>,
    parser: &'a mut Parser,
    gaps: Vec<Edit>,
    cuts: Vec<Edit>,
    wounds: Vec<Wound>,
    hollow: BTreeSet<usize>,
}

impl Examination<'_> {
    /// Examines every item whose types around it are not left out.
    fn examine(&mut self, items: &[Item]) {
        let mut lost = vec![false; items.len()];
        for (index, item) in items.iter().enumerate() {
            lost[index] = match item.parent {
                Some(parent) if lost[parent] => true,
                _ => self.examine_item(item),
            };
        }
    }

    /// Parses one item, for a type its head only, and leaves out what is wrong. Gives whether all
    /// of it is left out.
    fn examine_item(&mut self, item: &Item) -> bool {
        if let Shape::Type(brace) = item.shape {
            return self.examine_type(item, brace);
        }

        let range = self.range(item);
        let found = match self.tokens.text(item.tokens.start) {
            "}" => Some((range.clone(), "there is no `{` for this `}`".to_owned())),
            _ => self.wrong(item.place, range.clone(), ""),
        };
        let Some((error, message)) = found else {
            return false;
        };
        let part = match item.shape {
            Shape::Code(brace) if self.has_sound_head(item, brace) => self.cut_body(item, brace),
            Shape::Value(equals) if self.has_sound_declarator(item, equals) => {
                self.cut_value(item, equals)
            }
            _ => {
                self.cut(range.clone(), With::Fill(b' '));
                range.clone()
            }
        };

        let whole = part == range;
        self.wounds.push(Wound {
            part,
            error,
            message,
        });

        whole
    }

    /// Leaves out the inside of a body; gives the place of the body.
    fn cut_body(&mut self, item: &Item, brace: Brace) -> Range<usize> {
        let (start, inside) = (self.tokens.start(brace.open), self.tokens.end(brace.open));
        let last = item.tokens.end - 1;
        if brace.closed {
            self.cut(inside..self.tokens.start(last), With::Fill(b' '))
        } else {
            self.cut(inside..self.tokens.end(last), With::Text("}"))
        }
        self.hollow.insert(start);
        start..self.tokens.end(last)
    }

    /// Leaves out the value of a field; gives its place.
    fn cut_value(&mut self, item: &Item, equals: usize) -> Range<usize> {
        let end = self.tokens.start(item.tokens.end - 1);
        self.cut(self.tokens.start(equals)..end, With::Fill(b' '));
        self.hollow.insert(self.range(item).start);
        self.tokens.end(equals)..end
    }

    fn examine_type(&mut self, item: &Item, brace: Brace) -> bool {
        let range = self.range(item);
        let head = range.start..self.tokens.end(brace.open);
        if let Some((error, message)) = self.wrong(item.place, head, "}") {
            self.cut(range.clone(), With::Fill(b' '));
            self.wounds.push(Wound {
                part: range,
                error,
                message,
            });
            return true;
        }
        if !brace.closed {
            let end = self.text.decoded().len();
            self.cuts.push(Edit::insert(end, "}"));
            let message = "expected `}` at the end of the type".to_owned();
            self.wounds.push(Wound {
                part: end..end,
                error: end..end,
                message,
            });
        }

        false
    }

    fn range(&self, item: &Item) -> Range<usize> {
        self.tokens.start(item.tokens.start)..self.tokens.end(item.tokens.end - 1)
    }

    /// Returns whether a method is fine but for its body. An initializer without its body would
    /// seem to do nothing.
    fn has_sound_head(&mut self, item: &Item, brace: Brace) -> bool {
        let head = self.range(item).start..self.tokens.end(brace.open);
        let initializer =
            (item.tokens.start..brace.open).all(|index| self.tokens.text(index) == "static");
        !initializer && self.wrong(item.place, head, "}").is_none()
    }

    /// Returns whether a field is fine but for its value.
    fn has_sound_declarator(&mut self, item: &Item, equals: usize) -> bool {
        let declarator = self.range(item).start..self.tokens.start(equals);
        let ends = self.tokens.text(item.tokens.end - 1) == ";";
        ends && self.wrong(item.place, declarator, ";").is_none()
    }

    fn cut(&mut self, part: Range<usize>, with: With) {
        self.cuts.push(Edit { part, with });
    }

    /// The first error in a part of the text, closed by `end`, as it would stand in `place`.
    fn wrong(
        &mut self,
        place: Place,
        part: Range<usize>,
        end: &str,
    ) -> Option<(Range<usize>, String)> {
        let wrong_token = self.wrong_token(&part);
        let rewritten = Rewritten::new(self.text, part.clone(), &self.gaps);
        let (before, after) = surroundings(place);
        let whole = [
            before.as_bytes(),
            &rewritten.bytes,
            end.as_bytes(),
            after.as_bytes(),
        ]
        .concat();

        let tree = self.parser.parse(&whole, None)?;
        if !tree.root_node().has_error() {
            return wrong_token;
        }

        let wrong = first_error(&tree, &whole, before.len() + rewritten.bytes.len());
        let inside = |at: usize| at.saturating_sub(before.len()).min(rewritten.bytes.len());
        let error = rewritten.origin(inside(wrong.place.start)..inside(wrong.place.end));
        let found = (error, wrong.message);
        Some(
            wrong_token
                .filter(|(at, _)| at.start <= found.0.start)
                .unwrap_or(found),
        )
    }

    /// The first token in `part` that is wrong by itself.
    fn wrong_token(&self, part: &Range<usize>) -> Option<(Range<usize>, String)> {
        let wrong =
            |token: &&Token| matches!(token.kind, TokenKind::Unclosed | TokenKind::Unreadable);
        let token = self.tokens.within(part).iter().find(wrong)?;
        if token.kind == TokenKind::Unreadable {
            return Some((token.range(), "this is not UTF-8 text".to_owned()));
        }
        let text = &self.text.decoded()[token.range()];
        let what = match text.as_bytes() {
            [b'/', ..] => "the comment",
            [b'\'', ..] => "the character literal",
            [b'"', b'"', b'"', ..] => "the text block",
            _ => "the string literal",
        };
        Some((token.range(), format!("{what} is not closed")))
    }

    /// The whole text without what has been cut.
    fn whole(&mut self) -> Option<(Rewritten, Tree)> {
        let rewritten = Rewritten::new(self.text, 0..self.text.decoded().len(), &self.edits());
        let tree = self.parser.parse(&rewritten.bytes, None)?;
        Some((rewritten, tree))
    }

    /// All edits so far, sorted.
    fn edits(&self) -> Vec<Edit> {
        let mut edits = self.gaps.clone();
        edits.extend(self.cuts.iter().cloned());
        sort_edits(&mut edits);
        edits
    }

    /// Leaves out a top-level item that has errors even after `edits` have seen to its members.
    fn reexamine(&mut self, item: &Item, edits: &[Edit]) {
        let range = self.range(item);
        let rewritten = Rewritten::new(self.text, range.clone(), edits);
        let Some(tree) = self.parser.parse(&rewritten.bytes, None) else {
            return;
        };
        if tree.root_node().has_error() {
            let wrong = first_error(&tree, &rewritten.bytes, rewritten.bytes.len());
            let error = rewritten.origin(wrong.place);
            self.remove(range, error, wrong.message);
        }
    }

    fn remove_all(&mut self, rewritten: &Rewritten, wrong: Wrong) {
        let error = rewritten.origin(wrong.place);
        self.cuts.clear();
        self.remove(0..self.text.decoded().len(), error, wrong.message);
    }

    /// Leaves out `part`, whatever of it was left out before.
    fn remove(&mut self, part: Range<usize>, error: Range<usize>, message: String) {
        self.wounds
            .retain(|wound| wound.part.start < part.start || wound.part.end > part.end);
        self.cuts
            .retain(|cut| cut.part.start < part.start || cut.part.end > part.end);
        self.cut(part.clone(), With::Fill(b' '));
        self.wounds.push(Wound {
            part,
            error,
            message,
        });
    }

    fn remains(self, rewritten: Rewritten, tree: Tree) -> Remains {
        let Examination {
            mut wounds, hollow, ..
        } = self;
        wounds.sort_by_key(|wound| (wound.part.start, wound.part.end));
        Remains {
            rewritten,
            tree,
            wounds,
            hollow,
        }
    }
}

/// Returns the texts to put around an item of `place` to parse it by itself.
fn surroundings(place: Place) -> (&'static str, &'static str) {
    match place {
        Place::Top => ("", ""),
        Place::Class => ("class C{", "}"),
        Place::Interface => ("interface C{", "}"),
        Place::Annotation => ("@interface C{", "}"),
        Place::Constants => ("enum C{", "}"),
        Place::Enum => ("enum C{;", "}"),
    }
}
