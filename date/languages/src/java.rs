//! Java expressions and statements in properties, parsed with tree-sitter.
//!
//! A piece of Java is put into a method of a class, parsed, and accepted when there is no error in
//! the tree and the piece forms exactly one node there: `a); evil(); (` balances with its
//! surroundings, but is no expression. What the tree says is then lowered to [`date::code::Expr`]
//! and [`date::code::Stmt`]; whatever has no counterpart there stays an opaque term.

mod declarations;
mod excerpt;
mod literal;
mod lower;
mod names;
mod qualifiers;
mod scope;

use std::ops::Range;

use tree_sitter::{Node, Parser, Tree};

use date::code::{Body, Code, NameUse};
use text::{Diagnostic, Source};

pub(crate) use declarations::{
    Declaration, Member, class_members, declarations, declarations_among, statement_ranges,
};
pub use excerpt::Excerpt;
use lower::Lowering;
pub use scope::Scope;

/// Deeper nesting is refused: the analyses recurse over expressions.
const MAX_DEPTH: usize = 200;

/// A fault in a piece of Java.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeError {
    /// Bytes of the excerpt's text.
    pub range: Range<usize>,
    /// Stable code of the finding.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// The advice.
    pub help: Option<String>,
}

impl CodeError {
    fn syntax(range: Range<usize>, what: &str) -> Self {
        CodeError {
            range,
            code: "java-syntax",
            message: what.to_owned(),
            help: None,
        }
    }

    /// The finding in the file that the excerpt was taken from.
    pub fn diagnostic(self, excerpt: &Excerpt, source: &Source<'_>) -> Diagnostic {
        let error = source.error(excerpt.place(self.range), self.code, self.message);
        match self.help {
            Some(help) => error.with_help(help),
            None => error,
        }
    }
}

/// Parses a condition, filter or initial value. White space around it is dropped.
///
/// # Errors
/// Text that is not one Java expression, and `::x` without such a global variable, with the place.
pub fn expression(
    excerpt: &Excerpt,
    scope: &Scope<'_>,
    source: &Source<'_>,
) -> Result<Code, Diagnostic> {
    parsed(&excerpt.trimmed(), scope, source, &EXPRESSION)
}

/// Parses an action, `where` or entry code. White space around it is dropped, and a missing last
/// `;` is added.
///
/// # Errors
/// Text that is no sequence of Java statements, and `::x` without such a global variable, with the
/// place.
pub fn statements(
    excerpt: &Excerpt,
    scope: &Scope<'_>,
    source: &Source<'_>,
) -> Result<Code, Diagnostic> {
    let excerpt = excerpt.trimmed();
    if excerpt.text().ends_with([';', '}']) || excerpt.text().is_empty() {
        return parsed(&excerpt, scope, source, &STATEMENTS);
    }
    let mut completed = excerpt.clone();
    let end = excerpt.extent().end;
    completed.push(";", end..end);
    parsed(&completed, scope, source, &STATEMENTS)
        .or_else(|_| parsed(&excerpt, scope, source, &STATEMENTS))
}

/// Parses members of a class (LARVA's `METHODS`), which stay opaque: names in them are Java's.
///
/// # Errors
/// Text that is no sequence of Java class members, with the place.
pub fn members(excerpt: &Excerpt, source: &Source<'_>) -> Result<Code, Diagnostic> {
    let excerpt = excerpt.trimmed();
    let span = source.span(excerpt.extent());
    let tree = MEMBERS.tree(excerpt.text());
    MEMBERS
        .check(&tree, excerpt.text())
        .map_err(|error| error.diagnostic(&excerpt, source))?;
    let body = Body::Stmts(vec![date::code::Stmt::Opaque(excerpt.text().to_owned())]);
    Ok(Code {
        text: excerpt.text().to_owned(),
        span,
        body,
        names: Vec::new(),
    })
}

fn parsed(
    excerpt: &Excerpt,
    scope: &Scope<'_>,
    source: &Source<'_>,
    form: &Form,
) -> Result<Code, Diagnostic> {
    let (body, names) = form
        .parse(excerpt.text(), scope)
        .map_err(|error| error.diagnostic(excerpt, source))?;
    Ok(Code {
        text: excerpt.text().to_owned(),
        span: source.span(excerpt.extent()),
        body,
        names,
    })
}

