//! The places of a class file that can raise events.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use date::model::JoinPoint;
use java_types::Access;
use jvm::classfile::{
    ClassFile, Code, ConstructorCall, Copies, DynamicCall, Instruction, LineEntry, MemberRef,
    MethodHandle, NewObject, ObjectUses, ReferenceKind, Result, line_at, opcode,
};

use java_types::hierarchy::Hierarchy;

use super::handlers::{Handler, handlers};
use super::inserted;
use super::pairing::Scope;
use plan::member_name;

/// The method bodies of a class, with their sites.
#[derive(Debug, Clone)]
pub struct ClassSites {
    /// Internal name.
    pub class: Arc<str>,
    /// The source file below its root, as reports name it; the class's name where the class file
    /// has none.
    pub file: String,
    /// In the order of the class file, and at last the initializer, if the class file has none.
    pub bodies: Vec<Body>,
    /// Says whether the compiler made it for itself: the source has no such class.
    pub is_synthetic: bool,
    /// Says whether it says by itself which version of it a serialized object is of.
    pub has_serial_version: bool,
}

/// A method with code.
#[derive(Debug, Clone)]
pub struct Body {
    /// Number of the method in the class file; one past the last for an initializer that is not
    /// there.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its flags.
    pub access: Access,
    /// The scope in which its sites are compared with rows of a plan.
    pub scope: Scope,
    /// Of a constructor the call of `super(..)` or `this(..)`, before which there is no object to
    /// speak of.
    pub this_from: Option<u32>,
    /// Line of its first instruction.
    pub first_line: Option<u32>,
    /// In code order.
    pub sites: Vec<Site>,
    /// Its catch blocks, in code order.
    pub handlers: Vec<Handler>,
    /// Says whether the class file has no such method: it is added if something is told there.
    pub is_added: bool,
    /// Says whether the compiler made the method: its execution is no event.
    pub is_made: bool,
    /// Of a constructor that the compiler made, for a private one of a nested class before Java 11,
    /// the descriptor of that one.
    pub stands_for: Option<String>,
    /// The pcs at which control may turn: jumps, their targets, handlers.
    pub turns: BTreeSet<u32>,
}

/// A call, constructor call, method reference, access of a field or read of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The instruction: the call, or the `invokedynamic` of a reference.
    pub pc: u32,
    /// The line; for a constructor call that of the `new`.
    pub line: Option<u32>,
    /// The kind of site.
    pub kind: SiteKind,
    /// The method or field.
    pub callee: Callee,
    /// The same, as plans and patterns name it: an instruction that compilers write in different
    /// ways has one name.
    pub named: Callee,
    /// Says whether it looks like a call that the compiler inserted, and may be a written one.
    pub may_be_inserted: bool,
}

/// A kind of site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteKind {
    /// `invokevirtual`, `invokeinterface`, `invokestatic`, or `invokespecial` of a private method.
    Call {
        /// The instruction.
        opcode: u8,
    },
    /// A constructor call.
    Creation {
        /// The pc of the `new`.
        new: u32,
        /// Says whether the object is used.
        kept: bool,
        /// The other places that hold it when the constructor is called.
        copies: Copies,
    },
    /// A read or write of a field, or a read of an element.
    Access(Accessing),
    /// A method reference.
    Reference {
        /// The kind of call.
        kind: ReferenceKind,
        /// Row of `BootstrapMethods`.
        bootstrap: u16,
    },
}

/// The way in which an instruction reads or writes a field, or reads an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accessing {
    /// The instruction.
    pub opcode: u8,
    /// The kind of access: a read, a write, or a read of an element.
    pub join: JoinPoint,
    /// True if it has no object.
    pub is_static: bool,
}

impl Accessing {
    /// The way of an instruction, if it is one of fields or elements.
    fn of(opcode: u8) -> Option<Self> {
        let (join, is_static) = match opcode {
            opcode::GETSTATIC => (JoinPoint::Get, true),
            opcode::PUTSTATIC => (JoinPoint::Set, true),
            opcode::GETFIELD => (JoinPoint::Get, false),
            opcode::PUTFIELD => (JoinPoint::Set, false),
            opcode::IALOAD..=opcode::SALOAD => (JoinPoint::Element, false),
            _ => return None,
        };
        Some(Accessing {
            opcode,
            join,
            is_static,
        })
    }

