//! The calls that javac emits against those of the lowered program, method by method, in order and with all copies.

use std::collections::BTreeMap;
use std::path::Path;

use ir::{AllocationId, AllocationKind, CallSiteId, CallSyntax, MethodId, MethodKind, Program, StatementKind, Target};
use jvm::classfile::{ClassFile, PoolEntry};

/// The calls and functional objects of a class file's method, each in order of instructions.
#[derive(Debug, Default, Clone)]
pub struct Instructions {
    calls: Vec<String>,
    functionals: Vec<Implementation>,
}

/// What a functional object runs.
#[derive(Debug, Clone, PartialEq)]
enum Implementation {
    /// A method of its own, by name and descriptor.
    Synthetic(String),
    /// The method that a reference names.
    Direct(String),
}

/// The methods of class files, by class, then by name and descriptor.
pub type ClassFiles = BTreeMap<String, BTreeMap<String, Instructions>>;

/// Reads class files.
pub fn read(paths: &[impl AsRef<Path>]) -> ClassFiles {
    let mut classes = ClassFiles::new();
    for path in paths {
        let bytes = std::fs::read(path).expect("a class file");
        let class = ClassFile::parse(&bytes).expect("a sound class file");
        let name = class.name().expect("a name").into_owned();
        let methods = (0..class.methods.len()).map(|method| {
            let member = &class.methods[method];
            let pool = &class.pool;
            let name = format!("{}{}", member.name(pool).expect("a name"), member.descriptor(pool).expect("one"));
            (name, instructions(&class, method))
        });
        classes.insert(name, methods.collect());
    }
    classes
}

fn instructions(class: &ClassFile<'_>, method: usize) -> Instructions {
    let mut found = Instructions::default();
    let Some(code) = class.code(method).expect("sound code") else { return found };
    let bootstraps = class.bootstrap_methods().expect("sound bootstrap methods");
    for instruction in code.instructions() {
        let instruction = instruction.expect("a sound instruction");
        if let Some(member) = class.pool.invoked(&instruction).expect("a method") {
            found.calls.push(format!("{}.{}{}", member.owner, member.name, member.descriptor));
        }
        if let Some(call) = class.pool.dynamic_call(&instruction).expect("a call site") {
            let row = &bootstraps[usize::from(call.bootstrap)];
            let factory = class.pool.method_handle(row.method).expect("a method handle").member.owner.into_owned();
            if factory == "java/lang/invoke/LambdaMetafactory" {
                found.functionals.push(implementation(class, row.arguments[1]));
            }
        }
    }
    found
}

fn implementation(class: &ClassFile<'_>, handle: u16) -> Implementation {
    assert!(matches!(class.pool.entry(handle), Ok(PoolEntry::MethodHandle { .. })));
    let member = class.pool.method_handle(handle).expect("a method handle").member;
    match member.name.starts_with("lambda$") {
        true => Implementation::Synthetic(format!("{}{}", member.name, member.descriptor)),
        false => Implementation::Direct(format!("{}.{}{}", member.owner, member.name, member.descriptor)),
    }
}

/// Every difference between the class files and the program: one text each.
pub fn differences(program: &Program, classes: &ClassFiles) -> Vec<String> {
    let mut comparison = Comparison { program, classes, lowered: Lowered::of(program), differences: Vec::new() };
    for (id, method) in program.methods.iter_enumerated() {
        let is_unit =
            matches!(method.kind, MethodKind::Declared | MethodKind::Implicit | MethodKind::StaticInitializer);
        if is_unit && method.body.is_some() && !comparison.is_dynamic(id) {
            let name = format!("{}{}", method.name, method.descriptor);
            comparison.method(id, &name);
        }
    }
    comparison.differences
}

/// Sites of the lowered program by method, in order of emission.
struct Lowered {
    calls: BTreeMap<MethodId, Vec<CallSiteId>>,
    functionals: BTreeMap<MethodId, Vec<AllocationId>>,
    initializers: BTreeMap<usize, MethodId>,
}

