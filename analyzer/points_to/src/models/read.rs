//! Files of models: from YAML to [`Models`].

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_saphyr::{Location, Spanned};
use text::{Diagnostic, LineIndex, Span};

use super::file::{self, Entries, File, KindEntry, Statements};
use super::parse::{Refusal, Scope, internal, suggestion};
use super::statement::{Base, Model, Statement, Term};
use super::{Entry, Kind, KindId, Methods, Models, PartId, key};

/// The one version of the format.
const VERSION: u32 = 1;

/// The class every class extends; the type of kinds that name none.
const OBJECT: &str = "java/lang/Object";

/// Reads files, name and text each, on top of what is known. Names of kinds and parts hold across
/// all of them.
pub(super) fn read(mut models: Models, files: &[(&str, &str)]) -> Result<Models, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut parsed = Vec::new();
    for (name, text) in files {
        match file::parse(text, name) {
            Ok(file) => parsed.push((name, text, LineIndex::new(text), file)),
            Err(error) => errors.push(error),
        }
    }

    models
        .files
        .extend(files.iter().map(|(name, _)| Arc::from(*name)));

    for pass in 0..3 {
        for (name, text, lines, file) in &parsed {
            let mut reader = Reader {
                models: &mut models,
                text,
                lines,
                file: Arc::from(**name),
                errors: &mut errors,
            };
            match pass {
                0 => reader.declare(file),
                1 => reader.describe(file),
                _ => reader.read_methods(file),
            }
        }
    }

    errors.sort_by(|a, b| (&a.file, a.span).cmp(&(&b.file, b.span)));
    if errors.is_empty() {
        Ok(models)
    } else {
        Err(errors)
    }
}

/// The ends of the methods of a group: the names that their models have for them.
#[derive(Clone, Copy)]
struct Ends {
    /// True if there is a receiver, or an object that a constructor makes.
    this: bool,
    /// True if there may be a result.
    result: bool,
}

impl Ends {
    const CONSTRUCTORS: Ends = Ends {
        this: true,
        result: false,
    };
    const INSTANCE_METHODS: Ends = Ends {
        this: true,
        result: true,
    };
    const STATIC_METHODS: Ends = Ends {
        this: false,
        result: true,
    };
}

