//! The edits of one class file.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use java_types::descriptor::Type;
use java_types::hierarchy::{Hierarchy, Resolved};
use jvm::classfile::{
    Attribute, BootstrapMethod, ClassFile, ClassFileError, Code, ConstantPool, Copies, Insertions,
    NewMethod, ReferenceKind, Result, Snippet, opcode,
};

use super::access::Access;
use super::added::WOVEN;
use super::assemble::Assembler;
use super::carried::{AddedField, add_field, carrier};
use super::companion::{self, companion_of, needs_companion};
use super::execution::Hooks;
use super::frames;
use super::handlers::{HandlerHook, ToldAtHandler};
use super::linker::{LINK, LINK_DESCRIPTOR, LINKER};
use super::loops::{IteratorRole, Loop, loops};
use super::redirect::{CALLER_SLOT, CallerPassing, Extra, MOST_SLOTS, Redirection};
use super::serialized::{self, RedirectedReference};
use super::sites::{Body, Callee, ClassSites, INITIALIZER, Site, SiteKind};
use super::told::Told;
use super::tripwires;
use crate::monitor::Position;

/// The edits of one class.
#[derive(Debug, Clone, Default)]
pub struct ClassEdits {
    /// Per body with edits, by its place in [`ClassSites::bodies`].
    pub bodies: Vec<BodyEdits>,
    /// Fields that are added.
    pub fields: Vec<AddedField>,
}

impl ClassEdits {
    /// Says whether the class stays as it is.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty() && self.fields.is_empty()
    }
}

/// The edits of one body.
#[derive(Debug, Clone, Default)]
pub struct BodyEdits {
    /// Place in [`ClassSites::bodies`].
    pub body: usize,
    /// Calls of static methods `(class, method)` at entry that take the place: the start of the
    /// program.
    pub starts: Vec<(String, String)>,
    /// The message of the tripwire at the beginning ([`super::tripwires`]).
    pub tripwire: Option<String>,
    /// Whom entry and exits tell.
    pub execution: Vec<Told>,
    /// Catch blocks, by their place in [`Body::handlers`], and whom they tell.
    pub handlers: Vec<(usize, Vec<ToldAtHandler>)>,
    /// Sites, by their place in [`Body::sites`], and whom they tell.
    pub sites: Vec<(usize, Vec<Told>)>,
    /// Sites that tell nobody and are out of other tools' sight, by their place in [`Body::sites`].
    pub hidden: Vec<(usize, Hiding)>,
}

impl BodyEdits {
    /// Says whether neither entry, exits nor catch blocks tell.
    fn is_without_hooks(&self) -> bool {
        self.execution.is_empty() && self.handlers.is_empty()
    }

    /// Says whether nothing tells, starts or is hidden.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
            && self.tripwire.is_none()
            && self.execution.is_empty()
            && self.handlers.is_empty()
            && self.sites.is_empty()
            && self.hidden.is_empty()
    }
}

/// A way to hide a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hiding {
    /// A class beside makes it.
    Beside,
    /// It becomes a dynamic call in the class itself, which [`LINKER`] links with the method.
    Linked,
}

/// The edits of one call.
#[derive(Debug, Clone, Copy, Default)]
struct CallEdit<'e> {
    told: &'e [Told],
    iterator: Option<IteratorRole>,
    hiding: Option<Hiding>,
}

/// The class files that one has become.
#[derive(Debug, Clone)]
pub struct Edited {
    /// The class itself.
    pub class: Vec<u8>,
    /// Classes that are added beside it: what their names have behind its name, and their bytes.
    /// One for redirecting methods ([`companion_of`]), and the carriers of its fields.
    pub beside: Vec<(String, Vec<u8>)>,
}

/// The means by which a class stays small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Thrift {
    /// Says whether accesses of fields are redirected as calls are, so that bodies do not grow by
    /// them.
    redirects_accesses: bool,
    /// Says whether sites that tell the same share their redirecting method, which gets the place
    /// as an argument.
    shares: bool,
}

