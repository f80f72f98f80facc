//! The effects of methods of the library on the values that they get, by their rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{CallSite, CallSiteId};
use java_types::Access;

use super::{Flow, Place};
use crate::classes::Classes;
use crate::effect::Effect;
use crate::hidden::literals;
use crate::hidden::log::LogKind;
use crate::hidden::lookups::classes_in;
use crate::hidden::narrowing::narrowed;
use crate::hidden::rules::Action;
use crate::hidden::texts::TextSearch;
use crate::hidden::token::{Role, Token};
use crate::members;
use crate::node::Variable;
use crate::parameters::Parameters;

impl Flow<'_, '_> {
    pub(super) fn act(
        &mut self,
        site: CallSiteId,
        call: &CallSite,
        (action, role): (Action, Role),
        token: &Token,
        target: &str,
    ) {
        let classes = token.classes().clone();
        let is_immediate = is_immediate(action, role);
        if let Some(logged) =
            log_kind(action, token).and_then(|kind| self.outside.logged(self.index, call, kind))
        {
            for effect in logged
                .iter()
                .filter_map(|entry| entry.effect(self.index.dispatch))
            {
                let reason = format!("{target}, as the reflection log says");
                self.add_cause(site, effect, is_immediate, reason);
            }
            return;
        }

        let effects: Vec<Effect> = match action {
            Action::Nothing => return,
            // Members and classes are compared by identity or by their names.
            Action::Compare => return,
            Action::Same => return self.give(call, token.clone()),
            Action::Narrow => return self.narrow(call, &classes),
            Action::Method => return self.find_methods(site, call, &classes),
            Action::Methods => {
                return self.give(call, Token::Method(classes, None, Parameters::Any));
            }
            Action::Fields(name) => {
                self.names(call, name)
                    .into_iter()
                    .for_each(|name| self.give(call, Token::Field(classes.clone(), name)));
                return;
            }
            Action::Relatives => {
                let relatives = self.index.relatives(&classes);
                relatives
                    .iter()
                    .for_each(|relative| self.give(call, Token::Class(relative.clone())));
                return;
            }
            Action::Enclosing => {
                for around in self.index.relatives(&classes).iter() {
                    self.give(call, Token::Method(around.clone(), None, Parameters::Any));
                    self.give(call, Token::Constructor(around.clone(), Parameters::Any));
                }
                return;
            }
            Action::CopyTo(position) => {
                if let Some(&array) = call.arguments.get(position) {
                    self.store_in_array(Variable::new(call.method, array), token);
                }
                return;
            }
            Action::Constructor => {
                let parameters = self.parameters(site, 0);
                return self.give(call, Token::Constructor(classes, parameters));
            }
            Action::Constructors => {
                return self.give(call, Token::Constructor(classes, Parameters::Any));
            }
            Action::New => vec![Effect::Construct(classes, Parameters::none())],
            Action::Construct => vec![Effect::Construct(classes, Parameters::Any)],
            Action::Make => vec![Effect::Make(classes)],
            // Nothing follows what handles give.
            Action::Invoke(_) if self.are_annotations(&classes) => {
                vec![Effect::Use(Classes::all())]
            }
            Action::Invoke(name) => self
                .names(call, name)
                .into_iter()
                .map(|name| Effect::Invoke(classes.clone(), name, Parameters::Any))
                .collect(),
            Action::Share(name) => self
                .names(call, name)
                .into_iter()
                .map(|name| Effect::Share(classes.clone(), name))
                .collect(),
            Action::Constants => vec![Effect::Invoke(
                classes,
                Some(Arc::from("values")),
                Parameters::none(),
            )],
            Action::Initialize => {
                self.give(call, token.clone());
                vec![Effect::Initialize(classes)]
            }
            Action::Provide => self.providers(&classes),
            Action::Proxy => {
                self.tell_handlers(&classes);
                vec![Effect::Make(classes)]
            }
            Action::Reflect => {
                self.give_own_class(call, token);
                vec![use_of_member(token)]
            }
        };

        for effect in effects {
            let reason = format!("{target} on {}", self.name(token));
            self.add_cause(site, effect, is_immediate, reason);
        }
    }

    /// Gives the methods whose name is the first argument, and whose parameter types the second.
    fn find_methods(&mut self, site: CallSiteId, call: &CallSite, classes: &Classes) {
        let parameters = self.parameters(site, 1);
        for name in self.names(call, Some(0)) {
            let found = Token::Method(classes.clone(), name, parameters.clone());
            self.give(call, found);
        }
    }

    /// The parameter types that are asked for by the array at a position of the arguments.
    fn parameters(&self, site: CallSiteId, position: usize) -> Parameters {
        let types = literals::types(self.index, site, position);
        types.map_or(Parameters::Any, |types| Parameters::Exactly(types.into()))
    }

    /// Gives the class where it is below the one that the first argument holds: `asSubclass` throws
    /// an exception for others.
    fn narrow(&mut self, call: &CallSite, classes: &Classes) {
        let bounds = call.arguments.first().and_then(|&argument| {
            classes_in(
                self.index,
                self.outside,
                Variable::new(call.method, argument),
            )
        });
        let unknown = || BTreeSet::from([Arc::from("java/lang/Object")]);
        for bound in bounds.unwrap_or_else(unknown) {
            if let Some(narrowed) = narrowed(self.index, classes, &bound) {
                self.give(call, Token::Class(narrowed));
            }
        }
    }