    /// Says whether it writes.
    pub fn writes(self) -> bool {
        self.join == JoinPoint::Set
    }

    /// Says whether a method can do it in the place of the body, as far as the instruction goes.
    pub fn can_be_redirected(self) -> bool {
        matches!(self.opcode, opcode::GETSTATIC..=opcode::PUTFIELD)
    }
}

impl SiteKind {
    /// Gives the kind of method handle that calls what the site calls.
    pub fn handle(self) -> ReferenceKind {
        match self {
            SiteKind::Call {
                opcode: opcode::INVOKESTATIC,
            } => ReferenceKind::InvokeStatic,
            SiteKind::Call {
                opcode: opcode::INVOKEINTERFACE,
            } => ReferenceKind::InvokeInterface,
            SiteKind::Call {
                opcode: opcode::INVOKESPECIAL,
            } => ReferenceKind::InvokeSpecial,
            SiteKind::Call { .. } => ReferenceKind::InvokeVirtual,
            SiteKind::Creation { .. } => ReferenceKind::NewInvokeSpecial,
            SiteKind::Access(access) => match (access.writes(), access.is_static) {
                (false, false) => ReferenceKind::GetField,
                (true, false) => ReferenceKind::PutField,
                (false, true) => ReferenceKind::GetStatic,
                (true, true) => ReferenceKind::PutStatic,
            },
            SiteKind::Reference { kind, .. } => kind,
        }
    }
}

/// A method or field as an instruction or handle names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Callee {
    /// Internal name of the owner, or an array descriptor.
    pub owner: Arc<str>,
    /// Name.
    pub name: Arc<str>,
    /// Descriptor.
    pub descriptor: Arc<str>,
    /// Says whether the owner is an interface.
    pub interface: bool,
}

impl Callee {
    fn of(member: &MemberRef<'_>) -> Self {
        Callee {
            owner: member.owner.as_ref().into(),
            name: member.name.as_ref().into(),
            descriptor: member.descriptor.as_ref().into(),
            interface: member.interface,
        }
    }

    /// As a plan names it: `java.util.Iterator.next()Ljava/lang/Object;`.
    pub fn plan_name(&self) -> String {
        member_name(&self.owner, &self.name, &self.descriptor)
    }
}

impl ClassSites {
    /// Names the methods of `Object` that are called on interfaces as `Object`'s, as javac did
    /// before 18 and Eclipse's compiler does. An interface that declares such a method keeps its
    /// own. O(sites * supertypes).
    pub fn name_object_methods(&mut self, hierarchy: &Hierarchy) {
        let sites = self.bodies.iter_mut().flat_map(|body| &mut body.sites);
        for site in
            sites.filter(|site| site.callee.interface && is_of_object(&site.callee, hierarchy))
        {
            site.named.owner = OBJECT.into();
            site.named.interface = false;
        }
    }

    /// The constructors that the compiler made for private ones, with those.
    pub fn constructors_for_others(&self) -> impl Iterator<Item = (ConstructorName, Arc<str>)> {
        let name = |body: &Body| ConstructorName {
            class: self.class.clone(),
            descriptor: body.descriptor.as_str().into(),
        };
        self.bodies
            .iter()
            .filter_map(move |body| Some((name(body), body.stands_for.as_deref()?.into())))
    }

    /// Names the constructors that were written where others are called that the compiler made for
    /// them.
    pub fn name_written_constructors(&mut self, written: &BTreeMap<ConstructorName, Arc<str>>) {
        let sites = self.bodies.iter_mut().flat_map(|body| &mut body.sites);
        for site in sites.filter(|site| *site.callee.name == *"<init>") {
            let (class, descriptor) = (site.callee.owner.clone(), site.callee.descriptor.clone());
            if let Some(written) = written.get(&ConstructorName { class, descriptor }) {
                site.named.descriptor = written.clone();
            }
        }
    }
}

/// A constructor, by its class and descriptor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConstructorName {
    /// Internal name of the class.
    pub class: Arc<str>,
    /// Descriptor.
    pub descriptor: Arc<str>,
}

