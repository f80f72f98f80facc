//! The parameter types by which reflection asks for constructors and methods.

use std::sync::Arc;

use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::Hierarchy;

/// The types of parameters, the receiver not counted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parameters {
    /// Any.
    Any,
    /// Erased, exactly these.
    Exactly(Arc<[Type]>),
}

impl Parameters {
    /// No parameters.
    pub fn none() -> Self {
        Parameters::Exactly(Arc::from([]))
    }

    /// Those of a method; any where its descriptor cannot be read.
    pub(crate) fn of(descriptor: &str) -> Self {
        let parsed = MethodDescriptor::parse(descriptor);
        parsed.map_or(Parameters::Any, |descriptor| {
            Parameters::Exactly(descriptor.parameters.into())
        })
    }

    /// Returns whether a constructor or method that is declared so may have these parameters.
    pub(crate) fn may_be(&self, hierarchy: &Hierarchy, descriptor: &str) -> bool {
        self.fit(descriptor, |declared, asked| {
            declared == asked || may_be_same(hierarchy, declared, asked)
        })
    }

    /// Returns whether a method with these parameters may be one that calls the method that is
    /// declared so and overrides it: each type is the same, or is an object for another one.
    pub(crate) fn may_lead_to(&self, descriptor: &str) -> bool {
        self.fit(descriptor, |declared, asked| {
            declared == asked || declared.is_reference() && asked.is_reference()
        })
    }

    fn fit(&self, descriptor: &str, fits: impl Fn(&Type, &Type) -> bool) -> bool {
        let (Parameters::Exactly(asked), Ok(declared)) =
            (self, MethodDescriptor::parse(descriptor))
        else {
            return true;
        };
        let declared = &declared.parameters;
        let mut pairs = declared.iter().zip(asked.iter());
        declared.len() == asked.len() && pairs.all(|(declared, asked)| fits(declared, asked))
    }
}

/// Returns whether two types may be the same because one is not known. A type that is not known
/// stands as `Object` in a descriptor, and a missing one may have been taken for another.
fn may_be_same(hierarchy: &Hierarchy, declared: &Type, asked: &Type) -> bool {
    let is_missing = |name: &Arc<str>| hierarchy.class(name).is_none();
    let is_vague = |name: &Arc<str>| &**name == "java/lang/Object" || is_missing(name);
    declared.is_reference()
        && asked.is_reference()
        && (declared.innermost_class().is_some_and(is_vague)
            || asked.innermost_class().is_some_and(is_missing))
}
