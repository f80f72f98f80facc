//! Name resolution over a piece of Java: which identifiers are expression names, and what they
//! stand for.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::CodeError;
use crate::java::Scope;
use date::code::{Name, NameKind, NameUse};

/// The resolved expression names of a piece of Java.
pub(super) struct Names {
    base: usize,
    /// By the first byte in the wrapped text.
    uses: BTreeMap<usize, NameUse>,
}

impl Names {
    /// Returns what the identifier `node` stands for.
    pub fn of(&self, node: Node<'_>, text: &str) -> Name {
        match self.uses.get(&node.start_byte()) {
            Some(found) => found.name.clone(),
            None => Name::new(text, NameKind::Java),
        }
    }

    /// The uses of names of the specification, in text order.
    pub fn uses(self) -> Vec<NameUse> {
        self.uses
            .into_values()
            .filter(|u| !matches!(u.name.kind, NameKind::Local | NameKind::Java))
            .collect()
    }

    /// Offset of the piece in the wrapped text.
    pub fn base(&self) -> usize {
        self.base
    }
}

/// Resolves the names below `root`. `base` is where the piece starts in `text`; `qualified` are the
/// names whose qualifier was blanked out, by their offset in the piece.
///
/// # Errors
/// A pattern variable that hides a name of the specification: its scope depends on control flow
/// (JLS 6.3.1), so uses after it could not be told apart. A qualifier on something that is no
/// variable.
pub(super) fn resolve(
    root: Node<'_>,
    text: &str,
    base: usize,
    scope: &Scope<'_>,
    qualified: &BTreeMap<usize, (usize, Name)>,
) -> Result<Names, CodeError> {
    let mut resolver = Resolver {
        text,
        base,
        scope,
        qualified,
        frames: vec![BTreeSet::new()],
        uses: BTreeMap::new(),
        error: None,
    };
    resolver.visit(root);
    let unused = qualified
        .iter()
        .find(|(at, _)| !resolver.uses.contains_key(&(*at + base)));
    if let Some((at, (start, name))) = unused {
        return Err(CodeError::syntax(
            *start..at + name.text.len(),
            "a context qualifier must stand before a variable",
        ));
    }
    match resolver.error {
        Some(error) => Err(error),
        None => Ok(Names {
            base,
            uses: resolver.uses,
        }),
    }
}

struct Resolver<'a> {
    text: &'a str,
    base: usize,
    scope: &'a Scope<'a>,
    qualified: &'a BTreeMap<usize, (usize, Name)>,
    frames: Vec<BTreeSet<String>>,
    uses: BTreeMap<usize, NameUse>,
    error: Option<CodeError>,
}