const OBJECT: &str = "java/lang/Object";

/// Says whether a method that is called on an interface is none that an interface declares, but one
/// of `Object`.
fn is_of_object(callee: &Callee, hierarchy: &Hierarchy) -> bool {
    let Some(object) = hierarchy.class(OBJECT) else {
        return false;
    };
    let is_public = object
        .method(&callee.name, &callee.descriptor)
        .is_some_and(|m| m.access.has(Access::PUBLIC));
    let supertypes = hierarchy.supertypes(&callee.owner);
    let mut interfaces = supertypes.names().iter().filter(|name| &***name != OBJECT);
    let declares = |name: &str| {
        hierarchy
            .class(name)
            .is_some_and(|class| class.method(&callee.name, &callee.descriptor).is_some())
    };
    is_public && !declares(&callee.owner) && !interfaces.any(|name| declares(name))
}

impl Body {
    /// Says whether control can come to the site only straight on from the previous one.
    pub fn follows_previous(&self, site: usize) -> bool {
        let Some(previous) = site.checked_sub(1).map(|i| self.sites[i].pc) else {
            return false;
        };
        self.turns
            .range(previous..=self.sites[site].pc)
            .next()
            .is_none()
    }
}

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

/// A method of the class.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MethodName {
    /// Name.
    pub name: String,
    /// Descriptor.
    pub descriptor: String,
}

/// The bootstrap rows that make lambdas, and the bodies of these.
pub struct Lambdas {
    /// The lambda bodies.
    bodies: BTreeSet<MethodName>,
    /// For each row of `BootstrapMethods` that makes a functional object, the handle of what it
    /// calls.
    handles: Vec<Option<u16>>,
}

const METAFACTORY: &str = "java/lang/invoke/LambdaMetafactory";

impl MethodName {
    fn of(member: &MemberRef<'_>) -> Self {
        MethodName {
            name: member.name.to_string(),
            descriptor: member.descriptor.to_string(),
        }
    }
}

impl Lambdas {
    /// Reads those of a class.
    ///
    /// # Errors
    /// The class file is damaged.
    pub fn of(class: &ClassFile<'_>) -> Result<Self> {
        let mut lambdas = Lambdas {
            bodies: BTreeSet::new(),
            handles: Vec::new(),
        };

        for row in class.bootstrap_methods()? {
            let factory = class.pool.method_handle(row.method)?;
            let makes_functions = factory.member.owner == METAFACTORY;
            let handle = row.arguments.get(1).copied().filter(|_| makes_functions);
            lambdas.handles.push(handle);
            if let Some(handle) = handle {
                let target = class.pool.method_handle(handle)?;
                if is_lambda_body(class, &target)? {
                    lambdas.bodies.insert(MethodName::of(&target.member));
                }
            }
        }
        Ok(lambdas)
    }

    fn is_body(&self, name: &str, descriptor: &str) -> bool {
        self.bodies.contains(&MethodName {
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
        })
    }

    /// The lambda body that the functional object of a dynamic call runs, if it makes such an
    /// object.
    ///
    /// # Errors
    /// The class file is damaged.
    pub fn run_by(
        &self,
        class: &ClassFile<'_>,
        call: &DynamicCall<'_>,
    ) -> Result<Option<MethodName>> {
        let Some(handle) = self
            .handles
            .get(usize::from(call.bootstrap))
            .copied()
            .flatten()
        else {
            return Ok(None);
        };
        let target = class.pool.method_handle(handle)?;
        Ok(is_lambda_body(class, &target)?.then(|| MethodName::of(&target.member)))
    }

    /// Gives the method that a method reference calls; `None` where the row makes a lambda, or no
    /// functional object.
    fn referenced<'p>(
        &self,
        class: &'p ClassFile<'_>,
        call: &DynamicCall<'_>,
    ) -> Result<Option<MethodHandle<'p>>> {
        let Some(handle) = self
            .handles
            .get(usize::from(call.bootstrap))
            .copied()
            .flatten()
        else {
            return Ok(None);
        };
        let target = class.pool.method_handle(handle)?;
        Ok(if is_lambda_body(class, &target)? {
            None
        } else {
            Some(target)
        })
    }
}

