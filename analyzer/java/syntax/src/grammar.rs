//! The node kinds and fields of tree-sitter-java as enums, so that conversion is a match and the
//! grammar's names stand in one place.

use std::cell::RefCell;
use std::num::NonZeroU16;
use std::rc::Rc;
use std::sync::LazyLock;

use tree_sitter::{Language, Node, TreeCursor};

macro_rules! names {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($variant,)*
            /// Anything else: punctuation, keywords, nodes without a meaning of their own.
            Other,
        }

        impl $name {
            fn named(text: &str) -> Self {
                match text {
                    $($text => Self::$variant,)*
                    _ => Self::Other,
                }
            }
        }
    };
}

names! {
    /// Named nodes of the grammar.
    #[expect(missing_docs, reason = "named as in the grammar")]
    Kind {
        AnnotatedType = "annotated_type",
        Annotation = "annotation",
        AnnotationTypeDeclaration = "annotation_type_declaration",
        AnnotationTypeElement = "annotation_type_element_declaration",
        ArgumentList = "argument_list",
        ArrayAccess = "array_access",
        ArrayCreation = "array_creation_expression",
        ArrayInitializer = "array_initializer",
        ArrayType = "array_type",
        AssertStatement = "assert_statement",
        Assignment = "assignment_expression",
        Asterisk = "asterisk",
        BinaryExpression = "binary_expression",
        BinaryInteger = "binary_integer_literal",
        Block = "block",
        BooleanType = "boolean_type",
        BreakStatement = "break_statement",
        Cast = "cast_expression",
        CatchClause = "catch_clause",
        CatchFormalParameter = "catch_formal_parameter",
        CatchType = "catch_type",
        CharacterLiteral = "character_literal",
        ClassBody = "class_body",
        ClassDeclaration = "class_declaration",
        ClassLiteral = "class_literal",
        CompactConstructor = "compact_constructor_declaration",
        ConstantDeclaration = "constant_declaration",
        ConstructorBody = "constructor_body",
        Constructor = "constructor_declaration",
        ContinueStatement = "continue_statement",
        DecimalFloat = "decimal_floating_point_literal",
        DecimalInteger = "decimal_integer_literal",
        Dimensions = "dimensions",
        DimensionsExpr = "dimensions_expr",
        DoStatement = "do_statement",
        EnhancedFor = "enhanced_for_statement",
        EnumBody = "enum_body",
        EnumBodyDeclarations = "enum_body_declarations",
        EnumConstant = "enum_constant",
        EnumDeclaration = "enum_declaration",
        ExplicitConstructorInvocation = "explicit_constructor_invocation",
        ExportsDirective = "exports_module_directive",
        ExpressionStatement = "expression_statement",
        ExtendsInterfaces = "extends_interfaces",
        False = "false",
        FieldAccess = "field_access",
        FieldDeclaration = "field_declaration",
        FinallyClause = "finally_clause",
        FloatingPointType = "floating_point_type",
        ForStatement = "for_statement",
        FormalParameter = "formal_parameter",
        FormalParameters = "formal_parameters",
        GenericType = "generic_type",
        Guard = "guard",
        HexFloat = "hex_floating_point_literal",
        HexInteger = "hex_integer_literal",
        Identifier = "identifier",
        IfStatement = "if_statement",
        ImportDeclaration = "import_declaration",
        InferredParameters = "inferred_parameters",
        InstanceOf = "instanceof_expression",
        IntegralType = "integral_type",
        InterfaceBody = "interface_body",
        InterfaceDeclaration = "interface_declaration",
        LabeledStatement = "labeled_statement",
        Lambda = "lambda_expression",
        LocalVariableDeclaration = "local_variable_declaration",
        MarkerAnnotation = "marker_annotation",
        MethodDeclaration = "method_declaration",
        MethodInvocation = "method_invocation",
        MethodReference = "method_reference",
        Modifiers = "modifiers",
        ModuleDeclaration = "module_declaration",
        NullLiteral = "null_literal",
        ObjectCreation = "object_creation_expression",
        OctalInteger = "octal_integer_literal",
        OpensDirective = "opens_module_directive",
        PackageDeclaration = "package_declaration",
        Parenthesized = "parenthesized_expression",
        Pattern = "pattern",
        Permits = "permits",
        Program = "program",
        ProvidesDirective = "provides_module_directive",
        ReceiverParameter = "receiver_parameter",
        RecordDeclaration = "record_declaration",
        RecordPattern = "record_pattern",
        RecordPatternBody = "record_pattern_body",
        RecordPatternComponent = "record_pattern_component",
        RequiresDirective = "requires_module_directive",
        RequiresModifier = "requires_modifier",
        Resource = "resource",
        ReturnStatement = "return_statement",
        ScopedIdentifier = "scoped_identifier",
        ScopedTypeIdentifier = "scoped_type_identifier",
        SpreadParameter = "spread_parameter",
        StaticInitializer = "static_initializer",
        StringInterpolation = "string_interpolation",
        StringLiteral = "string_literal",
        Super = "super",
        SuperInterfaces = "super_interfaces",
        Superclass = "superclass",
        SwitchBlock = "switch_block",
        SwitchExpression = "switch_expression",
        SwitchGroup = "switch_block_statement_group",
        SwitchLabel = "switch_label",
        SwitchRule = "switch_rule",
        SynchronizedStatement = "synchronized_statement",
        Template = "template_expression",
        Ternary = "ternary_expression",
        This = "this",
        ThrowStatement = "throw_statement",
        Throws = "throws",
        True = "true",
        TryStatement = "try_statement",
        TryWithResources = "try_with_resources_statement",
        TypeArguments = "type_arguments",
        TypeBound = "type_bound",
        TypeIdentifier = "type_identifier",
        TypeList = "type_list",
        TypeParameter = "type_parameter",
        TypeParameters = "type_parameters",
        TypePattern = "type_pattern",
        Unary = "unary_expression",
        UnderscorePattern = "underscore_pattern",
        Update = "update_expression",
        UsesDirective = "uses_module_directive",
        VariableDeclarator = "variable_declarator",
        VoidType = "void_type",
        WhileStatement = "while_statement",
        Wildcard = "wildcard",
        YieldStatement = "yield_statement",
    }
}