impl Resolver<'_> {
    fn visit(&mut self, node: Node<'_>) {
        match node.kind() {
            "identifier" => self.use_name(node),
            "annotation" | "marker_annotation" | "scoped_identifier" | "break_statement"
            | "continue_statement" => {}
            "switch_label" => self.switch_label(node),
            "method_reference" | "labeled_statement" => self.visit_reference_or_label(node),
            "class_body" | "enum_body" | "interface_body" => self.in_frame(|r| r.class_body(node)),
            "lambda_expression" => self.in_frame(|r| r.lambda(node)),
            "type_pattern" | "record_pattern_component" => self.pattern(node),
            "instanceof_expression" => self.instance_of(node),
            kind if opens_frame(kind) => self.in_frame(|r| r.visit_children(node)),
            _ => self.visit_children(node),
        }
    }

    /// Visits what can hold expression names; the name that the node itself declares comes into
    /// scope first.
    fn visit_children(&mut self, node: Node<'_>) {
        let own_name = own_name(node);
        if let Some(name) = own_name.filter(|_| declares_local(node.kind())) {
            self.declare(name);
        }
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
        children
            .into_iter()
            .filter(|child| Some(*child) != own_name)
            .for_each(|child| self.visit(child));
    }

    /// `operand::name` and `label: statement`: only the operand and the statement hold expression
    /// names.
    fn visit_reference_or_label(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
        let holder = if node.kind() == "method_reference" {
            children.first()
        } else {
            children.last()
        };
        if let Some(&holder) = holder {
            self.visit(holder);
        }
    }

    /// `case NAME` names an enum constant or a constant variable, never a variable of the
    /// specification.
    fn switch_label(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
        children
            .into_iter()
            .filter(|child| child.kind() != "identifier")
            .for_each(|child| self.visit(child));
    }

    fn lambda(&mut self, node: Node<'_>) {
        let Some(parameters) = node.child_by_field_name("parameters") else {
            return;
        };
        match parameters.kind() {
            "identifier" => self.declare(parameters),
            "inferred_parameters" => {
                let mut cursor = parameters.walk();
                let names: Vec<Node<'_>> = parameters.named_children(&mut cursor).collect();
                names.into_iter().for_each(|name| self.declare(name));
            }
            _ => self.visit_children(parameters),
        }
        if let Some(body) = node.child_by_field_name("body") {
            self.visit(body);
        }
    }

    /// Fields are in scope in the whole body, also before their declaration.
    fn class_body(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let members: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
        for member in &members {
            let mut cursor = member.walk();
            let declarators: Vec<Node<'_>> = member
                .children_by_field_name("declarator", &mut cursor)
                .collect();
            declarators
                .into_iter()
                .filter_map(own_name)
                .for_each(|name| self.declare(name));
            if member.kind() == "enum_constant" {
                own_name(*member)
                    .into_iter()
                    .for_each(|name| self.declare(name));
            }
        }
        members.into_iter().for_each(|member| self.visit(member));
    }

    fn pattern(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let name = node
            .named_children(&mut cursor)
            .filter(|child| child.kind() == "identifier")
            .last();
        name.into_iter()
            .for_each(|name| self.declare_pattern_variable(name));
    }

    fn instance_of(&mut self, node: Node<'_>) {
        let name = node.child_by_field_name("name");
        name.into_iter()
            .for_each(|name| self.declare_pattern_variable(name));
        for field in ["left", "pattern"] {
            node.child_by_field_name(field)
                .into_iter()
                .for_each(|child| self.visit(child));
        }
    }

    fn declare_pattern_variable(&mut self, name: Node<'_>) {
        let text = &self.text[name.byte_range()];
        if self.scope.resolve(text) != NameKind::Java {
            let message =
                format!("the pattern variable `{text}` hides a name of the specification");
            let range = name.start_byte() - self.base..name.end_byte() - self.base;
            let help = Some("give the pattern variable another name".to_owned());
            self.error.get_or_insert(CodeError {
                range,
                code: "hidden-name",
                message,
                help,
            });
        }
        self.declare(name);
    }

    fn declare(&mut self, name: Node<'_>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.insert(self.text[name.byte_range()].to_owned());
        }
    }

    fn in_frame(&mut self, visit: impl FnOnce(&mut Self)) {
        self.frames.push(BTreeSet::new());
        visit(self);
        self.frames.pop();
    }

    fn use_name(&mut self, node: Node<'_>) {
        let at = node.start_byte() - self.base;
        let text = &self.text[node.byte_range()];
        let (start, name) = match self.qualified.get(&at) {
            Some((start, name)) => (*start, name.clone()),
            None => (at, Name::new(text, self.kind_of(text))),
        };
        let end = node.end_byte() - self.base;
        self.uses.insert(
            node.start_byte(),
            NameUse {
                start: start as u32,
                end: end as u32,
                name,
            },
        );
    }

    fn kind_of(&self, text: &str) -> NameKind {
        if self.frames.iter().any(|frame| frame.contains(text)) {
            NameKind::Local
        } else {
            self.scope.resolve(text)
        }
    }
}

fn opens_frame(kind: &str) -> bool {
    matches!(
        kind,
        "block"
            | "for_statement"
            | "enhanced_for_statement"
            | "catch_clause"
            | "try_with_resources_statement"
            | "switch_block_statement_group"
            | "switch_rule"
            | "method_declaration"
            | "constructor_declaration"
            | "compact_constructor_declaration"
            | "constructor_body"
            | "record_declaration"
    )
}

fn declares_local(kind: &str) -> bool {
    matches!(
        kind,
        "variable_declarator"
            | "formal_parameter"
            | "catch_formal_parameter"
            | "enhanced_for_statement"
            | "resource"
    )
}

/// The identifier below `node` that names something without being an expression name: what a
/// declaration declares, the method of a call, the field of an access.
fn own_name(node: Node<'_>) -> Option<Node<'_>> {
    let field = if node.kind() == "field_access" {
        "field"
    } else {
        "name"
    };
    node.child_by_field_name(field)
}
