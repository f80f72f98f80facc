//! Lowered bodies against the instructions that ASM reads: each instruction that control comes to has
//! its statement, with the same target.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use ir::{Field, Method as LoweredMethod, MethodKind, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::items::{Expected, Item, Leads, call, counted, expected, lowered_items};
use super::oracle::{Class, Constant, Handle, Instruction, Method, Operands, Reach};

/// Differences that are shown.
const SHOWN: usize = 40;
/// `ACC_PRIVATE` of JVMS 4.6.
const PRIVATE: u16 = 2;
/// A meant difference that is looked at again once all classes of the inputs are read.
const PRIVATE_CALLS: &str = "calls of private methods by `invokevirtual` or `invokeinterface`";

/// The result of a comparison.
#[derive(Debug, Default)]
pub struct Completeness {
    classes: usize,
    methods: usize,
    /// Compared instructions, by the noun of their first item.
    instructions: BTreeMap<&'static str, usize>,
    /// Differences that are meant, by kind.
    meant: BTreeMap<&'static str, usize>,
    /// Faults, by kind.
    faults: BTreeMap<String, usize>,
    /// The superclass of each class that was read.
    superclasses: FxHashMap<String, String>,
    /// Class, name and descriptor of private methods that were read.
    private: FxHashSet<[String; 3]>,
    /// Calls of methods that the lowering takes for private, with places.
    taken_for_private: BTreeMap<[String; 3], Vec<String>>,
}

/// The classes of one program as ASM reads them.
struct Comparison<'a> {
    program: &'a Program,
    result: &'a mut Completeness,
}

/// A method while it is compared.
struct Pair<'a> {
    class: &'a Class,
    method: &'a Method,
    found: Vec<(Item, Leads<'a>)>,
}

impl Completeness {
    /// Compares a program with the class files that it was made of.
    pub fn compare(&mut self, program: &Program, answers: &[std::result::Result<Class, String>]) {
        let mut classes: FxHashMap<&str, &Class> = FxHashMap::default();
        for answer in answers {
            match answer {
                Ok(class) if class.name == "module-info" => self.mean("modules"),
                Ok(class) if classes.contains_key(&*class.name) => self.mean("repeated classes"),
                Ok(class) => {
                    classes.insert(&class.name, class);
                }
                Err(reason) => self.fault("ASM does not read a class file", reason),
            }
        }
        let read = answers.iter().flatten();
        self.superclasses.extend(
            read.clone()
                .map(|class| (class.name.clone(), class.superclass.clone())),
        );
        let private = read.flat_map(|class| {
            let methods = class.methods.iter();
            let private = methods.filter(|method| method.access & PRIVATE != 0);
            private.map(|method| {
                [&class.name, &method.name, &method.descriptor].map(|text| text.to_owned())
            })
        });
        self.private.extend(private);
        let mut comparison = Comparison {
            program,
            result: self,
        };

        for lowered in &program.classes {
            let Some(class) = classes.remove(&*lowered.name) else {
                let text = lowered.name.to_string();
                comparison
                    .result
                    .fault("a class that ASM does not read", &text);
                continue;
            };
            comparison.class(class, lowered);
        }
        let mut missing: Vec<&str> = classes.into_keys().collect();
        missing.sort_unstable();
        for name in missing {
            self.fault("a class is not lowered", name);
        }
    }

    fn take_for_private(&mut self, item: &Item, place: String) {
        if let Item::Call {
            owner,
            name,
            descriptor,
            ..
        } = item
        {
            let callee = [owner, name, descriptor].map(String::clone);
            self.taken_for_private
                .entry(callee)
                .or_default()
                .push(place);
        }
    }

    /// Reports calls of methods that were taken for private and are not.
    fn check_private(&mut self) {
        for (callee, places) in std::mem::take(&mut self.taken_for_private) {
            if !self.is_private(&callee) {
                for place in places {
                    let text = format!("{place}: {callee:?}");
                    self.fault("a call of a method that is not private", &text);
                }
            }
        }
    }

