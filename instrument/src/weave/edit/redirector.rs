//! The redirecting methods of a class, and the sites that call them.

use std::collections::{BTreeMap, BTreeSet};

use java_types::Access;
use java_types::descriptor::Type;
use java_types::hierarchy::Hierarchy;
use jvm::classfile::{ClassFile, Result, Snippet, opcode};

use super::bootstrap::BootstrapRows;
use super::calls::CallEdit;
use super::created_object::CreatedObject;
use super::dynamic_calls::{link, redirect_reference};
use super::open_body::OpenBody;
use super::receiver::receiver;
use super::thrift::Thrift;
use crate::monitor::Position;
use crate::weave::assemble::Assembler;
use crate::weave::edits::Hiding;
use crate::weave::redirect::{CALLER_SLOT, CallerPassing, Extra, MOST_SLOTS, Redirection};
use crate::weave::serialized::RedirectedReference;
use crate::weave::sites::{Callee, ClassSites, Site, SiteKind};
use crate::weave::told::Told;

/// The redirecting methods of a class, while its bodies are edited.
pub struct Redirector<'a> {
    /// The class, as it was found.
    pub sites: &'a ClassSites,
    /// All classes.
    pub hierarchy: &'a Hierarchy,
    /// The means by which the class stays small.
    pub thrift: Thrift,
    /// The number of the next redirecting method.
    next: usize,
    /// The names of the program's own methods.
    taken: BTreeSet<String>,
    /// The rows of dynamic calls.
    pub bootstrap: BootstrapRows,
    /// The class of redirecting methods, if they do not go into the class itself.
    pub companion: Option<ClassFile<'a>>,
    /// The redirecting methods that sites share, with their constants.
    shared: BTreeMap<String, u16>,
    /// The method references that are redirected.
    pub references: Vec<RedirectedReference>,
}

impl<'a> Redirector<'a> {
    /// A redirector without methods for a class.
    ///
    /// # Errors
    /// The class is damaged.
    pub fn new(
        class: &ClassFile<'_>,
        sites: &'a ClassSites,
        hierarchy: &'a Hierarchy,
        companion: Option<ClassFile<'a>>,
        thrift: Thrift,
    ) -> Result<Self> {
        Ok(Redirector {
            sites,
            hierarchy,
            thrift,
            next: 0,
            taken: own_names(class)?,
            bootstrap: BootstrapRows::read(class)?,
            companion,
            shared: BTreeMap::new(),
            references: Vec::new(),
        })
    }
}

