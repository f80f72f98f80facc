//! The numbers that recorded events have for what is known when classes are woven: sites, fields
//! and calls. The woven program carries the table, and each recorded run has a copy.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

/// The place of the table in the woven program.
pub const FILE: &str = "residua/log/sites.tsv";

/// The most sites: an event has 24 bits for its site.
pub const MOST: u32 = (1 << 24) - 1;

/// A site for the table.
#[derive(Debug, Clone, Copy)]
pub struct NewSite<'a> {
    /// The source file.
    pub file: &'a str,
    /// The line, 0 if it is not known.
    pub line: u32,
    /// The class and the method.
    pub method: &'a str,
    /// The number of the field, 0 where the site is none of a field.
    pub field: u32,
    /// No two threads are in conflict about what is accessed here.
    pub is_unshared: bool,
}

/// The table while classes are woven. Site 0 is none.
#[derive(Debug, Default)]
pub struct SiteTable {
    text: String,
    sites: u32,
    /// By name. Static fields and class initializers are among them.
    fields: FxHashMap<String, u32>,
    calls: FxHashMap<[String; 4], u32>,
}

impl SiteTable {
    /// The number of a new site; none if there are too many.
    pub fn site(&mut self, site: NewSite<'_>) -> Option<u32> {
        let NewSite {
            file,
            line,
            method,
            field,
            is_unshared,
        } = site;
        if self.sites == MOST {
            return None;
        }
        self.sites += 1;
        let _ = writeln!(
            self.text,
            "s\t{}\t{}\t{line}\t{}\t{field}\t{}",
            self.sites,
            clean(file),
            clean(method),
            u8::from(is_unshared)
        );
        Some(self.sites)
    }

    /// The number of a field, from 1. For a static one, or for the initializer of a class, it is
    /// the number of the variable, too.
    pub fn field(&mut self, class: &str, name: &str) -> u32 {
        let name = format!("{}.{}", clean(&class.replace('/', ".")), clean(name));
        let next = self.fields.len() as u32 + 1;
        *self.fields.entry(name).or_insert_with_key(|name| {
            let _ = writeln!(self.text, "f\t{next}\t{name}");
            next
        })
    }

    /// The number of a called method, from 0. `owner` is an internal name.
    /// `is_special` says that the method is the one of a superclass, whatever the receiver overrides.
    pub fn call(&mut self, owner: &str, name: &str, descriptor: &str, is_special: bool) -> u32 {
        let next = self.calls.len() as u32;
        let special = if is_special { "\tsuper" } else { "" };
        let key = [owner, name, descriptor, special].map(str::to_owned);
        *self.calls.entry(key).or_insert_with(|| {
            let _ = writeln!(
                self.text,
                "c\t{next}\t{owner}\t{name}\t{descriptor}{special}"
            );
            next
        })
    }

    /// The number of sites.
    pub fn len(&self) -> u32 {
        self.sites
    }

    /// The text of the table.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// Names of class files may have any characters.
fn clean(name: &str) -> String {
    name.replace(['\t', '\n', '\r', '|'], "_")
}