    /// Returns whether the first declaration, from a class upwards, is private.
    fn is_private(&self, [owner, name, descriptor]: &[String; 3]) -> bool {
        let mut at = owner;
        let mut known = BTreeSet::new();
        while known.insert(at) {
            let method = [at, name, descriptor].map(String::clone);
            if self.private.contains(&method) {
                return true;
            }
            match self.superclasses.get(at) {
                Some(above) => at = above,
                None => return false,
            }
        }
        false
    }

    /// Prints it.
    ///
    /// # Errors
    /// There are faults.
    pub fn finish(&mut self) -> Result<()> {
        self.check_private();
        let all: usize = self.instructions.values().sum();
        println!(
            "compared with ASM: {} classes, {} methods with code, {all} instructions",
            self.classes, self.methods
        );
        for (noun, count) in &self.instructions {
            println!("{count} {noun}");
        }
        println!("by design:");
        for (kind, count) in &self.meant {
            println!("{count} {kind}");
        }
        let faults: usize = self.faults.values().sum();
        for (kind, count) in &self.faults {
            println!("fault: {count} {kind}");
        }
        if faults > 0 {
            bail!("{faults} differences from ASM");
        }
        Ok(())
    }

    /// The number of faults.
    pub fn faults(&self) -> usize {
        self.faults.values().sum()
    }

    fn mean(&mut self, kind: &'static str) {
        *self.meant.entry(kind).or_default() += 1;
    }

    fn fault(&mut self, kind: &str, text: &str) {
        if self.faults() < SHOWN {
            println!("{kind}: {text}");
        }
        *self.faults.entry(kind.to_owned()).or_default() += 1;
    }
}

impl<'a> Comparison<'a> {
    fn class(&mut self, class: &'a Class, lowered: &'a ir::Class) {
        self.result.classes += 1;
        let program = self.program;
        let mut known: BTreeMap<(&str, &str), &'a LoweredMethod> = lowered
            .methods
            .iter()
            .map(|&id| &program.methods[id])
            .filter(|method| method.kind != MethodKind::MethodReference)
            .map(|method| ((&*method.name, &*method.descriptor), method))
            .collect();
        for method in &class.methods {
            let place = || format!("{}.{}{}", class.name, method.name, method.descriptor);
            let own = known.remove(&(&*method.name, &*method.descriptor));
            let body = own.and_then(|own| own.body.as_ref());
            match (own, body) {
                (None, _) => self.result.fault("a method is missing", &place()),
                (_, Some(body)) if method.has_code => {
                    let found = lowered_items(program, body);
                    let pair = Pair {
                        class,
                        method,
                        found,
                    };
                    self.method(&pair);
                }
                (_, None) if !method.has_code => {}
                _ => self
                    .result
                    .fault("only one has the code of a method", &place()),
            }
        }
        for (name, descriptor) in known.into_keys() {
            let place = format!("{}.{name}{descriptor}", class.name);
            self.result.fault("a method of no class file", &place);
        }
    }

    fn method(&mut self, pair: &Pair<'a>) {
        self.result.methods += 1;
        let instructions = pair.method.instructions.iter();
        let reached = instructions.filter(|instruction| match instruction.reach {
            Reach::Reached => true,
            Reach::Never => {
                self.result.mean("instructions that control does not reach");
                false
            }
            Reach::ByErrors => {
                self.result
                    .mean("instructions behind errors of linking or of the virtual machine");
                false
            }
        });
        let reached: Vec<&Instruction> = reached.collect();
        if pair.method.has_subroutines {
            self.copied(pair, &reached);
        } else {
            self.in_order(pair, &reached);
        }
    }

