//! The comparison, method by method.

use std::collections::BTreeSet;

use ir::{CallSiteId, ClassId, MethodId, MethodKind, Program, Target};
use java_types::Access;
use rayon::prelude::*;

use crate::agreement::{Agreement, Category, Difference, Kind};
use crate::alignment::{Place, align};
use crate::class_files::{CAPTURED_INSTANCE, ClassFiles, EmittedItem, Implementation};
use crate::item::Origin;
use crate::lowered::{Calls, LoweredItem, UNRESOLVED};
use crate::pairs::{EmittedCall, EmittedName, Pairs};
use crate::{emitted, lowered};

/// Compares a lowered program with what javac made of the same sources. In parallel; linear but for
/// methods that differ much.
pub fn compare(program: &Program, files: &ClassFiles) -> Agreement {
    let classes: Vec<ClassId> = program.classes.indices().collect();
    let compared: Vec<Agreement> = classes
        .par_iter()
        .map(|&class| compare_class(program, files, class).0)
        .collect();
    let mut all = Agreement {
        sites: program.calls.len(),
        ..Agreement::default()
    };
    all.unresolved = program
        .calls
        .iter()
        .filter(|site| !matches!(site.target, Target::Resolved(_)))
        .count();
    compared
        .into_iter()
        .for_each(|agreement| all.add(agreement));
    missing_classes(program, files, &mut all);
    all.differences.sort();

    all
}

/// Finds the counterparts of methods and calls: those that [`compare`] sees in one place, be it
/// under names that differ for a reason that is known. In parallel; as costly as [`compare`].
pub fn pair(program: &Program, files: &ClassFiles) -> Pairs {
    let classes: Vec<ClassId> = program.classes.indices().collect();
    let paired: Vec<Pairs> = classes
        .par_iter()
        .map(|&class| compare_class(program, files, class).1)
        .collect();
    let mut all = Pairs::default();
    paired.into_iter().for_each(|pairs| all.add(pairs));
    all
}

fn missing_classes(program: &Program, files: &ClassFiles, all: &mut Agreement) {
    let known: BTreeSet<&str> = program.classes.iter().map(|class| &*class.name).collect();
    for (name, class) in &files.classes {
        if known.contains(&**name) || class.access.has(Access::SYNTHETIC) || is_description(name) {
            continue;
        }
        for item in class
            .methods
            .values()
            .flat_map(|method| method.items.iter().flatten())
        {
            all.count(item.category).note(false);
        }
        all.differences.push(Difference {
            kind: Kind::ClassMissing,
            category: Category::Call,
            class: name.clone(),
            method: String::new(),
            file: None,
            line: None,
            text: "the class is in no source".to_owned(),
        });
    }
}

/// Returns whether a class file holds the annotations of a package or module only.
fn is_description(class: &str) -> bool {
    matches!(
        class.rsplit('/').next(),
        Some("package-info" | "module-info")
    )
}

fn compare_class(program: &Program, files: &ClassFiles, class: ClassId) -> (Agreement, Pairs) {
    let mut comparison = Comparison {
        program,
        files,
        class,
        name: program.classes[class].name.to_string(),
        found: Agreement::default(),
        pairs: Pairs::default(),
        seen: BTreeSet::new(),
    };

    for &method in &program.classes[class].methods {
        if comparison.is_emitted(method) {
            comparison.method(method);
        }
    }

    comparison.rest();
    (comparison.found, comparison.pairs)
}

struct Comparison<'a> {
    program: &'a Program,
    files: &'a ClassFiles,
    class: ClassId,
    name: String,
    found: Agreement,
    pairs: Pairs,
    /// Methods of the class file that were compared.
    seen: BTreeSet<String>,
}

