//! Name resolution over a piece of Java: which identifiers are expression names, and what they
//! stand for.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use date::code::{Name, NameKind, NameUse};
use java_syntax::fragment::{Field, Kind, Node};

use super::CodeError;
use crate::java::Scope;

/// The resolved expression names of a piece of Java.
pub(super) struct Names {
    /// By the first byte.
    uses: BTreeMap<usize, NameUse>,
    has_javas_threads: bool,
}

impl Names {
    /// Returns whether `node` is the name of Java's class `Thread`.
    pub fn is_javas_thread(&self, node: Node<'_>) -> bool {
        self.has_javas_threads
            && node.kind() == Kind::Identifier
            && node.text() == "Thread"
            && self.of(node).kind == NameKind::Java
    }

    /// Returns what the identifier `node` stands for.
    pub fn of(&self, node: Node<'_>) -> Name {
        match self.uses.get(&node.range().start) {
            Some(found) => found.name.clone(),
            None => Name::new(node.text(), NameKind::Java),
        }
    }

    /// The uses of names of the specification, in text order.
    pub fn uses(self) -> Vec<NameUse> {
        self.uses
            .into_values()
            .filter(|u| !matches!(u.name.kind, NameKind::Local | NameKind::Java))
            .collect()
    }
}

/// Resolves the names below `root`. `qualified` are the names whose qualifier was blanked out, by
/// their first byte.
///
/// # Errors
/// A pattern variable that hides a name of the specification: its scope depends on control flow
/// (JLS 6.3.1), so uses after it could not be told apart. A qualifier on something that is no
/// variable.
pub(super) fn resolve(
    root: Node<'_>,
    scope: &Scope<'_>,
    qualified: &BTreeMap<usize, (usize, Name)>,
) -> Result<Names, CodeError> {
    let mut resolver = Resolver {
        scope,
        qualified,
        frames: vec![BTreeSet::new()],
        uses: BTreeMap::new(),
        error: None,
    };
    resolver.visit(root);
    let unused = qualified
        .iter()
        .find(|(at, _)| !resolver.uses.contains_key(at));

    if let Some((at, (start, name))) = unused {
        return Err(CodeError::syntax(
            *start..at + name.text.len(),
            "a context qualifier must stand before a variable",
        ));
    }

    match resolver.error {
        Some(error) => Err(error),
        None => Ok(Names {
            uses: resolver.uses,
            has_javas_threads: scope.has_javas_threads(),
        }),
    }
}

struct Resolver<'a> {
    scope: &'a Scope<'a>,
    qualified: &'a BTreeMap<usize, (usize, Name)>,
    frames: Vec<BTreeSet<String>>,
    uses: BTreeMap<usize, NameUse>,
    error: Option<CodeError>,
}

