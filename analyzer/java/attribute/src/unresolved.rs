//! The messages to the user about types that are nowhere to be found.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use text::{Span, nearest};

use crate::finding::Finding;
use crate::names::Sources;

/// A type that is nowhere to be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unresolved {
    /// Its place.
    pub(crate) span: Span,
    /// As written, dotted.
    pub(crate) name: String,
    /// The most probable internal name.
    pub(crate) class: Arc<str>,
}

/// The nearest names of types that cannot be found, with what was found so far: a name is looked
/// for once in each unit, and the types of a package are listed once.
#[derive(Debug, Default)]
pub(crate) struct NearestNames {
    packages: RefCell<FxHashMap<String, Names>>,
    nearest: RefCell<FxHashMap<(usize, String), Nearest>>,
}

/// The nearest name, if one is near.
type Nearest = Option<Arc<str>>;

/// Simple names, sorted.
type Names = Rc<BTreeSet<Arc<str>>>;

impl NearestNames {
    /// The finding about a type in a unit that cannot be found, with the nearest name that can.
    pub(crate) fn finding(
        &self,
        sources: &Sources,
        unit: usize,
        unresolved: Unresolved,
    ) -> Finding {
        let simple = unresolved.name.rsplit('.').next().unwrap_or_default();
        let near = self.nearest(sources, unit, simple);
        let help = near.map(|name| {
            format!("did you mean `{name}`? Else add the class path entry that has the type")
        });
        let help = help.unwrap_or_else(|| "add the class path entry that has the type".to_owned());
        let message = format!(
            "the type `{}` is not in the sources, on the class path or in the JDK",
            unresolved.name
        );

        let finding =
            Finding::warning(unresolved.span, "unresolved-type", message).with_help(Some(help));
        Finding {
            missing: Some(unresolved.class),
            ..finding
        }
    }

    fn nearest(&self, sources: &Sources, unit: usize, simple: &str) -> Nearest {
        let question = (unit, simple.to_owned());
        if let Some(known) = self.nearest.borrow().get(&question) {
            return known.clone();
        }

        let tree = &sources.units[unit];
        let declared = tree.type_decls.iter().map(|decl| &*decl.name.text);
        let single = tree
            .imports
            .iter()
            .filter(|import| !import.on_demand && !import.is_module);
        let imported = single.filter_map(|import| import.path.last().map(|last| &*last.text));
        let package = self.package(sources, unit);
        let visible = declared
            .chain(imported)
            .chain(package.iter().map(|name| &**name));

        // What an import names is not there either if it is the type itself.
        let others = visible.filter(|name| !name.is_empty() && *name != simple);
        let found = nearest(simple, others).map(Arc::from);
        self.nearest.borrow_mut().insert(question, found.clone());
        found
    }

    /// Simple names of the types in the package of a unit.
    fn package(&self, sources: &Sources, unit: usize) -> Names {
        let package = &sources.units[unit].package;
        if let Some(known) = self.packages.borrow().get(package) {
            return known.clone();
        }

        let units = sources
            .in_package(package)
            .map(|other| &sources.units[other]);
        let types = units.flat_map(|unit| {
            unit.types
                .iter()
                .map(|&decl| unit.type_decls[decl].name.text.clone())
        });
        let names: Names = Rc::new(types.collect());
        self.packages
            .borrow_mut()
            .insert(package.clone(), names.clone());

        names
    }
}