/// A lambda body is a synthetic method of the class itself.
fn is_lambda_body(class: &ClassFile<'_>, target: &MethodHandle<'_>) -> Result<bool> {
    let own = target.member.owner == class.name()?;
    Ok(own && access_of(class, &target.member).is_some_and(|access| access.has(Access::SYNTHETIC)))
}

/// The flags of a method that the class declares.
fn access_of(class: &ClassFile<'_>, member: &MemberRef<'_>) -> Option<Access> {
    let is_it = |m: &&jvm::classfile::Member<'_>| {
        m.name(&class.pool).is_ok_and(|name| name == member.name)
            && m.descriptor(&class.pool)
                .is_ok_and(|descriptor| descriptor == member.descriptor)
    };
    class.methods.iter().find(is_it).map(|m| m.access)
}

/// The class whose bodies are read.
struct ReadClass<'a, 'c> {
    /// The class.
    class: &'a ClassFile<'c>,
    /// Its name, with slashes.
    name: &'a str,
    /// Its lambdas.
    lambdas: Lambdas,
    /// True if the plan has a row for whatever is written.
    complete: bool,
}

fn read_body(read: &ReadClass<'_, '_>, number: usize, code: &Code<'_>) -> Result<Body> {
    let ReadClass {
        class,
        name: owner,
        lambdas,
        ..
    } = read;
    let member = &class.methods[number];
    let (name, descriptor) = (
        member.name(&class.pool)?.into_owned(),
        member.descriptor(&class.pool)?.into_owned(),
    );
    let uses = code.object_uses(&class.pool, name == "<init>")?;
    let creations = &uses.constructor_calls;

    let scope = if lambdas.is_body(&name, &descriptor) {
        Scope::Lambdas
    } else if name == "<init>" {
        Scope::Constructor {
            descriptor: descriptor.clone(),
            initializes: calls_super(class, owner, code, creations)?,
        }
    } else {
        Scope::Method(format!("{name}{descriptor}"))
    };

    let lines = code.lines(&class.pool)?;
    let this_from = creations
        .iter()
        .find(|call| call.receiver == NewObject::This)
        .map(|call| call.pc);
    let mut body = Body {
        number,
        access: member.access,
        scope,
        this_from,
        first_line: line_at(&lines, 0).map(u32::from),
        sites: Vec::new(),
        handlers: Vec::new(),
        is_added: false,
        is_made: false,
        stands_for: None,
        turns: turns(code)?,
        name,
        descriptor,
    };

    body.is_made = body.access.has(Access::SYNTHETIC)
        || inserted::is_implicit_method(class, &body.name, &body.descriptor);
    // A constructor that the compiler adds for other classes calls the one that it stands for.
    if let Some(call) = body.this_from.filter(|_| body.is_made) {
        let delegate = class.pool.invoked(&code.instruction(call)?)?;
        body.stands_for = delegate
            .filter(|member| member.owner == *owner)
            .map(|member| member.descriptor.into_owned());
    }

    if !inserted::is_silent_method(class, body.access, &body.name, &body.descriptor) {
        body.sites = read_sites(read, code, &uses, &lines)?;
        body.handlers = handlers(class, code, &lines)?;
    }
    Ok(body)
}

/// Says whether a constructor calls one of its superclass, rather than another of its own class.
fn calls_super(
    class: &ClassFile<'_>,
    owner: &str,
    code: &Code<'_>,
    calls: &[ConstructorCall],
) -> Result<bool> {
    let Some(call) = calls.iter().find(|call| call.receiver == NewObject::This) else {
        return Ok(false);
    };
    let invoked = class.pool.invoked(&code.instruction(call.pc)?)?;
    Ok(invoked.is_some_and(|member| member.owner != owner))
}

fn turns(code: &Code<'_>) -> Result<BTreeSet<u32>> {
    let mut turns: BTreeSet<u32> = code
        .exceptions
        .iter()
        .map(|row| u32::from(row.handler))
        .collect();
    for instruction in code.instructions() {
        let instruction = instruction?;
        let targets = instruction.targets()?;
        if !targets.is_empty() || instruction.ends_block() {
            turns.insert(instruction.pc);
        }
        turns.extend(targets);
    }
    Ok(turns)
}

