//! Models from the bodies of library methods.
//!
//! A static method of a library that has no model may have a body that shows what it does with what
//! it is given: `Checks.notNull(value, "name")` compares, and keeps nothing. Its statements become
//! those of a [`Model`], where order has no meaning; calls of other static methods and constructors
//! of libraries are followed into their bodies.
//!
//! A body gives a model only if everything in it is understood. What it is given must not come to
//! code that may keep it or look into it: into a field, into a method without a model, into
//! reflection. Else the method stays a black box, so a body never says less than nothing. What it
//! reads from fields is taken for anything that has escaped.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use ir::{
    AllocationKind, Body, CallKind, CallSite, Constant, LocalId, MethodRef, Program, StatementKind,
    Target, Terminator,
};
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::Hierarchy;

use super::{Article, Base, Entry, Model, Models, Selector, Statement, Term, key};

/// The classes of libraries, each lowered when it is asked for.
pub trait LibraryClasses {
    /// The program of one class of a library; `None` for a class of the JDK, and for one whose class
    /// file is not there or cannot be read.
    fn class(&mut self, name: &str) -> Option<Rc<Program>>;
}

/// Calls of calls; deeper bodies stay black boxes.
const DEEPEST: usize = 12;

/// Statements of a model from a body; longer ones stay black boxes.
const MOST_STATEMENTS: usize = 300;

/// Classes of the JDK whose objects hold texts and numbers alone, and whose methods do nothing with
/// what they are given but read its text.
const TEXTS: [&str; 13] = [
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/Math",
    "java/lang/StrictMath",
];

/// Types of the JDK, and packages of them, whose methods a body may call beside those of `java.util`:
/// what runs is the object's own method, and it gets texts alone.
const CALLABLE: [&str; 10] = [
    "java/lang/Iterable",
    "java/lang/Comparable",
    "java/lang/CharSequence",
    "java/lang/Runnable",
    "java/lang/AutoCloseable",
    "java/lang/Object",
    "java/lang/Throwable",
    "java/io/Closeable",
    "java/util/concurrent/Callable",
    "java/util/function/",
];

/// Classes of `java.util` that find classes by name.
const REFLECTING: [&str; 2] = ["java/util/ServiceLoader", "java/util/ResourceBundle"];

/// Types whose objects stand for classes and members.
const MIRRORS: [&str; 4] = [
    "java/lang/Class",
    "java/lang/Module",
    "java/lang/reflect/",
    "java/lang/invoke/",
];

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
    /// use points_to::models::{LibraryClasses, Models};
    ///
    /// struct NoClasses;
    ///
    /// impl LibraryClasses for NoClasses {
    ///     fn class(&mut self, _name: &str) -> Option<std::rc::Rc<ir::Program>> {
    ///         None
    ///     }
    /// }
    ///
    /// # fn library() -> std::sync::Arc<dyn java_types::Library> {
    /// #     let jdk = jvm::jdk::Jdk::from_environment().unwrap();
    /// #     std::sync::Arc::new(jvm::classpath::ClassPath::open(&[], &jdk).unwrap())
    /// # }
    /// let own = Hierarchy::new(Vec::new(), library());
    /// let mut models = Models::jdk();
    /// models.add_bodies(&BTreeSet::new(), &own, &mut NoClasses);
    /// assert!(models.followed_classes().next().is_none());
    /// ```
    pub fn add_bodies(
        &mut self,
        methods: &BTreeSet<MethodRef>,
        own: &Hierarchy,
        classes: &mut dyn LibraryClasses,
    ) {
        let mut followed = BTreeSet::new();
        let mut found: BTreeMap<(Arc<str>, String), Option<Model>> = BTreeMap::new();
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
            };
            let model = bodies.model(method);
            if model.is_some() {
                followed.extend(bodies.followed);
            }
            found
                .entry((method.owner.clone(), key))
                .and_modify(|other| *other = None)
                .or_insert(model);
        }

        for ((owner, key), model) in found {
            let Some(model) = model else { continue };
            let entry = Entry {
                model,
                file: owner.clone(),
                span: text::Span::default(),
            };
            self.statics.entry(owner).or_default().insert(key, entry);
        }
        self.followed.extend(followed);
    }

    /// The classes of libraries whose bodies gave models, by internal name, sorted.
    pub fn followed_classes(&self) -> impl Iterator<Item = &Arc<str>> {
        self.followed.iter()
    }
}

