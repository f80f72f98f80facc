//! The effects of well-known methods of the library on the objects they are given.
//!
//! Without a model, what is passed to a library method escapes, the result may be anything that has
//! escaped, and methods of escaped objects that override the library's may run at any time. A model
//! narrows that for one method. The files in `jdk/` hold those of the JDK; files of users, in the
//! same format, can be read on top. `docs/models.md` describes the format.
//!
//! Glossary: an object of the library is of a *kind* (`list`, `iterator`), which says what its
//! methods do. An object has *parts* (`elements`, `keys`), each a set of references. A *key* names
//! a method: `add(int,Object)`. A *term* is a base (`this`, an argument, a local, ..), perhaps with
//! a part.

mod bodies;
mod check;
mod file;
mod key;
mod parse;
mod read;
mod statement;

pub use bodies::LibraryClasses;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use index_vec::{IndexVec, define_index_type};
use ir::MethodRef;
use java_types::Spelling;
use rustc_hash::FxHashMap;
pub use statement::{Article, Base, Model, Selector, Statement, Term};
use text::{Diagnostic, Span};

define_index_type! {
    /// A kind of library objects.
    pub struct KindId = u32;
    DISPLAY_FORMAT = "k{}";
}

define_index_type! {
    /// A part of objects.
    pub struct PartId = u32;
    DISPLAY_FORMAT = "p{}";
}

/// The models of the JDK.
///
/// No path of a user's file is one of these names.
const JDK: [(&str, &str); 8] = [
    (
        "<jdk>/collections.yaml",
        include_str!("jdk/collections.yaml"),
    ),
    ("<jdk>/concurrent.yaml", include_str!("jdk/concurrent.yaml")),
    ("<jdk>/io.yaml", include_str!("jdk/io.yaml")),
    ("<jdk>/lang.yaml", include_str!("jdk/lang.yaml")),
    ("<jdk>/maps.yaml", include_str!("jdk/maps.yaml")),
    ("<jdk>/statics.yaml", include_str!("jdk/statics.yaml")),
    ("<jdk>/streams.yaml", include_str!("jdk/streams.yaml")),
    ("<jdk>/wrappers.yaml", include_str!("jdk/wrappers.yaml")),
];

/// All that files of models say.
#[derive(Debug, Clone)]
pub struct Models {
    kinds: IndexVec<KindId, Kind>,
    parts: IndexVec<PartId, Arc<str>>,
    by_name: BTreeMap<Arc<str>, KindId>,
    by_class: BTreeMap<Arc<str>, KindId>,
    statics: BTreeMap<Arc<str>, Methods>,
    files: BTreeSet<Arc<str>>,
    /// The classes of libraries whose bodies gave models.
    followed: BTreeSet<Arc<str>>,
}

/// Methods by key.
type Methods = BTreeMap<String, Entry>;

/// A model and where it stands.
#[derive(Debug, Clone)]
struct Entry {
    model: Model,
    file: Arc<str>,
    span: Span,
    /// True if bodies show that the method does nothing by reflection. What somebody has written says
    /// nothing about that.
    never_reflects: bool,
    /// The descriptor of the only method that is meant, where its body was read: another one with the
    /// same key may be of a class of the same simple name.
    descriptor: Option<Arc<str>>,
}

/// Objects of the library whose methods do the same.
#[derive(Debug, Clone)]
pub struct Kind {
    /// As in the file.
    pub name: Arc<str>,
    /// The type that fresh objects have, by internal name.
    pub ty: Arc<str>,
    /// An object of exactly one of these classes is of this kind. Internal names, sorted.
    pub classes: BTreeSet<Arc<str>>,
    /// True if the methods also apply to objects of the library that nothing else is known of, when
    /// their static type is `ty`, one of `classes` or below these.
    pub library: bool,
    /// True if the methods also apply to objects of program classes that inherit them.
    pub subclasses: bool,
    /// True if anything at all may happen when one of its methods is called, whatever is claimed of
    /// others with its types.
    pub opaque: bool,
    /// True if its objects are iterators over nothing: asked whether there is more, they always say
    /// no.
    pub empty: bool,
    /// The parts that nobody changes but the methods and constructors of models: code that has such
    /// an object cannot put anything else there. Those of extended kinds are not among them.
    pub keeps: BTreeSet<PartId>,
    /// Whose methods are taken over, own ones first, then in this order.
    pub extends: Vec<KindId>,
    /// Constructors are among them, under `<init>`.
    methods: Methods,
}