fn read_sites(
    read: &ReadClass<'_, '_>,
    code: &Code<'_>,
    uses: &ObjectUses,
    lines: &[LineEntry],
) -> Result<Vec<Site>> {
    let ReadClass {
        class,
        name: owner,
        lambdas,
        complete,
    } = read;
    let (mut skipped, doubtful) = inserted::inserted_calls(class, code, *complete)?;
    skipped.extend(inserted::reads_of_constants(class, code)?);

    let mut sites = Vec::new();
    for instruction in code.instructions() {
        let instruction = instruction?;
        if skipped.contains(&instruction.pc) {
            continue;
        }
        if let Some((kind, callee)) =
            read_site(class, owner, &instruction, &uses.constructor_calls, lambdas)?
        {
            let pc = instruction.pc;
            // A creation stands at its `new`, and not at the call of the constructor.
            let placed_at = if let SiteKind::Creation { new, .. } = kind {
                new
            } else {
                pc
            };
            let line = line_at(lines, placed_at).map(u32::from);
            let may_be_inserted = uses.concatenations.contains(&pc) || doubtful.contains(&pc);
            sites.push(Site {
                pc,
                line,
                kind,
                named: callee.clone(),
                callee,
                may_be_inserted,
            });
        }
    }
    Ok(sites)
}

fn read_site(
    class: &ClassFile<'_>,
    owner: &str,
    instruction: &Instruction<'_>,
    creations: &[ConstructorCall],
    lambdas: &Lambdas,
) -> Result<Option<(SiteKind, Callee)>> {
    if let Some(call) = class.pool.dynamic_call(instruction)? {
        let target = lambdas.referenced(class, &call)?;
        return Ok(target.map(|target| {
            let kind = SiteKind::Reference {
                kind: target.kind,
                bootstrap: call.bootstrap,
            };
            (kind, Callee::of(&target.member))
        }));
    }

    if let Some(access) = Accessing::of(instruction.opcode()) {
        let Some(callee) = accessed(class, instruction)? else {
            return Ok(None);
        };
        return Ok(Some((SiteKind::Access(access), callee)));
    }

    let Some(member) = class.pool.invoked(instruction)? else {
        return Ok(None);
    };
    let kind = match instruction.opcode() {
        opcode::INVOKESPECIAL if member.name == "<init>" => {
            match creations.iter().find(|call| call.pc == instruction.pc) {
                Some(&ConstructorCall {
                    receiver: NewObject::Created(new),
                    kept,
                    copies,
                    ..
                }) => SiteKind::Creation { new, kept, copies },
                _ => return Ok(None),
            }
        }
        // `super.m()` raises no call event; a private method of the class itself is called.
        opcode::INVOKESPECIAL if !is_private_here(class, owner, &member) => return Ok(None),
        opcode => SiteKind::Call { opcode },
    };
    Ok(Some((kind, Callee::of(&member))))
}

/// Gives what an access reads or writes.
fn accessed(class: &ClassFile<'_>, instruction: &Instruction<'_>) -> Result<Option<Callee>> {
    if let Some(element) = element(instruction.opcode()) {
        return Ok(Some(Callee {
            owner: format!("[{element}").into(),
            name: "element".into(),
            descriptor: element.into(),
            interface: false,
        }));
    }
    let Some(index) = instruction.pool_index() else {
        return Ok(None);
    };
    Ok(Some(Callee::of(&class.pool.member(index)?)))
}

/// Gives the descriptor of the elements that an instruction reads; `B` may be `boolean`, too.
fn element(opcode: u8) -> Option<&'static str> {
    Some(match opcode {
        opcode::IALOAD => "I",
        opcode::LALOAD => "J",
        opcode::FALOAD => "F",
        opcode::DALOAD => "D",
        opcode::AALOAD => "Ljava/lang/Object;",
        opcode::BALOAD => "B",
        opcode::CALOAD => "C",
        opcode::SALOAD => "S",
        _ => return None,
    })
}

fn is_private_here(class: &ClassFile<'_>, owner: &str, member: &MemberRef<'_>) -> bool {
    member.owner == owner && access_of(class, member).is_some_and(Access::is_private)
}