/// The search for the body of one method.
struct Bodies<'m> {
    models: &'m Models,
    /// The types of the program that calls the library.
    own: &'m Hierarchy,
    classes: &'m mut dyn LibraryClasses,
    followed: BTreeSet<Arc<str>>,
}

/// A model that grows.
#[derive(Debug, Clone, Default)]
struct Draft {
    locals: usize,
    statements: Vec<Statement>,
    /// The methods on the way to the body that is followed.
    callers: Vec<MethodRef>,
}

impl Draft {
    fn local(&mut self) -> Term {
        self.locals += 1;
        Base::Local(self.locals - 1).term()
    }

    fn flow(&mut self, from: Term, to: Term) {
        if from != to {
            self.statements.push(Statement::Flow { from, to });
        }
    }
}

/// The values of a call: the receiver, if it has one, and the arguments, with `None` for null and
/// for primitive values; and the place for the result.
struct Values {
    this: Option<Term>,
    arguments: Vec<Option<Term>>,
    result: Option<Term>,
}

impl Bodies<'_> {
    /// The model of a static method.
    fn model(&mut self, method: &MethodRef) -> Option<Model> {
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
        Some(Model {
            locals: (0..draft.locals)
                .map(|at| format!("v{at}").into())
                .collect(),
            statements: draft.statements,
        })
    }

    /// Adds what a method of a library does with these values; `None`, and an unfinished draft, where
    /// that is not understood.
    fn follow(&mut self, method: &MethodRef, values: Values, draft: &mut Draft) -> Option<()> {
        if draft.callers.contains(method) || draft.callers.len() >= DEEPEST {
            return None;
        }
        let (program, id) = self.declared(method)?;
        let body = program.methods[id].body.as_ref()?;
        draft.callers.push(method.clone());
        let mut followed = Followed {
            program: &program,
            body,
            result: values.result,
            terms: BTreeMap::new(),
            known: BTreeMap::new(),
            repeats: has_loop(body),
        };
        followed.find_sources();
        let given = values.this.map(Some).into_iter().chain(values.arguments);
        for (&parameter, value) in body.parameters.iter().zip(given) {
            if let (Some(value), true) = (value, followed.is_reference(parameter)) {
                let own = followed.term(parameter, draft);
                draft.flow(value, own);
            }
        }
        followed.statements(self, draft)?;
        draft.callers.pop();
        (draft.statements.len() <= MOST_STATEMENTS).then_some(())
    }

    /// The class file's method that a call of this name runs, in the class or above it.
    fn declared(&mut self, method: &MethodRef) -> Option<(Rc<Program>, ir::MethodId)> {
        let mut owner = method.owner.clone();
        loop {
            if self.own.is_source(&owner) {
                return None;
            }
            let program = self.classes.class(&owner)?;
            let class = program.classes.iter().find(|class| class.name == owner)?;
            let is_meant = |id: &&ir::MethodId| {
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

/// A body whose statements are added to a draft.
struct Followed<'p> {
    program: &'p Program,
    body: &'p Body,
    result: Option<Term>,
    terms: BTreeMap<LocalId, Term>,
    /// The locals that hold objects of one class of the JDK, made in this body, and nothing else.
    known: BTreeMap<LocalId, Arc<str>>,
    /// True if a statement may run more than once in a call.
    repeats: bool,
}

impl Followed<'_> {
    fn is_reference(&self, local: LocalId) -> bool {
        self.body.locals[local].ty.is_reference()
    }

    fn term(&mut self, local: LocalId, draft: &mut Draft) -> Term {
        *self.terms.entry(local).or_insert_with(|| draft.local())
    }

    /// The values of a call, as terms.
    fn argument(&mut self, local: LocalId, draft: &mut Draft) -> Option<Term> {
        self.is_reference(local).then(|| self.term(local, draft))
    }

    /// Finds what is known of the values of locals. O(statements * locals).
    fn find_sources(&mut self) {
        let mut written: BTreeMap<LocalId, Vec<Source>> = BTreeMap::new();
        for &parameter in &self.body.parameters {
            written.entry(parameter).or_default().push(Source::Other);
        }
        for block in &self.body.blocks {
            for handler in &block.handlers {
                let sources = written.entry(handler.exception).or_default();
                sources.push(Source::Other);
            }
            for statement in &block.statements {
                if let Some((target, source)) = self.written(&statement.kind) {
                    written.entry(target).or_default().push(source);
                }
            }
        }

        let mut is_new = true;
        while is_new {
            is_new = false;
            for (&local, sources) in &written {
                let class_of = |source: &Source| match source {
                    Source::New(Type::Class(class)) => Some(class.clone()),
                    Source::Copy(from) => self.known.get(from).cloned(),
                    Source::New(_) | Source::Other => None,
                };
                let classes: Option<BTreeSet<Arc<str>>> = sources.iter().map(class_of).collect();
                let class = classes.filter(|classes| classes.len() == 1);
                for class in class.into_iter().flatten() {
                    is_new |= self.known.insert(local, class).is_none();
                }
            }
        }
    }

    /// The local that a statement writes, and with what.
    fn written(&self, statement: &StatementKind) -> Option<(LocalId, Source)> {
        Some(match statement {
            StatementKind::Assign { target, source }
            | StatementKind::Cast { target, source, .. } => (*target, Source::Copy(*source)),
            StatementKind::Allocate { target, site } => (
                *target,
                Source::New(self.program.allocations[*site].ty.clone()),
            ),
            StatementKind::Call(site) => (self.program.calls[*site].result?, Source::Other),
            StatementKind::Constant { value, .. } if *value == Constant::Null => return None,
            StatementKind::Constant { target, .. }
            | StatementKind::InstanceOf { target, .. }
            | StatementKind::Compute { target, .. }
            | StatementKind::Load { target, .. }
            | StatementKind::ArrayLoad { target, .. } => (*target, Source::Other),
            StatementKind::Store { .. }
            | StatementKind::ArrayStore { .. }
            | StatementKind::Monitor { .. }
            | StatementKind::Unknown => return None,
        })
    }

    fn statements(&mut self, bodies: &mut Bodies<'_>, draft: &mut Draft) -> Option<()> {
        let body = self.body;
        for block in &body.blocks {
            for handler in &block.handlers {
                let caught = self.term(handler.exception, draft);
                draft.flow(Base::Escaped.term(), caught);
            }
            for statement in &block.statements {
                self.statement(&statement.kind, bodies, draft)?;
            }
            let (value, place) = match block.terminator {
                Terminator::Return(Some(returned)) => (returned, self.result),
                // Whoever catches it has it from here.
                Terminator::Throw(thrown) => (thrown, Some(Base::Escaped.term())),
                _ => continue,
            };
            if let Some((from, to)) = self.argument(value, draft).zip(place) {
                draft.flow(from, to);
            }
        }
        (draft.statements.len() <= MOST_STATEMENTS).then_some(())
    }

    fn statement(
        &mut self,
        statement: &StatementKind,
        bodies: &mut Bodies<'_>,
        draft: &mut Draft,
    ) -> Option<()> {
        match statement {
            StatementKind::Constant { target, value } => match value {
                Constant::Class(_) => return None,
                Constant::Str(_) | Constant::Unknown => {
                    if let Some(target) = self.argument(*target, draft) {
                        draft.flow(Base::Library.term(), target);
                    }
                }
                Constant::Null
                | Constant::Bool(_)
                | Constant::Integer(_)
                | Constant::Floating(_) => {}
            },
            StatementKind::Assign { target, source }
            | StatementKind::Cast { target, source, .. } => {
                if let (Some(from), Some(to)) =
                    (self.argument(*source, draft), self.argument(*target, draft))
                {
                    draft.flow(from, to);
                }
            }
            StatementKind::Load { field, .. } | StatementKind::Store { field, .. }
                if bodies.own.is_source(&field.owner) =>
            {
                return None;
            }
            StatementKind::Load { target, .. } => {
                if let Some(target) = self.argument(*target, draft) {
                    draft.flow(Base::Escaped.term(), target);
                }
            }
            StatementKind::Store { source, .. } => self.keep(*source, draft)?,
            StatementKind::ArrayLoad { target, array, .. } => {
                if let Some(to) = self.argument(*target, draft) {
                    let from = elements(self.term(*array, draft));
                    draft.flow(from, to);
                }
            }
            StatementKind::ArrayStore { array, source, .. } => {
                if let Some(from) = self.argument(*source, draft) {
                    // Another array than one of its own may have escaped.
                    if !self.is_own_array(*array) {
                        self.keep(*source, draft)?;
                    }
                    let to = elements(self.term(*array, draft));
                    draft.flow(from, to);
                }
            }
            StatementKind::Allocate { target, site } => {
                let site = &self.program.allocations[*site];
                let target = self.term(*target, draft);
                return match (&site.kind, site.ty.class_name()) {
                    (AllocationKind::Array, _) => self.make("array", target, bodies, draft),
                    (AllocationKind::Instance, Some(class)) if !bodies.own.is_source(class) => {
                        match bodies.models.kind_of(class) {
                            Some(kind) => {
                                let kind = bodies.models.kind(kind).name.clone();
                                self.make(&kind, target, bodies, draft)
                            }
                            // Of any other object its constructor decides.
                            None => {
                                draft.flow(Base::Library.term(), target);
                                Some(())
                            }
                        }
                    }
                    (AllocationKind::Instance | AllocationKind::Functional { .. }, _) => None,
                };
            }
            StatementKind::Call(site) => {
                let program = self.program;
                return self.call(&program.calls[*site], bodies, draft);
            }
            StatementKind::InstanceOf { .. }
            | StatementKind::Compute { .. }
            | StatementKind::Monitor { .. } => {}
            StatementKind::Unknown => return None,
        }
        Some(())
    }

    /// What goes where other code finds it: texts may.
    fn keep(&mut self, source: LocalId, draft: &mut Draft) -> Option<()> {
        if let Some(value) = self.argument(source, draft) {
            self.holds_text(source)
                .then(|| draft.flow(value, Base::Escaped.term()))?;
        }
        Some(())
    }

    /// Returns whether the type of a local lets it hold no objects but texts and numbers.
    fn holds_text(&self, local: LocalId) -> bool {
        is_text(&self.body.locals[local].ty)
    }

    /// Returns whether a local holds nothing but arrays that this body has made, in copies of copies at
    /// most.
    fn is_own_array(&self, local: LocalId) -> bool {
        self.is_copy_of_own_array(local, 3)
    }

    fn is_copy_of_own_array(&self, local: LocalId, copies: usize) -> bool {
        let statements = self.body.statements();
        let sources = statements.filter_map(|statement| self.written(&statement.kind));
        let is_new = |source: &Source| match source {
            Source::New(ty) => matches!(ty, Type::Array(_)),
            Source::Copy(from) => copies > 0 && self.is_copy_of_own_array(*from, copies - 1),
            Source::Other => false,
        };
        let mut own = sources.filter(|(target, _)| *target == local);
        !self.body.parameters.contains(&local) && own.all(|(_, source)| is_new(&source))
    }

    fn make(&self, kind: &str, target: Term, bodies: &Bodies<'_>, draft: &mut Draft) -> Option<()> {
        draft.statements.push(Statement::New {
            target,
            kind: bodies.models.kind_named(kind)?,
            article: self.article(Article::New),
        });
        Some(())
    }

    /// An object that a loop makes may be many.
    fn article(&self, article: Article) -> Article {
        match article {
            Article::New | Article::Fresh if self.repeats => Article::The,
            other => other,
        }
    }

    fn call(&mut self, call: &CallSite, bodies: &mut Bodies<'_>, draft: &mut Draft) -> Option<()> {
        let Target::Resolved(callee) = &call.target else {
            return None;
        };
        let is_own = bodies.own.is_source(&callee.owner);
        if is_own || names_mirror(callee) || &*callee.name == "getClass" {
            return None;
        }
        let values = Values {
            this: call.receiver.map(|receiver| self.term(receiver, draft)),
            arguments: call
                .arguments
                .iter()
                .map(|&argument| self.argument(argument, draft))
                .collect(),
            result: call.result.and_then(|result| self.argument(result, draft)),
        };
        match call.kind {
            CallKind::Static => self.call_static(call, callee, values, bodies, draft),
            CallKind::Special => self.call_special(call, callee, values, bodies, draft),
            CallKind::Virtual | CallKind::Interface => {
                self.call_on(call, callee, values, bodies, draft)
            }
        }
    }

    fn call_static(
        &mut self,
        call: &CallSite,
        callee: &MethodRef,
        values: Values,
        bodies: &mut Bodies<'_>,
        draft: &mut Draft,
    ) -> Option<()> {
        let MethodRef {
            owner,
            name,
            descriptor,
        } = callee;
        if let Some(model) = bodies.models.static_method(owner, name, descriptor) {
            return self.apply(model, &values, draft);
        }
        let is_of_texts = self.gives_texts(call);
        if self.is_of_jdk(owner) {
            let is_known = is_of_texts && TEXTS.contains(&&**owner) && gives_text(descriptor);
            return is_known.then(|| text_of(&values, draft));
        }

        let before = draft.clone();
        let result = values.result;
        let texts: Vec<Term> = values.arguments.iter().copied().flatten().collect();
        if self.follow(callee, values, bodies, draft).is_some() {
            return Some(());
        }
        *draft = before;
        // What gets texts alone can keep and give nothing else than it could before.
        is_of_texts.then(|| {
            for text in texts {
                draft.flow(text, Base::Escaped.term());
            }
            if let Some(result) = result {
                draft.flow(Base::Escaped.term(), result);
            }
        })
    }

    fn call_special(
        &mut self,
        call: &CallSite,
        callee: &MethodRef,
        values: Values,
        bodies: &mut Bodies<'_>,
        draft: &mut Draft,
    ) -> Option<()> {
        let MethodRef {
            owner,
            name,
            descriptor,
        } = callee;
        if !self.is_of_jdk(owner) {
            return self.follow(callee, values, bodies, draft);
        }
        if &**name != "<init>" {
            return None;
        }
        if &**owner == "java/lang/Object" {
            return Some(());
        }
        let made = call.receiver.and_then(|receiver| self.known.get(&receiver));
        if made == Some(owner)
            && let Some(model) = bodies.models.constructor(owner, descriptor)
        {
            return self.apply(model, &values, draft);
        }
        let has_kind = bodies.models.kind_of(owner).is_some() && !self.is_exception(owner);
        let is_harmless = TEXTS.contains(&&**owner) || self.is_exception(owner);
        (!has_kind && is_harmless && self.gives_texts(call)).then_some(())
    }

    fn call_on(
        &mut self,
        call: &CallSite,
        callee: &MethodRef,
        values: Values,
        bodies: &mut Bodies<'_>,
        draft: &mut Draft,
    ) -> Option<()> {
        let MethodRef {
            owner,
            name,
            descriptor,
        } = callee;
        let receiver = call.receiver?;
        let made = self.known.get(&receiver);
        let kind = made.and_then(|class| bodies.models.kind_of(class));
        if let Some(model) = kind.and_then(|kind| bodies.models.method(kind, name, descriptor)) {
            return self.apply(model, &values, draft);
        }
        if TEXTS.contains(&&**owner) && self.is_of_jdk(owner) {
            if let Some(model) = bodies.models.unknown_receiver(owner, name, descriptor) {
                return self.apply(model, &values, draft);
            }
            let is_known = self.gives_texts(call) && gives_text(descriptor);
            return is_known.then(|| text_of(&values, draft));
        }

        let is_compared = &**name == "equals" && call.arguments.len() == 1;
        let may_be_called = self.is_of_jdk(owner) && is_callable(owner);
        if !may_be_called || !(is_compared || self.gives_texts(call)) {
            return None;
        }
        draft.statements.push(Statement::Call {
            receiver: values.this?,
            selector: Selector {
                name: name.clone(),
                arity: call.arguments.len(),
                of: Some(owner.clone()),
            },
            arguments: values.arguments,
            result: values.result,
            later: false,
        });
        Some(())
    }

    /// Follows a call into the body of its callee.
    fn follow(
        &self,
        callee: &MethodRef,
        values: Values,
        bodies: &mut Bodies<'_>,
        draft: &mut Draft,
    ) -> Option<()> {
        let first = draft.statements.len();
        bodies.follow(callee, values, draft)?;
        for statement in &mut draft.statements[first..] {
            if let Statement::New { article, .. } = statement {
                *article = self.article(*article);
            }
        }
        Some(())
    }

    /// Adds the statements of a model, with these values for its terms.
    fn apply(&self, model: &Model, values: &Values, draft: &mut Draft) -> Option<()> {
        // What belongs to a receiver belongs to the one of the call.
        if model.gives_its_own() {
            return None;
        }
        let locals: Vec<Term> = model.locals.iter().map(|_| draft.local()).collect();
        let unused = draft.local();
        let of = |term: Term| {
            let base = match term.base {
                Base::This => values.this,
                Base::Argument(at) => values.arguments.get(at).copied().flatten(),
                Base::Result => Some(values.result.unwrap_or(unused)),
                Base::Local(at) => locals.get(at).copied(),
                Base::Library | Base::Escaped => Some(term.base.term()),
            };
            base.map(|base| Term {
                part: term.part,
                ..base
            })
        };
        for statement in &model.statements {
            let applied = match statement {
                Statement::New {
                    target,
                    kind,
                    article,
                } => of(*target).map(|target| Statement::New {
                    target,
                    kind: *kind,
                    article: self.article(*article),
                }),
                Statement::Flow { from, to } => of(*from)
                    .zip(of(*to))
                    .map(|(from, to)| Statement::Flow { from, to }),
                Statement::Call {
                    receiver,
                    selector,
                    arguments,
                    result,
                    later,
                } => of(*receiver).map(|receiver| Statement::Call {
                    receiver,
                    selector: selector.clone(),
                    arguments: arguments.iter().map(|value| value.and_then(of)).collect(),
                    result: result.and_then(of),
                    later: *later,
                }),
            };
            draft.statements.extend(applied);
        }
        Some(())
    }

    /// Returns whether every reference that a call gives is a text or a number, by its type.
    fn gives_texts(&self, call: &CallSite) -> bool {
        let mut references = call
            .arguments
            .iter()
            .filter(|&&local| self.is_reference(local));
        references.all(|&local| self.holds_text(local))
    }

    fn hierarchy(&self) -> &Hierarchy {
        &self.program.hierarchy
    }

    fn is_of_jdk(&self, class: &str) -> bool {
        self.hierarchy().library().is_of_jdk(class)
    }

    fn is_exception(&self, class: &str) -> bool {
        let above = self.hierarchy().supertypes(class);
        above
            .names()
            .iter()
            .any(|name| &**name == "java/lang/Throwable")
    }
}

/// How a local gets its value.
enum Source {
    /// A new object of exactly this type.
    New(Type),
    /// Another local.
    Copy(LocalId),
    /// Anything else.
    Other,
}

fn elements(array: Term) -> Term {
    Term {
        part: Some(Models::ELEMENTS),
        ..array
    }
}

/// The result of a method of texts: a new one, the receiver, or an argument.
fn text_of(values: &Values, draft: &mut Draft) {
    if let Some(result) = values.result {
        draft.flow(Base::Library.term(), result);
        let given = values
            .this
            .into_iter()
            .chain(values.arguments.iter().copied().flatten());
        for value in given {
            draft.flow(value, result);
        }
    }
}

/// Returns whether a method gives no reference but a text or a number.
fn gives_text(descriptor: &str) -> bool {
    MethodDescriptor::parse(descriptor)
        .is_ok_and(|descriptor| descriptor.result.as_ref().is_none_or(is_text))
}

fn is_text(ty: &Type) -> bool {
    match ty {
        Type::Class(name) => TEXTS.contains(&&**name),
        Type::Array(element) => !element.is_reference(),
        Type::Primitive(_) => true,
    }
}

/// Returns whether a callee is a method of classes and members, or gives one out.
fn names_mirror(callee: &MethodRef) -> bool {
    let is_mirror = |name: &str| {
        MIRRORS
            .iter()
            .any(|mirror| name == *mirror || (mirror.ends_with('/') && name.starts_with(mirror)))
    };
    let result = MethodDescriptor::parse(&callee.descriptor).ok();
    let result = result.and_then(|descriptor| descriptor.result);
    let given = result.as_ref().and_then(Type::class_name);
    is_mirror(&callee.owner) || given.is_some_and(|name| is_mirror(name))
}

fn is_callable(owner: &str) -> bool {
    let is_in = |places: &[&str]| {
        places
            .iter()
            .any(|place| owner == *place || (place.ends_with('/') && owner.starts_with(place)))
    };
    (is_in(&CALLABLE) || owner.starts_with("java/util/")) && !is_in(&REFLECTING)
}

/// Returns whether a block may come to itself again. O(blocks * edges).
fn has_loop(body: &Body) -> bool {
    let reaches_itself = |start: ir::BlockId| {
        let mut seen = BTreeSet::new();
        let mut open = body.successors(start);
        while let Some(block) = open.pop() {
            if block == start {
                return true;
            }
            if seen.insert(block) {
                open.extend(body.successors(block));
            }
        }
        false
    };
    body.blocks.indices().any(reaches_itself)
}
