//! How programs are launched: which `main` of which class a virtual machine starts (JLS 12.1.4).
//!
//! Up to Java 20 that is `public static void main(String[])` alone. Since Java 21 as a preview, and
//! for all since Java 25, a `main` that is not private will do, static or not, with `String[]` or
//! without parameters. The class that is launched may inherit it: its own initializer runs before,
//! and for a `main` that is not static an object of it is made.

use std::collections::BTreeSet;

use ir::{ClassId, Method, MethodId, Program};
use java_types::Access;
use rustc_hash::FxHashMap;

use crate::classes::Classes;
use crate::dispatch::superclasses;
use crate::effect::Effect;
use crate::parameters::Parameters;

/// A class that a program may be launched with.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Launch {
    /// The class that the command names.
    pub class: ClassId,
    /// Its `main`, declared or inherited.
    pub main: MethodId,
}

impl Launch {
    /// Returns what the launcher does before it calls `main`.
    pub fn effects(&self, program: &Program) -> Vec<Effect> {
        let main = &program.methods[self.main];
        let class = || Classes::One(self.class);
        match (Access(main.access).is_static(), main.class == self.class) {
            (true, true) => Vec::new(),
            (true, false) => vec![Effect::Initialize(class())],
            (false, _) => vec![Effect::Construct(class(), Parameters::none())],
        }
    }
}

/// Every class that the program may be launched with, each with its `main`, in order. O(classes *
/// supertypes).
pub(crate) fn launches(program: &Program) -> BTreeSet<Launch> {
    let rules = Rules::of(program);
    let names = program
        .classes
        .iter_enumerated()
        .map(|(id, class)| (&*class.name, id))
        .collect();
    let search = Search {
        program,
        names,
        rules,
    };

    let classes = program.classes.indices();
    classes
        .flat_map(|class| {
            search
                .mains_of(class)
                .into_iter()
                .map(move |main| Launch { class, main })
        })
        .collect()
}

/// The classes that inherit a `main` of a library, which uses them as it likes.
pub(crate) fn launched_by_libraries(program: &Program) -> Vec<ClassId> {
    let inherits = |class: &ClassId| {
        let chain = superclasses(&program.hierarchy, &program.classes[*class].name);
        let mut infos = chain
            .iter()
            .filter_map(|name| program.hierarchy.class(name));
        infos.any(|info| {
            let main = info
                .methods
                .iter()
                .find(|m| &*m.name == "main" && &*m.descriptor == "([Ljava/lang/String;)V");
            !info.source
                && main.is_some_and(|main| main.access.has(Access::PUBLIC | Access::STATIC))
        })
    };
    program.classes.indices().filter(inherits).collect()
}

/// Which launchers may be meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rules {
    /// The rules of a JDK before 21.
    Classic,
    /// Any.
    All,
}

impl Rules {
    /// Returns the rules of the JDK that the program is analysed with.
    fn of(program: &Program) -> Self {
        if program.hierarchy.library().release() < ANY_MAIN {
            Rules::Classic
        } else {
            Rules::All
        }
    }
}

/// The first release whose launcher starts more than `public static void main(String[])`.
const ANY_MAIN: u16 = 21;

/// The classes of the sources by name.
struct Search<'a> {
    program: &'a Program,
    names: FxHashMap<&'a str, ClassId>,
    rules: Rules,
}

impl Search<'_> {
    /// The methods that launchers may start where they are told of a class: a static one with
    /// `String[]`, else any that one of them prefers.
    fn mains_of(&self, class: ClassId) -> Vec<MethodId> {
        let candidates = self.candidates(class);
        let method = |id: MethodId| &self.program.methods[id];
        match candidates
            .iter()
            .find(|&&id| is_static(method(id)) && takes_arguments(method(id)))
        {
            Some(&classic) => vec![classic],
            None if can_be_made(self.program, class) => candidates,
            None => candidates
                .into_iter()
                .filter(|&id| is_static(method(id)))
                .collect(),
        }
    }

    /// The methods of a class, declared or inherited, that some launcher starts; nearest first.
    /// Static methods of interfaces are not inherited.
    fn candidates(&self, class: ClassId) -> Vec<MethodId> {
        let hierarchy = &self.program.hierarchy;
        let name = &self.program.classes[class].name;
        let chain = superclasses(hierarchy, name);
        let all = hierarchy.supertypes(name);
        let interfaces = all.names().iter().filter(|above| !chain.contains(above));
        let from_classes = chain.iter().flat_map(|above| self.declared(above));
        let from_interfaces = interfaces.flat_map(|above| self.declared(above));
        let is_of_object = |id: &MethodId| !is_static(&self.program.methods[*id]);
        from_classes
            .chain(from_interfaces.filter(is_of_object))
            .collect()
    }

    fn declared(&self, class: &str) -> impl Iterator<Item = MethodId> {
        let methods = self
            .names
            .get(class)
            .into_iter()
            .flat_map(|&class| &self.program.classes[class].methods);
        methods
            .copied()
            .filter(|&id| is_candidate(&self.program.methods[id], self.rules))
    }
}

fn is_candidate(method: &Method, rules: Rules) -> bool {
    let access = Access(method.access);
    let is_main =
        &*method.name == "main" && matches!(&*method.descriptor, "([Ljava/lang/String;)V" | "()V");
    let is_classic = access.has(Access::PUBLIC | Access::STATIC) && takes_arguments(method);
    is_main && method.body.is_some() && !access.is_private() && (rules == Rules::All || is_classic)
}

fn takes_arguments(method: &Method) -> bool {
    &*method.descriptor != "()V"
}

fn is_static(method: &Method) -> bool {
    Access(method.access).is_static()
}

/// Returns whether the launcher can make an object: by a constructor without parameters that is not
/// private.
fn can_be_made(program: &Program, class: ClassId) -> bool {
    let declared = &program.classes[class];
    let is_constructor = |&id: &MethodId| {
        let method = &program.methods[id];
        &*method.name == "<init>"
            && &*method.descriptor == "()V"
            && !Access(method.access).is_private()
    };
    !declared.info.access.is_abstract() && declared.methods.iter().any(is_constructor)
}
