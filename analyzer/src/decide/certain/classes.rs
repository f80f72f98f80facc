//! Static initializers.

use std::sync::Arc;

use ir::{ClassId, MethodId};

use super::config::Config;
use super::walk::Walk;

impl Walk<'_> {
    /// A class of the sources and its superclasses, from it upwards; `None` if something else is
    /// initialized with it.
    pub(super) fn initialized_with(&self, class: ClassId) -> Option<Vec<ClassId>> {
        let program = self.world.program;
        let mut found = vec![class];
        let mut info = &program.classes[class].info;

        loop {
            // Interfaces with default methods are initialized with a class (JLS 12.4.1). Only those
            // with nothing to run are followed.
            let is_quiet = |name: &Arc<str>| match self.world.dispatch.class(name) {
                Some(interface) => {
                    self.initializer(interface).is_none()
                        && program.classes[interface].info.interfaces.is_empty()
                }
                None => is_of_jdk(name),
            };
            if !info.interfaces.iter().all(is_quiet) {
                return None;
            }
            let Some(name) = &info.super_name else {
                return Some(found);
            };
            match self.world.dispatch.class(name) {
                Some(above) => found.push(above),
                None => return is_of_jdk(name).then_some(found),
            }
            info = &program.classes[*found.last()?].info;
        }
    }

    pub(super) fn initializer(&self, class: ClassId) -> Option<MethodId> {
        let methods = self.world.program.classes[class].methods.iter().copied();
        methods
            .into_iter()
            .find(|&method| &*self.world.program.methods[method].name == "<clinit>")
    }

    /// Returns whether a class can be used without code that was not walked: it is being
    /// initialized, or nothing is to be done.
    pub(super) fn is_ready(&self, config: &Config, class: &str) -> bool {
        let Some(class) = self.world.dispatch.class(class) else {
            return is_of_jdk(class);
        };
        let Some(classes) = self.initialized_with(class) else {
            return false;
        };
        classes
            .into_iter()
            .all(|class| config.initialized.contains(&class) || self.initializer(class).is_none())
    }
}

/// Returns whether a class is one of the JDK, by its name.
fn is_of_jdk(class: &str) -> bool {
    class.starts_with("java/")
}
