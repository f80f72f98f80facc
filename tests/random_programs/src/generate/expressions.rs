//! Expressions: objects from everywhere.

use super::program::Writer;
use super::scope::{Scope, Ty};

impl Writer<'_> {
    /// An expression of a type. Most name what exists; some make something.
    pub fn expression(&mut self, scope: &Scope, ty: Ty) -> String {
        let known: Vec<String> = scope.of(ty).into_iter().map(str::to_owned).collect();
        if !known.is_empty() && self.choice.percent(78) {
            // The last variables are those of the innermost block.
            let near = known.len().saturating_sub(3);
            let from = if self.choice.percent(70) { near } else { 0 };
            return self.choice.pick(&known[from..]).clone();
        }
        match ty {
            Ty::Res => self.resource(scope),
            Ty::Key => format!("new Key({})", self.choice.below(2)),
            Ty::Holder => "new Holder()".to_owned(),
            Ty::List => match scope.of(Ty::Holder).last() {
                Some(holder) if self.choice.percent(60) => format!("{holder}.list"),
                _ => "new ArrayList<Res>()".to_owned(),
            },
            Ty::Iter => format!("{}.iterator()", self.iterable(scope)),
            Ty::Map => match scope.of(Ty::Holder).last() {
                Some(holder) if self.choice.percent(60) => format!("{holder}.map"),
                _ => "new LinkedHashMap<String, Res>()".to_owned(),
            },
            Ty::Task => format!("new Doer({})", self.simple(scope)),
            Ty::Array => format!(
                "new Res[] {{ {}, {} }}",
                self.simple(scope),
                self.simple(scope)
            ),
        }
    }

    /// Something with `iterator()`.
    pub fn iterable(&mut self, scope: &Scope) -> String {
        match self.choice.below(5) {
            0 => format!("{}.values()", self.expression(scope, Ty::Map)),
            _ => self.expression(scope, Ty::List),
        }
    }

    /// A resource by name, or a new one.
    pub fn simple(&mut self, scope: &Scope) -> String {
        match scope.of(Ty::Res).last() {
            Some(name) if self.choice.percent(80) => (*name).to_owned(),
            _ => (*self.choice.pick(&["new Res()", "new Sub()", "new Res()"])).to_owned(),
        }
    }

    fn resource(&mut self, scope: &Scope) -> String {
        let holder = scope.of(Ty::Holder).last().map(|name| (*name).to_owned());
        let array = scope.of(Ty::Array).last().map(|name| (*name).to_owned());
        let list = scope.of(Ty::List).last().map(|name| (*name).to_owned());
        let map = scope.of(Ty::Map).last().map(|name| (*name).to_owned());
        let simple = self.simple(scope);
        match self.choice.below(14) {
            0 | 1 => "new Res()".to_owned(),
            2 => "new Sub()".to_owned(),
            3 => "Factory.make()".to_owned(),
            4 => format!("Factory.pick({simple})"),
            5 => "Holder.shared".to_owned(),
            6 => format!("{simple}.self()"),
            7 => format!("(Rnd.flip() ? {simple} : {})", self.simple(scope)),
            8 => match holder {
                Some(holder) => format!(
                    "{holder}.{}",
                    self.choice.pick(&["field", "get()", "field"])
                ),
                None => simple,
            },
            9 => match array {
                Some(array) => format!("{array}[{}]", self.choice.pick(&["0", "1", "Rnd.next(2)"])),
                None => simple,
            },
            10 => match list {
                Some(list) => format!(
                    "{}({list})",
                    self.choice.pick(&["Holder.first", "Holder.last"])
                ),
                None => simple,
            },
            11 => match map {
                Some(map) => format!("{map}.getOrDefault(\"a\", {simple})"),
                None => simple,
            },
            12 => format!("(Res) Factory.any({simple})"),
            _ => self.method_call(scope).unwrap_or(simple),
        }
    }

    /// A call of a method of `Main` that gives a resource.
    pub fn method_call(&mut self, scope: &Scope) -> Option<String> {
        if scope.depth > 4 {
            return None;
        }
        let number = self.choice.below(self.signatures.len());
        let parameters = self.signatures[number].clone();
        let arguments: Vec<String> = parameters
            .iter()
            .map(|(_, ty)| self.argument(scope, *ty))
            .collect();
        Some(format!("Main.m{number}({})", arguments.join(", ")))
    }

    /// An argument that calls no method of `Main`, so that calls do not nest without end.
    fn argument(&mut self, scope: &Scope, ty: Ty) -> String {
        if ty == Ty::Res {
            self.simple(scope)
        } else {
            self.expression(scope, ty)
        }
    }
}