/// The means that are tried in turn, until the class is small enough.
const THRIFTS: [Thrift; 3] = [
    Thrift {
        redirects_accesses: false,
        shares: false,
    },
    Thrift {
        redirects_accesses: true,
        shares: false,
    },
    Thrift {
        redirects_accesses: true,
        shares: true,
    },
];

/// Makes the edits. Where a method or the constant pool would become too large, it makes them in a
/// way that takes less room.
///
/// # Errors
/// With the name of the method where one is at fault.
pub fn edit(
    bytes: &[u8],
    sites: &ClassSites,
    edits: &ClassEdits,
    hierarchy: &Hierarchy,
) -> std::result::Result<Edited, (Option<String>, ClassFileError)> {
    let mut first = None;
    for thrift in THRIFTS {
        match edit_with(bytes, (sites, edits), hierarchy, thrift) {
            Err((place, error)) if is_too_large(&error) => _ = first.get_or_insert((place, error)),
            decided => return decided,
        }
    }
    Err(first.unwrap_or((None, ClassFileError::PoolFull)))
}

/// Says whether a class, or a method of it, would become too large.
fn is_too_large(error: &ClassFileError) -> bool {
    use ClassFileError::{CodeTooLarge, JumpTooFar, PoolFull, TooLong};
    matches!(
        error,
        CodeTooLarge(_) | JumpTooFar(_) | TooLong(_) | PoolFull
    )
}

fn edit_with(
    bytes: &[u8],
    (sites, edits): (&ClassSites, &ClassEdits),
    hierarchy: &Hierarchy,
    thrift: Thrift,
) -> std::result::Result<Edited, (Option<String>, ClassFileError)> {
    let mut class = ClassFile::parse(bytes).map_err(|error| (None, error))?;
    let bootstrap = class.bootstrap_methods().map_err(|error| (None, error))?;
    let is_beside = |(_, hiding): &(usize, Hiding)| *hiding == Hiding::Beside;
    let hides = edits
        .bodies
        .iter()
        .any(|body| body.hidden.iter().any(is_beside));

    let beside = (hides || needs_companion(&class))
        .then(|| companion_of(&class))
        .transpose();
    let beside = beside.map_err(|error| (None, error))?;
    let companion = beside
        .as_deref()
        .map(ClassFile::parse)
        .transpose()
        .map_err(|error| (None, error))?;

    if edits
        .bodies
        .iter()
        .any(|edits| sites.bodies[edits.body].is_added)
    {
        add_initializer(&mut class).map_err(|error| (None, error))?;
    }

    let (shared, references) = (BTreeMap::new(), Vec::new());
    let taken = own_names(&class).map_err(|error| (None, error))?;
    let mut editor = Editor {
        sites,
        hierarchy,
        next: 0,
        taken,
        bootstrap,
        companion,
        thrift,
        shared,
        references,
    };

    let rows = editor.bootstrap.len();
    for body_edits in &edits.bodies {
        let body = &sites.bodies[body_edits.body];
        let place = || Some(format!("{}{}", body.name, body.descriptor));
        editor
            .edit_body(&mut class, body, body_edits)
            .map_err(|error| (place(), error))?;
    }

    serialized::edit(&mut class, &mut editor.bootstrap, &editor.references)
        .map_err(|error| (Some(serialized::DESERIALIZER.to_owned()), error))?;
    edits
        .fields
        .iter()
        .try_for_each(|field| add_field(&mut class, field))
        .map_err(|error| (None, error))?;
    if editor.bootstrap.len() > rows {
        class
            .set_bootstrap_methods(&editor.bootstrap)
            .map_err(|error| (None, error))?;
    }

    // A constant pool without room for the name leaves the class unmarked.
    class
        .attributes
        .extend(Attribute::new(&mut class.pool, WOVEN, Vec::new()).ok());
    let companion = editor
        .companion
        .filter(|companion| !companion.methods.is_empty());
    let to_bytes = |class: &ClassFile<'_>| class.to_bytes().map_err(|error| (None, error));

    let mut beside = Vec::new();
    if let Some(companion) = &companion {
        beside.push((companion::SUFFIX.to_owned(), to_bytes(companion)?));
    }
    for added in &edits.fields {
        beside.push((
            added.field.carrier_suffix(),
            carrier(added).map_err(|error| (None, error))?,
        ));
    }

    Ok(Edited {
        class: to_bytes(&class)?,
        beside,
    })
}

