//! One name for what compilers name in different ways.

use std::collections::BTreeMap;
use std::sync::Arc;

use java_types::Access;
use java_types::hierarchy::Hierarchy;

use super::{Body, Callee, ClassSites, ConstructorName};

impl ClassSites {
    /// Names the methods of `Object` that are called on interfaces as `Object`'s, as javac did
    /// before 18 and Eclipse's compiler does. An interface that declares such a method keeps its
    /// own. O(sites * supertypes).
    pub fn name_object_methods(&mut self, hierarchy: &Hierarchy) {
        let sites = self.bodies.iter_mut().flat_map(|body| &mut body.sites);
        for site in
            sites.filter(|site| site.callee.interface && is_of_object(&site.callee, hierarchy))
        {
            site.named.owner = OBJECT.into();
            site.named.interface = false;
        }
    }

    /// The constructors that the compiler made for private ones, with those.
    pub fn constructors_for_others(&self) -> impl Iterator<Item = (ConstructorName, Arc<str>)> {
        let name = |body: &Body| ConstructorName {
            class: self.class.clone(),
            descriptor: body.descriptor.as_str().into(),
        };
        self.bodies
            .iter()
            .filter_map(move |body| Some((name(body), body.stands_for.as_deref()?.into())))
    }

    /// Names the constructors that were written where others are called that the compiler made for
    /// them.
    pub fn name_written_constructors(&mut self, written: &BTreeMap<ConstructorName, Arc<str>>) {
        let sites = self.bodies.iter_mut().flat_map(|body| &mut body.sites);
        for site in sites.filter(|site| *site.callee.name == *"<init>") {
            let (class, descriptor) = (site.callee.owner.clone(), site.callee.descriptor.clone());
            if let Some(written) = written.get(&ConstructorName { class, descriptor }) {
                site.named.descriptor = written.clone();
            }
        }
    }
}

const OBJECT: &str = "java/lang/Object";

/// Says whether a method that is called on an interface is none that an interface declares, but one
/// of `Object`.
fn is_of_object(callee: &Callee, hierarchy: &Hierarchy) -> bool {
    let Some(object) = hierarchy.class(OBJECT) else {
        return false;
    };
    let is_public = object
        .method(&callee.name, &callee.descriptor)
        .is_some_and(|m| m.access.has(Access::PUBLIC));
    let supertypes = hierarchy.supertypes(&callee.owner);
    let mut interfaces = supertypes.names().iter().filter(|name| &***name != OBJECT);
    let declares = |name: &str| {
        hierarchy
            .class(name)
            .is_some_and(|class| class.method(&callee.name, &callee.descriptor).is_some())
    };
    is_public && !declares(&callee.owner) && !interfaces.any(|name| declares(name))
}
