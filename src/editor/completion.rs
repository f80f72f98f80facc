//! The words that may stand at the cursor, which the text before it decides.

use std::sync::LazyLock;

use date::model::{Specification, StateKind};
use languages::names::Symbol;
use languages::yaml::PROPERTY_SCHEMA;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, MarkupContent,
    MarkupKind, Position, TextEdit,
};
use serde_json::Value;

use super::document::Document;
use super::hover::type_of_bound;
use super::program::{self, Program};

/// The words of triggers in YAML before a type.
const BEFORE_TYPES: [&str; 10] = [
    "call",
    "execution",
    "handling",
    "catch",
    "initialization",
    "get",
    "set",
    "element",
    "new",
    "within",
];

/// The words that a trigger in YAML may begin with or go on with.
const OF_TRIGGERS: [&str; 16] = [
    "call",
    "execution",
    "handling",
    "initialization",
    "get",
    "set",
    "element",
    "new",
    "timeout",
    "receive",
    "end",
    "target",
    "caller",
    "returning",
    "throwing",
    "within",
];

/// The completions at a place, in no order that means anything.
pub fn completions(
    document: &Document,
    program: Option<&Program>,
    position: Position,
) -> Vec<CompletionItem> {
    let at = document.offset(position);
    let line_start = document.text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = &document.text[line_start..at];
    let cursor = Cursor {
        document,
        program,
        at,
        line,
        word: last_word(line),
    };
    let items = cursor.items();
    let range = document.range(&(at - cursor.word.len()..at));
    let placed = |item: CompletionItem| {
        let new = item
            .insert_text
            .clone()
            .unwrap_or_else(|| item.label.clone());
        CompletionItem {
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, new))),
            insert_text: None,
            ..item
        }
    };
    items.into_iter().map(placed).collect()
}

/// A place between two characters, with what stands before it.
struct Cursor<'a> {
    document: &'a Document,
    program: Option<&'a Program>,
    at: usize,
    /// The line up to the cursor.
    line: &'a str,
    /// The part of a word directly before the cursor.
    word: &'a str,
}

impl<'a> Cursor<'a> {
    fn items(&self) -> Vec<CompletionItem> {
        let before = &self.line[..self.line.len() - self.word.len()];
        if let Some(chain) = before.strip_suffix('.') {
            return self.members(last_chain(chain));
        }
        let before = before.trim_end();
        if self.is_import() {
            return self.packages("");
        }
        if before.ends_with("->") || self.is_successor(before) {
            return self.states();
        }
        if self.is_yaml() {
            return self.of_yaml(before);
        }
        if before.ends_with('[') || before.ends_with('{') || before.ends_with(',') {
            let mut items = self.events();
            items.extend(self.variables());
            items.extend(self.types());
            return items;
        }
        let mut items = self.types();
        items.extend(self.variables());
        items.extend(self.states());
        items.extend(self.events());
        items
    }

    fn is_yaml(&self) -> bool {
        let extension = self.document.path.extension();
        extension.is_some_and(|extension| extension == "yaml" || extension == "yml")
    }

    fn is_import(&self) -> bool {
        let line = self.line.trim_start();
        line.starts_with("import")
            || self.is_yaml() && self.around().first().is_some_and(|key| key == "imports")
    }

    /// A state of Verde stands behind `success` and `failure`.
    fn is_successor(&self, before: &str) -> bool {
        let is_verde = self
            .document
            .path
            .extension()
            .is_some_and(|extension| extension == "verde");
        is_verde
            && (before.ends_with("success") || before.ends_with("failure") || before.ends_with('}'))
    }