/// A modelled method and its action, as [`Models::all`] lists it.
#[derive(Debug, Clone, Copy)]
pub struct Modelled<'a> {
    /// The kind of the receiver, or the class of a static method.
    pub owner: Owner<'a>,
    /// `add(int,Object)`; constructors are `<init>(..)`.
    pub key: &'a str,
    /// Its action.
    pub model: &'a Model,
}

/// Whose method it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner<'a> {
    /// Of the objects of a kind.
    Kind(KindId),
    /// Of a class, by internal name: static.
    Class(&'a str),
}

impl Models {
    /// The elements of arrays and collections.
    pub const ELEMENTS: PartId = PartId::from_raw_unchecked(0);
    /// The keys of maps and of their entries.
    pub const KEYS: PartId = PartId::from_raw_unchecked(1);
    /// The values of maps and of their entries.
    pub const VALUES: PartId = PartId::from_raw_unchecked(2);
    /// The target that an object stands for or runs.
    pub const TARGET: PartId = PartId::from_raw_unchecked(3);

    /// No models at all: everything gets the conservative default.
    pub fn none() -> Models {
        let parts = ["elements", "keys", "values", "target"].map(Arc::from);
        Models {
            kinds: IndexVec::new(),
            parts: parts.into_iter().collect(),
            by_name: BTreeMap::new(),
            by_class: BTreeMap::new(),
            statics: BTreeMap::new(),
            files: BTreeSet::new(),
            followed: BTreeSet::new(),
        }
    }

    /// The models of the JDK.
    ///
    /// # Panics
    /// If the built-in file is wrong, which the tests of this crate rule out.
    pub fn jdk() -> Models {
        read::read(Models::none(), &JDK)
            .unwrap_or_else(|errors| panic!("the built-in models can be read: {errors:#?}"))
    }

    /// Reads one file on its own. `file` is its name in findings. O(n log n).
    ///
    /// # Errors
    /// As [`Models::extended`].
    pub fn read(text: &str, file: &str) -> Result<Models, Vec<Diagnostic>> {
        Models::none().extended(text, file)
    }

    /// Reads one more file on top of this one: it may use the kinds that are there and add to them,
    /// and what it says of a method goes before what was said. O(n log n).
    ///
    /// # Errors
    /// Every statement, name, class or cycle of kinds that is wrong, in file order: `yaml-syntax`,
    /// `model-syntax`, `unknown-kind`, `unknown-part`, `no-such-argument`, `duplicate-class`,
    /// `duplicate-method`, `cyclic-kind`, ..
    pub fn extended(self, text: &str, file: &str) -> Result<Models, Vec<Diagnostic>> {
        read::read(self, &[(file, text)])
    }

