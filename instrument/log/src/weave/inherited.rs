//! Methods of the library that a class inherits, and that an interface of the program names.
//!
//! ```java
//! interface Startable { void start(); }
//! class Worker extends Thread implements Startable {}
//! ```
//!
//! A call of `Startable.start` is a call of `Thread.start`, which no instruction shows. So the class
//! gets a method that calls the inherited one, and is woven as any other. A method that is final stays
//! unseen.

use java_types::Access;
use jvm::classfile::{ClassFile, NewMethod, Result, opcode};

use super::calls;
use super::forwarding::Called;
use super::program::Program;

/// Adds such methods to a class.
///
/// # Errors
/// The class is damaged or full.
pub fn weave(class: &mut ClassFile<'_>, program: &Program) -> Result<()> {
    let name = class.name()?.to_string();
    if class.access.is_interface() {
        return Ok(());
    }
    for (method, descriptor, above) in hidden(program, &name) {
        add(class, &above, &method, &descriptor)?;
    }
    Ok(())
}

/// The methods: name, descriptor, and the superclass.
fn hidden(program: &Program, class: &str) -> Vec<(String, String, String)> {
    let chain: Vec<_> = program.superclasses(class).collect();
    let own = chain.iter().take_while(|info| info.source);
    let own: Vec<_> = own.collect();
    let Some(above) = chain.get(own.len()) else {
        return Vec::new();
    };
    let parent = chain.get(1).map(|info| info.name.to_string());
    let Some(parent) = parent.filter(|_| &*above.name != "java/lang/Object") else {
        return Vec::new();
    };
    let supertypes = program.hierarchy.supertypes(class);
    let interfaces = supertypes
        .names()
        .iter()
        .filter_map(|name| program.hierarchy.class(name))
        .filter(|info| info.source && info.access.is_interface());
    let mut found = Vec::new();
    for interface in interfaces {
        for method in &interface.methods {
            let (name, descriptor) = (&*method.name, &*method.descriptor);
            let is_own = own
                .iter()
                .any(|info| info.method(name, descriptor).is_some());
            let inherited = chain[own.len()..]
                .iter()
                .find_map(|info| info.method(name, descriptor));
            let is_overridden = inherited.is_some_and(|inherited| {
                let access = inherited.access;
                access.has(Access::PUBLIC) && !access.is_static() && !access.is_final()
            });
            let is_hidden = !method.access.is_static()
                && !is_own
                && is_overridden
                && calls::has_events(program, &above.name, name, descriptor);
            let row = (name.to_owned(), descriptor.to_owned(), parent.clone());
            if is_hidden && !found.contains(&row) {
                found.push(row);
            }
        }
    }
    found
}

fn add(class: &mut ClassFile<'_>, above: &str, name: &str, descriptor: &str) -> Result<()> {
    let called = Called {
        opcode: opcode::INVOKESPECIAL,
        owner: above.to_owned(),
        name: name.to_owned(),
        descriptor: descriptor.to_owned(),
        is_interface: false,
    };
    let code = called.forwarded(class, false, 0)?;
    class.append_method(&NewMethod {
        access: Access::PUBLIC | Access::SYNTHETIC,
        name,
        descriptor,
        code,
    })?;
    Ok(())
}
