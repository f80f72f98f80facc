//! Resolution of methods and fields (JVMS 5.4.3) and selection of overriding methods (JVMS 5.4.6).

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{Hierarchy, OBJECT};
use crate::access::Access;
use crate::class_info::{ClassInfo, FieldInfo, MethodInfo};

/// The outcome of a search for a member.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolved<T> {
    /// This one.
    Found(T),
    /// There is none, and no class is missing.
    Absent,
    /// A class that may declare it is missing.
    Unknown,
}

impl<T> Resolved<T> {
    /// Returns the member that was found.
    pub fn found(self) -> Option<T> {
        match self {
            Resolved::Found(member) => Some(member),
            _ => None,
        }
    }
}

/// A method and the class that declares it.
#[derive(Debug, Clone, PartialEq)]
pub struct MethodOf {
    /// The declaring class.
    pub class: Arc<ClassInfo>,
    /// Index in [`ClassInfo::methods`].
    index: usize,
}

impl MethodOf {
    /// The declaration.
    pub fn info(&self) -> &MethodInfo {
        &self.class.methods[self.index]
    }

    /// Index in [`ClassInfo::methods`].
    pub fn index(&self) -> usize {
        self.index
    }

    /// Number `index` of `class`, if there is one.
    pub fn new(class: Arc<ClassInfo>, index: usize) -> Option<Self> {
        (index < class.methods.len()).then_some(MethodOf { class, index })
    }
}

/// A field and the class that declares it.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldOf {
    /// The declaring class.
    pub class: Arc<ClassInfo>,
    index: usize,
}

impl FieldOf {
    /// The declaration.
    pub fn info(&self) -> &FieldInfo {
        &self.class.fields[self.index]
    }
}

/// The methods of one name in a class and its supertypes.
#[derive(Debug, Clone, PartialEq)]
pub struct Members {
    /// In the order of [`super::Supertypes::names`], then of declaration; overridden and hidden
    /// ones included.
    pub methods: Vec<MethodOf>,
    /// True if no class is missing.
    pub complete: bool,
}

impl Hierarchy {
    /// The method that an instruction naming `owner`, `name`, `descriptor` resolves to (JVMS
    /// 5.4.3.3 for classes, 5.4.3.4 for interfaces; access is not checked). `owner` may be an array
    /// descriptor. Signature-polymorphic methods (JVMS 2.9.3) resolve by name.
    pub fn resolve_method(&self, owner: &str, name: &str, descriptor: &str) -> Resolved<MethodOf> {
        let owner = if owner.starts_with('[') {
            OBJECT
        } else {
            owner
        };
        let Some(class) = self.class(owner) else {
            return Resolved::Unknown;
        };
        let in_classes = if class.is_interface() {
            self.resolve_in_interface(&class, name, descriptor)
        } else {
            self.resolve_in_superclasses(class.clone(), name, descriptor)
        };

        match in_classes {
            Resolved::Absent => self.resolve_in_superinterfaces(&class, name, descriptor),
            decided => decided,
        }
    }

    fn resolve_in_interface(
        &self,
        interface: &Arc<ClassInfo>,
        name: &str,
        descriptor: &str,
    ) -> Resolved<MethodOf> {
        if let Some(found) = declared(interface, name, descriptor) {
            return Resolved::Found(found);
        }
        let Some(object) = self.class(OBJECT) else {
            return Resolved::Unknown;
        };
        let inherited = declared(&object, name, descriptor)
            .filter(|m| m.info().access.has(Access::PUBLIC) && !m.info().access.is_static());
        inherited.map_or(Resolved::Absent, Resolved::Found)
    }

    fn resolve_in_superclasses(
        &self,
        class: Arc<ClassInfo>,
        name: &str,
        descriptor: &str,
    ) -> Resolved<MethodOf> {
        for class in self.superclasses(class) {
            let Some(class) = class else {
                return Resolved::Unknown;
            };
            if let Some(found) =
                polymorphic(&class, name).or_else(|| declared(&class, name, descriptor))
            {
                return Resolved::Found(found);
            }
        }
        Resolved::Absent
    }

