//! Which calls of the JDK have an effect on other threads, by the table that the recorder reads at
//! run time, too. Here the type is the one that the call names, so the answer covers all of its
//! objects.

use java_types::hierarchy::Hierarchy;
use rustc_hash::FxHashMap;

use crate::library::MODELS;

/// The word for calls without an effect.
const NONE: &str = "none";

/// The word for calls that may use their receiver in any way.
const TOUCH: &str = "touch";

/// Types of functions, which have no state that the library knows of.
const TASKS: [&str; 2] = ["java/lang/Runnable", "java/util/concurrent/Callable"];

/// What a method does to the elements of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elements {
    /// Reads them.
    Reads,
    /// Reads and writes them.
    Changes,
    /// Reads and writes them, perhaps on several threads.
    ChangesOnSeveralThreads,
}

/// The table.
#[derive(Debug)]
pub struct Models {
    types: FxHashMap<&'static str, FxHashMap<&'static str, &'static str>>,
    /// The longest first.
    packages: Vec<(&'static str, &'static str)>,
}

impl Models {
    /// Reads the table.
    pub fn new() -> Self {
        let mut models = Models {
            types: FxHashMap::default(),
            packages: Vec::new(),
        };
        let rows = MODELS
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        for row in rows {
            let mut columns = row.split('\t');
            let mut next = || columns.next().unwrap_or_default();
            let (ty, methods, effect) = (next(), next(), next());
            if ty.ends_with(['.', '$']) {
                models.packages.push((ty, effect));
                continue;
            }
            let known = models.types.entry(ty).or_default();
            known.extend(methods.split(',').map(|method| (method, effect)));
        }
        models
            .packages
            .sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        models
    }

    /// Says whether a call may have an effect. `owner` is the internal name of the type that the
    /// call names.
    pub fn matters(&self, owner: &str, method: &str, hierarchy: &Hierarchy) -> bool {
        let name = owner.replace('/', ".");
        if let Some(effect) = self.of_type(&name, method) {
            return effect != NONE;
        }
        // An effect that any type above has, in whatever order: the receiver decides at run time.
        let above = hierarchy.supertypes(owner);
        let any = above
            .names()
            .iter()
            .filter_map(|above| self.of_type(&above.replace('/', "."), method))
            .any(|effect| effect != NONE);
        any || !above.complete() || self.of_package(&name) != NONE
    }

    /// Says whether the effect of a method is about its receiver alone, so that a static method has none.
    pub fn is_of_receiver(&self, owner: &str, method: &str) -> bool {
        let name = owner.replace('/', ".");
        let effect = self.of_type(&name, method);
        matches!(
            effect.unwrap_or_else(|| self.of_package(&name)),
            TOUCH | "peek"
        )
    }

    /// Says whether a call may use an object that it is given as one of a type. `ty` is its internal name.
    pub fn may_use(&self, ty: &str) -> bool {
        ty == "java/lang/Object"
            || ty == "java/lang/Number"
            || !TASKS.contains(&ty) && self.of_any_method(ty) != NONE
    }

    /// Says whether an object of a type keeps what it is made of.
    pub fn keeps(&self, ty: &str) -> bool {
        self.of_any_method(ty) == TOUCH || ty == "java/util/Properties"
    }

    /// What a method does to the elements of the array that is its first argument; none if it does not read them.
    pub fn elements(&self, owner: &str, method: &str) -> Option<Elements> {
        Some(match self.of_type(&owner.replace('/', "."), method)? {
            "elements-read" => Elements::Reads,
            "elements-change" => Elements::Changes,
            "elements-parallel" => Elements::ChangesOnSeveralThreads,
            _ => return None,
        })
    }

    /// The effect of methods of a type without a line of their own.
    fn of_any_method(&self, ty: &str) -> &'static str {
        let name = ty.replace('/', ".");
        let effect = self.of_type(&name, "*");
        effect.unwrap_or_else(|| self.of_package(&name))
    }

    fn of_type(&self, ty: &str, method: &str) -> Option<&'static str> {
        let methods = self.types.get(ty)?;
        methods.get(method).or_else(|| methods.get("*")).copied()
    }

    fn of_package(&self, ty: &str) -> &'static str {
        let found = self.packages.iter().find(|(name, _)| ty.starts_with(name));
        found.map_or("all", |(_, effect)| effect)
    }
}
