//! The canonical text form of the IR: every dump and every test shows this.
//!
//! ```text
//! class p/Counter class0 file0
//!   field n I f0
//!   method add(I)V m1 virtual
//!     l0 this: Lp/Counter;
//!     l1 by: I
//!     l2: I
//!     bb0:
//!       l2 = l0.p/Counter.n f0
//!       l2 = add l2 l1
//!       l0.p/Counter.n f0 = l2
//!       l3 = static p/Log.at(I)Ljava/lang/String; (l2) pt4 invocation #0 7:12
//!       goto bb1
//! ```
//!
//! A call shows how its callee is found, the target, the receiver (`l0` before the parentheses),
//! the arguments, and its point: id, syntax, ordinal (`*` when it may be copied), line and column.
//! Types are descriptors, classes internal names. The text is for reading and comparing; nothing
//! reads it back.

use std::fmt::{self, Write};

use super::{
    AllocationKind, ArithmeticKind, Block, Body, CallKind, CallSite, CallSiteId, CallSyntax, Class,
    Constant, FieldRef, Handler, Local, LocalId, Method, MethodId, MethodKind, MethodRef, Point,
    Program, Statement, StatementKind, Target, Terminator,
};

/// The text of a whole program: classes with fields and methods in id order, then the gaps. O(size
/// of the program).
pub fn print(program: &Program) -> String {
    let mut text = String::new();
    write_program(&mut text, program).expect("writing to a string does not fail");
    text
}

/// The text of one method, body included.
///
/// ```
/// use std::sync::Arc;
///
/// use java_lower::Source;
/// use jvm::{classpath::ClassPath, jdk::Jdk};
///
/// let text = "class Main { static void send(Session s) { s.open(); } }
///             class Session { void open() {} }";
/// let source = Source { root: "src".into(), path: "Main.java".into(), bytes: text.into() };
/// let class_path = ClassPath::open(&[], &Jdk::from_environment().unwrap()).unwrap();
/// let program = java_lower::load(vec![source], Arc::new(class_path)).unwrap();
/// assert!(ir::verify(&program).is_empty());
///
/// let (send, _) = program.methods.iter_enumerated().find(|(_, m)| &*m.name == "send").unwrap();
/// let printed = ir::print_method(&program, send);
/// let lines: Vec<&str> = printed.lines().map(str::trim).collect();
/// assert_eq!(lines, [
///     "method send(LSession;)V m0 static",
///     "l0 s: LSession;",
///     "bb0:",
///     "virtual Session.open()V l0() pt0 invocation #0 1:46",
///     "return",
/// ]);
/// ```
pub fn print_method(program: &Program, method: MethodId) -> String {
    let mut text = String::new();
    write_method(&mut text, program, method).expect("writing to a string does not fail");
    text
}

fn write_program(out: &mut String, program: &Program) -> fmt::Result {
    for (id, class) in program.classes.iter_enumerated() {
        writeln!(out, "class {} {id} {}", class.name, class.file)?;
        write_members(out, program, class)?;
    }
    for gap in &program.gaps {
        let file = &program.files[gap.file].path;
        writeln!(
            out,
            "gap {file} {}:{} {}",
            gap.span.line, gap.span.column, gap.reason
        )?;
    }
    Ok(())
}

fn write_members(out: &mut String, program: &Program, class: &Class) -> fmt::Result {
    for &id in &class.fields {
        let field = &program.fields[id];
        writeln!(out, "  field {} {} {id}", field.name, field.ty)?;
    }
    class
        .methods
        .iter()
        .try_for_each(|&id| write_method(out, program, id))
}

fn write_method(out: &mut String, program: &Program, id: MethodId) -> fmt::Result {
    let method = &program.methods[id];
    writeln!(
        out,
        "  method {}{} {id}{}",
        method.name,
        method.descriptor,
        MethodTags(method)
    )?;
    match &method.body {
        Some(body) => write_body(out, program, body),
        None => Ok(()),
    }
}

/// The tags behind the id in a method's first line.
struct MethodTags<'a>(&'a Method);

impl fmt::Display for MethodTags<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        const STATIC: u16 = 0x0008;
        if self.0.access & STATIC != 0 {
            out.write_str(" static")?;
        }

        match self.0.kind {
            MethodKind::Declared => {}
            MethodKind::Implicit => out.write_str(" implicit")?,
            MethodKind::StaticInitializer => out.write_str(" static-initializer")?,
            MethodKind::InstanceInitializer => out.write_str(" instance-initializer")?,
            MethodKind::Lambda => write!(out, " lambda {}", self.0.enclosing.method)?,
            MethodKind::MethodReference => {
                write!(out, " method-reference {}", self.0.enclosing.method)?
            }
        }

        if self.0.body.is_none() {
            out.write_str(" bodiless")?;
        }

        Ok(())
    }
}

