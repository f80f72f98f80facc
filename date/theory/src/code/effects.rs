//! The names that a piece of Java reads and writes, and its calls.

use std::collections::BTreeSet;

use super::types::Typing;
use super::{Assigned, BinaryOp, Body, Code, Expr, JavaType, Name, NameKind, Stmt, Types};

/// The effects of a piece of Java, over all its paths.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Effects<'a> {
    /// Names of the specification that it may read. Clocks are read by asking for their time.
    pub reads: BTreeSet<Name>,
    /// Names of the specification that it may write. Clocks are written by resetting, pausing, ...
    /// them.
    pub writes: BTreeSet<Name>,
    /// Calls and instance creations, in text order; calls on clocks and channels are not among
    /// them.
    pub calls: Vec<&'a Expr>,
    /// Operands whose string conversion calls a `toString` of the program.
    pub conversions: Vec<&'a Expr>,
    /// True if it reads fields, array elements or static fields of the program.
    pub reads_program: bool,
    /// True if it writes fields, array elements or static fields of the program.
    pub writes_program: bool,
    /// Channels that it sends on, or hands to code that may.
    pub sends: BTreeSet<Name>,
    /// True if a part of it is not understood: that part may do anything, to any name it mentions.
    pub opaque: bool,
}

impl<'a> Effects<'a> {
    /// The effects of `code`, given the types of the names it sees. O(size).
    pub fn of(code: &'a Code, types: &Types) -> Self {
        let mut collector = Collector {
            types,
            locals: Types::default(),
            effects: Effects::default(),
        };
        match &code.body {
            Body::Expr(expr) => collector.expr(expr),
            Body::Stmts(statements) => collector.stmts(statements),
        }
        let mut effects = collector.effects;

        if effects.opaque {
            effects
                .reads
                .extend(code.names.iter().map(|used| used.name.clone()));
            effects
                .writes
                .extend(code.names.iter().map(|used| used.name.clone()));
            let channels = code
                .names
                .iter()
                .filter(|used| matches!(used.name.kind, NameKind::Channel(_)));
            effects.sends.extend(channels.map(|used| used.name.clone()));
        }

        effects
    }

    /// The effects of one statement, where no locals are declared before it. What is opaque in it
    /// adds no names. O(size).
    pub fn of_statement(statement: &'a Stmt, types: &Types) -> Self {
        let mut collector = Collector {
            types,
            locals: Types::default(),
            effects: Effects::default(),
        };
        collector.stmt(statement);
        collector.effects
    }

    /// Returns whether the code is *internal* (semantics, section 1): shown to write nothing but
    /// `own`, the property's own variables and clocks. Calls are external unless `pure` says that
    /// they have no effect; `pure` is also asked about the operands of implicit `toString` calls.
    pub fn internal(&self, own: &BTreeSet<Name>, pure: &dyn Fn(&Expr) -> bool) -> bool {
        let unseen = self.opaque || self.writes_program || !self.sends.is_empty();
        !unseen
            && self.writes.is_subset(own)
            && self
                .calls
                .iter()
                .chain(&self.conversions)
                .all(|call| pure(call))
    }
}

struct Collector<'t, 'a> {
    types: &'t Types,
    locals: Types,
    effects: Effects<'a>,
}