impl Comparison<'_> {
    /// Returns whether a method has code of its own in the class file: the members that a record
    /// implies are dynamic calls.
    fn is_emitted(&self, id: MethodId) -> bool {
        let method = &self.program.methods[id];
        let is_dynamic = method.kind == MethodKind::Implicit
            && self.program.classes[self.class]
                .info
                .record_components
                .is_some()
            && matches!(&*method.name, "equals" | "hashCode" | "toString");
        let is_own = matches!(
            method.kind,
            MethodKind::Declared | MethodKind::Implicit | MethodKind::StaticInitializer
        );
        is_own && !is_dynamic && method.body.is_some()
    }

    fn method(&mut self, id: MethodId) {
        let method = &self.program.methods[id];
        let name = self
            .files
            .emitted_name(&self.name, &format!("{}{}", method.name, method.descriptor));
        let has_code = self
            .files
            .method(&self.name, &name)
            .is_some_and(|method| method.items.is_some());

        // Without code `<clinit>` is left out; otherwise its items are compared with none.
        if !has_code && method.kind != MethodKind::StaticInitializer {
            self.differs(
                Kind::MethodExtra,
                Category::Call,
                &name,
                Some(id),
                None,
                "not in the class file".to_owned(),
            );
        }

        self.bodies(&name, id);
    }

    /// Methods of the class file that nothing was compared with.
    fn rest(&mut self) {
        let Some(class) = self.files.classes.get(&self.name) else {
            return;
        };
        for (name, method) in &class.methods {
            let is_own = method.access.has(Access::SYNTHETIC) && !name.starts_with("lambda$");
            let implied = self.implied(name);
            if let Some(id) = implied {
                self.pairs.methods.insert(self.emitted(name), id);
            }
            let is_compared = self.seen.contains(name) || is_own || implied.is_some();
            if is_compared || method.items.is_none() {
                continue;
            }
            if !name.starts_with("<clinit>") {
                self.differs(
                    Kind::MethodMissing,
                    Category::Call,
                    name,
                    None,
                    None,
                    "not lowered".to_owned(),
                );
            }
            let mut emitted = emitted::items(self.files, &self.name, method);
            emitted::with_conversions(&mut emitted, 0);
            self.sequences(name, None, &emitted, &[]);
        }
    }

    /// The method of the program that the language implies under this name and descriptor, those of
    /// records included.
    fn implied(&self, name: &str) -> Option<MethodId> {
        let mut own = self.program.classes[self.class].methods.iter().copied();
        let is_wanted = |id: &MethodId| {
            let method = &self.program.methods[*id];
            method.kind == MethodKind::Implicit
                && name == format!("{}{}", method.name, method.descriptor)
        };
        own.find(is_wanted)
    }

    /// Compares a method of the class file with one of the program, once.
    fn bodies(&mut self, name: &str, id: MethodId) {
        if !self.seen.insert(name.to_owned()) {
            return;
        }

        let method = self.files.method(&self.name, name);
        self.found.methods += usize::from(method.is_some());
        if method.is_some() {
            self.pairs.methods.insert(self.emitted(name), id);
        }

        let emitted = method
            .map(|method| emitted::items(self.files, &self.name, method))
            .unwrap_or_default();
        let is_reference = self.program.methods[id].kind == MethodKind::MethodReference;
        let mut emitted = if is_reference {
            emitted::with_optional_boxing(emitted)
        } else {
            emitted
        };
        let calls = if is_reference {
            Calls::Reference
        } else {
            Calls::All
        };

        let lowered = lowered::items(self.program, id, calls);
        let conversions = lowered.iter().filter(|item| item.converts()).count();
        emitted::with_conversions(&mut emitted, conversions);
        self.sequences(name, Some(id), &emitted, &lowered);
    }

    fn sequences(
        &mut self,
        name: &str,
        id: Option<MethodId>,
        emitted: &[EmittedItem],
        lowered: &[LoweredItem],
    ) {
        for place in align(emitted, lowered) {
            match place {
                Place::Both(emitted, lowered) => {
                    self.found.count(emitted.category).note(true);
                    self.counterparts(name, emitted, lowered);
                    self.lines(name, id, emitted, lowered);
                    if let (Some(implementation), Some(body)) = (&emitted.runs, lowered.runs) {
                        self.functional(name, implementation, body);
                    }
                }
                Place::Differs(kind, emitted, lowered) => {
                    self.place(name, id, kind, emitted, lowered)
                }
            }
        }
    }

    fn lines(
        &mut self,
        name: &str,
        id: Option<MethodId>,
        emitted: &EmittedItem,
        lowered: &LoweredItem,
    ) {
        let (Some(line), Some(own)) = (emitted.line, lowered.line) else {
            return;
        };
        self.found.lines.note(line == own);
        if line != own {
            let text = format!(
                "{}: the table has line {line}, the name is on line {own}",
                emitted.text
            );
            self.differs(Kind::Line, Category::Call, name, id, Some(own), text);
        }
    }

    fn place(
        &mut self,
        name: &str,
        id: Option<MethodId>,
        kind: Kind,
        emitted: Option<&EmittedItem>,
        lowered: Option<&LoweredItem>,
    ) {
        let category = emitted
            .map(|item| item.category)
            .or(lowered.map(|item| item.category));
        let category = category.unwrap_or(Category::Call);
        self.found.count(category).note(false);
        let line = lowered
            .and_then(|item| item.line)
            .or(emitted.and_then(|item| item.line));
        let reason = self.reason(name, emitted, lowered);

        if let (Some(_), Some(emitted), Some(lowered)) = (reason, emitted, lowered) {
            self.counterparts(name, emitted, lowered);
        }

        let kind = reason.unwrap_or(kind);
        let javac = emitted.map_or("nothing", |item| &item.text);
        let own = lowered.map_or("nothing", |item| &item.text);
        self.differs(
            kind,
            category,
            name,
            id,
            line,
            format!("the class file has {javac}, the source {own}"),
        );
    }

    fn emitted(&self, method: &str) -> EmittedName {
        EmittedName {
            class: self.name.clone(),
            method: method.to_owned(),
        }
    }

    /// Notes that a call of the class file's method is one of the lowered program.
    fn counterparts(&mut self, method: &str, emitted: &EmittedItem, lowered: &LoweredItem) {
        if let (Some(number), Some(site)) = (emitted.number, lowered.number) {
            let call = EmittedCall {
                method: self.emitted(method),
                number,
            };
            self.pairs.calls.insert(call, CallSiteId::from_raw(site));
        }
    }

    /// The reason of a difference, where one is known.
    fn reason(
        &self,
        method: &str,
        emitted: Option<&EmittedItem>,
        lowered: Option<&LoweredItem>,
    ) -> Option<Kind> {
        if lowered.is_some_and(|item| item.text.starts_with(UNRESOLVED)) {
            return Some(Kind::Unresolved);
        }
        if self.is_captured_instance(emitted, lowered) {
            return Some(Kind::CapturedInstance);
        }
        if is_captured_variable(method, emitted, lowered) {
            return Some(Kind::CapturedVariable);
        }

        let (emitted, lowered) = (emitted?, lowered?);
        let ((javac, member), (own, same)) =
            (emitted.text.split_once('.')?, lowered.text.split_once('.')?);
        match emitted.origin {
            Origin::Accessor if member == same => Some(Kind::AccessorOwner),
            Origin::Reference if member == same && self.declares(own, member, javac) => {
                Some(Kind::ReferenceOwner)
            }
            _ => None,
        }
    }

    fn is_captured_instance(
        &self,
        emitted: Option<&EmittedItem>,
        lowered: Option<&LoweredItem>,
    ) -> bool {
        let names_copy =
            emitted.is_some_and(|item| item.text.contains(&format!(".{CAPTURED_INSTANCE}")));
        let reads_outer = emitted.is_none()
            && lowered.is_some_and(|item| {
                item.category == Category::Field && item.text.contains(".this$")
            })
            && self.files.captures_instances(&self.name);
        let hands_over = emitted.zip(lowered).is_some_and(|(emitted, lowered)| {
            let (Some((class, _)), Some((same, name))) =
                (emitted.text.split_once('.'), lowered.text.split_once('.'))
            else {
                return false;
            };
            class == same
                && emitted.text == format!("{class}.{}", self.files.emitted_name(class, name))
        });

        names_copy || reads_outer || hands_over
    }

    /// Returns whether the method that `owner.member` resolves to is declared in `class`.
    fn declares(&self, owner: &str, member: &str, class: &str) -> bool {
        let Some(at) = member.find('(') else {
            return false;
        };
        let (name, descriptor) = member.split_at(at);
        let resolved = self
            .program
            .hierarchy
            .resolve_method(owner, name, descriptor)
            .found();
        resolved.is_some_and(|method| *method.class.name == *class)
    }

    /// Compares the code that two paired functional objects run.
    fn functional(&mut self, name: &str, implementation: &Implementation, body: MethodId) {
        let is_lambda = self.program.methods[body].kind == MethodKind::Lambda;
        match implementation {
            Implementation::Synthetic(method) => self.bodies(method, body),
            Implementation::Direct(_) if is_lambda => {
                let text = "a lambda became a method reference".to_owned();
                self.differs(
                    Kind::Implementation,
                    Category::Functional,
                    name,
                    Some(body),
                    None,
                    text,
                );
            }
            Implementation::Direct(referred) => {
                let lowered = lowered::items(self.program, body, Calls::Written);
                self.sequences(name, Some(body), referred, &lowered);
            }
        }
    }

    fn differs(
        &mut self,
        kind: Kind,
        category: Category,
        method: &str,
        id: Option<MethodId>,
        line: Option<u32>,
        text: String,
    ) {
        let file = self.program.classes[self.class].file;
        let own = id.map(|id| self.program.methods[id].span.line);
        self.found.differences.push(Difference {
            kind,
            category,
            class: self.name.clone(),
            method: method.to_owned(),
            file: Some(self.program.files[file].path.clone()),
            line: line.or(own),
            text,
        });
    }
}

/// See [`Kind::CapturedVariable`].
fn is_captured_variable(
    method: &str,
    emitted: Option<&EmittedItem>,
    lowered: Option<&LoweredItem>,
) -> bool {
    let Some((access, variable)) = emitted.and_then(|item| item.text.split_once(".val$")) else {
        return false;
    };
    match lowered.map(|item| item.text.split_once(".val$")) {
        None => method.starts_with("<init>") && access.starts_with("getfield"),
        Some(Some((same, _))) => access == same && variable.contains('$'),
        Some(None) => false,
    }
}