struct Reader<'a> {
    models: &'a mut Models,
    text: &'a str,
    lines: &'a LineIndex,
    file: Arc<str>,
    errors: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    /// Gives parts and kinds their numbers, so that statements anywhere can name them.
    fn declare(&mut self, file: &File) {
        if file.version.value != VERSION {
            let message = format!("version {} of the format is not known", file.version.value);
            self.error(
                &file.version.referenced,
                "unknown-version",
                message,
                Some(format!("write `version: {VERSION}`")),
            );
        }

        for part in &file.parts {
            self.declare_part(part);
        }

        for (name, entry) in &file.kinds.0 {
            self.declare_kind(name, entry);
        }
    }

    fn describe(&mut self, file: &File) {
        let mut claimed = BTreeSet::new();
        for (name, entry) in &file.kinds.0 {
            if let Some(kind) = self.models.kind_named(&name.value) {
                self.describe_kind(kind, entry, &mut claimed);
            }
        }
    }

    fn read_methods(&mut self, file: &File) {
        for (name, entry) in &file.kinds.0 {
            if let Some(kind) = self.models.kind_named(&name.value) {
                self.refuse_cycle(kind, name);
                self.methods_of_kind(kind, entry);
            }
        }
        self.statics(&file.statics);
    }

    fn declare_part(&mut self, part: &Spanned<String>) {
        if !key::is_identifier(&part.value) {
            self.error(
                &part.referenced,
                "model-syntax",
                format!("`{}` is not a name", part.value),
                None,
            );
        } else if self.part(&part.value).is_none() {
            self.models.parts.push(Arc::from(part.value.as_str()));
        }
    }

    fn declare_kind(&mut self, name: &Spanned<String>, entry: &KindEntry) {
        if self.models.kind_named(&name.value).is_some() {
            return;
        }
        if !key::is_identifier(&name.value) {
            self.error(
                &name.referenced,
                "model-syntax",
                format!("`{}` is not a name", name.value),
                None,
            );
        }

        let first = entry
            .ty
            .as_ref()
            .or(entry.classes.first())
            .map_or(OBJECT.into(), |ty| internal(&ty.value));
        let name: Arc<str> = Arc::from(name.value.as_str());
        let kind = Kind {
            name: name.clone(),
            ty: first,
            classes: BTreeSet::new(),
            library: false,
            subclasses: false,
            opaque: false,
            empty: false,
            keeps: BTreeSet::new(),
            extends: Vec::new(),
            methods: Methods::new(),
        };

        let id = self.models.kinds.push(kind);
        self.models.by_name.insert(name, id);
    }

    fn describe_kind(&mut self, id: KindId, entry: &KindEntry, claimed: &mut BTreeSet<Arc<str>>) {
        for class in &entry.classes {
            let name = internal(&class.value);
            if !claimed.insert(name.clone()) {
                let message = format!("the class `{}` is of two kinds", class.value);
                self.error(&class.referenced, "duplicate-class", message, None);
            }
            self.claim(id, name);
        }

        let above: Vec<KindId> = entry
            .extends
            .iter()
            .filter_map(|name| self.extended_kind(name))
            .collect();
        let keeps: Vec<PartId> = entry
            .keeps
            .iter()
            .filter_map(|name| self.kept_part(name))
            .collect();
        let kind = &mut self.models.kinds[id];
        kind.library |= entry.library;
        kind.subclasses |= entry.subclasses;
        kind.opaque |= entry.opaque;
        kind.empty |= entry.empty;
        kind.keeps.extend(keeps);
        kind.extends.extend(above);

        if let Some(ty) = &entry.ty {
            kind.ty = internal(&ty.value);
        }
    }

    /// The class is of this kind from now on, whatever an earlier file said.
    fn claim(&mut self, id: KindId, class: Arc<str>) {
        if let Some(before) = self.models.by_class.insert(class.clone(), id) {
            self.models.kinds[before].classes.remove(&class);
        }
        self.models.kinds[id].classes.insert(class);
    }

    fn extended_kind(&mut self, name: &Spanned<String>) -> Option<KindId> {
        let known = self.models.kind_named(&name.value);
        if known.is_none() {
            let help = suggestion(&name.value, &self.kind_names());
            self.error(
                &name.referenced,
                "unknown-kind",
                format!("unknown kind `{}`", name.value),
                help,
            );
        }
        known
    }

    fn kept_part(&mut self, name: &Spanned<String>) -> Option<PartId> {
        let known = self.part(&name.value);
        if known.is_none() {
            let message = format!("unknown part `{}`", name.value);
            let parts: Vec<&str> = self.models.parts.iter().map(|part| &**part).collect();
            let help = suggestion(&name.value, &parts);
            self.error(&name.referenced, "unknown-part", message, help);
        }
        known
    }

    /// Removes what would make a kind extend itself.
    fn refuse_cycle(&mut self, kind: KindId, name: &Spanned<String>) {
        let mut seen = BTreeSet::new();
        let mut next = self.models.kinds[kind].extends.clone();
        while let Some(above) = next.pop() {
            if above == kind {
                self.models.kinds[kind].extends.clear();
                let message = format!("the kind `{}` extends itself", name.value);
                return self.error(&name.referenced, "cyclic-kind", message, None);
            }
            if seen.insert(above) {
                next.extend(&self.models.kinds[above].extends);
            }
        }
    }

    fn methods_of_kind(&mut self, id: KindId, entry: &KindEntry) {
        let constructors = self.methods(&entry.constructors, Ends::CONSTRUCTORS);
        let methods = self.methods(&entry.methods, Ends::INSTANCE_METHODS);
        self.models.kinds[id].methods.extend(constructors);
        self.models.kinds[id].methods.extend(methods);
    }

    fn statics(&mut self, statics: &Entries<Entries<Spanned<Statements>>>) {
        for (class, methods) in &statics.0 {
            let methods = self.methods(methods, Ends::STATIC_METHODS);
            self.models
                .statics
                .entry(internal(&class.value))
                .or_default()
                .extend(methods);
        }
    }

    fn methods(&mut self, entries: &Entries<Spanned<Statements>>, ends: Ends) -> Methods {
        let mut methods = Methods::new();
        for (names, statements) in &entries.0 {
            for name in names.value.split(';') {
                self.method(name, names, statements, ends, &mut methods);
            }
        }
        methods
    }

    fn method(
        &mut self,
        name: &str,
        names: &Spanned<String>,
        statements: &Spanned<Statements>,
        ends: Ends,
        methods: &mut Methods,
    ) {
        let Some(key) =
            key::of_text(name).filter(|key| key.starts_with(key::CONSTRUCTOR) != ends.result)
        else {
            let help = if ends.result {
                "write `add(int,Object)`"
            } else {
                "write `(int,Object)`"
            };
            let message = format!("`{}` is not a method key", name.trim());
            return self.error(
                &names.referenced,
                "model-syntax",
                message,
                Some(help.to_owned()),
            );
        };

        let entry = self.entry(names, &key, statements, ends);
        if methods.contains_key(&key) {
            self.error(
                &names.referenced,
                "duplicate-method",
                format!("`{key}` is described twice"),
                None,
            );
        }

        methods.insert(key, entry);
    }

    fn entry(
        &mut self,
        name: &Spanned<String>,
        key: &str,
        statements: &Spanned<Statements>,
        ends: Ends,
    ) -> Entry {
        let mut model = Model::default();
        for (text, location) in Statements::flat(statements) {
            if let Err(refusal) = self.statement(text, ends, key::arity(key), &mut model) {
                self.error(&location, refusal.code, refusal.message, refusal.help);
            }
        }

        if let Some(local) = undefined(&model) {
            let message = format!("nothing arrives in `{}`", model.locals[local]);
            self.error(&name.referenced, "undefined-local", message, None);
        }
        if let Some((kind, part)) = self.unfilled(&model) {
            let message = format!("nothing arrives in the part `{part}` that a new `{kind}` keeps");
            let help = format!("write `.. -> x.{part}` where you write `x = new {kind}`");
            self.error(&name.referenced, "unfilled-part", message, Some(help));
        }

        Entry {
            model,
            file: self.file.clone(),
            span: self.span(&name.referenced),
            never_reflects: false,
            descriptor: None,
        }
    }

    /// The first new object of a kind that keeps a part in which nothing arrives: kind and part.
    fn unfilled(&self, model: &Model) -> Option<(Arc<str>, Arc<str>)> {
        let parts = || self.models.parts.indices();
        model.statements.iter().find_map(|statement| {
            let Statement::New { target, kind, .. } = statement else {
                return None;
            };
            let fills = |part: PartId| {
                let part = Term {
                    part: Some(part),
                    ..*target
                };
                model.statements.iter().any(|statement| match statement {
                    Statement::New { .. } => false,
                    Statement::Flow { to, .. } => *to == part,
                    Statement::Call { result, .. } => *result == Some(part),
                })
            };
            let unfilled = parts().find(|&part| self.models.keeps(*kind, part) && !fills(part))?;
            let names = (&self.models.kinds[*kind].name, &self.models.parts[unfilled]);
            Some((names.0.clone(), names.1.clone()))
        })
    }

    fn statement(
        &self,
        text: &str,
        ends: Ends,
        arity: usize,
        model: &mut Model,
    ) -> Result<(), Refusal> {
        let parts: Vec<&str> = self.models.parts.iter().map(|part| &**part).collect();
        let scope = Scope {
            this: ends.this,
            result: ends.result,
            arity,
            kind: &|name| self.models.kind_named(name),
            kinds: &self.kind_names(),
            part: &|name| self.part(name),
            parts: &parts,
        };
        scope.read(text, model)
    }

    fn part(&self, name: &str) -> Option<PartId> {
        self.models.parts.position(|part| **part == *name)
    }

    fn kind_names(&self) -> Vec<&str> {
        self.models.by_name.keys().map(|name| &**name).collect()
    }

    fn span(&self, location: &Location) -> Span {
        file::span(location, self.text, self.lines)
    }

    fn error(
        &mut self,
        location: &Location,
        code: &str,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        let mut error = Diagnostic::error(&self.file, self.span(location), code, message)
            .with_source(self.text);
        error.help = help;
        self.errors.push(error);
    }
}

/// The first local that nothing arrives in.
fn undefined(model: &Model) -> Option<usize> {
    (0..model.locals.len()).find(|&local| {
        let local = Base::Local(local).term();
        !model.statements.iter().any(|statement| match statement {
            Statement::New { target, .. } => *target == local,
            Statement::Flow { to, .. } => *to == local,
            Statement::Call { result, .. } => *result == Some(local),
        })
    })
}