impl<'a> Collector<'_, 'a> {
    fn stmts(&mut self, statements: &'a [Stmt]) {
        statements.iter().for_each(|statement| self.stmt(statement));
    }

    fn stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Expr(expr) => self.expr(expr),
            Stmt::Local { ty, name, initial } => {
                initial.iter().for_each(|initial| self.expr(initial));
                if ty != "var" {
                    self.locals.declare(Name::new(name, NameKind::Local), ty);
                }
            }
            Stmt::If {
                test,
                then,
                otherwise,
            } => {
                self.expr(test);
                self.stmts(then);
                self.stmts(otherwise);
            }
            Stmt::While { test, body } => {
                self.expr(test);
                self.stmts(body);
            }
            Stmt::Block(statements) => self.stmts(statements),
            Stmt::Return => {}
            Stmt::Opaque(_) => self.effects.opaque = true,
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Literal(_) => {}
            Expr::Name(name) => self.read(name),
            Expr::Field { object, .. } => {
                self.effects.reads_program = true;
                self.object(object);
            }
            Expr::Index { array, index } => {
                self.effects.reads_program = true;
                self.expr(array);
                self.expr(index);
            }
            Expr::Call {
                receiver,
                method,
                arguments,
            } => self.call(expr, receiver.as_deref(), method, arguments),
            Expr::New { arguments, .. } => {
                arguments.iter().for_each(|argument| self.expr(argument));
                self.effects.calls.push(expr);
            }
            Expr::Unary { operand, .. }
            | Expr::InstanceOf { operand, .. }
            | Expr::Cast { operand, .. } => self.expr(operand),
            Expr::Binary { op, left, right } => {
                self.expr(left);
                self.expr(right);
                if *op == BinaryOp::Add {
                    self.conversion(left, right);
                }
            }
            Expr::Conditional {
                test,
                then,
                otherwise,
            } => {
                [test, then, otherwise]
                    .into_iter()
                    .for_each(|part| self.expr(part));
            }
            Expr::Assign { target, op, value } => self.assign(target, *op, value),
            Expr::Increment { target, .. } => self.write(target, true),
            Expr::Opaque(text) => self.effects.opaque |= text != "this",
        }
    }

    fn read(&mut self, name: &Name) {
        match name.kind {
            NameKind::Local => {}
            NameKind::Java => self.effects.reads_program = true,
            // A channel that is passed on can be sent on by whoever gets it.
            NameKind::Channel(_) => _ = self.effects.sends.insert(name.clone()),
            // A clock that is passed on can be reset by whoever gets it.
            NameKind::Clock(_) => {
                self.effects.reads.insert(name.clone());
                self.effects.writes.insert(name.clone());
            }
            _ => _ = self.effects.reads.insert(name.clone()),
        }
    }

    /// The receiver of a call or field access; a type or package name is no read.
    fn object(&mut self, object: &'a Expr) {
        if !matches!(object, Expr::Name(name) if name.kind == NameKind::Java) {
            self.expr(object);
        }
    }

    fn call(
        &mut self,
        call: &'a Expr,
        receiver: Option<&'a Expr>,
        method: &str,
        arguments: &'a [Expr],
    ) {
        arguments.iter().for_each(|argument| self.expr(argument));
        match receiver {
            Some(Expr::Name(name)) if matches!(name.kind, NameKind::Channel(_)) => {
                self.effects.sends.insert(name.clone());
            }
            Some(Expr::Name(name)) if matches!(name.kind, NameKind::Clock(_)) => {
                self.clock(name, method)
            }
            // Its methods compute, and change nothing.
            Some(receiver) if self.static_type(receiver) == Some(JavaType::Recognizer) => {
                self.expr(receiver)
            }
            receiver => {
                receiver
                    .into_iter()
                    .for_each(|receiver| self.object(receiver));
                self.effects.calls.push(call);
            }
        }
    }

    fn clock(&mut self, clock: &Name, method: &str) {
        self.effects.reads.insert(clock.clone());
        if !matches!(
            method,
            "current" | "current_long" | "compareTo" | "compareToMillis"
        ) {
            self.effects.writes.insert(clock.clone());
        }
    }

    fn assign(&mut self, target: &'a Assigned, op: Option<BinaryOp>, value: &'a Expr) {
        self.write(target, op.is_some());
        self.expr(value);
        if let (Assigned::Name(name), Some(BinaryOp::Add)) = (target, op) {
            let target_type = self.type_of(name);
            if target_type.is_none_or(|ty| ty.unboxed().is_none()) && self.may_call_to_string(value)
            {
                self.effects.conversions.push(value);
            }
        }
    }

    fn write(&mut self, target: &'a Assigned, also_reads: bool) {
        match target {
            Assigned::Name(name) => match name.kind {
                NameKind::Local => {}
                NameKind::Java => self.effects.writes_program = true,
                _ => {
                    self.effects.writes.insert(name.clone());
                    if also_reads {
                        self.effects.reads.insert(name.clone());
                    }
                }
            },
            Assigned::Program(place) => {
                self.effects.writes_program = true;
                self.expr(place);
            }
        }
    }

    /// An addition that may be a concatenation converts its operands to strings.
    fn conversion(&mut self, left: &'a Expr, right: &'a Expr) {
        let surely_number = |ty: Option<JavaType>| ty.is_some_and(|ty| ty.unboxed().is_some());
        let text = |ty: Option<JavaType>| ty == Some(JavaType::Text);
        let types = (self.static_type(left), self.static_type(right));
        if surely_number(types.0) && !text(types.1) || surely_number(types.1) && !text(types.0) {
            return;
        }
        for operand in [left, right] {
            if self.may_call_to_string(operand) {
                self.effects.conversions.push(operand);
            }
        }
    }

    fn may_call_to_string(&self, operand: &Expr) -> bool {
        matches!(self.static_type(operand), None | Some(JavaType::Reference))
    }

    fn static_type(&self, expr: &Expr) -> Option<JavaType> {
        Typing {
            of_name: &|name| self.type_of(name),
        }
        .expr(expr)
    }

    fn type_of(&self, name: &Name) -> Option<JavaType> {
        if name.kind == NameKind::Local {
            self.locals.of_name(name)
        } else {
            self.types.of_name(name)
        }
    }
}