impl Resolver<'_> {
    fn visit(&mut self, node: Node<'_>) {
        match node.kind() {
            Kind::Identifier => self.use_name(node),
            Kind::Annotation
            | Kind::MarkerAnnotation
            | Kind::ScopedIdentifier
            | Kind::BreakStatement
            | Kind::ContinueStatement => {}
            Kind::SwitchLabel => self.switch_label(node),
            Kind::MethodReference | Kind::LabeledStatement => self.visit_reference_or_label(node),
            Kind::ClassBody | Kind::EnumBody | Kind::InterfaceBody => {
                self.in_frame(|r| r.class_body(node))
            }
            Kind::Lambda => self.in_frame(|r| r.lambda(node)),
            Kind::TypePattern | Kind::RecordPatternComponent => self.pattern(node),
            Kind::InstanceOf => self.instance_of(node),
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
        let children = node.children().into_iter();
        children
            .filter(|child| Some(*child) != own_name)
            .for_each(|child| self.visit(child));
    }

    /// `operand::name` and `label: statement`: only the operand and the statement hold expression
    /// names.
    fn visit_reference_or_label(&mut self, node: Node<'_>) {
        let children = node.children();
        let holder = if node.kind() == Kind::MethodReference {
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
        let children = node.children().into_iter();
        children
            .filter(|child| child.kind() != Kind::Identifier)
            .for_each(|child| self.visit(child));
    }

    fn lambda(&mut self, node: Node<'_>) {
        let Some(parameters) = node.field(Field::Parameters) else {
            return;
        };
        match parameters.kind() {
            Kind::Identifier => self.declare(parameters),
            Kind::InferredParameters => {
                let names = parameters.children().into_iter();
                names.for_each(|name| self.declare(name));
            }
            _ => self.visit_children(parameters),
        }
        if let Some(body) = node.field(Field::Body) {
            self.visit(body);
        }
    }

    /// Fields are in scope in the whole body, also before their declaration.
    fn class_body(&mut self, node: Node<'_>) {
        let members = node.children();
        for member in &members {
            let declarators = member.fields(Field::Declarator).into_iter();
            declarators
                .filter_map(own_name)
                .for_each(|name| self.declare(name));
            if member.kind() == Kind::EnumConstant {
                own_name(*member)
                    .into_iter()
                    .for_each(|name| self.declare(name));
            }
        }
        members.into_iter().for_each(|member| self.visit(member));
    }

    fn pattern(&mut self, node: Node<'_>) {
        let name = node
            .children()
            .into_iter()
            .rfind(|child| child.kind() == Kind::Identifier);
        name.into_iter()
            .for_each(|name| self.declare_pattern_variable(name));
    }

    fn instance_of(&mut self, node: Node<'_>) {
        let name = node.field(Field::Name);
        name.into_iter()
            .for_each(|name| self.declare_pattern_variable(name));
        for field in [Field::Left, Field::Pattern] {
            node.field(field)
                .into_iter()
                .for_each(|child| self.visit(child));
        }
    }

    fn declare_pattern_variable(&mut self, name: Node<'_>) {
        let text = name.text();
        if self.scope.resolve(text) != NameKind::Java {
            let message =
                format!("the pattern variable `{text}` hides a name of the specification");
            let help = Some("give the pattern variable another name".to_owned());
            self.error.get_or_insert(CodeError {
                range: name.range(),
                code: "hidden-name",
                message,
                help,
            });
        }
        self.declare(name);
    }

    fn declare(&mut self, name: Node<'_>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.insert(name.text().to_owned());
        }
    }

    fn in_frame(&mut self, visit: impl FnOnce(&mut Self)) {
        self.frames.push(BTreeSet::new());
        visit(self);
        self.frames.pop();
    }

    fn use_name(&mut self, node: Node<'_>) {
        let Range { start: at, end } = node.range();
        let text = node.text();
        let (start, name) = match self.qualified.get(&at) {
            Some((start, name)) => (*start, name.clone()),
            None => (at, Name::new(text, self.kind_of(text))),
        };
        self.uses.insert(
            at,
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

fn opens_frame(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Block
            | Kind::ForStatement
            | Kind::EnhancedFor
            | Kind::CatchClause
            | Kind::TryWithResources
            | Kind::SwitchGroup
            | Kind::SwitchRule
            | Kind::MethodDeclaration
            | Kind::Constructor
            | Kind::CompactConstructor
            | Kind::ConstructorBody
            | Kind::RecordDeclaration
    )
}

fn declares_local(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::VariableDeclarator
            | Kind::FormalParameter
            | Kind::CatchFormalParameter
            | Kind::EnhancedFor
            | Kind::Resource
    )
}

/// The identifier below `node` that names something without being an expression name: what a
/// declaration declares, the method of a call, the field of an access.
fn own_name(node: Node<'_>) -> Option<Node<'_>> {
    let field = if node.kind() == Kind::FieldAccess {
        Field::Member
    } else {
        Field::Name
    };
    node.field(field)
}
