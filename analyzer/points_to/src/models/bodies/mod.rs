//! Models from the bodies of library methods.
//!
//! A static method of a library that has no model may have a body that shows what it does with what
//! it is given: `Checks.notNull(value, "name")` compares, and keeps nothing. Its statements become
//! those of a [`Model`], where order has no meaning; calls of other static methods and constructors
//! of libraries are followed into their bodies.
//!
//! A body gives a model only if everything in it is understood. What it is given must not come to
//! code that may keep it or look into it: into a field, into a method without a model, into
//! reflection. Otherwise the method stays a black box, so a body never says less than nothing. What it
//! reads from fields is taken for anything that has escaped.

mod body;
mod calls;
mod draft;
mod platform;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use ir::{CallKind, MethodId, MethodRef, Program, Target};
use java_types::descriptor::MethodDescriptor;
use java_types::hierarchy::Hierarchy;

use super::{Base, Entry, Models, key};
use body::FollowedBody;
use draft::{Draft, Values};

/// The classes of libraries: gives the program of the class of an internal name; `None` for a class of
/// the JDK, and for one whose class file is not there or cannot be read.
pub type LibraryClasses<'c> = dyn FnMut(&str) -> Option<Rc<Program>> + 'c;

/// Calls of calls; deeper bodies stay black boxes.
const DEEPEST: usize = 12;

/// Bodies that are followed for one method; one that needs more stays a black box.
const MOST_BODIES: usize = 200;

/// Statements of a model from a body; longer ones stay black boxes.
const MOST_STATEMENTS: usize = 300;

/// The model of a body while it grows, and the descriptor of its method.
type Read = (Draft, Arc<str>);

impl Models {
    /// Adds a model for each of these static methods of libraries whose body shows what it does; in
    /// any order. Methods that have a model keep it. Two methods of one class and one key get none.
    /// Bodies that name a class of the sources of `own` are left out: they know the program.
    /// O(statements of the bodies that are followed).
    ///
    /// ```
    /// use std::collections::BTreeSet;
    ///
    /// use java_types::hierarchy::Hierarchy;
    /// use points_to::models::Models;
    ///
    /// # fn library() -> std::sync::Arc<dyn java_types::Library> {
    /// #     let jdk = jvm::jdk::Jdk::from_environment().unwrap();
    /// #     std::sync::Arc::new(jvm::classpath::ClassPath::open(&[], &jdk).unwrap())
    /// # }
    /// let own = Hierarchy::new(Vec::new(), library());
    /// let mut models = Models::jdk();
    /// models.add_bodies(&BTreeSet::new(), &own, &mut |_| None);
    /// assert!(models.followed_classes().next().is_none());
    /// ```
    pub fn add_bodies(
        &mut self,
        methods: &BTreeSet<MethodRef>,
        own: &Hierarchy,
        classes: &mut LibraryClasses<'_>,
    ) {
        let mut followed = BTreeSet::new();
        let mut found: BTreeMap<(Arc<str>, String), Option<Read>> = BTreeMap::new();
        for method in methods {
            let Some(key) = key::of_descriptor(&method.name, &method.descriptor) else {
                continue;
            };
            if self.static_by_key(&method.owner, &key).is_some() {
                continue;
            }
            let mut bodies = Bodies {
                models: self,
                own,
                classes,
                followed: BTreeSet::new(),
                left: MOST_BODIES,
            };
            let draft = bodies.draft(method);
            if draft.is_some() {
                followed.extend(bodies.followed);
            }
            let draft = draft.map(|draft| (draft, method.descriptor.clone()));
            found
                .entry((method.owner.clone(), key))
                .and_modify(|other| *other = None)
                .or_insert(draft);
        }

        for ((owner, key), draft) in found {
            let Some((draft, descriptor)) = draft else {
                continue;
            };
            let entry = Entry {
                never_reflects: !draft.may_reflect(),
                model: draft.model(),
                file: owner.clone(),
                span: text::Span::default(),
                descriptor: Some(descriptor),
            };
            self.statics.entry(owner).or_default().insert(key, entry);
        }
        self.followed.extend(followed);
    }

    /// The same for the static methods of libraries other than the JDK that calls of the program name.
    pub fn add_called_bodies(&mut self, program: &Program, classes: &mut LibraryClasses<'_>) {
        let hierarchy = &program.hierarchy;
        let is_of_library =
            |owner: &str| !hierarchy.is_source(owner) && !hierarchy.library().is_of_jdk(owner);
        let named = program.calls.iter().filter_map(|call| match &call.target {
            Target::Resolved(callee) if call.kind == CallKind::Static => Some(callee),
            _ => None,
        });
        let called = named
            .filter(|callee| is_of_library(&callee.owner))
            .cloned()
            .collect();
        self.add_bodies(&called, hierarchy, classes);
    }

    /// The classes of libraries whose bodies gave models, by internal name, sorted.
    pub fn followed_classes(&self) -> impl Iterator<Item = &Arc<str>> {
        self.followed.iter()
    }
}

/// The search for the body of one method.
struct Bodies<'m, 'c> {
    models: &'m Models,
    /// The types of the program that calls the library.
    own: &'m Hierarchy,
    classes: &'m mut LibraryClasses<'c>,
    followed: BTreeSet<Arc<str>>,
    /// Bodies that may still be followed: where a callee is not understood, its callees may be followed
    /// again and again.
    left: usize,
}

impl Bodies<'_, '_> {
    /// The draft of a model of a static method.
    fn draft(&mut self, method: &MethodRef) -> Option<Draft> {
        let descriptor = MethodDescriptor::parse(&method.descriptor).ok()?;
        let arguments = descriptor.parameters.iter().enumerate();
        let values = Values {
            this: None,
            arguments: arguments
                .map(|(at, ty)| ty.is_reference().then(|| Base::Argument(at).term()))
                .collect(),
            result: Some(Base::Result.term()),
        };
        let mut draft = Draft::default();
        self.follow(method, values, &mut draft)?;
        Some(draft)
    }

    /// Adds what a method of a library does with these values; `None`, and an unfinished draft, where
    /// that is not understood.
    fn follow(&mut self, method: &MethodRef, values: Values, draft: &mut Draft) -> Option<()> {
        if draft.callers.contains(method) || draft.callers.len() >= DEEPEST {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        let (program, id) = self.declared(method)?;
        let body = program.methods[id].body.as_ref()?;
        draft.callers.push(method.clone());
        FollowedBody::new(&program, body, values.result).add(values, self, draft)?;
        draft.callers.pop();
        (draft.statements.len() <= MOST_STATEMENTS).then_some(())
    }

    /// The class file's method that a call of this name runs, in the class or above it.
    fn declared(&mut self, method: &MethodRef) -> Option<(Rc<Program>, MethodId)> {
        let mut owner = method.owner.clone();
        loop {
            if self.own.is_source(&owner) {
                return None;
            }
            let program = (self.classes)(&owner)?;
            let class = program.classes.iter().find(|class| class.name == owner)?;
            let is_meant = |id: &&MethodId| {
                let declared = &program.methods[**id];
                declared.name == method.name && declared.descriptor == method.descriptor
            };
            let found = class.methods.iter().find(is_meant).copied();
            let above = class.info.super_name.clone();
            if let Some(id) = found {
                self.followed.insert(owner);
                return Some((program, id));
            }
            owner = above.filter(|_| &*method.name != "<init>")?;
        }
    }
}
