//! Methods of the library that the program finds by reflection: called so, they do what they do
//! when a statement calls them, and nothing follows what they get and give.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{CallSite, CallSiteId, Constant, MethodId, StatementKind};
use java_types::class_info::ClassInfo;
use java_types::descriptor::Type;

use super::index::Index;
use super::literals;
use super::outside::Outside;
use super::rules::sources::is_dangerous;
use super::texts::TextSearch;
use crate::classes::{Classes, below};
use crate::effect::Effect;
use crate::node::Variable;

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const CLASS: &str = "java/lang/Class";

/// Returns what may happen because a call finds a method of a library that gives classes, makes
/// objects or calls methods ([`is_dangerous`]). Where its name is not known, the class decides:
/// what a class of the sources has of the library is `getClass`, and [`super::flow`] knows what
/// that gives where a `Method` is invoked. Where a parameter is of a class of the sources, no method
/// of a library is meant.
pub(super) fn of_library(
    index: &Index<'_>,
    outside: &Outside<'_>,
    site: CallSiteId,
    owners: &[Arc<str>],
    name: &str,
) -> Vec<Effect> {
    let call = &index.program.calls[site];
    let Some(find) = owners.first().and_then(|owner| Find::of(call, owner, name)) else {
        return Vec::new();
    };
    if find
        .parameters
        .is_some_and(|at| has_own_type(index, site, at))
    {
        return Vec::new();
    }
    let all = vec![Effect::Use(Classes::all())];
    let names = find
        .name
        .map(|name| TextSearch::texts(index, outside, Variable::new(call.method, name)));

    if let Some(Some(names)) = names {
        return if names.iter().any(|name| is_dangerous(name)) {
            all
        } else {
            Vec::new()
        };
    }

    let Some(class) = find.class else { return all };
    let classes = classes_in(index, outside, Variable::new(call.method, class));
    match classes.filter(|classes| classes.iter().all(|class| is_tame(index, class))) {
        Some(classes) if find.is_handle => {
            let own = classes
                .into_iter()
                .filter(|class| index.dispatch.class(class).is_some());
            own.map(|class| Effect::Use(Classes::Below(class)))
                .collect()
        }
        Some(_) => Vec::new(),
        None => all,
    }
}

/// Returns whether one of the parameter types that a call asks for is a class of the sources, or an
/// array of such. Libraries are compiled without those classes.
fn has_own_type(index: &Index<'_>, site: CallSiteId, position: usize) -> bool {
    let is_own = |ty: &Type| {
        let class = ty.innermost_class();
        class.is_some_and(|name| index.dispatch.class(name).is_some())
    };
    literals::types(index, site, position).is_some_and(|types| types.iter().any(is_own))
}

/// A call that looks for methods.
struct Find {
    /// The class; `None` where an object stands for it.
    class: Option<ir::LocalId>,
    /// The name; `None` where all methods are asked for.
    name: Option<ir::LocalId>,
    /// The position of the argument with the parameter types, which have to be exactly these.
    parameters: Option<usize>,
    /// True if it makes a handle, which is not followed.
    is_handle: bool,
}

impl Find {
    fn of(call: &CallSite, owner: &str, name: &str) -> Option<Find> {
        let argument = |position: usize| call.arguments.get(position).copied();
        match (owner, name) {
            (CLASS, "getMethod" | "getDeclaredMethod") => Some(Find {
                class: call.receiver,
                name: argument(0),
                parameters: Some(1),
                is_handle: false,
            }),
            (CLASS, "getMethods" | "getDeclaredMethods") => Some(Find {
                class: call.receiver,
                name: None,
                parameters: None,
                is_handle: false,
            }),
            (LOOKUP, "findVirtual" | "findStatic" | "findSpecial") => Some(Find {
                class: argument(0),
                name: argument(1),
                parameters: None,
                is_handle: true,
            }),
            (LOOKUP, "bind") => Some(Find {
                class: None,
                name: argument(1),
                parameters: None,
                is_handle: true,
            }),
            _ => None,
        }
    }
}