    /// A method without subroutines: the statements are in the order of the code.
    fn in_order(&mut self, pair: &Pair<'a>, instructions: &[&'a Instruction]) {
        let mut rest = &pair.found[..];
        for instruction in instructions {
            let choices = expected(instruction);
            let taken = choices
                .into_iter()
                .find(|(_, items)| self.begins(pair, rest, items));
            let Some((kind, items)) = taken else {
                return self.differ(pair, instructions);
            };
            let noun = items
                .first()
                .map_or("dynamic call that makes no call", Item::noun);
            *self.result.instructions.entry(noun).or_default() += 1;
            kind.into_iter().for_each(|kind| self.result.mean(kind));
            let (these, others) = rest.split_at(items.len());
            for ((item, leads), wanted) in these.iter().zip(&items) {
                if let Some(kind) = self.difference(pair, wanted, item).flatten() {
                    self.result.mean(kind);
                    if kind == PRIVATE_CALLS {
                        self.result.take_for_private(item, pair.place());
                    }
                }
                match leads {
                    Leads::Nowhere => {}
                    Leads::Runs(runs) => self.function(pair, instruction, runs),
                    Leads::Accesses(field) => self.field(pair, instruction, field),
                }
            }
            rest = others;
        }
        if !rest.is_empty() {
            self.differ(pair, instructions);
        }
    }

    /// A method with subroutines, which are copied: every item is there at least as often.
    fn copied(&mut self, pair: &Pair<'a>, instructions: &[&'a Instruction]) {
        let mut left: Vec<Option<&Item>> = pair.found.iter().map(|(item, _)| Some(item)).collect();
        let mut wanted_items = Vec::new();
        for instruction in instructions {
            let items = expected(instruction).swap_remove(0).1;
            for wanted in items {
                *self.result.instructions.entry(wanted.noun()).or_default() += 1;
                let fits = |item: &Option<&Item>| {
                    item.is_some_and(|item| self.difference(pair, &wanted, item).is_some())
                };
                match left.iter().position(fits) {
                    Some(position) => left[position] = None,
                    None => {
                        let place = pair.place();
                        let kind = format!("a {} is missing", wanted.noun());
                        self.result.fault(&kind, &format!("{place}: {wanted:?}"));
                    }
                }
                wanted_items.push(wanted);
            }
        }
        for item in left.into_iter().flatten() {
            let is_copy = wanted_items
                .iter()
                .any(|wanted| self.difference(pair, wanted, item).is_some());
            if is_copy {
                self.result
                    .mean("statements in further copies of subroutines");
            } else {
                let place = pair.place();
                let kind = format!("a {} of no instruction", item.noun());
                self.result.fault(&kind, &format!("{place}: {item:?}"));
            }
        }
    }

    fn begins(&self, pair: &Pair<'a>, found: &[(Item, Leads<'_>)], items: &[Item]) -> bool {
        let are_alike = |(wanted, (item, _)): (&Item, &(Item, Leads<'_>))| {
            self.difference(pair, wanted, item).is_some()
        };
        found.len() >= items.len() && items.iter().zip(found).all(are_alike)
    }

    /// Compares an item with the wanted one: `None` if it is another one, else the kind of a meant
    /// difference, if there is one.
    fn difference(
        &self,
        pair: &Pair<'a>,
        wanted: &Item,
        item: &Item,
    ) -> Option<Option<&'static str>> {
        if wanted == item {
            return Some(None);
        }
        let (
            Item::Call {
                kind,
                owner,
                name,
                descriptor,
            },
            Item::Call {
                kind: own_kind,
                owner: own_owner,
                name: own_name,
                descriptor: own_descriptor,
            },
        ) = (wanted, item)
        else {
            return None;
        };
        if (name, descriptor, *own_kind) != (own_name, own_descriptor, "special") {
            return None;
        }
        if owner == own_owner {
            return Some(Some(PRIVATE_CALLS));
        }
        let is_super =
            *kind == "special" && name != "<init>" && *own_owner == pair.class.superclass;
        is_super.then_some(Some("`super` calls that name a class further up"))
    }

    /// The accessed field has the type that the instruction names: names of fields may be overloaded.
    fn field(&mut self, pair: &Pair<'a>, instruction: &Instruction, field: &Field) {
        if let Operands::Member(member) = &instruction.operands
            && field.ty.to_string() != member.descriptor
        {
            let text = format!("{}: {member:?}", pair.place());
            self.result
                .fault("an access to a field of another type", &text);
        }
    }

    /// A function object runs the method that its handle names: itself, or in a body of its own.
    fn function(&mut self, pair: &Pair<'a>, instruction: &Instruction, runs: &LoweredMethod) {
        let Operands::Dynamic(dynamic) = &instruction.operands else {
            return;
        };
        let Some(Constant::Handle(handle)) = dynamic.arguments.get(1) else {
            return;
        };
        let is_right = if runs.kind == MethodKind::MethodReference {
            self.result
                .mean("function objects with a body of their own");
            self.refers(runs, handle)
        } else {
            *self.program.classes[runs.class].name == *handle.member.owner
                && *runs.name == *handle.member.name
                && *runs.descriptor == *handle.member.descriptor
        };
        if !is_right {
            let text = format!("{}: {:?}", pair.place(), handle.member);
            self.result
                .fault("a function object runs another method", &text);
        }
    }

    /// Returns whether the body of a method reference makes exactly the call of the handle, besides
    /// conversions.
    fn refers(&self, runs: &LoweredMethod, handle: &Handle) -> bool {
        let Some(body) = &runs.body else {
            return false;
        };
        let calls = body
            .statements()
            .filter_map(|statement| match statement.kind {
                ir::StatementKind::Call(site) => Some(call(self.program, site)),
                _ => None,
            });
        let named = calls.filter(|item| match item {
            Item::Call {
                owner,
                name,
                descriptor,
                ..
            } => [owner, name, descriptor]
                .iter()
                .zip([
                    &handle.member.owner,
                    &handle.member.name,
                    &handle.member.descriptor,
                ])
                .all(|(a, b)| *a == b),
            _ => false,
        });
        let made = lowered_items(self.program, body);
        let makes =
            |(item, _): &&(Item, _)| *item == Item::New(format!("L{};", handle.member.owner));
        let new = usize::from(handle.kind == 8);

        // A boxing or unboxing may be the very call that the handle names.
        named.count() >= 1 && made.iter().filter(makes).count() == new
    }

    /// Counts the differences of a method.
    fn differ(&mut self, pair: &Pair<'a>, instructions: &[&'a Instruction]) {
        let first: Vec<Expected> = instructions
            .iter()
            .filter_map(|instruction| expected(instruction).into_iter().next())
            .collect();
        let wanted = counted(first.iter().flat_map(|(_, items)| items));
        let found = counted(pair.found.iter().map(|(item, _)| item));
        let place = pair.place();
        let mut known = false;
        for (item, count) in &wanted {
            let missing = count.saturating_sub(found.get(item).copied().unwrap_or_default());
            for _ in 0..missing {
                known = true;
                let kind = format!("a {} is missing", item.noun());
                self.result.fault(&kind, &format!("{place}: {item:?}"));
            }
        }
        for (item, count) in &found {
            let surplus = count.saturating_sub(wanted.get(item).copied().unwrap_or_default());
            for _ in 0..surplus {
                known = true;
                let kind = format!("a {} of no instruction", item.noun());
                self.result.fault(&kind, &format!("{place}: {item:?}"));
            }
        }
        if !known {
            self.result.fault("another order", &place);
        }
    }
}

impl Pair<'_> {
    fn place(&self) -> String {
        let (class, method) = (self.class, self.method);
        format!("{}.{}{}", class.name, method.name, method.descriptor)
    }
}

#[cfg(test)]
mod tests;