    fn of_yaml(&self, before: &str) -> Vec<CompletionItem> {
        let around = self.around();
        let is_around = |key: &str| around.iter().any(|known| known == key);
        let inner = around.last().map_or("", String::as_str);
        let parent = around.iter().rev().nth(1).map_or("", String::as_str);
        let begins = before.trim_start_matches([' ', '-', '\t']).is_empty();
        if inner == "transitions" || is_around("transitions") && !matches!(inner, "when" | "do") {
            let arrow = before.rfind("->");
            return match arrow {
                Some(arrow) if before[arrow..].contains(':') => self.events(),
                None if begins && before.trim_end().ends_with('-') => self.states(),
                None if begins || before.ends_with(['{', ',']) => keys("transition"),
                _ => Vec::new(),
            };
        }
        match inner {
            "creation" | "alphabet" => return self.events(),
            "when" | "do" | "filter" | "where" | "entry" | "methods" => {
                let mut items = self.variables();
                items.extend(self.types());
                return items;
            }
            _ if parent == "states" && before.ends_with(':') => return kinds(),
            "is" => return kinds(),
            "parameters" | "variables" => return self.types(),
            _ => {}
        }
        if is_around("events") && !(begins && inner == "events") {
            let last = last_word(before);
            if BEFORE_TYPES.contains(&last) || before.ends_with('|') {
                return self.types();
            }
            if matches!(last, "target" | "caller" | "timeout" | "receive") {
                let mut items = self.variables();
                items.extend(self.types());
                return items;
            }
            if begins && inner != "any-of" && inner != "on" {
                return keys("event");
            }
            let mut items = words(&OF_TRIGGERS);
            if before.ends_with(['(', ','])
                && before.matches('(').count() > before.matches(')').count()
            {
                items = self.types();
            }
            items.extend(self.variables());
            items.extend(self.events());
            return items;
        }
        match inner {
            _ if !begins && !before.ends_with(['{', ',']) => Vec::new(),
            "" => keys(""),
            "foreach" => keys("context"),
            "events" | "properties" | "states" => Vec::new(),
            _ if parent == "properties" => keys("property"),
            _ if parent == "states" => words(&["is", "entry"]),
            _ => Vec::new(),
        }
    }

    /// The keys around the cursor, the outermost first, as the indentation of the lines above tells,
    /// and the keys in the line itself.
    fn around(&self) -> Vec<String> {
        let mut keys: Vec<(usize, String)> = Vec::new();
        let text = &self.document.text[..self.at];
        let mut lines = text.split('\n').peekable();
        while let Some(line) = lines.next() {
            let depth = line.len() - line.trim_start_matches([' ', '-']).len();
            let rest = line.trim_start_matches([' ', '-']);
            let is_current = lines.peek().is_none();
            if rest.is_empty() && !is_current || rest.starts_with('#') {
                continue;
            }
            // The entries of a list may stand as far to the left as its key.
            let dash = line.trim_start().starts_with('-');
            let bound = if dash {
                line.len() - line.trim_start().len() + 1
            } else {
                depth
            };
            keys.retain(|&(known, _)| known < bound);
            let mut part = rest;
            let mut at = depth;
            while let Some(colon) = part.find(':') {
                let key = part[..colon].trim_matches(['"', '\'', ' ', '{', '[', ',']);
                let key = key
                    .rsplit([',', '{', '['])
                    .next()
                    .unwrap_or_default()
                    .trim();
                let is_key = !key.is_empty()
                    && !key.contains(' ')
                    && part[colon + 1..]
                        .chars()
                        .next()
                        .is_none_or(char::is_whitespace);
                if is_key {
                    // The keys of one flow mapping stand side by side.
                    keys.retain(|&(known, _)| known < at);
                    keys.push((at, key.to_owned()));
                }
                let skipped = &part[colon + 1..];
                at = if skipped.trim_start().starts_with(['{', '[']) {
                    at + 1
                } else {
                    at
                };
                part = skipped;
            }
        }
        keys.into_iter().map(|(_, key)| key).collect()
    }