    /// The most specific method of the superinterfaces, or else any of them: the first in the order
    /// of supertypes.
    fn resolve_in_superinterfaces(
        &self,
        class: &ClassInfo,
        name: &str,
        descriptor: &str,
    ) -> Resolved<MethodOf> {
        let supertypes = self.supertypes(&class.name);
        let candidates = self.interface_methods(&class.name, name, descriptor);
        if !supertypes.complete() {
            return Resolved::Unknown;
        }

        let mut specific = self
            .maximally_specific(&candidates)
            .into_iter()
            .filter(|m| !m.info().access.is_abstract());
        match (specific.next(), specific.next()) {
            (Some(only), None) => Resolved::Found(only),
            _ => candidates
                .into_iter()
                .next()
                .map_or(Resolved::Absent, Resolved::Found),
        }
    }

    /// The instance methods, not private, that the superinterfaces of a class declare.
    fn interface_methods(&self, class: &str, name: &str, descriptor: &str) -> Vec<MethodOf> {
        let supertypes = self.supertypes(class);
        let interfaces = supertypes
            .names()
            .iter()
            .filter_map(|s| self.class(s))
            .filter(|c| c.is_interface());
        interfaces
            .filter_map(|c| declared(&c, name, descriptor))
            .filter(|m| is_inheritable(m.info()))
            .collect()
    }

    /// Returns the `methods` whose class is no supertype of another one's (JVMS 5.4.3.3).
    fn maximally_specific(&self, methods: &[MethodOf]) -> Vec<MethodOf> {
        let overridden = |m: &MethodOf| {
            let below = |other: &MethodOf| {
                other.class.name != m.class.name
                    && self.is_subclass(&other.class.name, &m.class.name).must()
            };
            methods.iter().any(below)
        };
        methods.iter().filter(|m| !overridden(m)).cloned().collect()
    }

    /// The method that runs when `resolved` is called on an object of class `receiver` (JVMS
    /// 5.4.6). It may be abstract where the classes do not fit together. `receiver` may be an array
    /// descriptor.
    pub fn select_override(&self, receiver: &str, resolved: &MethodOf) -> Resolved<MethodOf> {
        let (info, receiver) = (
            resolved.info(),
            if receiver.starts_with('[') {
                OBJECT
            } else {
                receiver
            },
        );

        if info.access.is_private() || info.access.is_static() || info.is_constructor() {
            return Resolved::Found(resolved.clone());
        }

        let Some(class) = self.class(receiver) else {
            return Resolved::Unknown;
        };
        let mut above = Vec::new();

        for class in self.superclasses(class) {
            let Some(class) = class else {
                return Resolved::Unknown;
            };
            let candidate =
                declared(&class, &info.name, &info.descriptor).filter(|m| is_inheritable(m.info()));
            above.extend(candidate);
        }

        let selected = (0..above.len()).find(|&i| can_override(&above[i..], resolved));
        match selected {
            Some(i) => Resolved::Found(above.swap_remove(i)),
            None => self.select_default(receiver, info),
        }
    }

    fn select_default(&self, receiver: &str, info: &MethodInfo) -> Resolved<MethodOf> {
        let candidates = self.interface_methods(receiver, &info.name, &info.descriptor);
        if !self.supertypes(receiver).complete() {
            return Resolved::Unknown;
        }
        let specific = self.maximally_specific(&candidates);
        let mut concrete = specific.iter().filter(|m| !m.info().access.is_abstract());
        match (concrete.next(), concrete.next()) {
            (Some(only), None) => Resolved::Found(only.clone()),
            _ => specific
                .into_iter()
                .next()
                .map_or(Resolved::Absent, Resolved::Found),
        }
    }

    /// The field that an instruction resolves to (JVMS 5.4.3.2): the class's own, then those of its
    /// superinterfaces, then of its superclass. `descriptor` `None` takes any type, as the Java
    /// language does.
    pub fn resolve_field(
        &self,
        owner: &str,
        name: &str,
        descriptor: Option<&str>,
    ) -> Resolved<FieldOf> {
        let mut seen = FxHashSet::default();
        self.find_field(owner, &mut seen, &|f| {
            &*f.name == name && descriptor.is_none_or(|d| d == &*f.descriptor)
        })
    }

