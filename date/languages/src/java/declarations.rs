//! Declarations of variables in Java text, by their places.

use std::ops::Range;

use java_syntax::fragment::{Field, Form, Fragment, Kind, Node};

use super::CodeError;

/// One declared variable; ranges are bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Declaration {
    /// The type as written, dimensions behind the name included.
    pub ty: String,
    /// `public`, `static`, annotations, ...
    pub modifiers: Option<Range<usize>>,
    pub name: Range<usize>,
    pub initial: Option<Range<usize>>,
    /// The whole declaration up to its `;`.
    pub whole: Range<usize>,
}

impl Declaration {
    /// Returns whether it is declared `static` in this text.
    pub fn is_static(&self, text: &str) -> bool {
        self.modifiers.as_ref().is_some_and(|range| {
            text[range.clone()]
                .split_whitespace()
                .any(|word| word == "static")
        })
    }
}

/// The variables that `text` declares, which must consist of declarations.
///
/// # Errors
/// Text that is anything else, with the place.
pub(crate) fn declarations(text: &str) -> Result<Vec<Declaration>, CodeError> {
    let not_a_declaration = |range| CodeError::syntax(range, "not a declaration of variables");
    let block = Fragment::parse(text, Form::Statements)
        .map_err(|refusal| not_a_declaration(refusal.range))?;
    let mut result = Vec::new();
    for statement in block.root().children() {
        match declared(statement) {
            Some(declared) => result.extend(declared),
            None => return Err(not_a_declaration(statement.range())),
        }
    }
    Ok(result)
}

/// The variables that the statements of `text` declare, other statements aside; none if it is no
/// Java.
pub(crate) fn declarations_among(text: &str) -> Vec<Declaration> {
    let Ok(block) = Fragment::parse(text, Form::Statements) else {
        return Vec::new();
    };
    let statements = block.root().children().into_iter();
    statements.filter_map(declared).flatten().collect()
}

/// The places of the statements that `text` consists of; none if it is no sequence of Java
/// statements.
pub(crate) fn statement_ranges(text: &str) -> Vec<Range<usize>> {
    let Ok(block) = Fragment::parse(text, Form::Statements) else {
        return Vec::new();
    };
    let statements = block.root().children().into_iter();
    statements.map(Node::range).collect()
}

/// The declarations of a class, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Member {
    /// Variables, declared together.
    Fields(Vec<Declaration>),
    /// A method: its name, and all of it.
    Method {
        name: Range<usize>,
        whole: Range<usize>,
    },
}

/// The members of a class that `text` declares: fields and methods.
///
/// # Errors
/// Text that is anything else, with the place.
pub(crate) fn class_members(text: &str) -> Result<Vec<Member>, CodeError> {
    let not_a_member = |range| CodeError::syntax(range, "not a declaration of fields and methods");
    let body =
        Fragment::parse(text, Form::Members).map_err(|refusal| not_a_member(refusal.range))?;
    let members = body.root().children().into_iter();
    members
        .map(|node| member(node).ok_or_else(|| not_a_member(node.range())))
        .collect()
}

fn member(node: Node<'_>) -> Option<Member> {
    if node.kind() != Kind::MethodDeclaration {
        return declared(node).map(Member::Fields);
    }
    Some(Member::Method {
        name: node.field(Field::Name)?.range(),
        whole: node.range(),
    })
}

/// The variables that `statement` declares, if it is a declaration of variables.
fn declared(statement: Node<'_>) -> Option<Vec<Declaration>> {
    if !matches!(
        statement.kind(),
        Kind::LocalVariableDeclaration | Kind::FieldDeclaration
    ) {
        return None;
    }

    let ty = statement.field(Field::Type)?.text();
    let modifiers = statement
        .children()
        .into_iter()
        .find(|child| child.kind() == Kind::Modifiers)
        .map(Node::range);
    let declaration = |declarator: Node<'_>| {
        let dimensions = declarator.field(Field::Dimensions).map_or("", Node::text);
        Some(Declaration {
            ty: format!("{ty}{dimensions}"),
            modifiers: modifiers.clone(),
            name: declarator.field(Field::Name)?.range(),
            initial: declarator.field(Field::Value).map(Node::range),
            whole: statement.range(),
        })
    };

    let declarators = statement.fields(Field::Declarator).into_iter();
    declarators.map(declaration).collect()
}