fn write_body(out: &mut String, program: &Program, body: &Body) -> fmt::Result {
    for (id, local) in body.locals.iter_enumerated() {
        write_local(out, id, local)?;
    }
    for (id, block) in body.blocks.iter_enumerated() {
        writeln!(out, "    {id}:")?;
        write_block(out, program, block)?;
    }
    Ok(())
}

fn write_local(out: &mut String, id: LocalId, local: &Local) -> fmt::Result {
    match &local.name {
        Some(name) => writeln!(out, "    {id} {name}: {}", local.ty),
        None => writeln!(out, "    {id}: {}", local.ty),
    }
}

fn write_block(out: &mut String, program: &Program, block: &Block) -> fmt::Result {
    for handler in &block.handlers {
        writeln!(out, "      catch {}", HandlerText(handler))?;
    }
    for statement in &block.statements {
        writeln!(out, "      {}", StatementText { program, statement })?;
    }
    writeln!(out, "      {}", block.terminator)
}

struct HandlerText<'a>(&'a Handler);

impl fmt::Display for HandlerText<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Handler {
            caught,
            target,
            exception,
        } = self.0;
        if caught.is_empty() {
            write!(out, "any")?
        } else {
            write!(out, "{}", caught.join("|"))?
        }
        write!(out, " {exception} {target}")
    }
}

struct StatementText<'a> {
    program: &'a Program,
    statement: &'a Statement,
}

impl fmt::Display for StatementText<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.statement.kind {
            StatementKind::Constant { target, value } => write!(out, "{target} = {value}"),
            StatementKind::Assign { target, source } => write!(out, "{target} = {source}"),
            StatementKind::Cast { target, source, ty } => write!(out, "{target} = ({ty}) {source}"),
            StatementKind::InstanceOf { target, source, ty } => {
                write!(out, "{target} = {source} instanceof {ty}")
            }
            StatementKind::Compute {
                target,
                kind,
                operands,
            } => {
                write!(out, "{target} = {}{}", kind.text(), Spaced(operands))
            }
            StatementKind::Load {
                target,
                object,
                field,
            } => write!(out, "{target} = {}", Place(*object, field)),
            StatementKind::Store {
                object,
                field,
                source,
            } => write!(out, "{} = {source}", Place(*object, field)),
            StatementKind::ArrayLoad {
                target,
                array,
                index,
            } => write!(out, "{target} = {array}[{index}]"),
            StatementKind::ArrayStore {
                array,
                index,
                source,
            } => write!(out, "{array}[{index}] = {source}"),
            StatementKind::Allocate { target, site } => {
                write!(out, "{target} = ")?;
                let allocation = &self.program.allocations[*site];
                write_allocation(out, &allocation.kind, &allocation.ty)?;
                write!(out, " {site}")
            }
            StatementKind::Call(site) => write_call(out, self.program, *site),
            StatementKind::Monitor {
                object,
                enter: true,
            } => write!(out, "enter {object}"),
            StatementKind::Monitor {
                object,
                enter: false,
            } => write!(out, "leave {object}"),
            StatementKind::Unknown => out.write_str("unknown"),
        }
    }
}

fn write_allocation(
    out: &mut impl Write,
    kind: &AllocationKind,
    ty: &impl fmt::Display,
) -> fmt::Result {
    match kind {
        AllocationKind::Instance | AllocationKind::Array => write!(out, "new {ty}"),
        AllocationKind::Functional {
            interface,
            markers,
            name,
            descriptor,
            body,
            captures,
        } => {
            write!(
                out,
                "functional {interface}.{name}{descriptor} {body}({})",
                Commas(captures)
            )?;
            markers
                .iter()
                .try_for_each(|marker| write!(out, " & {marker}"))
        }
    }
}

fn write_call(out: &mut impl Write, program: &Program, id: CallSiteId) -> fmt::Result {
    let site = &program.calls[id];
    if let Some(result) = site.result {
        write!(out, "{result} = ")?;
    }
    write!(out, "{} {} ", site.kind.text(), site.target)?;
    write_passed(out, site)?;
    write!(out, " {} {}", site.point, program.points[site.point])
}