fn own_names(class: &ClassFile<'_>) -> Result<BTreeSet<String>> {
    class
        .methods
        .iter()
        .map(|method| Ok(method.name(&class.pool)?.into_owned()))
        .collect()
}

struct Editor<'a> {
    sites: &'a ClassSites,
    hierarchy: &'a Hierarchy,
    /// Number of the next redirecting method.
    next: usize,
    /// The names of the program's own methods.
    taken: BTreeSet<String>,
    bootstrap: Vec<BootstrapMethod>,
    /// The class of redirecting methods, if they do not go into the class itself.
    companion: Option<ClassFile<'a>>,
    thrift: Thrift,
    /// The redirecting methods that sites share, with their constants.
    shared: BTreeMap<String, u16>,
    /// The method references that are redirected.
    references: Vec<RedirectedReference>,
}

impl Editor<'_> {
    fn edit_body(
        &mut self,
        class: &mut ClassFile<'_>,
        body: &Body,
        edits: &BodyEdits,
    ) -> Result<()> {
        let Some(code) = class.code(body.number)? else {
            return Ok(());
        };
        let mut code = code.into_owned();
        let mut insertions = Insertions::new();

        // The stack cannot be followed through calls that are redirected and take what is not
        // inserted yet.
        let is_constructor = body.name == "<init>" && !edits.is_without_hooks();
        let delegation = if is_constructor {
            code.delegation(&class.pool)?
        } else {
            None
        };
        for (site, call) in calls(&code, &class.pool, body, edits, |site| {
            self.is_redirected(site)
        })? {
            self.redirect(
                class,
                &mut code,
                body,
                (&body.sites[site], call),
                &mut insertions,
            )?;
        }

        let at = self.place(body.first_line);
        for (owner, method) in &edits.starts {
            insertions.at_entry(start(class, owner, method, &at)?);
        }
        if let Some(text) = &edits.tripwire {
            insertions.at_entry(start(class, tripwires::CLASS, tripwires::METHOD, text)?);
        }

        let places: Vec<String> = edits
            .handlers
            .iter()
            .map(|(handler, _)| self.place(body.handlers[*handler].line))
            .collect();
        let told = edits.handlers.iter().zip(&places);
        let hooks = told.map(|((handler, told), at)| HandlerHook {
            handler: &body.handlers[*handler],
            told,
            at,
        });
        let handlers: Vec<HandlerHook<'_>> = hooks.collect();

        if !edits.is_without_hooks() {
            let hooks = Hooks {
                body,
                told: &edits.execution,
                at: &at,
                handlers: &handlers,
                delegation,
            };
            hooks.add(class, &mut code, &mut insertions)?;
        }

        self.add_accesses(class, &code, (body, edits), &mut insertions)?;
        let major = class.major;
        let code = insertions.apply(&code, major, &mut class.pool)?;
        class.set_code(body.number, &code)
    }

    /// Accesses whose locals stand behind those of the body and of its hooks.
    fn add_accesses(
        &self,
        class: &mut ClassFile<'_>,
        code: &Code<'_>,
        (body, edits): (&Body, &BodyEdits),
        insertions: &mut Insertions,
    ) -> Result<()> {
        for (number, told) in &edits.sites {
            let site = &body.sites[*number];
            if !self.is_redirected(site) {
                let at = self.place(site.line);
                let access = Access {
                    site,
                    told,
                    at: &at,
                    caller: &self.sites.class,
                    free: code.max_locals,
                };
                access.add(class, insertions)?;
            }
        }
        Ok(())
    }

    /// Says whether a method does what stands at a site. No method can write a final field for a
    /// constructor (JVMS 6.5).
    fn is_redirected(&self, site: &Site) -> bool {
        let SiteKind::Access { opcode: number } = site.kind else {
            return true;
        };
        let writes = matches!(number, opcode::PUTFIELD | opcode::PUTSTATIC);
        let Callee {
            owner,
            name,
            descriptor,
            ..
        } = &site.callee;

        let field = self.hierarchy.resolve_field(owner, name, Some(descriptor));
        let is_final = field
            .found()
            .is_none_or(|field| field.info().access.has(java_types::Access::FINAL));
        self.thrift.redirects_accesses && !(writes && is_final)
    }

    fn place(&self, line: Option<u32>) -> String {
        format!("{}:{}", self.sites.file, line.unwrap_or(0))
    }

    fn redirect(
        &mut self,
        class: &mut ClassFile<'_>,
        code: &mut Code<'_>,
        body: &Body,
        (
            site,
            CallEdit {
                told,
                iterator,
                hiding,
            },
        ): (&Site, CallEdit<'_>),
        insertions: &mut Insertions,
    ) -> Result<()> {
        let needs_caller = told
            .iter()
            .flat_map(|told| &told.values)
            .any(|v| v.position == Position::Caller);

        let at = self.place(site.line);
        let mut redirection = Redirection {
            kind: site.kind,
            callee: &site.callee,
            named: &site.named,
            receiver: self.receiver(site),
            caller: if needs_caller {
                CallerPassing::Argument
            } else {
                CallerPassing::Not
            },
            extra: Extra::Nothing,
            iterator,
            line: site.line,
            linked: None,
            told,
            at: &at,
        };

        if redirection.argument_slots(&self.sites.class)? > MOST_SLOTS {
            redirection.caller = CallerPassing::Left;
        }
        redirection.extra = self.extra(&redirection)?;
        if hiding == Some(Hiding::Linked) {
            redirection.linked = Some(self.link(class, site, &redirection)?);
        }

        let name = self.free_name();
        let redirected = self.redirecting_method(class, &redirection, &name, hiding)?;
        let besides = passed_besides(class, &redirection)?;
        if !besides.bytes.is_empty() {
            insertions.before(site.pc, besides);
        }

        match site.kind {
            SiteKind::Call { .. } => code.redirect_call(site.pc, redirected),
            SiteKind::Creation { new, kept, copies } => {
                code.redirect_call(site.pc, redirected)?;
                match copies {
                    Copies::Plain => drop_new_object(class, code, body, new, kept, insertions),
                    Copies::Below(copies) => {
                        let local = code.max_locals;
                        code.max_locals = local
                            .checked_add(1)
                            .ok_or(ClassFileError::TooLong("local variables"))?;
                        insertions.after(site.pc, replace_copies(copies, local));
                        Ok(())
                    }
                    Copies::Scattered => Err(ClassFileError::Malformed(
                        "constructor call: copies of its object lie scattered over stack and variables",
                    )),
                }
            }
            SiteKind::Access { .. } => code.redirect_call(site.pc, redirected),
            SiteKind::Reference { bootstrap, .. } => {
                self.references.push(RedirectedReference {
                    original: bootstrap,
                    row: self.bootstrap.len(),
                    kind: site.kind.handle(),
                    callee: site.callee.clone(),
                    method: name,
                });
                self.redirect_reference(class, code, site.pc, bootstrap, redirected)
            }
        }
    }

    /// A name for the next redirecting method that no method of the program has.
    fn free_name(&mut self) -> String {
        loop {
            let name = format!("residua${}", self.next);
            if !self.taken.contains(&name) {
                return name;
            }
            self.next += 1;
        }
    }

    /// The values that a redirecting method takes besides those of the call.
    fn extra(&self, redirection: &Redirection<'_>) -> Result<Extra> {
        let slots = redirection.argument_slots(&self.sites.class)?;
        Ok(match redirection.kind {
            SiteKind::Reference { .. } => Extra::Nothing,
            _ if self.thrift.shares && slots < MOST_SLOTS => Extra::Place,
            _ if slots == 0 && !redirection.told.is_empty() => Extra::Mark,
            _ => Extra::Nothing,
        })
    }

    /// The constant of the method that makes a call: a new one, or one that others have made.
    fn redirecting_method(
        &mut self,
        class: &mut ClassFile<'_>,
        redirection: &Redirection<'_>,
        name: &str,
        hiding: Option<Hiding>,
    ) -> Result<u16> {
        let key = (redirection.extra == Extra::Place).then(|| {
            let Redirection { kind, callee, receiver, caller, iterator, told, linked, .. } = redirection;
            // Where the object of a constructor call stands is of no importance to the method that
            // makes another one.
            let kind =
                if let SiteKind::Creation { kept, .. } = kind { format!("new {kept}") } else { format!("{kind:?}") };
            format!("{kind} {callee:?} {receiver:?} {caller:?} {iterator:?} {told:?} {linked:?} {hiding:?}")
        });
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

    /// Adds a dynamic call of what a site calls; gives its constant.
    fn link(
        &mut self,
        class: &mut ClassFile<'_>,
        site: &Site,
        redirection: &Redirection<'_>,
    ) -> Result<u16> {
        let descriptor = redirection.linked_descriptor(&self.sites.class)?;
        let Callee {
            owner,
            name,
            descriptor: called,
            interface,
        } = &site.callee;

        let pool = &mut class.pool;
        let method = pool.add_method(owner, name, called, *interface)?;
        let method = pool.add_method_handle(site.kind.handle(), method)?;
        let linker = pool.add_method(LINKER, LINK, LINK_DESCRIPTOR, false)?;
        let linker = pool.add_method_handle(ReferenceKind::InvokeStatic, linker)?;

        let number = u16::try_from(self.bootstrap.len())
            .map_err(|_| ClassFileError::TooLong("BootstrapMethods"))?;
        self.bootstrap.push(BootstrapMethod {
            method: linker,
            arguments: vec![method],
        });
        let signature = pool.add_name_and_type("hidden", &descriptor)?;
        pool.add_invoke_dynamic(number, signature)
    }

    /// The type of the receiver as the redirecting method declares it. A protected member of a
    /// superclass in another package may be used on objects of the calling class only (JVMS
    /// 4.10.1.8).
    fn receiver(&self, site: &Site) -> Option<Type> {
        let is_static = matches!(
            site.kind,
            SiteKind::Call {
                opcode: opcode::INVOKESTATIC,
                ..
            } | SiteKind::Creation { .. }
                | SiteKind::Access {
                    opcode: opcode::GETSTATIC | opcode::PUTSTATIC
                }
                | SiteKind::Reference {
                    kind: ReferenceKind::InvokeStatic | ReferenceKind::NewInvokeSpecial,
                    ..
                }
        );
        if is_static {
            return None;
        }

        let owner = Type::of_class_constant(&site.callee.owner).unwrap_or_else(|_| Type::object());
        Some(if self.is_protected_elsewhere(site) {
            Type::Class(self.sites.class.clone())
        } else {
            owner
        })
    }

    fn is_protected_elsewhere(&self, site: &Site) -> bool {
        let callee = &site.callee;
        if callee.owner.starts_with('[') {
            return false;
        }

        let Callee {
            owner,
            name,
            descriptor,
            ..
        } = callee;
        let declared = match site.kind {
            SiteKind::Access { .. } => {
                let field = self
                    .hierarchy
                    .resolve_field(owner, name, Some(descriptor))
                    .found();
                field.map(|field| (field.info().access, field.class.name.clone()))
            }
            _ => match self.hierarchy.resolve_method(owner, name, descriptor) {
                Resolved::Found(method) => Some((method.info().access, method.class.name.clone())),
                _ => None,
            },
        };
        let Some((access, declaring)) = declared else {
            return false;
        };

        access.has(java_types::Access::PROTECTED)
            && package(&declaring) != package(&self.sites.class)
            && self
                .hierarchy
                .is_subclass(&self.sites.class, &declaring)
                .may()
    }

    /// Gives the call site a row of its own, as equal references share theirs.
    fn redirect_reference(
        &mut self,
        class: &mut ClassFile<'_>,
        code: &mut Code<'_>,
        pc: u32,
        bootstrap: u16,
        method: u16,
    ) -> Result<()> {
        let malformed = ClassFileError::Malformed("invokedynamic");
        let call = class
            .pool
            .dynamic_call(&code.instruction(pc)?)?
            .ok_or(malformed.clone())?;
        let (name, descriptor) = (
            call.signature.name.into_owned(),
            call.signature.descriptor.into_owned(),
        );

        let handle = class
            .pool
            .add_method_handle(ReferenceKind::InvokeStatic, method)?;
        let mut row = self
            .bootstrap
            .get(usize::from(bootstrap))
            .cloned()
            .ok_or(malformed.clone())?;
        *row.arguments.get_mut(1).ok_or(malformed)? = handle;

        let number = u16::try_from(self.bootstrap.len())
            .map_err(|_| ClassFileError::TooLong("BootstrapMethods"))?;
        self.bootstrap.push(row);
        let signature = class.pool.add_name_and_type(&name, &descriptor)?;

        let [high, low] = class
            .pool
            .add_invoke_dynamic(number, signature)?
            .to_be_bytes();
        let at = pc as usize + 1;
        code.bytes.to_mut()[at..at + 2].copy_from_slice(&[high, low]);
        Ok(())
    }
}

/// The package of a class.
fn package(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

/// The calls that are redirected, by their place in [`Body::sites`]: those that tell, those that
/// are hidden, and those of iterators for which others do that can make use of what stands in their
/// place.
fn calls<'e>(
    code: &Code<'_>,
    pool: &ConstantPool<'_>,
    body: &Body,
    edits: &'e BodyEdits,
    is_redirected: impl Fn(&Site) -> bool,
) -> Result<BTreeMap<usize, CallEdit<'e>>> {
    let told = edits
        .sites
        .iter()
        .filter(|(site, _)| is_redirected(&body.sites[*site]));
    let told = told.map(|(site, told)| {
        (
            *site,
            CallEdit {
                told,
                ..CallEdit::default()
            },
        )
    });

    let hidden = edits.hidden.iter().map(|(site, hiding)| {
        (
            *site,
            CallEdit {
                hiding: Some(*hiding),
                ..CallEdit::default()
            },
        )
    });

    let mut calls: BTreeMap<usize, CallEdit<'_>> = told.chain(hidden).collect();
    if !edits
        .sites
        .iter()
        .any(|(_, told)| told.iter().any(|told| told.takes_loop_iterators))
    {
        return Ok(calls);
    }

    let sites: BTreeMap<u32, usize> = body
        .sites
        .iter()
        .enumerate()
        .map(|(n, site)| (site.pc, n))
        .collect();

    for Loop { made, used } in loops(code, pool)? {
        let used = used
            .iter()
            .map(|(pc, &ends)| Some((*sites.get(pc)?, ends)))
            .collect::<Option<Vec<(usize, bool)>>>();
        let Some(used) = used else { continue };
        let Some(&made) = sites.get(&made) else {
            continue;
        };

        let takes = |(site, _): &(usize, bool)| {
            calls
                .get(site)
                .is_some_and(|call| call.told.iter().any(|t| t.takes_loop_iterators))
        };
        if !used.iter().chain([&(made, false)]).any(takes) {
            continue;
        }

        calls.entry(made).or_default().iterator = Some(IteratorRole::Makes);
        for (site, ends) in used {
            calls.entry(site).or_default().iterator = Some(IteratorRole::Uses { ends });
        }
    }
    Ok(calls)
}

