//! Follows the objects of the reflection library from where they come into the program to where
//! something is done with them.
//!
//! Every `Class`, `Method`, `Constructor` and `Field` object has a source: a class literal, a class
//! found by its name, `getClass()`. From there it is followed through copies, fields, arrays,
//! parameters, results and captured values. What reaches a method of the library that
//! [`super::rules`] does not know, or a place that is not followed, may be used in any way. So an
//! operation on an object that was *not* followed to it concerns classes that are open already.

mod acts;

use java_types::Spelling;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use indexmap::IndexSet;
use ir::{
    AllocationId, AllocationKind, CallKind, CallSite, CallSiteId, FieldId, LocalId, MethodId,
    MethodRef, StatementKind,
};
use java_types::descriptor::{MethodDescriptor, Type};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::index::{Index, Use};
use super::origins::origins;
use super::outside::Outside;
use super::rules::{Action, action, sources};
use super::token::{Role, Token};
use crate::carried::Deposit;
use crate::classes::Classes;
use crate::effect::{Effect, Moment};
use crate::node::Variable;
use crate::values::keeps_values;

/// An effect, the call or class literal that has it, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cause {
    /// The effect.
    pub effect: Effect,
    /// The call; `None` where the place is a method that lets a value out.
    pub site: Option<CallSiteId>,
    /// The method.
    pub method: MethodId,
    /// True if it happens during that call, on its thread; else it happens at any time.
    pub is_immediate: bool,
    /// Why, for people.
    pub reason: String,
}

impl Cause {
    /// Its moment.
    pub fn moment(&self) -> Moment {
        match self.site {
            Some(site) if self.is_immediate => Moment::During(site),
            _ => Moment::AnyTime,
        }
    }
}

/// A place that holds values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Local(Variable),
    Field(FieldId),
    Return(MethodId),
}

/// Tokens on their way.
pub(super) struct Flow<'i, 'p> {
    index: &'i Index<'p>,
    outside: &'i Outside<'i>,
    tokens: IndexSet<Token, FxBuildHasher>,
    seen: FxHashSet<(Place, usize)>,
    pending: VecDeque<(Place, usize)>,
    causes: BTreeSet<Cause>,
    /// Calls that look for a class.
    finders: Vec<CallSiteId>,
    /// The values that calls put into containers.
    put: IndexSet<Put, FxBuildHasher>,
}

/// A call, the position of an argument, and the value there.
pub(super) type Put = (CallSiteId, usize, Token);

impl<'i, 'p> Flow<'i, 'p> {
    /// Nothing on its way yet.
    pub fn new(index: &'i Index<'p>, outside: &'i Outside<'i>) -> Self {
        Flow {
            index,
            outside,
            tokens: IndexSet::default(),
            seen: FxHashSet::default(),
            pending: VecDeque::new(),
            causes: BTreeSet::new(),
            finders: Vec::new(),
            put: IndexSet::default(),
        }
    }

    /// A token arrives in a local.
    pub fn enter(&mut self, variable: Variable, token: Token) {
        self.put(Place::Local(variable), token);
    }

    /// A call looks for a class, and may get what class loaders of the program find.
    pub fn finder(&mut self, site: CallSiteId) {
        self.finders.push(site);
    }

    /// A call has an effect at any time.
    pub fn cause(&mut self, site: CallSiteId, effect: Effect, reason: String) {
        self.add_cause(site, effect, false, reason);
    }

    /// A call has had its effect when it returns.
    pub fn cause_during(&mut self, site: CallSiteId, effect: Effect, reason: String) {
        self.add_cause(site, effect, true, reason);
    }

    fn add_cause(&mut self, site: CallSiteId, effect: Effect, is_immediate: bool, reason: String) {
        let method = self.index.program.calls[site].method;
        self.causes.insert(Cause {
            effect,
            site: Some(site),
            method,
            is_immediate,
            reason,
        });
    }

