//! All sites of a class.

use std::collections::BTreeSet;
use std::sync::Arc;

use java_types::Access;
use jvm::classfile::{ClassFile, Result};

use super::body::{ReadClass, read_body};
use super::{Body, ClassSites, Lambdas};
use crate::weave::pairing::Scope;

impl ClassSites {
    /// All sites of a class. Only if the plan is `complete`, which has a row for whatever is
    /// written, are calls told from those that look alike and are inserted. O(size of the class).
    ///
    /// # Errors
    /// The class file is damaged.
    pub fn of(class: &ClassFile<'_>, complete: bool) -> Result<Self> {
        let name: Arc<str> = class.name()?.as_ref().into();
        let read = ReadClass {
            class,
            name: &name,
            lambdas: Lambdas::of(class)?,
            complete,
        };
        let mut bodies = Vec::new();
        for number in 0..class.methods.len() {
            if let Some(code) = class.code(number)? {
                bodies.push(read_body(&read, number, &code)?);
            }
        }

        if !complete {
            let sites = bodies
                .iter_mut()
                .flat_map(|body: &mut Body| &mut body.sites);
            sites.for_each(|site| site.may_be_inserted = false);
        }
        if !bodies.iter().any(|body| body.name == INITIALIZER) {
            bodies.push(missing_initializer(class, &bodies));
        }

        let folder = name
            .rsplit_once('/')
            .map_or(String::new(), |(package, _)| format!("{package}/"));
        let file = class
            .source_file()?
            .map_or_else(|| name.to_string(), |file| format!("{folder}{file}"));
        let is_synthetic = class.access.has(Access::SYNTHETIC);
        Ok(ClassSites {
            class: name,
            file,
            bodies,
            is_synthetic,
            has_serial_version: has_serial_version(class)?,
        })
    }
}

/// Name of the method that initializes a class.
pub const INITIALIZER: &str = "<clinit>";

/// Gives an initializer for a class that has none. Reports give it the first line of the class that
/// has code.
fn missing_initializer(class: &ClassFile<'_>, bodies: &[Body]) -> Body {
    let descriptor = "()V".to_owned();
    Body {
        number: class.methods.len(),
        access: Access::STATIC,
        scope: Scope::Method(format!("{INITIALIZER}{descriptor}")),
        this_from: None,
        first_line: bodies.iter().filter_map(|body| body.first_line).min(),
        sites: Vec::new(),
        handlers: Vec::new(),
        is_added: true,
        is_made: false,
        stands_for: None,
        turns: BTreeSet::new(),
        name: INITIALIZER.to_owned(),
        descriptor,
    }
}

fn has_serial_version(class: &ClassFile<'_>) -> Result<bool> {
    for field in &class.fields {
        if field.name(&class.pool)? == "serialVersionUID" && field.access.is_static() {
            return Ok(true);
        }
    }
    Ok(false)
}
