//! From the nodes of tree-sitter-java to the tree of [`crate::ast`].
//!
//! Every conversion gives `Err` for what it cannot represent faithfully; the member around it is
//! then left out and recorded as damage. Recursion is counted: past [`Limits::depth`] a conversion
//! stops with [`Fault::TooDeep`].

mod annotation;
mod declaration;
mod expression;
mod literal;
mod member;
mod module;
mod pattern;
mod statement;
mod switch;
mod type_ref;
mod unit;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use text::Span;
use tree_sitter::Node;

use crate::ast::{
    Expr, ExprId, ExprKind, Ident, Stmt, StmtId, StmtKind, TypeDeclId, Unit, Var, VarId,
};
use crate::grammar::{Children, Field, GRAMMAR, Kind, Reader};
use crate::source::Source;

/// Why something cannot be converted.
#[derive(Debug, Clone)]
pub(crate) enum Fault {
    /// It is not Java, or not a construct that the tree has.
    Wrong {
        /// Bytes of the parsed text.
        place: Range<usize>,
        /// The fault, for people.
        message: String,
    },
    /// It is nested deeper than the conversion may recurse.
    TooDeep,
}

impl Fault {
    /// A fault at `node`.
    pub fn at(node: Node, message: impl Into<String>) -> Self {
        Fault::Wrong {
            place: node.byte_range(),
            message: message.into(),
        }
    }
}

/// The result of a conversion.
pub(crate) type Converted<T> = Result<T, Fault>;

/// How deep a conversion may recurse, counted in expressions, statements and type declarations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Levels of nesting.
    pub depth: usize,
    /// True if a member beyond it is damage; otherwise the whole conversion stops, to be repeated
    /// on a larger stack.
    pub last_resort: bool,
}

/// Converts one tree.
pub(crate) struct Converter<'s, 't> {
    source: &'s Source<'s>,
    reader: Reader<'t>,
    unit: Unit,
    names: FxHashSet<Arc<str>>,
    /// The starts of bodies whose insides were left out, and of fields whose value was.
    hollow: &'s BTreeSet<usize>,
    limits: Limits,
    depth: usize,
    /// The innermost type declaration around the current place.
    owner: Option<TypeDeclId>,
    /// A keyword that the parser took for a name, in the current member.
    misnamed: Option<Fault>,
    /// True if a `yield` here belongs to a switch expression.
    yields: bool,
}

impl<'s, 't> Converter<'s, 't> {
    /// The tree of `program`, the root of the parse of `source.parsed()`, which has no error.
    /// `hollow` holds offsets of the decoded text: braces whose insides were left out, fields whose
    /// value was. `Err(TooDeep)` only if `limits` is not the last resort.
    pub fn convert(
        source: &'s Source<'s>,
        program: Node<'t>,
        hollow: &'s BTreeSet<usize>,
        limits: Limits,
    ) -> Converted<Unit> {
        let mut converter = Converter {
            source,
            reader: Reader::new(program),
            unit: Unit::default(),
            names: FxHashSet::default(),
            hollow,
            limits,
            depth: 0,
            owner: None,
            misnamed: None,
            yields: false,
        };
        converter.program(program)?;
        Ok(converter.unit)
    }

    fn children(&mut self, node: Node<'t>) -> Children<'t> {
        self.reader.children(node)
    }

    fn span(&self, node: Node) -> Span {
        self.source.span(node.byte_range())
    }

    fn text(&self, node: Node) -> &'s str {
        self.source.text(node.byte_range())
    }

    fn ident(&mut self, node: Node) -> Ident {
        let text = self.text(node);
        let text = match self.names.get(text) {
            Some(known) => known.clone(),
            None => self.new_name(text, node),
        };
        Ident {
            text,
            span: self.span(node),
        }
    }

    /// The parser takes keywords for names where they cannot be keywords.
    fn new_name(&mut self, text: &str, node: Node) -> Arc<str> {
        if !is_reserved(text) {
            return self.intern(text);
        }
        self.misnamed
            .get_or_insert_with(|| Fault::at(node, format!("`{text}` is no name")));
        text.into()
    }

    fn intern(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.names.get(text) {
            return known.clone();
        }
        let new: Arc<str> = text.into();
        self.names.insert(new.clone());
        new
    }

    /// Returns whether what starts at `node` was left out.
    fn is_hollow(&self, node: Node) -> bool {
        !self.hollow.is_empty() && self.hollow.contains(&self.source.origin(node.start_byte()))
    }

    fn require(&self, children: &Children<'t>, field: Field, parent: Node) -> Converted<Node<'t>> {
        children
            .field(field)
            .ok_or_else(|| Fault::at(parent, format!("this {} is incomplete", words(parent))))
    }

    fn required(&self, child: Option<Node<'t>>, parent: Node) -> Converted<Node<'t>> {
        child.ok_or_else(|| Fault::at(parent, format!("this {} is incomplete", words(parent))))
    }

    /// Runs `convert` one level deeper.
    fn nested<T>(&mut self, convert: impl FnOnce(&mut Self) -> Converted<T>) -> Converted<T> {
        if self.depth >= self.limits.depth {
            return Err(Fault::TooDeep);
        }
        self.depth += 1;
        let result = convert(self);
        self.depth -= 1;
        result
    }

    fn add_expr(&mut self, kind: ExprKind, node: Node) -> ExprId {
        let span = self.span(node);
        self.unit.exprs.push(Expr { kind, span })
    }

    fn add_stmt(&mut self, kind: StmtKind, node: Node) -> StmtId {
        let span = self.span(node);
        self.unit.stmts.push(Stmt { kind, span })
    }

    fn add_var(&mut self, var: Var) -> VarId {
        self.unit.vars.push(var)
    }
}

/// `node`'s kind in words, for messages.
fn words(node: Node) -> String {
    node.kind().replace('_', " ")
}

/// The node inside any number of parentheses.
fn unparenthesized(mut node: Node) -> Node {
    while GRAMMAR.kind(node) == Kind::Parenthesized {
        match node.named_child(0) {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

/// Keywords and literals (JLS 3.9), but for `enum` and `assert`, which are names in old sources.
fn is_reserved(text: &str) -> bool {
    matches!(
        text,
        "abstract"
            | "boolean"
            | "break"
            | "byte"
            | "case"
            | "catch"
            | "char"
            | "class"
            | "const"
            | "continue"
            | "default"
            | "do"
            | "double"
            | "else"
            | "extends"
            | "false"
            | "final"
            | "finally"
            | "float"
            | "for"
            | "goto"
            | "if"
            | "implements"
            | "import"
            | "instanceof"
            | "int"
            | "interface"
            | "long"
            | "native"
            | "new"
            | "null"
            | "package"
            | "private"
            | "protected"
            | "public"
            | "return"
            | "short"
            | "static"
            | "strictfp"
            | "super"
            | "switch"
            | "synchronized"
            | "this"
            | "throw"
            | "throws"
            | "transient"
            | "true"
            | "try"
            | "void"
            | "volatile"
            | "while"
    )
}