    /// Values come out of containers where the solver has seen them. Code without sources may use in
    /// any way those that it gets hold of.
    pub fn come_out(
        &mut self,
        marks: &IndexSet<Token, FxBuildHasher>,
        deposits: &BTreeSet<Deposit>,
    ) {
        for &(variable, mark) in &self.outside.carried.arrived {
            self.enter(variable, marks[mark].clone());
        }
        for &mark in &self.outside.carried.compared {
            self.compare(&marks[mark]);
        }
        let lost = |deposit: &&Deposit| self.outside.carried.lost.contains(&deposit.mark);
        for deposit in deposits.iter().filter(lost) {
            let token = &marks[deposit.mark];
            let named = self.index.program.calls[deposit.site].target.named();
            let method = named.first().map_or_else(String::new, |callee| {
                format!("`{}.{}`", callee.owner.to_readable(), callee.name)
            });
            let reason = format!(
                "{method} gets {} and keeps it where other code may find it",
                self.name(token)
            );
            self.cause(deposit.site, use_of(token), reason);
        }
    }

    /// Follows all tokens to their ends; what happens there, in order, and what is put into
    /// containers.
    pub fn run(mut self) -> (BTreeSet<Cause>, IndexSet<Put, FxBuildHasher>) {
        while let Some((place, token)) = self.pending.pop_front() {
            let token = self.tokens[token].clone();
            match place {
                Place::Local(variable) => self.leave_local(variable, &token),
                Place::Field(field) => self.leave_field(field, &token),
                Place::Return(method) => self.leave_method(method, &token),
            }
        }
        (self.causes, self.put)
    }

    fn put(&mut self, place: Place, token: Token) {
        if !self.is_used(place) || !self.may_hold(place, &token) {
            return;
        }
        let (id, _) = self.tokens.insert_full(token);
        if self.seen.insert((place, id)) {
            self.pending.push_back((place, id));
        }
    }

    /// Returns whether the place is one of a method that runs, or of none.
    fn is_used(&self, place: Place) -> bool {
        match place {
            Place::Local(Variable { method, .. }) | Place::Return(method) => {
                self.outside.runs(method)
            }
            Place::Field(_) => true,
        }
    }

    /// Returns whether the declared type of a place is one of the token's object, or of an array of
    /// such.
    fn may_hold(&self, place: Place, token: &Token) -> bool {
        let program = self.index.program;
        let ty = match place {
            Place::Local(Variable { method, local }) => program.methods[method]
                .body
                .as_ref()
                .map(|body| &body.locals[local].ty),
            Place::Field(field) => Some(&program.fields[field].ty),
            Place::Return(_) => None,
        };
        match ty.map(Type::innermost) {
            Some(Type::Class(name)) => {
                &**name == "java/lang/Cloneable"
                    || program.hierarchy.is_subclass(token.of(), name).may()
            }
            Some(_) => false,
            None => true,
        }
    }

    fn leave_local(&mut self, variable: Variable, token: &Token) {
        let locals = self.index.locals(variable.method);
        for used in locals.uses(variable.local) {
            match used {
                Use::Statement(statement) => self.pass(variable, statement, token),
                Use::Return => self.put(Place::Return(variable.method), token.clone()),
                Use::Throw => {}
            }
        }
    }

    fn leave_field(&mut self, field: FieldId, token: &Token) {
        for &loaded in self.index.loads(field) {
            self.put(Place::Local(loaded), token.clone());
        }
        if self.outside.accesses(self.index, field) {
            let method = self
                .outside
                .stores(self.index, field)
                .first()
                .map(|stored| stored.method);
            self.let_out(method, token, "is in a field that is open to the outside");
        }
    }

    fn leave_method(&mut self, method: MethodId, token: &Token) {
        for &site in self.outside.calls.callers(method) {
            let call = &self.index.program.calls[site];
            if let Some(result) = call.result {
                self.put(
                    Place::Local(Variable::new(call.method, result)),
                    token.clone(),
                );
            }
        }
        if matches!(token, Token::Class(_)) && self.finds_class(method) {
            for site in self.finders.clone() {
                self.give(&self.index.program.calls[site], token.clone());
            }
        } else if self.outside.is_called(self.index, method) {
            self.let_out(
                Some(method),
                token,
                "is a result of a method that may be called from outside",
            );
        }
    }