fn write_passed(out: &mut impl Write, site: &CallSite) -> fmt::Result {
    match site.receiver {
        Some(receiver) => write!(out, "{receiver}({})", Commas(&site.arguments)),
        None => write!(out, "({})", Commas(&site.arguments)),
    }
}

/// A field as the target or source of a store or load.
struct Place<'a>(Option<LocalId>, &'a FieldRef);

impl fmt::Display for Place<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(object) = self.0 {
            write!(out, "{object}.")?;
        }
        write!(out, "{}.{}", self.1.owner, self.1.name)?;
        match self.1.field {
            Some(field) => write!(out, " {field}"),
            None => Ok(()),
        }
    }
}

struct Commas<'a>(&'a [LocalId]);

impl fmt::Display for Commas<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, local) in self.0.iter().enumerate() {
            write!(out, "{}{local}", if position == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

struct Spaced<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for Spaced<'_, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|item| write!(out, " {item}"))
    }
}

impl fmt::Display for Terminator {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Terminator::Goto(target) => write!(out, "goto {target}"),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => write!(out, "if {condition} {then} else {otherwise}"),
            Terminator::Switch { value, targets } => {
                write!(out, "switch {value}{}", Spaced(targets))
            }
            Terminator::Return(Some(value)) => write!(out, "return {value}"),
            Terminator::Return(None) => out.write_str("return"),
            Terminator::Throw(exception) => write!(out, "throw {exception}"),
            Terminator::Unreachable => out.write_str("unreachable"),
        }
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Null => out.write_str("null"),
            Constant::Bool(value) => write!(out, "{value}"),
            Constant::Integer(value) => write!(out, "{value}"),
            Constant::Floating(value) => write!(out, "{value:?}"),
            Constant::Str(text) => write!(out, "{text:?}"),
            Constant::Class(ty) => write!(out, "class {ty}"),
            Constant::Unknown => out.write_str("?"),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Resolved(method) => write!(out, "{method}"),
            Target::Candidates(methods) => write!(out, "one of{}", Spaced(methods)),
            Target::Unresolved { name, arity } => write!(out, "unresolved {name}/{arity}"),
        }
    }
}

/// `owner.name(descriptor)`, as in instructions.
impl fmt::Display for MethodRef {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}{}", self.owner, self.name, self.descriptor)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let copied = if self.copied { "*" } else { "" };
        write!(
            out,
            "{} #{}{copied} {}:{}",
            self.syntax.text(),
            self.ordinal,
            self.span.line,
            self.span.column
        )
    }
}

impl CallKind {
    fn text(self) -> &'static str {
        match self {
            CallKind::Static => "static",
            CallKind::Special => "special",
            CallKind::Virtual => "virtual",
            CallKind::Interface => "interface",
        }
    }
}

impl CallSyntax {
    fn text(self) -> &'static str {
        match self {
            CallSyntax::Invocation => "invocation",
            CallSyntax::Creation => "creation",
            CallSyntax::ConstructorInvocation => "constructor-invocation",
            CallSyntax::SuperInvocation => "super-invocation",
            CallSyntax::ForEach => "for-each",
            CallSyntax::Resource => "resource",
            CallSyntax::MethodReference => "method-reference",
            CallSyntax::Inserted => "inserted",
        }
    }
}

impl ArithmeticKind {
    fn text(self) -> &'static str {
        match self {
            ArithmeticKind::Add => "add",
            ArithmeticKind::Subtract => "sub",
            ArithmeticKind::Multiply => "mul",
            ArithmeticKind::Divide => "div",
            ArithmeticKind::Remainder => "rem",
            ArithmeticKind::ShiftLeft => "shl",
            ArithmeticKind::ShiftRight => "shr",
            ArithmeticKind::UnsignedShiftRight => "ushr",
            ArithmeticKind::And => "and",
            ArithmeticKind::Or => "or",
            ArithmeticKind::Xor => "xor",
            ArithmeticKind::Less => "lt",
            ArithmeticKind::LessEqual => "le",
            ArithmeticKind::Greater => "gt",
            ArithmeticKind::GreaterEqual => "ge",
            ArithmeticKind::Equal => "eq",
            ArithmeticKind::NotEqual => "ne",
            ArithmeticKind::Not => "not",
            ArithmeticKind::Negate => "neg",
            ArithmeticKind::Complement => "inv",
            ArithmeticKind::ArrayLength => "length",
        }
    }
}
