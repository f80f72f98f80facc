//! The recording of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use java_compiled::{EmittedCall, EmittedName};

/// The number of a method of the class files; 0 is the virtual machine as a caller.
pub type MethodNumber = u32;
/// The number of a call instruction; 0 stands for the virtual machine.
pub type SiteNumber = u32;

/// A call instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The place of the call.
    pub call: EmittedCall,
    /// The line of the source, 0 if it is not known.
    pub line: u32,
    /// The mnemonic.
    pub instruction: String,
    /// The callee: owner, name and descriptor; of a dynamic call `-`, name and descriptor.
    pub callee: String,
}

impl fmt::Display for Site {
    /// The method of the call, its line, and the instruction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Site {
            call,
            line,
            instruction,
            callee,
        } = self;
        let EmittedName { class, method } = &call.method;
        write!(f, "{class}.{method}:{line} ({instruction} {callee})")
    }
}

/// A run of a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recording {
    /// Methods with code, but for those that javac alone has.
    pub methods: BTreeMap<MethodNumber, EmittedName>,
    /// Methods whose calls could not be told.
    pub opaque: BTreeSet<MethodNumber>,
    /// Their calls.
    pub sites: BTreeMap<SiteNumber, Site>,
    /// Which call ran which method.
    pub edges: BTreeSet<(SiteNumber, MethodNumber)>,
    /// Methods that were run by calls that could not be told.
    pub untold: BTreeSet<MethodNumber>,
    /// The sets of calls that were made on one object each, at most 64 of an object; equal sets
    /// once.
    pub objects: Vec<Vec<SiteNumber>>,
    /// How many objects there were.
    pub object_count: u64,
    /// On how many more calls were made than are kept.
    pub capped: u64,
    /// The calls of `java.base`, if the recorder was there.
    pub base: Option<BaseRecording>,
}

/// The part of a run in `java.base`, and between it and the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BaseRecording {
    /// Woven methods.
    pub methods: BTreeMap<MethodNumber, EmittedName>,
    /// Their calls.
    pub sites: BTreeMap<SiteNumber, Site>,
    /// Which call ran which method, where one of them is of `java.base`.
    pub edges: BTreeSet<(SiteNumber, MethodNumber)>,
    /// Methods that were run by calls that could not be told.
    pub untold: BTreeSet<MethodNumber>,
}

impl BaseRecording {
    /// Returns whether a call or what it runs is of `java.base`.
    fn has(&self, (site, method): (SiteNumber, MethodNumber)) -> bool {
        self.sites.contains_key(&site) || self.methods.contains_key(&method)
    }
}

impl Recording {
    /// Reads the weaver's table and the recorder's file.
    ///
    /// # Errors
    /// A file is not there, not whole or not in the form that the recorder writes.
    pub fn read(table: &Path, recording: &Path) -> Result<Recording> {
        let mut read = Recording::default();
        for file in [table, recording] {
            let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
            let mut ended = false;
            for (number, line) in text.lines().enumerate() {
                ended = line == "end";
                let place = || format!("{}:{}: `{line}`", file.display(), number + 1);
                read.line(line).with_context(place)?;
            }
            ensure!(ended, "{} is not whole", file.display());
        }
        Ok(read)
    }

    fn line(&mut self, line: &str) -> Result<()> {
        let mut words = line.split(' ');
        let kind = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        match (kind, rest.as_slice()) {
            ("method" | "opaque", [id, class, method]) => {
                let name = EmittedName {
                    class: (*class).to_owned(),
                    method: (*method).to_owned(),
                };
                let id = id.parse()?;
                match &mut self.base {
                    Some(base) => _ = base.methods.insert(id, name),
                    None => {
                        self.methods.insert(id, name);
                        self.opaque.extend((kind == "opaque").then_some(id));
                    }
                }
            }
            ("site", [id, method, number, line, instruction, owner, callee]) => {
                let (methods, sites) = match &mut self.base {
                    Some(base) => (&base.methods, &mut base.sites),
                    None => (&self.methods, &mut self.sites),
                };
                let method = methods
                    .get(&method.parse()?)
                    .context("a call in no method")?
                    .clone();
                let call = EmittedCall {
                    method,
                    number: number.parse()?,
                };
                let (instruction, callee) =
                    ((*instruction).to_owned(), format!("{owner}.{callee}"));
                sites.insert(
                    id.parse()?,
                    Site {
                        call,
                        line: line.parse()?,
                        instruction,
                        callee,
                    },
                );
            }
            ("base", []) => self.base = Some(BaseRecording::default()),
            ("edge", ["-1", method]) => {
                let method = method.parse()?;
                match &mut self.base {
                    Some(base) if base.methods.contains_key(&method) => base.untold.insert(method),
                    _ => self.untold.insert(method),
                };
            }
            ("edge", [site, method]) => {
                let edge = (site.parse()?, method.parse()?);
                match &mut self.base {
                    Some(base) if base.has(edge) => base.edges.insert(edge),
                    _ => self.edges.insert(edge),
                };
            }
            ("objects", [count, capped]) => {
                (self.object_count, self.capped) = (count.parse()?, capped.parse()?)
            }
            ("object", sites) => {
                self.objects.push(
                    sites
                        .iter()
                        .map(|site| site.parse())
                        .collect::<Result<_, _>>()?,
                );
            }
            ("end", []) => {}
            _ => anyhow::bail!("unknown form"),
        }

        Ok(())
    }

    /// The methods that ran.
    pub fn executed(&self) -> BTreeSet<MethodNumber> {
        self.edges
            .iter()
            .map(|&(_, method)| method)
            .chain(self.untold.iter().copied())
            .collect()
    }
}
