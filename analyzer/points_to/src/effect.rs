//! The effect of a reflective operation, and the effects of all of them together.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{ClassId, FieldId, MethodId, Program};
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
    /// Fields that it may read and write.
    pub fields: BTreeSet<FieldId>,
}

impl Reached {
    /// Returns what all of these reach.
    pub(crate) fn of<'e>(
        program: &Program,
        dispatch: &Dispatch<'_>,
        effects: impl IntoIterator<Item = &'e Effect>,
    ) -> Self {
        let mut reached = Reached::default();
        for effect in effects.into_iter().collect::<BTreeSet<&Effect>>() {
            reached.add(program, dispatch, effect);
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
        self.fields.extend(&other.fields);
    }

    /// Adds what an operation may do.
    fn add(&mut self, program: &Program, dispatch: &Dispatch<'_>, effect: &Effect) {
        match effect {
            Effect::Call(method) => self.call(program, dispatch, *method),
            Effect::Access(field) => self.share(program, dispatch, *field),
            _ => {
                let classes = effect
                    .classes()
                    .map(|classes| classes.members(dispatch, program))
                    .unwrap_or_default();
                classes
                    .into_iter()
                    .for_each(|class| self.add_for(program, dispatch, effect, class));
            }
        }
    }

    fn add_for(
        &mut self,
        program: &Program,
        dispatch: &Dispatch<'_>,
        effect: &Effect,
        class: ClassId,
    ) {
        match effect {
            Effect::Use(_) => _ = self.opened.insert(class),
            Effect::Make(_) => self.make(program, dispatch, class),
            Effect::Construct(_, parameters) => {
                let constructors = members::constructors(program, class, parameters);
                constructors
                    .into_iter()
                    .for_each(|constructor| self.call(program, dispatch, constructor));
            }
            Effect::Invoke(_, name, parameters) => {
                let asked = Asked {
                    name: name.as_deref(),
                    parameters,
                };
                self.invoked
                    .extend(members::methods(program, dispatch, class, asked));
            }
            Effect::Share(_, name) => {
                let fields = classes::fields(program, dispatch, class, name.as_deref());
                fields
                    .into_iter()
                    .for_each(|field| self.share(program, dispatch, field));
            }
            Effect::Initialize(_) => self
                .invoked
                .extend(classes::initializers(program, dispatch, class)),
            Effect::Call(_) | Effect::Access(_) => {}
        }
    }

    /// Shares a field: reading or writing a static one initializes its class (JLS 12.4.1).
    fn share(&mut self, program: &Program, dispatch: &Dispatch<'_>, field: FieldId) {
        let declared = &program.fields[field];
        if self.fields.insert(field) && Access(declared.access).is_static() {
            self.invoked
                .extend(classes::initializers(program, dispatch, declared.class));
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
    fn call(&mut self, program: &Program, dispatch: &Dispatch<'_>, method: MethodId) {
        let declared = &program.methods[method];
        let is_concrete = !program.classes[declared.class].info.access.is_abstract();
        if &*declared.name == "<init>" && is_concrete && self.constructed.insert(declared.class) {
            self.invoked
                .extend(classes::initializers(program, dispatch, declared.class));
        }
        self.invoked.insert(method);
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