/// Returns whether all dangerous methods that objects of a class of the sources have of the library
/// give their own class.
fn is_tame(index: &Index<'_>, class: &Arc<str>) -> bool {
    let hierarchy = &index.program.hierarchy;
    let is_harmless = |name: &Arc<str>| {
        let is_own = index.dispatch.class(name).is_some() || GIVING_OWN.contains(&&**name);
        let dangerous =
            |info: &ClassInfo| info.methods.iter().any(|method| is_dangerous(&method.name));
        is_own || hierarchy.class(name).is_some_and(|info| !dangerous(&info))
    };
    let mut below =
        below(index.program, index.dispatch, class).map(|class| &index.program.classes[class].name);
    index.dispatch.class(class).is_some()
        && below.all(|class| {
            let supertypes = hierarchy.supertypes(class);
            supertypes.complete() && supertypes.names().iter().all(is_harmless)
        })
}

/// Library types whose dangerous methods give the class of the object: `getClass`,
/// `getDeclaringClass`, `annotationType`.
const GIVING_OWN: [&str; 3] = [
    "java/lang/Object",
    "java/lang/Enum",
    "java/lang/annotation/Annotation",
];

/// The classes that a local may hold, or those above them; `None` where they are not known.
pub(super) fn classes_in(
    index: &Index<'_>,
    outside: &Outside<'_>,
    variable: Variable,
) -> Option<BTreeSet<Arc<str>>> {
    Search::new(index, outside).classes(variable)
}

/// Which classes a local may hold, followed backwards.
struct Search<'i, 'p> {
    index: &'i Index<'p>,
    outside: &'i Outside<'i>,
    seen: BTreeSet<Variable>,
    pending: Vec<Variable>,
    found: BTreeSet<Arc<str>>,
}

impl<'i, 'p> Search<'i, 'p> {
    fn new(index: &'i Index<'p>, outside: &'i Outside<'i>) -> Self {
        Search {
            index,
            outside,
            seen: BTreeSet::new(),
            pending: Vec::new(),
            found: BTreeSet::new(),
        }
    }

    /// The classes, or those above them; `None` where they are not known.
    fn classes(mut self, start: Variable) -> Option<BTreeSet<Arc<str>>> {
        self.go(start);
        while let Some(variable) = self.pending.pop() {
            self.step(variable)?;
        }
        Some(self.found)
    }

    fn step(&mut self, variable: Variable) -> Option<()> {
        let Variable { method, local } = variable;
        let body = self.index.program.methods[method].body.as_ref()?;
        let locals = self.index.locals(method);
        match body
            .parameters
            .iter()
            .position(|&parameter| parameter == local)
        {
            Some(position) => self.of_parameter(method, position)?,
            None if locals.definitions(local).is_empty() => return None,
            None => {}
        }

        locals
            .definitions(local)
            .iter()
            .try_for_each(|definition| self.of_definition(method, definition))
    }

    fn of_definition(&mut self, method: MethodId, definition: &StatementKind) -> Option<()> {
        match definition {
            StatementKind::Constant {
                value: Constant::Class(Type::Class(name)),
                ..
            } => {
                self.found.insert(name.clone());
            }
            StatementKind::Constant {
                value: Constant::Null,
                ..
            } => {}
            StatementKind::Assign { source, .. } | StatementKind::Cast { source, .. } => {
                self.go(Variable::new(method, *source))
            }
            StatementKind::Load { field, .. } => {
                let field = field
                    .field
                    .filter(|&field| !self.outside.accesses(self.index, field))?;
                self.outside
                    .stores(self.index, field)
                    .into_iter()
                    .for_each(|stored| self.go(stored));
            }
            StatementKind::Call(site) => self.of_result(*site)?,
            _ => return None,
        }
        Some(())
    }

    fn of_result(&mut self, site: CallSiteId) -> Option<()> {
        let call = &self.index.program.calls[site];
        let [callee] = call.target.named() else {
            return None;
        };
        if &*callee.name == "getClass" && call.arguments.is_empty() {
            self.found.insert(
                self.index
                    .class_of(Variable::new(call.method, call.receiver?)),
            );
            return Some(());
        }
        if (&*callee.owner, &*callee.name) == (CLASS, "asSubclass") {
            self.go(Variable::new(call.method, *call.arguments.first()?));
            return Some(());
        }
        self.outside
            .returned(self.index, site)?
            .into_iter()
            .for_each(|returned| self.go(returned));
        Some(())
    }

    /// Returns what the callers pass; a captured value is not followed.
    fn of_parameter(&mut self, method: MethodId, position: usize) -> Option<()> {
        self.outside
            .passed(self.index, method, position)?
            .into_iter()
            .for_each(|variable| self.go(variable));
        Some(())
    }

    fn go(&mut self, variable: Variable) {
        if self.seen.insert(variable) {
            self.pending.push(variable);
        }
    }
}