/// What pushes, or leaves elsewhere, all that a redirecting method takes besides what stands on the
/// stack.
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

/// An initializer that does nothing, behind all methods of the class file ([`Body::is_added`]).
fn add_initializer(class: &mut ClassFile<'_>) -> Result<()> {
    let mut code = Assembler::new();
    code.return_value(None);
    let code = Code {
        max_stack: 0,
        max_locals: 0,
        bytes: Cow::Owned(code.into_bytes()),
        exceptions: Vec::new(),
        attributes: Vec::new(),
    };

    let access = java_types::Access::STATIC | java_types::Access::SYNTHETIC;
    class
        .append_method(&NewMethod {
            access,
            name: INITIALIZER,
            descriptor: "()V",
            code,
        })
        .map(drop)
}

fn start(class: &mut ClassFile<'_>, owner: &str, method: &str, at: &str) -> Result<Snippet> {
    let mut code = Assembler::new();
    code.push_string(at, &mut class.pool)?;
    let method = class
        .pool
        .add_method(owner, method, "(Ljava/lang/String;)V", false)?;
    code.with_index(opcode::INVOKESTATIC, method, 1, 0);
    let stack = code.deepest();
    Ok(Snippet {
        bytes: code.into_bytes(),
        stack,
        locals: 0,
    })
}

