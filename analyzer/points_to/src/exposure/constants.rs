//! Classes that string constants of the code name: they may be initialized, and made by their
//! constructors without parameters.
//!
//! `Beans.instantiate(loader, "app.Desk")`, `put("MessageDigest.Own", "app.Digest")`,
//! `System.setProperty("jdbc.drivers", "app." + name)`: many methods of libraries, those of the JDK
//! among them, find a class by a name that they are given in some way. Who gives the name, the code
//! shows.

use java_types::Spelling;
use std::collections::{BTreeMap, BTreeSet};

use ir::{ClassId, Constant, FileId, Program, StatementKind};
use text::Span;

use crate::classes::Classes;
use crate::effect::Effect;
use crate::openness::{Opening, Origin};
use crate::parameters::Parameters;

/// Finds the classes that a text names in full, and where a text ends within a qualified name or
/// behind a package and a dot, those whose names go on from there. O(texts * log classes + classes
/// found).
pub(super) fn openings(program: &Program) -> Vec<Opening> {
    let names = Names::of(program);
    let mut found: BTreeMap<ClassId, (FileId, Span)> = BTreeMap::new();
    for method in program
        .methods
        .iter()
        .filter(|method| !names.classes.is_empty() && method.body.is_some())
    {
        let file = program.classes[method.class].file;
        for statement in method.statements() {
            if let StatementKind::Constant {
                value: Constant::Str(text),
                ..
            } = &statement.kind
            {
                for class in names.in_text(text) {
                    found.entry(class).or_insert((file, statement.span));
                }
            }
        }
    }

    let opening = |effect, place| Opening {
        effect,
        place: Some(place),
        reason: "a text names the class, and whoever gets it may look for it".to_owned(),
        origin: Origin::Text,
    };
    let each = found.into_iter().flat_map(|(class, place)| {
        let effects = [
            Effect::Initialize(Classes::One(class)),
            Effect::Construct(Classes::One(class), Parameters::none()),
        ];
        effects.map(|effect| opening(effect, place))
    });

    each.collect()
}

/// The classes by canonical name.
struct Names {
    classes: BTreeMap<String, ClassId>,
}

impl Names {
    fn of(program: &Program) -> Names {
        let classes = program.classes.iter_enumerated();
        Names {
            classes: classes
                .map(|(id, class)| (class.name.to_readable(), id))
                .collect(),
        }
    }

    fn in_text(&self, text: &str) -> BTreeSet<ClassId> {
        let text = text.to_readable();
        let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
        let mut found: BTreeSet<ClassId> = words
            .clone()
            .filter_map(|word| self.at_the_beginning(word))
            .collect();
        if let Some(last) = words.next_back().filter(|word| word.contains('.')) {
            found.extend(self.beginning_with(last));
        }
        found
    }

    /// The class with the longest name at the beginning of a word.
    fn at_the_beginning(&self, word: &str) -> Option<ClassId> {
        let mut prefixes = std::iter::successors(Some(word.trim_matches('.')), |name| {
            Some(name.rsplit_once('.')?.0)
        });
        prefixes.find_map(|name| self.classes.get(name).copied())
    }

    /// The classes whose simple name, or the rest of it, is still to come.
    fn beginning_with<'a>(&'a self, word: &'a str) -> impl Iterator<Item = ClassId> + 'a {
        let after = self.classes.range(word.to_owned()..);
        let after = after.map_while(move |(name, class)| Some((name.strip_prefix(word)?, *class)));
        after
            .filter(|(rest, _)| !rest.is_empty() && !rest.contains('.'))
            .map(|(_, class)| class)
    }
}