impl Redirector<'_> {
    /// Says whether a method does what stands at a site. No method can write a final field for a
    /// constructor (JVMS 6.5).
    pub fn redirects(&self, site: &Site) -> bool {
        let SiteKind::Access(access) = site.kind else {
            return true;
        };
        let Callee {
            owner,
            name,
            descriptor,
            ..
        } = &site.callee;

        let field = self.hierarchy.resolve_field(owner, name, Some(descriptor));
        let is_final = field
            .found()
            .is_none_or(|field| field.info().access.has(Access::FINAL));
        let can_be_redirected = access.can_be_redirected() && !(access.writes() && is_final);
        self.thrift.redirects_accesses && can_be_redirected
    }

    /// Returns the place of a line, `FILE:LINE`.
    pub fn place(&self, line: Option<u32>) -> String {
        format!("{}:{}", self.sites.file, line.unwrap_or(0))
    }

    /// Makes a site call a redirecting method.
    ///
    /// # Errors
    /// The code is damaged, or the class would become too large.
    pub fn redirect(
        &mut self,
        open: &mut OpenBody<'_, '_>,
        site: &Site,
        call: CallEdit<'_>,
    ) -> Result<()> {
        let at = self.place(site.line);
        let mut redirection = self.redirection(site, call, &at)?;
        if call.hiding == Some(Hiding::Linked) {
            let descriptor = redirection.linked_descriptor(&self.sites.class)?;
            let linked = link(open.class, &mut self.bootstrap, site, &descriptor)?;
            redirection.linked = Some(linked);
        }

        let name = self.free_name();
        let method = self.redirecting_method(open.class, &redirection, &name, call.hiding)?;
        let besides = passed_besides(open.class, &redirection)?;
        if !besides.bytes.is_empty() {
            open.insertions.before(site.pc, besides);
        }
        self.replace(open, site, method, name)
    }

    /// Puts the call of a redirecting method, given by its constant and name, in the place of a
    /// site.
    fn replace(
        &mut self,
        open: &mut OpenBody<'_, '_>,
        site: &Site,
        method: u16,
        name: String,
    ) -> Result<()> {
        match site.kind {
            SiteKind::Call { .. } | SiteKind::Access(_) => open.code.redirect_call(site.pc, method),
            SiteKind::Creation { new, kept, copies } => {
                open.code.redirect_call(site.pc, method)?;
                let object = CreatedObject {
                    new,
                    call: site.pc,
                    kept,
                    copies,
                };
                object.replace(open)
            }
            SiteKind::Reference { bootstrap, .. } => {
                self.references.push(RedirectedReference {
                    original: bootstrap,
                    row: self.bootstrap.rows.len(),
                    kind: site.kind.handle(),
                    callee: site.callee.clone(),
                    method: name,
                });
                redirect_reference(open, &mut self.bootstrap, site.pc, bootstrap, method)
            }
        }
    }

    /// Returns the redirection of a call at a place, `FILE:LINE`; it is not linked yet.
    fn redirection<'r>(
        &self,
        site: &'r Site,
        call: CallEdit<'r>,
        at: &'r str,
    ) -> Result<Redirection<'r>> {
        let mut redirection = Redirection {
            kind: site.kind,
            callee: &site.callee,
            named: &site.named,
            receiver: receiver(site, self.sites, self.hierarchy),
            caller: if needs_caller(call.told) {
                CallerPassing::Argument
            } else {
                CallerPassing::Not
            },
            extra: Extra::Nothing,
            iterator: call.iterator,
            line: site.line,
            linked: None,
            told: call.told,
            at,
        };

        if redirection.argument_slots(&self.sites.class)? > MOST_SLOTS {
            redirection.caller = CallerPassing::Left;
        }
        redirection.extra = self.extra(&redirection)?;
        Ok(redirection)
    }

    /// Returns a name for the next redirecting method that no method of the program has.
    fn free_name(&mut self) -> String {
        loop {
            let name = format!("residua${}", self.next);
            if !self.taken.contains(&name) {
                return name;
            }
            self.next += 1;
        }
    }

    /// Returns the values that a redirecting method takes besides those of the call.
    fn extra(&self, redirection: &Redirection<'_>) -> Result<Extra> {
        let slots = redirection.argument_slots(&self.sites.class)?;
        Ok(match redirection.kind {
            SiteKind::Reference { .. } => Extra::Nothing,
            _ if self.thrift.shares && slots < MOST_SLOTS => Extra::Place,
            _ if slots == 0 && !redirection.told.is_empty() => Extra::Mark,
            _ => Extra::Nothing,
        })
    }

    /// Returns the constant of the method that makes a call: a new one, or one that other sites
    /// share.
    fn redirecting_method(
        &mut self,
        class: &mut ClassFile<'_>,
        redirection: &Redirection<'_>,
        name: &str,
        hiding: Option<Hiding>,
    ) -> Result<u16> {
        let key = (redirection.extra == Extra::Place).then(|| key_of_shared(redirection, hiding));
        if let Some(constant) = key.as_ref().and_then(|key| self.shared.get(key)) {
            return Ok(*constant);
        }

        self.next += 1;
        let constant = match &mut self.companion {
            Some(companion) if hiding != Some(Hiding::Linked) => {
                redirection.add_beside(class, companion, name)?
            }
            _ => redirection.add(class, name)?,
        };
        self.shared.extend(key.map(|key| (key, constant)));
        Ok(constant)
    }
}

fn own_names(class: &ClassFile<'_>) -> Result<BTreeSet<String>> {
    class
        .methods
        .iter()
        .map(|method| Ok(method.name(&class.pool)?.into_owned()))
        .collect()
}

/// Says whether some notification takes the calling object.
fn needs_caller(told: &[Told]) -> bool {
    let mut values = told.iter().flat_map(|told| &told.values);
    values.any(|value| value.position == Position::Caller)
}

/// Returns a key that is the same for sites that can share a method. The place of a constructor
/// call's object is of no importance to the method, which makes another object.
fn key_of_shared(redirection: &Redirection<'_>, hiding: Option<Hiding>) -> String {
    let Redirection {
        kind,
        callee,
        receiver,
        caller,
        iterator,
        told,
        linked,
        ..
    } = redirection;
    let kind = if let SiteKind::Creation { kept, .. } = kind {
        format!("new {kept}")
    } else {
        format!("{kind:?}")
    };
    format!("{kind} {callee:?} {receiver:?} {caller:?} {iterator:?} {told:?} {linked:?} {hiding:?}")
}

/// Returns the code that pushes, or leaves elsewhere, all that a redirecting method takes besides
/// the values on the stack.
fn passed_besides(class: &mut ClassFile<'_>, redirection: &Redirection<'_>) -> Result<Snippet> {
    let mut code = Assembler::new();
    let caller = Type::object();
    if redirection.caller != CallerPassing::Not {
        code.load(&caller, 0);
    }
    if redirection.caller == CallerPassing::Left {
        let leave = class
            .pool
            .add_method(CALLER_SLOT, "leave", "(Ljava/lang/Object;)V", false)?;
        code.with_index(opcode::INVOKESTATIC, leave, 1, 0);
    }

    match redirection.extra {
        Extra::Nothing => {}
        Extra::Mark => code.emit(&[opcode::ICONST_0], 0, 1),
        Extra::Place => code.push_string(redirection.at, &mut class.pool)?,
    }
    Ok(Snippet {
        stack: code.deepest(),
        locals: 0,
        bytes: code.into_bytes(),
    })
}