/// After a call of a redirecting method: the object that it made, if it gives one, replaces all
/// `copies` of the one that `new` has made, which lie below it with the one that the constructor
/// would have taken. Groovy's compiler writes `new`, `dup_x1`, `swap`, call. The new object waits
/// in `local`, which nothing else uses.
fn replace_copies(copies: usize, local: u16) -> Snippet {
    let mut code = Assembler::new();
    let object = Type::object();
    if copies == 0 {
        code.emit(&[opcode::POP], 1, 0);
        return Snippet {
            bytes: code.into_bytes(),
            stack: 0,
            locals: 0,
        };
    }

    code.store(&object, local);
    (0..=copies).for_each(|_| code.emit(&[opcode::POP], 1, 0));
    (0..copies).for_each(|_| code.load(&object, local));
    Snippet {
        bytes: code.into_bytes(),
        stack: 2,
        locals: local + 1,
    }
}

/// The redirecting method makes the object: the one that the `new` before the arguments makes is
/// dropped at once, and frames in between no longer have it.
fn drop_new_object(
    class: &mut ClassFile<'_>,
    code: &mut Code<'_>,
    body: &Body,
    new: u32,
    kept: bool,
    insertions: &mut Insertions,
) -> Result<()> {
    let after = code.instruction(new)?.end();
    match code.bytes.get(after as usize) {
        Some(&opcode::DUP) if kept => code.bytes.to_mut()[after as usize] = opcode::POP,
        _ if !kept => insertions.after(
            new,
            Snippet {
                bytes: vec![opcode::POP],
                stack: 0,
                locals: 0,
            },
        ),
        _ => {
            return Err(ClassFileError::Malformed(
                "constructor call: its object has no copy",
            ));
        }
    }

    let initial = frames::initial(
        class,
        &body.descriptor,
        body.access.is_static(),
        body.name == "<init>",
    )?;
    let mut frames = frames::read(code, &class.pool, &initial)?;

    let mut changed = false;
    for frame in &mut frames {
        if frame.locals.iter().any(|ty| ty.is_new(new)) {
            return Err(ClassFileError::Malformed(
                "constructor call: its object is stored before it is initialized",
            ));
        }
        let before = frame.stack.len();
        frame.stack.retain(|ty| !ty.is_new(new));
        changed |= frame.stack.len() != before;
    }

    if changed {
        frames::write(code, &mut class.pool, &frames)?;
    }
    Ok(())
}