impl Lowered {
    fn of(program: &Program) -> Self {
        let mut lowered =
            Lowered { calls: BTreeMap::new(), functionals: BTreeMap::new(), initializers: BTreeMap::new() };
        for (id, site) in program.calls.iter_enumerated() {
            lowered.calls.entry(site.method).or_default().push(id);
        }
        for (id, site) in program.allocations.iter_enumerated() {
            if matches!(site.kind, AllocationKind::Functional { .. }) {
                lowered.functionals.entry(site.method).or_default().push(id);
            }
        }
        for (id, method) in program.methods.iter_enumerated() {
            if method.kind == MethodKind::InstanceInitializer {
                lowered.initializers.insert(method.class.index(), id);
            }
        }
        lowered
    }
}

struct Comparison<'a> {
    program: &'a Program,
    classes: &'a ClassFiles,
    lowered: Lowered,
    differences: Vec<String>,
}

impl Comparison<'_> {
    /// Implied members of records, which javac leaves to a bootstrap method.
    fn is_dynamic(&self, id: MethodId) -> bool {
        let method = &self.program.methods[id];
        let is_record = self.program.classes[method.class].info.record_components.is_some();
        is_record && method.kind == MethodKind::Implicit && matches!(&*method.name, "equals" | "hashCode" | "toString")
    }

    fn method(&mut self, id: MethodId, name: &str) {
        let class = &self.program.classes[self.program.methods[id].class].name;
        let Some(emitted) = self.classes.get(&**class).and_then(|methods| methods.get(name)).cloned() else {
            self.differences.push(format!("{class}.{name} is not in the class files"));
            return;
        };
        let place = format!("{class}.{name}");
        let emitted_calls = emitted.calls.iter().flat_map(|callee| self.through_accessor(callee));
        let emitted_calls: Vec<&String> = emitted_calls.filter(|callee| !is_left_out(callee)).collect();
        let lowered_calls = self.calls(id);
        if !emitted_calls.iter().copied().eq(&lowered_calls) {
            let shown = difference(&emitted_calls, &lowered_calls);
            self.differences.push(format!("{place}: {shown}"));
        }
        self.functionals(id, &place, &emitted.functionals);
    }

    /// What a call calls: of an `access$n`, through which nested classes reach protected members, the calls inside.
    fn through_accessor<'s>(&'s self, callee: &'s String) -> Vec<&'s String> {
        let accessor = callee.split_once(".access$").and_then(|(class, rest)| {
            let name = format!("access${rest}");
            self.classes.get(class)?.get(&name)
        });
        accessor.map_or_else(|| vec![callee], |accessor| accessor.calls.iter().collect())
    }

    /// The calls of a method as javac emits them, with the instance initializers in their place.
    fn calls(&self, id: MethodId) -> Vec<String> {
        let mut calls = Vec::new();
        for &site in self.lowered.calls.get(&id).into_iter().flatten() {
            match self.initializer(site) {
                Some(initializer) => calls.extend(self.calls(initializer)),
                None => calls.extend(self.callee(site)),
            }
        }
        calls
    }

    fn initializer(&self, site: CallSiteId) -> Option<MethodId> {
        let site = &self.program.calls[site];
        let Target::Resolved(target) = &site.target else { return None };
        let class = self.program.methods[site.method].class;
        (&*target.name == "<instance-initializer>").then(|| self.lowered.initializers[&class.index()])
    }

    fn callee(&self, site: CallSiteId) -> Option<String> {
        let site = &self.program.calls[site];
        match &site.target {
            Target::Resolved(target) => (!is_concatenation(&target.to_string())).then(|| target.to_string()),
            other => Some(other.to_string()),
        }
    }

    fn functionals(&mut self, id: MethodId, place: &str, emitted: &[Implementation]) {
        let lowered = self.functionals_of(id);
        if lowered.len() != emitted.len() {
            let message = format!("{place}: {} functional objects, lowered {}", emitted.len(), lowered.len());
            self.differences.push(message);
            return;
        }
        for (body, implementation) in lowered.into_iter().zip(emitted) {
            self.functional(place, body, implementation);
        }
    }

    fn functional(&mut self, place: &str, body: MethodId, implementation: &Implementation) {
        match (self.program.methods[body].kind, implementation) {
            (MethodKind::Lambda, Implementation::Synthetic(name)) => self.method(body, name),
            (MethodKind::Lambda, Implementation::Direct(callee)) => {
                self.differences.push(format!("{place}: a lambda became a reference to {callee}"));
            }
            (_, Implementation::Direct(callee)) => {
                let referred = self.referred(body);
                if referred != [callee.clone()] {
                    self.differences.push(format!("{place}: refers to {callee}, lowered {referred:?}"));
                }
            }
            (_, Implementation::Synthetic(name)) => self.desugared(place, body, name),
        }
    }

    /// A method reference that javac turned into a lambda.
    fn desugared(&mut self, place: &str, body: MethodId, name: &str) {
        let class = &self.program.classes[self.program.methods[body].class].name;
        let emitted = self.classes[&**class][name].calls.clone();
        if self.referred(body).iter().any(|callee| !emitted.contains(callee)) {
            self.differences.push(format!("{place}: {name} calls {emitted:?}, lowered {:?}", self.referred(body)));
        }
    }

    fn referred(&self, body: MethodId) -> Vec<String> {
        let sites = self.lowered.calls.get(&body).into_iter().flatten();
        let sites =
            sites.filter(|&&site| self.program.points[self.program.calls[site].point].syntax != CallSyntax::Inserted);
        sites.map(|&site| self.program.calls[site].target.to_string()).collect()
    }

    /// Bodies of the functional objects that a method makes, those of the instance initializers in their place.
    fn functionals_of(&self, id: MethodId) -> Vec<MethodId> {
        let body = |&site: &AllocationId| match self.program.allocations[site].kind {
            AllocationKind::Functional { body, .. } => Some(body),
            _ => None,
        };
        let own = self.lowered.functionals.get(&id).into_iter().flatten();
        let calls = self.lowered.calls.get(&id).into_iter().flatten();
        let Some((site, initializer)) = calls.filter_map(|&site| Some((site, self.initializer(site)?))).next() else {
            return own.filter_map(body).collect();
        };
        let before = self.before(id, site);
        let (first, last): (Vec<&AllocationId>, Vec<&AllocationId>) = own.partition(|site| before.contains(site));
        let inside = self.functionals_of(initializer);
        first.into_iter().filter_map(body).chain(inside).chain(last.into_iter().filter_map(body)).collect()
    }

    /// Allocations of a constructor that stand before a call.
    fn before(&self, id: MethodId, call: CallSiteId) -> Vec<AllocationId> {
        let blocks = self.program.methods[id].body.iter().flat_map(|body| &body.blocks);
        let statements = blocks.flat_map(|block| &block.statements);
        let before =
            statements.take_while(|statement| !matches!(statement.kind, StatementKind::Call(site) if site == call));
        let allocations = before.filter_map(|statement| match statement.kind {
            StatementKind::Allocate { site, .. } => Some(site),
            _ => None,
        });
        allocations.collect()
    }
}

/// Calls of `String.valueOf` stand for what happens inside a dynamic call; some versions of javac also emit them.
fn is_concatenation(callee: &str) -> bool {
    callee == "java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String;"
}

/// What javac emits beyond the language: the flag for assertions, the array of an enum's constants in a method of its
/// own.
fn is_left_out(callee: &str) -> bool {
    is_concatenation(callee) || callee == "java/lang/Class.desiredAssertionStatus()Z" || callee.contains(".$values()")
}

fn difference(emitted: &[&String], lowered: &[String]) -> String {
    let common = emitted.iter().zip(lowered).take_while(|(a, b)| **a == *b).count();
    let rest = |from: Vec<&str>| from.into_iter().skip(common).take(4).collect::<Vec<_>>().join(", ");
    format!(
        "after {common} equal calls javac has [{}], lowered [{}]",
        rest(emitted.iter().map(|callee| callee.as_str()).collect()),
        rest(lowered.iter().map(String::as_str).collect())
    )
}
