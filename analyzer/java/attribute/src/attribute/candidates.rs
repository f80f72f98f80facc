//! Which methods a call could mean by its name (JLS 15.12.1), before its arguments are looked at.

use std::rc::Rc;
use std::sync::Arc;

use super::Attributor;
use super::operand::Receiver;
use crate::scope::{Entry, Scope};
use crate::types::{ClassId, Method, Ty};

/// The methods of a name that a call can mean.
#[derive(Debug, Clone)]
pub(super) struct Candidates {
    /// In order of preference among equals: those of classes before those of interfaces.
    pub(super) methods: Vec<Rc<Method>>,
    /// The type that they are members of.
    pub(super) site: Ty,
    /// How the call names what it is called on.
    pub(super) receiver: Receiver,
    /// True if type arguments of the class are to be inferred, too: `new C<>(..)`.
    pub(super) diamond: bool,
    /// True if some supertype is missing, so that there may be more.
    pub(super) incomplete: bool,
}

impl Candidates {
    /// No method at all.
    fn none(site: Ty, receiver: Receiver) -> Self {
        Candidates {
            methods: Vec::new(),
            site,
            receiver,
            diamond: false,
            incomplete: true,
        }
    }

    /// Leaves the static methods, if there are any: where there is no instance, the method is static
    /// in a program that compiles (JLS 15.12.3), even if its arguments do not show which one it is.
    fn leave_static(&mut self) {
        let is_static = |method: &Rc<Method>| method.access.is_static();
        if self.methods.iter().any(is_static) {
            self.methods.retain(is_static);
        }
    }

    /// The candidates that can take this many arguments.
    pub(super) fn accepting(&self, arity: usize) -> impl Iterator<Item = &Rc<Method>> {
        self.methods
            .iter()
            .filter(move |method| method.accepts(arity))
    }
}

impl Attributor<'_, '_> {
    /// Candidates of a plain `m(..)`: members of the innermost class around that has any, else
    /// imported ones.
    pub(super) fn plain_candidates(&self, scope: &Scope, name: &Arc<str>) -> Candidates {
        let mut innermost = true;
        let mut has_instance = true;
        for entry in scope.entries() {
            let decl = match entry {
                Entry::Class(decl) => decl,
                Entry::Static => {
                    has_instance = false;
                    continue;
                }
                _ => continue,
            };
            let class = self.types.source_class(self.index, *decl);
            let receiver = Receiver::Enclosing(class, innermost);
            let mut found =
                self.class_candidates(class, self.types.this_type(class), name, receiver);
            if !found.methods.is_empty() || found.incomplete {
                if !has_instance {
                    found.leave_static();
                }
                return found;
            }
            innermost = false;
        }
        self.imported_candidates(name)
    }

    /// Static methods by their imports (JLS 7.5.3, 7.5.4); single imports shadow those on demand.
    fn imported_candidates(&self, name: &Arc<str>) -> Candidates {
        let mut found = Candidates::none(Ty::UNKNOWN, Receiver::Imported);
        found.incomplete = false;
        for on_demand in [false, true] {
            for class in self.types.static_imports(self.index, name, on_demand) {
                let members = self.types.members(class, name);
                found.methods.extend(
                    members
                        .iter()
                        .filter(|method| method.access.is_static())
                        .cloned(),
                );
            }
            found.incomplete |= self.types.imports_from_missing(self.index, name, on_demand);
            let is_shadowed = !on_demand && found.incomplete;
            if !found.methods.is_empty() || is_shadowed {
                break;
            }
        }

        found
    }

    /// Candidates of `T.m(..)`.
    pub(super) fn type_candidates(&self, ty: Ty, name: &Arc<str>) -> Candidates {
        match self.types.class_of(ty) {
            Some(class) => self.class_candidates(class, ty, name, Receiver::Type),
            None => Candidates::none(ty, Receiver::Type),
        }
    }

    /// Candidates of `e.m(..)`, `super.m(..)`: members of all classes of the type.
    pub(super) fn value_candidates(
        &self,
        ty: Ty,
        name: &Arc<str>,
        receiver: Receiver,
    ) -> Candidates {
        let classes = self.member_classes(ty);
        let mut found = Candidates::none(ty, receiver);
        found.incomplete = classes.is_empty();
        for class in classes {
            let more = self.class_candidates(class, ty, name, receiver);
            found.incomplete |= more.incomplete;
            for method in more.methods {
                if !found.methods.iter().any(|known| Rc::ptr_eq(known, &method)) {
                    found.methods.push(method);
                }
            }
        }
        found
    }

    /// The constructors of a class type; `receiver` says who calls them.
    pub(super) fn constructor_candidates(
        &self,
        ty: Ty,
        diamond: bool,
        receiver: Receiver,
    ) -> Candidates {
        let Some(class) = self.types.class_of(ty) else {
            return Candidates::none(ty, receiver);
        };
        let diamond = diamond && !self.types.class_data(class).parameters.is_empty();
        Candidates {
            methods: self.types.constructors(class).to_vec(),
            site: if diamond {
                self.types.this_type(class)
            } else {
                ty
            },
            receiver,
            diamond,
            incomplete: self.types.class_data(class).is_missing(),
        }
    }

    fn class_candidates(
        &self,
        class: ClassId,
        site: Ty,
        name: &Arc<str>,
        receiver: Receiver,
    ) -> Candidates {
        Candidates {
            methods: self.types.members(class, name).to_vec(),
            site,
            receiver,
            diamond: false,
            incomplete: self.types.is_incomplete(class),
        }
    }
}