    /// The files of users that were read on top of the built-in ones, sorted by name.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let built_in = |file: &str| JDK.iter().any(|(name, _)| *name == file);
        self.files
            .iter()
            .map(|file| &**file)
            .filter(move |file| !built_in(file))
    }

    /// The kind of the objects of exactly this class (`java/util/ArrayList`). O(log n).
    pub fn kind_of(&self, class: &str) -> Option<KindId> {
        self.by_class.get(class).copied()
    }

    /// The kind of this name in the files. O(log n).
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        self.by_name.get(name).copied()
    }

    /// A kind.
    pub fn kind(&self, kind: KindId) -> &Kind {
        &self.kinds[kind]
    }

    /// Returns whether only the methods and constructors of models change a part of the objects of a
    /// kind: it, or one that it extends, says so. O(kinds extended).
    pub fn keeps(&self, kind: KindId, part: PartId) -> bool {
        let kind = &self.kinds[kind];
        kind.keeps.contains(&part) || kind.extends.iter().any(|&above| self.keeps(above, part))
    }

    /// Returns whether there is such a part of the objects of a kind. O(kinds extended).
    pub fn keeps_any(&self, kind: KindId) -> bool {
        let kind = &self.kinds[kind];
        !kind.keeps.is_empty() || kind.extends.iter().any(|&above| self.keeps_any(above))
    }

    /// The kinds, in the order of their ids.
    pub fn kinds(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        self.kinds.iter_enumerated()
    }

    /// The name of a part in the files.
    pub fn part_name(&self, part: PartId) -> &str {
        &self.parts[part]
    }

    /// The types that models claim of receivers, by internal name; some twice. O(statements).
    pub(crate) fn claimed(&self) -> impl Iterator<Item = &Arc<str>> {
        let methods = self
            .kinds
            .iter()
            .map(|kind| &kind.methods)
            .chain(self.statics.values());
        methods
            .flat_map(Methods::values)
            .flat_map(|entry| entry.model.claimed())
    }

    /// Returns what a method does on an object of a kind; the result type of the descriptor does
    /// not matter. O(|descriptor| + kinds extended * log n).
    pub fn method(&self, kind: KindId, name: &str, descriptor: &str) -> Option<&Model> {
        self.method_by_key(kind, &key::of_descriptor(name, descriptor)?)
    }

    /// Returns what a constructor of exactly this class does; `this` is the new object.
    /// Constructors are not taken over from other kinds. Complexity as [`Models::method`].
    pub fn constructor(&self, class: &str, descriptor: &str) -> Option<&Model> {
        self.constructor_by_key(class, &key::of_descriptor(key::CONSTRUCTOR, descriptor)?)
    }

    /// Returns what a static method of this class does. Complexity as [`Models::method`].
    pub fn static_method(&self, owner: &str, name: &str, descriptor: &str) -> Option<&Model> {
        Some(&self.static_entry(owner, name, descriptor)?.model)
    }

    fn static_entry(&self, owner: &str, name: &str, descriptor: &str) -> Option<&Entry> {
        let key = key::of_descriptor(name, descriptor)?;
        let entry = self.statics.get(owner)?.get(&key)?;
        let is_meant = |own: &Arc<str>| &**own == descriptor;
        entry
            .descriptor
            .as_ref()
            .is_none_or(is_meant)
            .then_some(entry)
    }

    /// Returns whether a static method is known from its body to do nothing by reflection. O(log n).
    pub(crate) fn never_reflects(&self, method: &MethodRef) -> bool {
        self.static_entry(&method.owner, &method.name, &method.descriptor)
            .is_some_and(|entry| entry.never_reflects)
    }

    /// Returns what a method does on an object of the library of which no more is known than the
    /// static type `owner`: that of its `library` kind, or else that of the kind of
    /// `java.lang.Object`. Complexity as [`Models::method`], times the kinds.
    pub fn unknown_receiver(&self, owner: &str, name: &str, descriptor: &str) -> Option<&Model> {
        let key = key::of_descriptor(name, descriptor)?;
        let of = |owner| {
            self.claiming(owner, |kind| kind.library)
                .find_map(|kind| self.entry(kind, &key))
        };
        of(owner)
            .or_else(|| of("java/lang/Object"))
            .map(|entry| &entry.model)
    }

    /// Returns what a method or constructor (`<init>`) of the library class `class`, which declares
    /// it, does on an object of a program class that inherits it. Complexity as [`Models::method`],
    /// times the kinds.
    pub fn inherited(&self, class: &str, name: &str, descriptor: &str) -> Option<&Model> {
        self.inherited_by_key(class, &key::of_descriptor(name, descriptor)?)
    }

    /// Returns what the methods of this name and number of parameters do on an object of a kind:
    /// for the calls that models make, which name no more. In key order. O(methods of the kind *
    /// log n).
    pub fn methods_named(
        &self,
        kind: KindId,
        name: &str,
        arity: usize,
    ) -> impl Iterator<Item = &Model> {
        let keys = self
            .keys(kind)
            .into_iter()
            .filter(move |key| key::is_named(key, name, arity));
        keys.filter_map(move |key| self.method_by_key(kind, key))
    }

    /// Returns what the methods of this name and number of parameters do that a program class
    /// inherits from the library class `class`. Complexity as [`Models::methods_named`], times the
    /// kinds.
    pub fn inherited_named(
        &self,
        class: &str,
        name: &str,
        arity: usize,
    ) -> impl Iterator<Item = &Model> {
        let kinds: Vec<KindId> = self.claiming(class, |kind| kind.subclasses).collect();
        kinds
            .into_iter()
            .flat_map(move |kind| self.methods_named(kind, name, arity).collect::<Vec<_>>())
    }

    /// As [`Models::method`], by key. O(kinds extended * log n).
    pub fn method_by_key(&self, kind: KindId, key: &str) -> Option<&Model> {
        self.entry(kind, key).map(|entry| &entry.model)
    }

    /// As [`Models::constructor`], by key. O(log n).
    pub fn constructor_by_key(&self, class: &str, key: &str) -> Option<&Model> {
        Some(&self.kinds[self.kind_of(class)?].methods.get(key)?.model)
    }

    /// As [`Models::static_method`], by key. O(log n).
    pub fn static_by_key(&self, owner: &str, key: &str) -> Option<&Model> {
        Some(&self.statics.get(owner)?.get(key)?.model)
    }

    /// As [`Models::inherited`], by key. O(kinds * kinds extended * log n).
    pub fn inherited_by_key(&self, class: &str, key: &str) -> Option<&Model> {
        self.claiming(class, |kind| kind.subclasses)
            .find_map(|kind| self.method_by_key(kind, key))
    }

    /// Every modelled method, kinds first, each with what it takes over; then the static ones. In
    /// key order.
    pub fn all(&self) -> Vec<Modelled<'_>> {
        let mut all = Vec::new();
        for (id, _) in self.kinds() {
            for key in self.keys(id) {
                if let Some(entry) = self.entry(id, key) {
                    all.push(Modelled {
                        owner: Owner::Kind(id),
                        key,
                        model: &entry.model,
                    });
                }
            }
        }

        for (class, methods) in &self.statics {
            for (key, entry) in methods {
                all.push(Modelled {
                    owner: Owner::Class(class),
                    key,
                    model: &entry.model,
                });
            }
        }

        all
    }

    /// The names of the parts.
    pub(crate) fn parts(&self) -> IndexVec<PartId, Arc<str>> {
        self.parts.clone()
    }

    /// For each model, told apart by where it is in memory, `FILE:LINE` and its method:
    /// `List.add(Object)`, `new Thread(Runnable)`. O(methods).
    pub(crate) fn places(&self) -> FxHashMap<*const Model, (String, String)> {
        let of_kinds = self.kinds.iter().map(|kind| (&kind.ty, &kind.methods));
        let all = of_kinds.chain(&self.statics);
        let all = all.flat_map(|(owner, methods)| {
            methods.iter().map(move |(key, entry)| (owner, key, entry))
        });
        let place = |entry: &Entry| {
            if self.files.contains(&entry.file) {
                format!("{}:{}", entry.file, entry.span.line)
            } else {
                format!("the class file of {}", entry.file.to_readable())
            }
        };
        all.map(|(owner, key, entry)| {
            (
                std::ptr::from_ref(&entry.model),
                (place(entry), shown(owner, key)),
            )
        })
        .collect()
    }

    /// File, line and key of a modelled method, for people.
    pub fn place(&self, method: &Modelled<'_>) -> String {
        let entry = match method.owner {
            Owner::Kind(kind) => self.entry(kind, method.key),
            Owner::Class(class) => self
                .statics
                .get(class)
                .and_then(|methods| methods.get(method.key)),
        };
        entry.map_or_else(String::new, |entry| {
            format!("{}:{} {}", entry.file, entry.span.line, method.key)
        })
    }

    /// A statement of a model as the file would say it.
    pub fn show(&self, model: &Model, statement: &Statement) -> String {
        statement::Shown {
            model,
            statement,
            models: self,
        }
        .to_string()
    }

    /// Returns where what is said of a kind's key stands: in the kind itself, or in the first that
    /// it extends.
    fn entry(&self, kind: KindId, key: &str) -> Option<&Entry> {
        let own = self.kinds[kind].methods.get(key);
        if own.is_some() || key.starts_with(key::CONSTRUCTOR) {
            return own;
        }
        self.kinds[kind]
            .extends
            .iter()
            .find_map(|&above| self.entry(above, key))
    }

    fn keys(&self, kind: KindId) -> BTreeSet<&str> {
        let mut keys: BTreeSet<&str> = self.kinds[kind]
            .methods
            .keys()
            .map(String::as_str)
            .collect();
        for &above in &self.kinds[kind].extends {
            keys.extend(
                self.keys(above)
                    .into_iter()
                    .filter(|key| !key.starts_with(key::CONSTRUCTOR)),
            );
        }
        keys
    }

    /// The kinds that speak of a class, in the order of their ids.
    fn claiming(
        &self,
        class: &str,
        claims: impl Fn(&Kind) -> bool,
    ) -> impl Iterator<Item = KindId> {
        let kinds = self.kinds.iter_enumerated();
        kinds
            .filter(move |(_, kind)| {
                claims(kind) && (*kind.ty == *class || kind.classes.contains(class))
            })
            .map(|k| k.0)
    }
}

/// A key behind the simple name of a class.
fn shown(class: &str, key: &str) -> String {
    let simple = class.rsplit(['/', '$']).next().unwrap_or(class);
    match key.strip_prefix(key::CONSTRUCTOR) {
        Some(types) => format!("new {simple}{types}"),
        None => format!("{simple}.{key}"),
    }
}
