//! Module imports (JLS 7.5.5): the public types of all packages that a module exports, or that one
//! exports which it requires transitively.

use java_types::Spelling;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::{Directive, Ident, Module};
use java_types::library::ModuleInfo;

use super::{Names, join_all};

impl Names<'_> {
    /// The type that the module imports of a unit bring in under a simple name.
    pub(super) fn of_modules(&self, unit: usize, name: &str) -> Option<Arc<str>> {
        let imports = self.sources.units[unit]
            .imports
            .iter()
            .filter(|import| import.is_module);
        let packages: Vec<_> = imports
            .map(|import| self.exported_packages(&dotted(&import.path)))
            .collect();
        let mut classes = packages
            .iter()
            .flat_map(|of_one| of_one.iter())
            .map(|package| format!("{package}/{name}"));
        classes
            .find(|class| self.exists(class) && self.is_visible(unit, class))
            .map(Arc::from)
    }

    /// Internal names of the packages that `import module` opens for a module.
    fn exported_packages(&self, module: &str) -> Rc<[String]> {
        if let Some(known) = self.modules.borrow().get(module) {
            return known.clone();
        }

        let (mut seen, mut packages) = (BTreeSet::new(), Vec::new());
        let mut open = vec![module.to_owned()];
        while let Some(name) = open.pop() {
            let Some(info) = self.module(&name).filter(|_| seen.insert(name)) else {
                continue;
            };
            packages.extend(info.exports);
            open.extend(info.transitive);
        }

        let packages: Rc<[String]> = packages.into();
        self.modules
            .borrow_mut()
            .insert(module.into(), packages.clone());
        packages
    }

    /// The module of this name: one of the sources, else a library's.
    fn module(&self, name: &str) -> Option<ModuleInfo> {
        let declared = self
            .sources
            .units
            .iter()
            .filter_map(|unit| unit.module.as_ref());
        let own = declared.map(module_info).find(|module| module.name == name);
        own.or_else(|| self.library.module(name))
    }
}

/// Returns what a module of the sources gives to its importers. Packages that it exports to some
/// modules only may be exported to the importer.
fn module_info(module: &Module) -> ModuleInfo {
    let mut info = ModuleInfo {
        name: dotted(&module.name),
        ..ModuleInfo::default()
    };

    for directive in &module.directives {
        match directive {
            Directive::Exports { package, .. } => info.exports.push(join_all(package)),
            Directive::Requires {
                module,
                transitive: true,
                ..
            } => info.transitive.push(dotted(module)),
            _ => {}
        }
    }

    info
}

fn dotted(path: &[Ident]) -> String {
    join_all(path).to_binary()
}
