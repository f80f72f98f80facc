//! The names of the classes of a program, as files may spell them.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::sync::Arc;

use ir::Program;

/// The classes by every spelling of their names, and by package.
pub struct Names {
    /// Internal names by internal (`app/Outer$Inner`), binary (`app.Outer$Inner`) and canonical name (`app.Outer.Inner`).
    spellings: HashMap<String, Arc<str>>,
    /// Internal names by dotted package.
    packages: BTreeMap<String, Vec<Arc<str>>>,
}

impl Names {
    /// The names of all classes. O(classes).
    pub fn of(program: &Program) -> Names {
        let mut names = Names { spellings: HashMap::new(), packages: BTreeMap::new() };
        for class in &program.classes {
            names.add(&class.name);
        }
        names
    }

    fn add(&mut self, class: &Arc<str>) {
        for spelling in [class.to_string(), class.replace('/', "."), class.replace(['/', '$'], ".")] {
            self.spellings.entry(spelling).or_insert_with(|| class.clone());
        }
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        self.packages.entry(package.replace('/', ".")).or_default().push(class.clone());
    }

    /// The class with this name, however it is spelled.
    pub fn class(&self, name: &str) -> Option<&Arc<str>> {
        self.spellings.get(name)
    }

    /// Whether a class of the program has this internal name.
    pub fn is_class(&self, internal: &str) -> bool {
        self.spellings.get(internal).is_some_and(|name| &**name == internal)
    }

    /// The classes of a package and of those below it; none for the unnamed package.
    pub fn below_package<'n>(&'n self, package: &'n str) -> impl Iterator<Item = &'n Arc<str>> {
        let is_below =
            move |name: &str| name.strip_prefix(package).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        let named = !package.is_empty();
        self.packages.iter().filter(move |(name, _)| named && is_below(name)).flat_map(|(_, classes)| classes)
    }
}
