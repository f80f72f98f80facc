//! The methods and models that a call of a model runs, by what is known of its receiver.

use std::rc::Rc;
use std::sync::Arc;

use ir::MethodId;
use java_types::descriptor::Type;

use super::Solver;
use crate::equality::is_asked_by_equals;
use crate::models::{KindId, Model, Selector};
use crate::node::ObjectId;
use crate::types::Made;

/// The methods and models that a call of a model may run.
#[derive(Debug, Default)]
pub(in crate::solver) struct InnerCallees<'a> {
    pub methods: Vec<MethodId>,
    pub models: Vec<&'a Model>,
    /// True if code may run of which nothing is known.
    pub unknown: bool,
}

impl InnerCallees<'_> {
    fn include(&mut self, other: Self) {
        self.methods.extend(other.methods);
        self.models.extend(other.models);
        self.unknown |= other.unknown;
    }
}

impl<'a> Solver<'a> {
    pub(in crate::solver) fn known_inner_callees(
        &mut self,
        kind: Option<KindId>,
        made: Made,
        selector: &Selector,
    ) -> Rc<InnerCallees<'a>> {
        let key = (kind, made, selector.clone());
        if let Some(known) = self.modelled.inner_callees.get(&key) {
            return known.clone();
        }
        let found = Rc::new(self.inner_callees(kind, made, selector));
        self.modelled.inner_callees.insert(key, found.clone());
        found
    }

    fn inner_callees(
        &self,
        kind: Option<KindId>,
        made: Made,
        selector: &Selector,
    ) -> InnerCallees<'a> {
        if selector.is_any() {
            return self.asked_methods(made);
        }
        let class = match (kind, made) {
            (Some(kind), _) => return self.on_kind(kind, made, selector),
            // It may hand on what it is given.
            (None, made) if self.types.is_foreign(made) => {
                return InnerCallees {
                    unknown: true,
                    ..InnerCallees::default()
                };
            }
            (None, Made::Of(ty)) => self.types.get(ty),
            (None, Made::ByLibrary | Made::Below(_) | Made::Functional(_) | Made::Escaped(_)) => {
                return self.on_unknown(selector, None);
            }
        };
        match class {
            Type::Class(class) if self.program.hierarchy.is_source(class) => {
                self.on_program_class(class, selector)
            }
            _ => self.on_unknown(selector, None),
        }
    }

    /// The methods that an `equals` of unknown code may call on an object that it is given. Those of
    /// libraries do nothing else with it than they may do at any time.
    fn asked_methods(&self, made: Made) -> InnerCallees<'a> {
        let class = match made {
            Made::Of(ty) => self.types.get(ty).class_name(),
            _ => None,
        };
        let own = class.filter(|class| self.program.hierarchy.is_source(class));
        InnerCallees {
            methods: own.map_or_else(Vec::new, |class| self.dispatch.asked_by_equals(class)),
            ..InnerCallees::default()
        }
    }

    /// An object of a kind: of exactly one class, or made by a model, which says no more than a
    /// type above its class. What the kind says of methods that only classes below that type have
    /// counts, too; of others nothing is known.
    fn on_kind(&self, kind: KindId, made: Made, selector: &Selector) -> InnerCallees<'a> {
        if self.is_opaque(Some(kind)) {
            return InnerCallees {
                unknown: true,
                ..InnerCallees::default()
            };
        }
        match self.exact_class(made) {
            Some(class) => self.on_class_of_kind(kind, class, selector),
            None => {
                let mut found = self.on_class_of_kind(kind, &self.models.kind(kind).ty, selector);
                let Selector { name, arity, .. } = selector;
                let more = self.models.methods_named(kind, name, *arity);
                found.models.extend(more);
                found.unknown |= found.models.is_empty() && !self.is_kind_of_arrays(kind);
                found
            }
        }
    }

    fn exact_class(&self, made: Made) -> Option<&Arc<str>> {
        match made {
            Made::Of(ty) => match self.types.get(ty) {
                Type::Class(class) => Some(class),
                _ => None,
            },
            Made::ByLibrary | Made::Below(_) | Made::Functional(_) | Made::Escaped(_) => None,
        }
    }

    /// Returns whether the objects of a kind are arrays: their classes have the methods of `Object`
    /// alone.
    fn is_kind_of_arrays(&self, kind: KindId) -> bool {
        self.models.kind(kind).ty.starts_with('[')
    }

    fn on_class_of_kind(&self, kind: KindId, class: &str, selector: &Selector) -> InnerCallees<'a> {
        let models = self.models;
        let mut is_modelled = true;
        let mut found = self.library_methods(class, selector, |_, descriptor| {
            let model = models.method(kind, &selector.name, descriptor);
            is_modelled &= model.is_some();
            model
        });
        found.unknown |= !is_modelled;
        found
    }

    /// An object of which no more is known than what the call says of it, that it is of the class
    /// `ty` or below it, and what is known of every object; the methods of classes that are open to
    /// the library run at any time anyway.
    pub(in crate::solver) fn on_unknown(
        &self,
        selector: &Selector,
        ty: Option<&Arc<str>>,
    ) -> InnerCallees<'a> {
        if selector.is_any() {
            return InnerCallees::default();
        }
        let mut found = self.claimed(selector);
        if found.models.is_empty() {
            return InnerCallees {
                unknown: true,
                ..InnerCallees::default()
            };
        }
        let of = selector.of.iter();
        for open in of.flat_map(|of| self.open_of(of, ty)) {
            found.include(self.on_program_class(open, selector));
        }
        found
    }

    /// Returns the claims about all objects of the library that are of the type which the call
    /// says.
    pub(in crate::solver) fn claimed(&self, selector: &Selector) -> InnerCallees<'a> {
        let models = self.models;
        let of = selector.of.as_deref().unwrap_or("java/lang/Object");
        self.library_methods(of, selector, |above, descriptor| {
            models.unknown_receiver(above, &selector.name, descriptor)
        })
    }

    pub(in crate::solver) fn on_functional(
        &self,
        object: ObjectId,
        selector: &Selector,
    ) -> InnerCallees<'a> {
        let site = self.objects[object]
            .allocation()
            .map(|site| &self.program.allocations[site].kind);
        let Some(ir::AllocationKind::Functional {
            interface,
            markers,
            name: own,
            body,
            descriptor,
            ..
        }) = site
        else {
            return InnerCallees {
                unknown: true,
                ..InnerCallees::default()
            };
        };
        if selector.is_any() {
            let hierarchy = &self.program.hierarchy;
            let mut types = std::iter::once(interface).chain(markers);
            let is_asked =
                types.any(|ty| !hierarchy.is_source(ty) && is_asked_by_equals(hierarchy, ty));
            return InnerCallees {
                methods: Vec::from_iter(is_asked.then_some(*body)),
                ..InnerCallees::default()
            };
        }

        if *own == selector.name && crate::dispatch::arity(descriptor) == selector.arity {
            return InnerCallees {
                methods: vec![*body],
                ..InnerCallees::default()
            };
        }

        // Not the function: then a default method of one of its interfaces is meant.
        let mut found = self.on_program_class(interface, selector);
        for marker in markers {
            found.include(self.on_program_class(marker, selector));
        }

        found
    }

    /// The methods of a class of this name and number of parameters that override a library's,
    /// inherited ones included.
    fn on_program_class(&self, class: &Arc<str>, selector: &Selector) -> InnerCallees<'a> {
        let program = self.program;
        let is_meant = |method: MethodId| {
            let declared = &program.methods[method];
            declared.name == selector.name
                && crate::dispatch::arity(&declared.descriptor) == selector.arity
        };
        let methods = self
            .dispatch
            .callbacks(class)
            .iter()
            .copied()
            .filter(|&method| is_meant(method))
            .collect();

        let models = self.models;
        let inherited = self.library_methods(class, selector, |declaring, descriptor| {
            models.inherited(declaring, &selector.name, descriptor)
        });
        InnerCallees {
            methods,
            ..inherited
        }
    }

    /// The methods of this name and number of parameters that classes without sources above `class`
    /// implement.
    fn library_methods(
        &self,
        class: &str,
        selector: &Selector,
        mut model: impl FnMut(&str, &str) -> Option<&'a Model>,
    ) -> InnerCallees<'a> {
        let hierarchy = &self.program.hierarchy;
        let supertypes = hierarchy.supertypes(class);
        // A supertype that is missing may have the method.
        let mut found = InnerCallees {
            unknown: !supertypes.complete(),
            ..InnerCallees::default()
        };

        for above in supertypes
            .names()
            .iter()
            .filter(|above| !hierarchy.is_source(above))
        {
            let Some(info) = hierarchy.class(above) else {
                continue;
            };
            for method in info.methods_named(&selector.name) {
                if method.access.is_static()
                    || crate::dispatch::arity(&method.descriptor) != selector.arity
                {
                    continue;
                }
                match model(above, &method.descriptor) {
                    Some(model) => found.models.push(model),
                    // An abstract method has no code that could do anything.
                    None => found.unknown |= !method.access.is_abstract(),
                }
            }
        }

        found
    }
}