    /// Returns whether it is a method that the library calls for those who look for a class, to
    /// give them what it returns, or to make serialized objects of the class.
    fn finds_class(&self, method: MethodId) -> bool {
        let program = self.index.program;
        let (name, class) = (
            &program.methods[method].name,
            &program.classes[program.methods[method].class].name,
        );
        let is_below = |owner: &str| program.hierarchy.is_subclass(class, owner).must();
        let resolves = matches!(&**name, "resolveClass" | "resolveProxyClass");
        is_below("java/lang/ClassLoader") && sources::finds_class("java/lang/ClassLoader", name)
            || is_below("java/io/ObjectInputStream") && resolves
    }

    fn pass(&mut self, variable: Variable, statement: &StatementKind, token: &Token) {
        let Variable { method, local } = variable;
        match statement {
            StatementKind::Assign { target, .. }
            | StatementKind::Cast { target, .. }
            | StatementKind::ArrayLoad { target, .. } => {
                self.put(Place::Local(Variable::new(method, *target)), token.clone())
            }
            StatementKind::Store { field, .. } => match field.field {
                Some(field) => self.put(Place::Field(field), token.clone()),
                None => self.let_out(Some(method), token, "is stored in a field of the library"),
            },
            StatementKind::ArrayStore { array, source, .. } if *source == local => {
                self.store_in_array(Variable::new(method, *array), token);
            }
            StatementKind::Allocate { site, .. } => self.capture(*site, local, token),
            StatementKind::Call(site) => self.hand_over(*site, local, token),
            _ => {}
        }
    }

    /// Every place that may hold the array holds the token from now on: those where it is made, and
    /// from there on forwards.
    fn store_in_array(&mut self, array: Variable, token: &Token) {
        match origins(self.index, self.outside, array) {
            Some(origins) => {
                origins
                    .into_iter()
                    .for_each(|origin| self.put(Place::Local(origin), token.clone()));
            }
            None => self.let_out(Some(array.method), token, "is stored in an array"),
        }
    }

    fn capture(&mut self, site: AllocationId, local: LocalId, token: &Token) {
        let AllocationKind::Functional { body, captures, .. } =
            &self.index.program.allocations[site].kind
        else {
            return;
        };
        let parameters = self.index.program.methods[*body]
            .body
            .iter()
            .flat_map(|body| &body.parameters);

        for (&parameter, _) in parameters
            .zip(captures)
            .filter(|(_, captured)| **captured == local)
        {
            self.put(Place::Local(Variable::new(*body, parameter)), token.clone());
        }
    }

    fn hand_over(&mut self, site: CallSiteId, local: LocalId, token: &Token) {
        let call = &self.index.program.calls[site];
        if call.receiver == Some(local) {
            self.call(site, call, Role::Receiver, token);
        }
        for (position, _) in call
            .arguments
            .iter()
            .enumerate()
            .filter(|(_, argument)| **argument == local)
        {
            self.call(site, call, Role::Argument(position), token);
        }
    }

    fn call(&mut self, site: CallSiteId, call: &CallSite, role: Role, token: &Token) {
        let argument = match role {
            Role::Receiver => None,
            Role::Argument(position) => Some(position),
        };

        for target in self.outside.calls.methods(site) {
            if let Some(parameter) = self.index.parameter(target, argument) {
                self.put(
                    Place::Local(Variable::new(target, parameter)),
                    token.clone(),
                );
            }
        }

        if call.target.named().is_empty() {
            self.cause(
                site,
                use_of(token),
                format!(
                    "{} is passed to a call that is not resolved",
                    self.name(token)
                ),
            );
        }

        for callee in call.target.named() {
            self.call_library(site, call, callee, role, token);
        }
    }

