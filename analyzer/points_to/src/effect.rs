//! The effect of a reflective operation, and the effects of all of them together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::{CallSiteId, ClassId, FieldId, MethodId, MethodKind, Program};
use java_types::Access;

use crate::classes::{self, Classes};
use crate::dispatch::Dispatch;
use crate::members::{self, Asked};
use crate::parameters::Parameters;

/// The effect of an operation on classes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Anything.
    Use(Classes),
    /// Objects are made without a constructor.
    Make(Classes),
    /// Objects are made by the constructors with these parameters.
    Construct(Classes, Parameters),
    /// Methods are called: those of this name, or all, with these parameters.
    Invoke(Classes, Option<Arc<str>>, Parameters),
    /// Fields are read and written: the one of this name, or all.
    Share(Classes, Option<Arc<str>>),
    /// Static initializers run.
    Initialize(Classes),
    /// One method or constructor is called.
    Call(MethodId),
    /// One field is read and written.
    Access(FieldId),
}

impl Effect {
    /// The classes that it concerns, if it is not about one member.
    pub fn classes(&self) -> Option<&Classes> {
        match self {
            Effect::Use(classes)
            | Effect::Make(classes)
            | Effect::Construct(classes, _)
            | Effect::Invoke(classes, ..)
            | Effect::Share(classes, _)
            | Effect::Initialize(classes) => Some(classes),
            Effect::Call(_) | Effect::Access(_) => None,
        }
    }
}

/// The moment of an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    /// Any time, on any thread.
    AnyTime,
    /// During a call of the sources, on its thread: `Method.invoke` has run the method before it
    /// returns.
    During(CallSiteId),
}

/// A program, its methods by name, and the moment of what is added.
#[derive(Clone, Copy)]
struct Adding<'a> {
    program: &'a Program,
    dispatch: &'a Dispatch<'a>,
    moment: Moment,
}

/// Classes and members that outside code, or reflection, may make, call and change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reached {
    /// Classes that it may use in any way.
    pub opened: BTreeSet<ClassId>,
    /// Classes that it may make objects of, with whatever in their fields.
    pub made: BTreeSet<ClassId>,
    /// Classes that it may make objects of by their constructors: those say what is in their
    /// fields.
    pub constructed: BTreeSet<ClassId>,
    /// Methods, constructors and initializers that it may call at any time.
    pub invoked: BTreeSet<MethodId>,
    /// Those that it calls during calls of the sources, with these. One may be among `invoked`, too.
    pub during: BTreeMap<MethodId, BTreeSet<CallSiteId>>,
    /// Fields that it may read and write.
    pub fields: BTreeSet<FieldId>,
}

impl Reached {
    /// Returns what all of these reach, each at its moment.
    pub(crate) fn of<'e>(
        program: &Program,
        dispatch: &Dispatch<'_>,
        effects: impl IntoIterator<Item = (&'e Effect, Moment)>,
    ) -> Self {
        let mut reached = Reached::default();
        let effects: BTreeSet<(&Effect, Moment)> = effects.into_iter().collect();
        for (effect, moment) in effects {
            let adding = Adding {
                program,
                dispatch,
                moment,
            };
            reached.add(adding, effect);
        }
        reached.close(program, dispatch);
        reached
    }

    /// Everything.
    pub(crate) fn everything(program: &Program) -> Self {
        Reached {
            opened: classes::known(program).collect(),
            ..Reached::default()
        }
    }

    /// Adds what another one reaches.
    pub(crate) fn include(&mut self, other: &Reached) {
        self.opened.extend(&other.opened);
        self.made.extend(&other.made);
        self.constructed.extend(&other.constructed);
        self.invoked.extend(&other.invoked);
        for (&method, sites) in &other.during {
            self.during.entry(method).or_default().extend(sites);
        }
        self.fields.extend(&other.fields);
    }

    /// Returns whether outside code calls the method, at whatever moment.
    pub fn calls(&self, method: MethodId) -> bool {
        self.invoked.contains(&method) || self.during.contains_key(&method)
    }

    /// Adds what an operation may do.
    fn add(&mut self, adding: Adding<'_>, effect: &Effect) {
        let Adding {
            program, dispatch, ..
        } = adding;
        let members = |classes: &Classes| classes.members(dispatch, program).into_iter();
        match effect {
            Effect::Call(method) => self.call(adding, *method),
            Effect::Access(field) => self.share(adding, *field),
            Effect::Use(classes) => self.opened.extend(members(classes)),
            Effect::Make(classes) => {
                members(classes).for_each(|class| self.make(program, dispatch, class));
            }
            Effect::Construct(classes, parameters) => members(classes)
                .flat_map(|class| members::constructors(program, class, parameters))
                .for_each(|constructor| self.call(adding, constructor)),
            Effect::Invoke(classes, name, parameters) => {
                let asked = Asked {
                    name: name.as_deref(),
                    parameters,
                };
                members::methods(program, dispatch, members(classes), asked)
                    .into_iter()
                    .for_each(|method| self.run(adding, method));
            }
            Effect::Share(classes, name) => members(classes)
                .flat_map(|class| classes::fields(program, dispatch, class, name.as_deref()))
                .for_each(|field| self.share(adding, field)),
            Effect::Initialize(classes) => {
                members(classes).for_each(|class| self.initialize(adding, class));
            }
        }
    }