names! {
    /// Fields of the grammar's nodes.
    #[expect(missing_docs, reason = "named as in the grammar")]
    Field {
        Alternative = "alternative",
        Arguments = "arguments",
        Array = "array",
        Body = "body",
        Condition = "condition",
        Consequence = "consequence",
        Constructor = "constructor",
        Declarator = "declarator",
        Dimensions = "dimensions",
        Index = "index",
        Init = "init",
        Interfaces = "interfaces",
        Member = "field",
        Left = "left",
        Name = "name",
        Object = "object",
        Operand = "operand",
        Operator = "operator",
        Parameters = "parameters",
        Pattern = "pattern",
        Permits = "permits",
        Provided = "provided",
        Resources = "resources",
        Right = "right",
        Scope = "scope",
        Superclass = "superclass",
        TemplateArgument = "template_argument",
        TemplateProcessor = "template_processor",
        Type = "type",
        TypeArguments = "type_arguments",
        TypeParameters = "type_parameters",
        Update = "update",
        Value = "value",
    }
}

/// The grammar and its tables, indexed by the numbers that the parser uses.
pub(crate) struct Grammar {
    /// The language to parse with.
    pub language: Language,
    kinds: Vec<(Kind, bool)>,
    fields: Vec<Field>,
    name: Option<NonZeroU16>,
}

/// Constant data, made at the first use.
pub(crate) static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
    let language = Language::from(tree_sitter_java::LANGUAGE);
    let kind = |id| {
        if language.node_kind_is_named(id) {
            (
                Kind::named(language.node_kind_for_id(id).unwrap_or_default()),
                true,
            )
        } else {
            (Kind::Other, false)
        }
    };
    let kinds = (0..language.node_kind_count() as u16).map(kind).collect();
    let field = |id| Field::named(language.field_name_for_id(id).unwrap_or_default());
    let fields = (0..=language.field_count() as u16).map(field).collect();
    let name = language.field_id_for_name("name");
    Grammar {
        language,
        kinds,
        fields,
        name,
    }
});