    fn specification(&self) -> Option<&'a Specification> {
        self.document.specification.as_ref()
    }

    /// The property that the cursor stands in: the last that begins before it.
    fn property(&self) -> Option<usize> {
        let properties = &self.specification()?.properties;
        let before = properties
            .iter()
            .enumerate()
            .filter(|(_, property)| property.span.start as usize <= self.at);
        before
            .max_by_key(|(_, property)| property.span.start)
            .map(|(number, _)| number)
    }

    fn states(&self) -> Vec<CompletionItem> {
        let Some(property) = self.property() else {
            return Vec::new();
        };
        let names = self
            .document
            .names
            .iter()
            .filter_map(|found| match &found.symbol {
                Symbol::State { property: of, name } if *of == property => Some(name.as_str()),
                _ => None,
            });
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        names.dedup();
        names
            .into_iter()
            .map(|name| item(name, CompletionItemKind::ENUM_MEMBER))
            .collect()
    }

    fn events(&self) -> Vec<CompletionItem> {
        let events = self
            .specification()
            .map(|specification| &specification.events);
        let events = events.into_iter().flatten();
        events
            .map(|event| item(&event.name, CompletionItemKind::EVENT))
            .collect()
    }

    fn variables(&self) -> Vec<CompletionItem> {
        let contexts = self
            .specification()
            .map(|specification| &specification.contexts);
        let mut items = Vec::new();
        for context in contexts.into_iter().flatten() {
            let detailed = |name: &str, ty: &str| CompletionItem {
                detail: Some(ty.to_owned()),
                ..item(name, CompletionItemKind::VARIABLE)
            };
            items.extend(
                context
                    .parameters
                    .iter()
                    .map(|one| detailed(&one.name, &one.ty)),
            );
            items.extend(
                context
                    .variables
                    .iter()
                    .map(|one| detailed(&one.name, &one.ty)),
            );
            items.extend(
                context
                    .clocks
                    .iter()
                    .map(|one| detailed(&one.name, "clock")),
            );
            items.extend(
                context
                    .channels
                    .iter()
                    .map(|one| detailed(&one.name, "channel")),
            );
        }
        items
    }

    fn types(&self) -> Vec<CompletionItem> {
        let Some(program) = self.program else {
            return Vec::new();
        };
        let names = program.simple_names(self.specification());
        let simple = |name: &String| {
            let last = name.rsplit('.').next().unwrap_or(name);
            CompletionItem {
                detail: Some(name.clone()),
                ..item(last, CompletionItemKind::CLASS)
            }
        };
        names.iter().map(simple).collect()
    }

    /// The words behind a dot: members of a type or of a variable, or classes and packages.
    fn members(&self, chain: &str) -> Vec<CompletionItem> {
        let Some(program) = self.program else {
            return Vec::new();
        };
        let empty;
        let specification = match self.specification() {
            Some(specification) => specification,
            None => {
                empty = languages::read("empty.yaml", "").ok();
                let Some(empty) = &empty else {
                    return Vec::new();
                };
                empty
            }
        };
        let is_import = self.is_import();
        let written = chain.trim_end_matches('+');
        let of_variable = (!is_import)
            .then(|| self.type_of(specification, written))
            .flatten();
        let ty = of_variable.as_deref().unwrap_or(written);
        match program.class(specification, ty).filter(|_| !is_import) {
            Some(class) => {
                let methods = program.methods(&class);
                let mut items: Vec<CompletionItem> = methods
                    .iter()
                    .map(|(class, method)| CompletionItem {
                        detail: Some(program::shown_method(class, method)),
                        ..item(&method.name, CompletionItemKind::METHOD)
                    })
                    .collect();
                let fields = program.fields(&class);
                items.extend(fields.iter().map(|(class, field)| CompletionItem {
                    detail: Some(program::shown_field(class, field)),
                    ..item(&field.name, CompletionItemKind::FIELD)
                }));
                items
            }
            None => self.packages(written),
        }
    }

    fn type_of(&self, specification: &Specification, name: &str) -> Option<String> {
        let keys = specification
            .contexts
            .iter()
            .flat_map(|context| &context.parameters);
        let variables = specification
            .contexts
            .iter()
            .flat_map(|context| &context.variables);
        let mut declared = keys
            .map(|one| (&one.name, &one.ty))
            .chain(variables.map(|one| (&one.name, &one.ty)));
        let bound = || {
            specification.events.iter().find_map(|event| {
                let is_bound = event.alternatives.iter().any(|one| {
                    one.trigger
                        .bindings()
                        .iter()
                        .any(|binding| binding.name == name)
                });
                is_bound.then(|| type_of_bound(specification, event, name))?
            })
        };
        declared
            .find(|(known, _)| *known == name)
            .map(|(_, ty)| ty.clone())
            .or_else(bound)
    }

    /// The packages and classes in a package.
    fn packages(&self, package: &str) -> Vec<CompletionItem> {
        let Some(program) = self.program else {
            return Vec::new();
        };
        let packages = program.packages_below(package);
        let mut items: Vec<CompletionItem> = packages
            .iter()
            .map(|name| item(name, CompletionItemKind::MODULE))
            .collect();
        if !package.is_empty() {
            items.extend(program.classes_in(package).iter().map(|name| {
                let last = name.rsplit('.').next().unwrap_or(name);
                CompletionItem {
                    detail: Some(name.clone()),
                    ..item(last, CompletionItemKind::CLASS)
                }
            }));
        }
        items
    }
}