    /// The result of the call is this.
    pub(super) fn give(&mut self, call: &CallSite, token: Token) {
        if let Some(result) = call.result {
            self.put(Place::Local(Variable::new(call.method, result)), token);
        }
    }

    /// Gives results that no `return` of the program shows: `getClass`, a method of every class,
    /// gives by reflection the class of the object; elements of annotations have no body.
    fn give_own_class(&mut self, call: &CallSite, token: &Token) {
        let Token::Method(classes, name, _) = token else {
            return;
        };
        if self.are_annotations(classes) {
            return self.give(call, Token::Class(Classes::all()));
        }
        if name.is_some() {
            return;
        }
        let below = match classes {
            Classes::One(class) => self.index.program.classes[*class].name.clone(),
            Classes::Below(name) => name.clone(),
        };
        self.give(call, Token::Class(Classes::Below(below)));
    }

    fn are_annotations(&self, classes: &Classes) -> bool {
        let program = self.index.program;
        let mut members = classes.members(self.index.dispatch, program).into_iter();
        members.any(|class| program.classes[class].info.access.has(Access::ANNOTATION))
    }

    /// Whatever compares objects gets the value: `equals`, comparators and what these are made of,
    /// and handlers that are told of `equals`.
    pub(super) fn compare(&mut self, token: &Token) {
        for &(name, arity) in COMPARING {
            for method in self.index.named(name, arity) {
                for position in 0..arity {
                    if let Some(parameter) = self.index.parameter(method, Some(position)) {
                        self.put(
                            Place::Local(Variable::new(method, parameter)),
                            token.clone(),
                        );
                    }
                }
            }
        }
    }

    /// The names that an argument may hold; any name, where that is not known or not asked for.
    fn names(&self, call: &CallSite, position: Option<usize>) -> Vec<Option<Arc<str>>> {
        let argument = position.and_then(|position| call.arguments.get(position));
        let texts = argument.and_then(|&argument| {
            TextSearch::texts(
                self.index,
                self.outside,
                Variable::new(call.method, argument),
            )
        });
        texts.map_or_else(|| vec![None], |texts| texts.into_iter().map(Some).collect())
    }

    /// Providers are made by their constructor or by a static method `provider` (`ServiceLoader`).
    fn providers(&self, services: &Classes) -> Vec<Effect> {
        let program = self.index.program;
        let mut effects = Vec::new();
        for service in services.members(self.index.dispatch, program) {
            let below = Classes::Below(program.classes[service].name.clone());
            effects.push(Effect::Construct(below, Parameters::none()));
        }
        effects.push(Effect::Invoke(
            Classes::all(),
            Some(Arc::from("provider")),
            Parameters::none(),
        ));
        effects
    }

    /// Handlers are told which method of the interfaces was called on the proxy, and may invoke it
    /// on another object. They are never told of `getClass`, so the methods are named.
    fn tell_handlers(&mut self, interfaces: &Classes) {
        let names = if interfaces.is_all() {
            vec![None]
        } else {
            members::names_of_methods(self.index.program, self.index.dispatch, interfaces)
        };
        for handler in self.index.named("invoke", 3) {
            let Some(parameter) = self.index.parameter(handler, Some(1)) else {
                continue;
            };
            if &*self.index.class_of(Variable::new(handler, parameter))
                == "java/lang/reflect/Method"
            {
                for name in &names {
                    self.put(
                        Place::Local(Variable::new(handler, parameter)),
                        Token::Method(interfaces.clone(), name.clone(), Parameters::Any),
                    );
                }
            }
        }
    }
}

/// Methods that libraries call to compare objects, with the numbers of arguments: the functions are
/// those of `Comparator.comparing` and its like; collections that wrap others hand on what they are
/// asked for. A handler gets what is compared in an array.
const COMPARING: &[(&str, usize)] = &[
    ("equals", 1),
    ("compareTo", 1),
    ("compare", 2),
    ("apply", 1),
    ("applyAsInt", 1),
    ("applyAsLong", 1),
    ("applyAsDouble", 1),
    ("invoke", 3),
    ("get", 1),
    ("contains", 1),
    ("containsKey", 1),
    ("containsValue", 1),
    ("indexOf", 1),
    ("lastIndexOf", 1),
];

fn use_of_member(token: &Token) -> Effect {
    let classes = token.classes().clone();
    match token {
        Token::Class(_) => Effect::Use(classes),
        Token::Method(_, name, parameters) => {
            Effect::Invoke(classes, name.clone(), parameters.clone())
        }
        Token::Constructor(_, parameters) => Effect::Construct(classes, parameters.clone()),
        Token::Field(_, name) => Effect::Share(classes, name.clone()),
    }
}

/// Returns whether an action is over when its call returns. What makes handles, or says where a
/// field is in memory, does nothing yet: whoever has the handle may use it at any time.
fn is_immediate(action: Action, role: Role) -> bool {
    match action {
        Action::New | Action::Constants | Action::Initialize => true,
        Action::Reflect => role == Role::Receiver,
        _ => false,
    }
}

/// Returns what a log calls an action.
fn log_kind(action: Action, token: &Token) -> Option<LogKind> {
    match (action, token) {
        (Action::New, _) | (Action::Reflect, Token::Constructor(..)) => Some(LogKind::NewInstance),
        (Action::Reflect, Token::Method(..)) => Some(LogKind::Invoke),
        (Action::Reflect, Token::Field(..)) => Some(LogKind::Field),
        _ => None,
    }
}