    fn find_field(
        &self,
        owner: &str,
        seen: &mut FxHashSet<Arc<str>>,
        wanted: &impl Fn(&FieldInfo) -> bool,
    ) -> Resolved<FieldOf> {
        let Some(class) = self.class(owner) else {
            return Resolved::Unknown;
        };
        if !seen.insert(class.name.clone()) {
            return Resolved::Absent;
        }
        if let Some(index) = class.fields.iter().position(wanted) {
            return Resolved::Found(FieldOf { class, index });
        }

        for above in class.interfaces.iter().chain(&class.super_name) {
            match self.find_field(above, seen, wanted) {
                Resolved::Absent => {}
                decided => return decided,
            }
        }

        Resolved::Absent
    }

    /// Every method called `name` in a class and its supertypes; for an interface also those of
    /// `Object`.
    pub fn methods_named(&self, class: &str, name: &str) -> Members {
        let supertypes = self.supertypes(class);
        let classes = supertypes.names().iter().filter_map(|s| self.class(s));
        let methods = classes.flat_map(|class| {
            let indices: Vec<usize> = (0..class.methods.len())
                .filter(|&i| &*class.methods[i].name == name)
                .collect();
            indices.into_iter().map(move |index| MethodOf {
                class: class.clone(),
                index,
            })
        });

        Members {
            methods: methods.collect(),
            complete: supertypes.complete(),
        }
    }

    /// A class and its superclasses upwards; ends with `None` where one is missing, or the chain
    /// has a circle.
    fn superclasses(
        &self,
        class: Arc<ClassInfo>,
    ) -> impl Iterator<Item = Option<Arc<ClassInfo>>> + '_ {
        let mut seen = FxHashSet::default();
        std::iter::successors(Some(Some(class)), move |class| {
            let class = class.as_ref()?;
            let fresh = seen.insert(class.name.clone());
            let above = class.super_name.as_ref()?;
            Some(self.class(above).filter(|_| fresh))
        })
    }
}

fn declared(class: &Arc<ClassInfo>, name: &str, descriptor: &str) -> Option<MethodOf> {
    let index = class
        .methods
        .iter()
        .position(|m| &*m.name == name && &*m.descriptor == descriptor)?;
    Some(MethodOf {
        class: class.clone(),
        index,
    })
}

/// The signature-polymorphic method called `name` (JVMS 2.9.3): the only one of this name in
/// `MethodHandle` or `VarHandle`, native, with one `Object[]` of variable arity.
fn polymorphic(class: &Arc<ClassInfo>, name: &str) -> Option<MethodOf> {
    if !matches!(
        &*class.name,
        "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle"
    ) {
        return None;
    }

    let mut named = (0..class.methods.len()).filter(|&i| &*class.methods[i].name == name);
    let (index, None) = (named.next()?, named.next()) else {
        return None;
    };
    let method = &class.methods[index];
    let flags = method.access.has(Access::NATIVE | Access::VARARGS);
    let takes_objects = method.descriptor.starts_with("([Ljava/lang/Object;)");

    (flags && takes_objects).then(|| MethodOf {
        class: class.clone(),
        index,
    })
}

fn is_inheritable(method: &MethodInfo) -> bool {
    !method.access.is_private() && !method.access.is_static()
}

/// Returns whether the first of `chain` (methods of one signature, from a class upwards) can
/// override `resolved` (JVMS 5.4.5).
fn can_override(chain: &[MethodOf], resolved: &MethodOf) -> bool {
    let Some((lowest, above)) = chain.split_first() else {
        return false;
    };
    let same = lowest.class.name == resolved.class.name;
    if same || is_overridable_from(resolved, &lowest.class) {
        return true;
    }
    // Through a method between them that this one can override, and that can override the resolved
    // one.
    (0..above.len()).any(|i| {
        above[i].class.name != resolved.class.name
            && is_overridable_from(&above[i], &lowest.class)
            && can_override(&above[i..], resolved)
    })
}

/// Public, protected, or of the same package.
fn is_overridable_from(method: &MethodOf, class: &ClassInfo) -> bool {
    let access = method.info().access;
    access.has(Access::PUBLIC)
        || access.has(Access::PROTECTED)
        || method.class.package() == class.package()
}