fn item(name: &str, kind: CompletionItemKind) -> CompletionItem {
    CompletionItem {
        label: name.to_owned(),
        kind: Some(kind),
        ..CompletionItem::default()
    }
}

fn words(words: &[&str]) -> Vec<CompletionItem> {
    words
        .iter()
        .map(|word| item(word, CompletionItemKind::KEYWORD))
        .collect()
}

/// The kinds of states.
fn kinds() -> Vec<CompletionItem> {
    let kind = |kind: StateKind| match kind {
        StateKind::Normal => "normal",
        StateKind::Bad => "bad",
        StateKind::Accepting => "accepting",
    };
    let kinds = [StateKind::Normal, StateKind::Bad, StateKind::Accepting].map(kind);
    words(&["initial", kinds[0], kinds[1], kinds[2]])
}

/// The keys that a part of a YAML file may have, with what the schema says of them.
fn keys(part: &str) -> Vec<CompletionItem> {
    static SCHEMA: LazyLock<Value> =
        LazyLock::new(|| serde_json::from_str(PROPERTY_SCHEMA).unwrap_or_default());
    let part = match part {
        "" => &*SCHEMA,
        part => &SCHEMA["$defs"][part],
    };
    let mut items = Vec::new();
    collect(part, &SCHEMA, &mut items);
    items
}

/// The keys of all forms that a part of the schema allows.
fn collect(part: &Value, schema: &Value, items: &mut Vec<CompletionItem>) {
    for (key, about) in part["properties"].as_object().into_iter().flatten() {
        let described = |value: &Value| value["description"].as_str().map(str::to_owned);
        let said = described(about).or_else(|| {
            let name = about["$ref"].as_str()?.rsplit('/').next()?;
            described(&schema["$defs"][name])
        });
        let documentation = said.map(|value| {
            let kind = MarkupKind::Markdown;
            Documentation::MarkupContent(MarkupContent { kind, value })
        });
        items.push(CompletionItem {
            insert_text: Some(format!("{key}: ")),
            documentation,
            ..item(key, CompletionItemKind::PROPERTY)
        });
    }
    for form in ["anyOf", "oneOf", "allOf"] {
        for part in part[form].as_array().into_iter().flatten() {
            collect(part, schema, items);
        }
    }
}

/// The characters at the end of a text that may belong to a name.
fn last_word(text: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    &text[text.trim_end_matches(is_part).len()..]
}

/// The names with dots between them at the end of a text.
fn last_chain(text: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || "_$.+".contains(c);
    &text[text.trim_end_matches(is_part).len()..]
}