    /// A method is called. A static method and a constructor initialize their class first (JLS
    /// 12.4.1).
    fn run(&mut self, adding: Adding<'_>, method: MethodId) {
        let declared = &adding.program.methods[method];
        let is_use = Access(declared.access).is_static() || &*declared.name == "<init>";
        let Moment::During(site) = adding.moment else {
            self.invoked.insert(method);
            return;
        };
        let is_new = self.during.entry(method).or_default().insert(site);
        if is_new && is_use && declared.kind != MethodKind::StaticInitializer {
            self.initialize(adding, declared.class);
        }
    }

    /// The static initializers of a class and those above it run.
    fn initialize(&mut self, adding: Adding<'_>, class: ClassId) {
        for initializer in classes::initializers(adding.program, adding.dispatch, class) {
            self.run(adding, initializer);
        }
    }

    /// Shares a field: reading or writing a static one initializes its class (JLS 12.4.1).
    fn share(&mut self, adding: Adding<'_>, field: FieldId) {
        let declared = &adding.program.fields[field];
        self.fields.insert(field);
        if Access(declared.access).is_static() {
            self.initialize(adding, declared.class);
        }
    }

    /// An object of the class appears outside: what overrides methods of the library may be called
    /// on it.
    fn make(&mut self, program: &Program, dispatch: &Dispatch<'_>, class: ClassId) {
        if self.made.insert(class) {
            self.invoked
                .extend(classes::initializers(program, dispatch, class));
            self.invoked
                .extend(dispatch.callbacks(&program.classes[class].name).iter());
        }
    }

    /// An object that a constructor makes runs initializers first; what the library calls back on
    /// it, it calls because the object has escaped. Nothing is of an abstract class alone.
    fn call(&mut self, adding: Adding<'_>, method: MethodId) {
        let program = adding.program;
        let declared = &program.methods[method];
        let is_concrete = !program.classes[declared.class].info.access.is_abstract();
        if &*declared.name == "<init>" && is_concrete {
            self.constructed.insert(declared.class);
            self.initialize(adding, declared.class);
        }
        self.run(adding, method);
    }

    /// Returns the classes with an annotation whose type is open: code that has the type finds
    /// them.
    fn annotated(&self, program: &Program, dispatch: &Dispatch<'_>) -> BTreeSet<ClassId> {
        let is_open = |name: &str| {
            dispatch
                .class(name)
                .is_some_and(|class| self.opened.contains(&class))
        };
        let annotated = program
            .annotations
            .iter()
            .filter(|annotation| is_open(&annotation.annotation));
        annotated
            .filter_map(|annotation| annotation.class)
            .collect()
    }

    /// Opens what the opened classes lead to.
    fn open_further(&mut self, program: &Program, dispatch: &Dispatch<'_>) {
        let mut start = self.opened.clone();
        loop {
            self.opened = classes::closure(program, dispatch, start.clone());
            let annotated = self.annotated(program, dispatch);
            if annotated.is_subset(&start) {
                return;
            }
            start.extend(annotated);
        }
    }

    /// Opens the relatives of opened classes, and annotations, whose classes the run-time system
    /// makes up. Whoever asks for one annotation makes all that stand beside it, with the constants
    /// of enums that are their elements. Where all are open nothing is left to be added.
    fn close(&mut self, program: &Program, dispatch: &Dispatch<'_>) {
        self.open_further(program, dispatch);
        if classes::known(program).all(|class| self.opened.contains(&class)) {
            return;
        }

        for annotation in annotations(program) {
            self.made.insert(annotation);
            let enums = classes::enums_in(program, dispatch, annotation);
            self.invoked.extend(
                enums
                    .into_iter()
                    .flat_map(|class| classes::initializers(program, dispatch, class)),
            );
        }

        for &class in &self.opened {
            self.invoked
                .extend(members::own_methods(program, dispatch, class));
            self.invoked
                .extend(dispatch.callbacks(&program.classes[class].name).iter());
        }
    }
}

fn annotations(program: &Program) -> impl Iterator<Item = ClassId> {
    program
        .classes
        .indices()
        .filter(|&class| program.classes[class].info.access.has(Access::ANNOTATION))
}
