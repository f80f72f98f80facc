//! The methods of the class that is being lowered, by name, so that a class of many methods costs
//! no more for each.

use std::sync::Arc;

use java_types::class_info::{ClassInfo, MethodInfo};
use java_types::descriptor::{MethodDescriptor, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// The declared methods of a class, and those of them that are lowered.
#[derive(Debug, Default)]
pub(crate) struct ClassMethods<'a> {
    declared: FxHashMap<&'a str, Vec<&'a MethodInfo>>,
    /// Names and descriptors.
    lowered: FxHashSet<(Arc<str>, Arc<str>)>,
}

impl<'a> ClassMethods<'a> {
    /// The methods of a class, none of them lowered yet. O(methods).
    pub(crate) fn new(info: &'a ClassInfo) -> Self {
        let mut declared: FxHashMap<&str, Vec<&MethodInfo>> = FxHashMap::default();
        for method in &info.methods {
            declared.entry(&method.name).or_default().push(method);
        }
        ClassMethods {
            declared,
            lowered: FxHashSet::default(),
        }
    }

    /// The first declared method of this name that takes these parameters. O(methods of the name).
    pub(crate) fn taking(&self, name: &str, parameters: &[Type]) -> Option<&'a MethodInfo> {
        self.named(name).find(|declared| {
            MethodDescriptor::parse(&declared.descriptor)
                .is_ok_and(|descriptor| descriptor.parameters == parameters)
        })
    }

    /// The declared method of this name and descriptor. O(methods of the name).
    pub(crate) fn with_descriptor(&self, name: &str, descriptor: &str) -> Option<&'a MethodInfo> {
        self.named(name)
            .find(|declared| *declared.descriptor == *descriptor)
    }

    fn named(&self, name: &str) -> impl Iterator<Item = &'a MethodInfo> {
        self.declared.get(name).into_iter().flatten().copied()
    }

    /// Notes that a method is lowered; false where one of this name and descriptor was.
    pub(crate) fn note(&mut self, name: &Arc<str>, descriptor: &Arc<str>) -> bool {
        self.lowered.insert((name.clone(), descriptor.clone()))
    }
}
