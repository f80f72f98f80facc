//! Declarations of variables in Java text, by their places.

use std::ops::Range;

use tree_sitter::Node;

use super::{CodeError, Form, MEMBERS, STATEMENTS, children};

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
    let tree = STATEMENTS.tree(text);
    let block = STATEMENTS
        .check(&tree, text)
        .map_err(|error| not_a_declaration(error.range))?;
    let mut result = Vec::new();
    for statement in children(block) {
        match declared(statement, text, &STATEMENTS) {
            Some(declared) => result.extend(declared),
            None => return Err(not_a_declaration(place(statement, &STATEMENTS))),
        }
    }
    Ok(result)
}

/// The variables that the statements of `text` declare, other statements aside; none if it is no
/// Java.
pub(crate) fn declarations_among(text: &str) -> Vec<Declaration> {
    let tree = STATEMENTS.tree(text);
    let Ok(block) = STATEMENTS.check(&tree, text) else {
        return Vec::new();
    };
    children(block)
        .into_iter()
        .filter_map(|statement| declared(statement, text, &STATEMENTS))
        .flatten()
        .collect()
}

/// The places of the statements that `text` consists of; none if it is no sequence of Java
/// statements.
pub(crate) fn statement_ranges(text: &str) -> Vec<Range<usize>> {
    let tree = STATEMENTS.tree(text);
    let Ok(block) = STATEMENTS.check(&tree, text) else {
        return Vec::new();
    };
    children(block)
        .into_iter()
        .map(|statement| place(statement, &STATEMENTS))
        .collect()
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
    let tree = MEMBERS.tree(text);
    let body = MEMBERS
        .check(&tree, text)
        .map_err(|error| not_a_member(error.range))?;
    let member = |node: Node<'_>| {
        let whole = place(node, &MEMBERS);
        let named = node
            .child_by_field_name("name")
            .filter(|_| node.kind() == "method_declaration");
        let method = named.map(|name| Member::Method {
            name: place(name, &MEMBERS),
            whole: whole.clone(),
        });
        method
            .or_else(|| declared(node, text, &MEMBERS).map(Member::Fields))
            .ok_or_else(|| not_a_member(whole))
    };
    children(body).into_iter().map(member).collect()
}

fn place(node: Node<'_>, form: &Form) -> Range<usize> {
    let base = form.before.len();
    node.start_byte() - base..node.end_byte() - base
}

fn declared(statement: Node<'_>, text: &str, form: &Form) -> Option<Vec<Declaration>> {
    if !matches!(
        statement.kind(),
        "local_variable_declaration" | "field_declaration"
    ) {
        return None;
    }
    let place = |node: Node<'_>| place(node, form);
    let ty = &text[place(statement.child_by_field_name("type")?)];
    let modifiers = children(statement)
        .into_iter()
        .find(|child| child.kind() == "modifiers")
        .map(place);
    let mut cursor = statement.walk();
    let declarators: Vec<Node<'_>> = statement
        .children_by_field_name("declarator", &mut cursor)
        .collect();
    let declaration = |declarator: Node<'_>| {
        let dimensions = declarator
            .child_by_field_name("dimensions")
            .map_or("", |node| &text[place(node)]);
        Some(Declaration {
            ty: format!("{ty}{dimensions}"),
            modifiers: modifiers.clone(),
            name: place(declarator.child_by_field_name("name")?),
            initial: declarator.child_by_field_name("value").map(place),
            whole: place(statement),
        })
    };
    declarators.into_iter().map(declaration).collect()
}