impl Grammar {
    /// The kind of `node`; [`Kind::Other`] for tokens and errors.
    pub fn kind(&self, node: Node) -> Kind {
        self.named_kind(node).0
    }

    /// The name of `node`, without reading all children.
    pub fn name<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        node.child_by_field_id(self.name?.get())
    }

    /// The number of `field`, if it is one of the grammar.
    pub fn id(&self, field: Field) -> Option<NonZeroU16> {
        let id = self.fields.iter().position(|known| *known == field)?;
        NonZeroU16::new(id as u16)
    }

    fn named_kind(&self, node: Node) -> (Kind, bool) {
        self.kinds
            .get(usize::from(node.kind_id()))
            .copied()
            .unwrap_or((Kind::Other, false))
    }

    fn field(&self, id: Option<NonZeroU16>) -> Field {
        id.and_then(|id| self.fields.get(usize::from(id.get())).copied())
            .unwrap_or(Field::Other)
    }
}

/// A child of a node, tokens included.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Child<'t> {
    /// The child.
    pub node: Node<'t>,
    /// Its kind.
    pub kind: Kind,
    /// True if it is more than a token.
    pub named: bool,
    /// Its field in the parent.
    pub field: Field,
}

impl<'t> Child<'t> {
    /// Returns whether it is the token `text` (punctuation or keyword).
    pub fn is_token(&self, text: &str) -> bool {
        !self.named && self.node.kind() == text
    }
}

/// Reads children of nodes. Lists that are dropped are used again.
pub(crate) struct Reader<'t> {
    cursor: TreeCursor<'t>,
    spare: Rc<RefCell<Vec<Vec<Child<'t>>>>>,
}

impl<'t> Reader<'t> {
    /// A reader of the tree of `root`.
    pub fn new(root: Node<'t>) -> Self {
        Reader {
            cursor: root.walk(),
            spare: Rc::default(),
        }
    }

    /// The children of `node`. Linear in their number.
    pub fn children(&mut self, node: Node<'t>) -> Children<'t> {
        let mut list = self.spare.borrow_mut().pop().unwrap_or_default();
        self.cursor.reset(node);
        let mut more = self.cursor.goto_first_child();

        while more {
            let node = self.cursor.node();
            let (kind, named) = GRAMMAR.named_kind(node);
            list.push(Child {
                node,
                kind,
                named,
                field: GRAMMAR.field(self.cursor.field_id()),
            });
            more = self.cursor.goto_next_sibling();
        }

        Children {
            list,
            spare: Rc::clone(&self.spare),
        }
    }
}

/// The children of one node in order.
pub(crate) struct Children<'t> {
    list: Vec<Child<'t>>,
    spare: Rc<RefCell<Vec<Vec<Child<'t>>>>>,
}

impl Drop for Children<'_> {
    fn drop(&mut self) {
        self.list.clear();
        self.spare.borrow_mut().push(std::mem::take(&mut self.list));
    }
}

impl<'t> Children<'t> {
    /// The first child in `field`.
    pub fn field(&self, field: Field) -> Option<Node<'t>> {
        self.list.iter().find(|c| c.field == field).map(|c| c.node)
    }

    /// All children in `field`.
    pub fn fields(&self, field: Field) -> impl Iterator<Item = Child<'t>> + '_ {
        self.list.iter().filter(move |c| c.field == field).copied()
    }

    /// The first child of `kind`.
    pub fn of(&self, kind: Kind) -> Option<Node<'t>> {
        self.list.iter().find(|c| c.kind == kind).map(|c| c.node)
    }

    /// All children of `kind`.
    pub fn all(&self, kind: Kind) -> impl Iterator<Item = Node<'t>> + '_ {
        self.list
            .iter()
            .filter(move |c| c.kind == kind)
            .map(|c| c.node)
    }

    /// Children that are not mere tokens.
    pub fn named(&self) -> impl Iterator<Item = Child<'t>> + '_ {
        self.list.iter().filter(|c| c.named).copied()
    }

    /// Returns whether the token `text` is among them.
    pub fn has_token(&self, text: &str) -> bool {
        self.list.iter().any(|c| c.is_token(text))
    }

    /// All, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Child<'t>> + '_ {
        self.list.iter().copied()
    }
}