/// How a piece of Java is surrounded, and what it must turn out to be.
struct Form {
    before: &'static str,
    after: &'static str,
    /// The node that the piece with one byte on either side must form.
    node: &'static str,
    /// The kind of text that was expected.
    expected: &'static str,
}

const EXPRESSION: Form = Form {
    before: "class $ { Object $() { return (",
    after: "\n); } }",
    node: "parenthesized_expression",
    expected: "not a Java expression",
};
const STATEMENTS: Form = Form {
    before: "class $ { void $() {",
    after: "\n} }",
    node: "block",
    expected: "not a sequence of Java statements",
};
const MEMBERS: Form = Form {
    before: "class $ {",
    after: "\n}",
    node: "class_body",
    expected: "not a sequence of Java methods",
};

impl Form {
    fn parse(&self, original: &str, scope: &Scope<'_>) -> Result<(Body, Vec<NameUse>), CodeError> {
        let java = qualifiers::unqualify(original, scope)?;
        let tree = self.tree(&java.text);
        let outer = self.check(&tree, &java.text)?;
        let wrapped = self.wrapped(&java.text);
        let names = names::resolve(outer, &wrapped, self.before.len(), scope, &java.names)?;
        let lowering = Lowering::new(&wrapped, original, self.before.len(), &names);
        let body = match self.node {
            "block" => Body::Stmts(lowering.block(outer)?),
            _ => Body::Expr(lowering.parenthesized(outer)),
        };
        Ok((body, names.uses()))
    }

    fn wrapped(&self, text: &str) -> String {
        format!("{}{text}{}", self.before, self.after)
    }

    fn tree(&self, text: &str) -> Tree {
        let mut parser = Parser::new();
        parser
            .set_language(&tree_sitter_java::LANGUAGE.into())
            .expect("the Java grammar fits the linked tree-sitter");
        parser
            .parse(self.wrapped(text), None)
            .expect("a parser with a language and no timeout gives a tree")
    }

    /// The node that holds exactly the text, if the tree is free of errors and not too deep.
    fn check<'t>(&self, tree: &'t Tree, text: &str) -> Result<Node<'t>, CodeError> {
        let first = self.before.len();
        let place = |node: Node<'_>| self.clamped(node.byte_range(), text);
        if let Some(error) = first_error(tree.root_node()) {
            let mut error_range = place(error);
            if error.start_byte() < first {
                error_range = 0..text.len();
            }
            return Err(CodeError::syntax(error_range, self.expected));
        }
        let whole = first - 1..first + text.len() + 2;
        let node = tree
            .root_node()
            .descendant_for_byte_range(whole.start, whole.end - 1);
        let node = node.filter(|n| n.kind() == self.node && n.byte_range() == whole);
        let node = node.ok_or_else(|| CodeError::syntax(0..text.len(), self.expected))?;
        match too_deep(node) {
            Some(deep) => Err(CodeError::syntax(place(deep), "nested too deeply")),
            None => Ok(node),
        }
    }

    fn clamped(&self, range: Range<usize>, text: &str) -> Range<usize> {
        let clamp = |byte: usize| byte.saturating_sub(self.before.len()).min(text.len());
        clamp(range.start)..clamp(range.end)
    }
}

/// The first `ERROR` or `MISSING` node in text order.
fn first_error(root: Node<'_>) -> Option<Node<'_>> {
    if !root.has_error() {
        return None;
    }
    let mut node = root;
    loop {
        if node.is_error() || node.is_missing() {
            return Some(node);
        }
        let mut cursor = node.walk();
        node = node
            .children(&mut cursor)
            .find(|child| child.has_error() || child.is_missing())?;
    }
}

/// A node nested more than [`MAX_DEPTH`] below `root`, found without recursion.
fn too_deep(root: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = root.walk();
    loop {
        if cursor.depth() as usize > MAX_DEPTH {
            return Some(cursor.node());
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return None;
            }
        }
    }
}

/// The named children without comments.
fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| !child.is_extra())
        .collect()
}
