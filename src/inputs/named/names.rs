//! The names of the classes of a program, as files may spell them.

use java_types::Spelling;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use ir::Program;
use java_types::class_info::ClassInfo;

/// The classes by every spelling of their names, and by package.
#[derive(Default)]
pub struct Names {
    /// Internal names by internal (`app/Outer$Inner`), binary (`app.Outer$Inner`) and canonical
    /// name (`app.Outer.Inner`).
    spellings: HashMap<String, Arc<str>>,
    /// Internal names by dotted package.
    packages: BTreeMap<String, Vec<Arc<str>>>,
    /// Internal names by simple name.
    simple: HashMap<String, Vec<Arc<str>>>,
    /// Internal names by methods and fields that the class declares, and by properties that these
    /// methods get or set.
    members: HashMap<String, Vec<Arc<str>>>,
    /// For each class the descriptors, signatures and names in its declaration and those of its
    /// members.
    declarations: HashMap<Arc<str>, Arc<ClassInfo>>,
}

impl Names {
    /// The names of all classes. O(classes).
    pub fn of(program: &Program) -> Names {
        let mut names = Names::default();
        for class in &program.classes {
            names.add(&class.name);
            names.add_members(&class.info);
            names
                .declarations
                .insert(class.name.clone(), class.info.clone());
        }
        names
    }

    fn add(&mut self, class: &Arc<str>) {
        for spelling in [class.to_string(), class.to_binary(), class.to_readable()] {
            self.spellings
                .entry(spelling)
                .or_insert_with(|| class.clone());
        }

        let package = class.package();
        let simple = class.rsplit(['/', '$']).next().unwrap_or_default();
        self.simple
            .entry(simple.to_owned())
            .or_default()
            .push(class.clone());

        self.packages
            .entry(package.to_binary())
            .or_default()
            .push(class.clone());
    }

    fn add_members(&mut self, info: &ClassInfo) {
        let methods = info.methods.iter().map(|method| &*method.name);
        let fields = info.fields.iter().map(|field| &*field.name);
        let members: BTreeSet<&str> = methods.chain(fields).collect();
        for member in members {
            let names = std::iter::once(member.to_owned()).chain(property_of(member));
            names.for_each(|name| {
                self.members
                    .entry(name)
                    .or_default()
                    .push(info.name.clone())
            });
        }
    }

    /// The classes that declare a member of this name, or one that gets or sets such a property.
    pub fn with_member(&self, name: &str) -> &[Arc<str>] {
        self.members.get(name).map_or(&[], Vec::as_slice)
    }

    /// All classes.
    pub fn all(&self) -> impl Iterator<Item = &Arc<str>> {
        self.declarations.keys()
    }

    /// The class with this name, however it is spelled.
    pub fn class(&self, name: &str) -> Option<&Arc<str>> {
        self.spellings.get(name)
    }

    /// Returns whether a class of the program has this internal name.
    pub fn is_class(&self, internal: &str) -> bool {
        self.spellings
            .get(internal)
            .is_some_and(|name| &**name == internal)
    }

    /// The classes with this simple name.
    pub fn of_simple_name(&self, name: &str) -> &[Arc<str>] {
        self.simple.get(name).map_or(&[], Vec::as_slice)
    }

    /// The classes of the program that the declaration of a class names, or one of its members'.
    pub fn in_declaration(&self, class: &str) -> Vec<&Arc<str>> {
        let Some(info) = self.declarations.get(class) else {
            return Vec::new();
        };
        let methods = info
            .methods
            .iter()
            .flat_map(|m| [Some(&m.descriptor), m.signature.as_ref()]);
        let fields = info
            .fields
            .iter()
            .flat_map(|f| [Some(&f.descriptor), f.signature.as_ref()]);

        let own = info
            .interfaces
            .iter()
            .chain(&info.super_name)
            .chain(&info.signature);
        methods
            .chain(fields)
            .flatten()
            .chain(own)
            .flat_map(|text| self.in_text(text))
            .collect()
    }

    /// The classes that a descriptor, a signature or a name has.
    pub fn in_text(&self, text: &str) -> Vec<&Arc<str>> {
        let words = text.split([
            ';', '<', '>', '(', ')', '[', '*', '+', '-', '^', ':', ' ', ',',
        ]);
        let of_word = |word: &str| {
            let types = word
                .char_indices()
                .filter(|&(_, c)| c == 'L')
                .map(|(at, _)| &word[at + 1..]);
            std::iter::once(word)
                .chain(types)
                .find_map(|name| self.class(name))
        };

        words
            .filter(|word| !word.is_empty())
            .filter_map(of_word)
            .collect()
    }

    /// The classes of a package and of those below it; none for the unnamed package.
    pub fn below_package<'n>(&'n self, package: &'n str) -> impl Iterator<Item = &'n Arc<str>> {
        let is_below = move |name: &str| {
            name.strip_prefix(package)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let named = !package.is_empty();
        self.packages
            .iter()
            .filter(move |(name, _)| named && is_below(name))
            .flat_map(|(_, classes)| classes)
    }
}

/// `key` of `getKey`, `setKey` and `isKey`.
fn property_of(method: &str) -> Option<String> {
    let name = ["get", "set", "is"]
        .iter()
        .find_map(|prefix| method.strip_prefix(prefix))?;
    let mut characters = name.chars();
    let first = characters.next()?;
    Some(first.to_lowercase().chain(characters).collect())
}