    fn call_library(
        &mut self,
        site: CallSiteId,
        call: &CallSite,
        callee: &MethodRef,
        role: Role,
        token: &Token,
    ) {
        let is_of_object = call.kind == CallKind::Special && &*callee.owner == "java/lang/Object";
        if is_of_object || !self.outside.runs_library(self.index, site, callee) {
            return;
        }

        let declaring = self.index.declaring(call, callee);
        let known = declaring
            .iter()
            .find_map(|owner| action(owner, &callee.name, role, token));
        let target = format!("`{}.{}`", callee.owner.to_readable(), callee.name);
        let is_modelled = self.outside.carried.modelled.contains(&site);
        match (known, role) {
            // The solver knows whose `equals` and which comparators get it.
            (Some(Action::Compare), Role::Argument(position)) if is_modelled => {
                self.put.insert((site, position, token.clone()));
                return;
            }
            (Some(Action::Compare), Role::Argument(_)) => {}
            // A class of another library may have a method of its own.
            (Some(_), Role::Argument(_)) if is_of_writers(&declaring) && !is_modelled => {}
            (Some(action), _) => return self.act(site, call, (action, role), token, &target),
            (None, _) => {}
        }
        let kept = self.kept_by_model(site, call, callee, role);
        let is_object_to_it = self.outside.carried.plain.contains(&site)
            || declaring.iter().all(|owner| keeps_values(owner));
        match kept.filter(|_| is_object_to_it) {
            Some(position) => {
                self.put.insert((site, position, token.clone()));
            }
            None => {
                let name = self.name(token);
                let reason = format!("{target} gets {name} and may do anything with it");
                self.cause(site, use_of(token), reason);
            }
        }
    }

    /// The position of an argument that a method takes for an object like any other, if a model says
    /// where it goes. A method that asks for a `Class`, or for an array, may do more with it.
    fn kept_by_model(
        &self,
        site: CallSiteId,
        call: &CallSite,
        callee: &MethodRef,
        role: Role,
    ) -> Option<usize> {
        let Role::Argument(position) = role else {
            return None;
        };
        let descriptor = MethodDescriptor::parse(&callee.descriptor).ok();
        let parameter =
            descriptor.and_then(|descriptor| descriptor.parameters.get(position).cloned());
        let argument = call.arguments.get(position);
        let is_array = argument.is_none_or(|&local| self.is_array(call.method, local));
        let is_kept = parameter == Some(Type::object())
            && !is_array
            && self.outside.carried.modelled.contains(&site);
        is_kept.then_some(position)
    }

    fn is_array(&self, method: MethodId, local: LocalId) -> bool {
        let body = self.index.program.methods[method].body.as_ref();
        body.is_none_or(|body| matches!(body.locals[local].ty, Type::Array(_)))
    }

    fn let_out(&mut self, method: Option<MethodId>, token: &Token, why: &str) {
        let Some(method) = method else { return };
        let reason = format!("{} {why}", self.name(token));
        self.causes.insert(Cause {
            effect: use_of(token),
            site: None,
            method,
            is_immediate: false,
            reason,
        });
    }

    fn name(&self, token: &Token) -> String {
        let classes = match token.classes() {
            Classes::One(class) => format!(
                "`{}`",
                self.index.program.classes[*class].name.to_readable()
            ),
            all if all.is_all() => "any class".to_owned(),
            Classes::Below(name) => format!("any class below `{}`", name.to_readable()),
        };
        match token {
            Token::Class(_) => classes,
            Token::Method(_, Some(name), _) => format!("method `{name}` of {classes}"),
            Token::Method(_, None, _) => format!("methods of {classes}"),
            Token::Constructor(..) => format!("constructors of {classes}"),
            Token::Field(_, Some(name)) => format!("field `{name}` of {classes}"),
            Token::Field(_, None) => format!("fields of {classes}"),
        }
    }
}

/// Returns whether one of the classes is that of streams of texts, which libraries extend.
fn is_of_writers(classes: &[Arc<str>]) -> bool {
    let is_writer =
        |class: &Arc<str>| matches!(&**class, "java/io/PrintStream" | "java/io/PrintWriter");
    classes.iter().any(is_writer)
}

/// Returns what code may do that gets the value: everything that the class of the member leads to,
/// too.
fn use_of(token: &Token) -> Effect {
    Effect::Use(token.classes().clone())
}
