//! The names that code can use at its place.

/// A type of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ty {
    /// The class whose objects most properties are about.
    Res,
    /// A class with `equals`.
    Key,
    /// A class that holds others.
    Holder,
    /// A list of `Res`.
    List,
    /// An iterator over them.
    Iter,
    /// A map to them.
    Map,
    /// An interface of the program with one method.
    Task,
    /// An array of them.
    Array,
}

impl Ty {
    /// As Java writes it.
    pub fn java(self) -> &'static str {
        match self {
            Ty::Res => "Res",
            Ty::Key => "Key",
            Ty::Holder => "Holder",
            Ty::List => "List<Res>",
            Ty::Iter => "Iterator<Res>",
            Ty::Map => "Map<String, Res>",
            Ty::Task => "Task",
            Ty::Array => "Res[]",
        }
    }
}

/// A local variable.
#[derive(Debug, Clone)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// True if it is never assigned again, so that lambdas may use it.
    pub is_final: bool,
}

/// The names that code can use, and its surroundings.
#[derive(Debug, Clone)]
pub struct Scope {
    /// Variables and parameters.
    pub vars: Vec<Var>,
    /// True if `break` and `continue` have a loop.
    pub in_loop: bool,
    /// The type that `return` gives; `None` where nothing may be returned.
    pub returns: Option<&'static str>,
    /// Number of blocks around.
    pub depth: usize,
}

impl Scope {
    /// Of a method with these parameters.
    pub fn method(parameters: &[(String, Ty)], returns: Option<&'static str>) -> Self {
        let var = |(name, ty): &(String, Ty)| Var {
            name: name.clone(),
            ty: *ty,
            is_final: true,
        };
        Scope {
            vars: parameters.iter().map(var).collect(),
            in_loop: false,
            returns,
            depth: 0,
        }
    }

    /// Of a block inside.
    pub fn inner(&self) -> Self {
        Scope {
            depth: self.depth + 1,
            ..self.clone()
        }
    }

    /// Of a block inside that is repeated.
    pub fn repeated(&self) -> Self {
        Scope {
            in_loop: true,
            ..self.inner()
        }
    }

    /// Of the body of a lambda or local class.
    pub fn lambda(&self) -> Self {
        let vars = self
            .vars
            .iter()
            .filter(|var| var.is_final)
            .cloned()
            .collect();
        Scope {
            vars,
            in_loop: false,
            returns: None,
            depth: self.depth + 1,
        }
    }

    /// With one more variable.
    pub fn with(mut self, name: &str, ty: Ty) -> Self {
        self.vars.push(Var {
            name: name.to_owned(),
            ty,
            is_final: true,
        });
        self
    }

    /// The names of all variables of a type.
    pub fn of(&self, ty: Ty) -> Vec<&str> {
        self.vars
            .iter()
            .filter(|var| var.ty == ty)
            .map(|var| var.name.as_str())
            .collect()
    }

    /// The names of the variables of a type that may be assigned.
    pub fn assignable(&self, ty: Ty) -> Vec<&str> {
        self.vars
            .iter()
            .filter(|var| var.ty == ty && !var.is_final)
            .map(|var| var.name.as_str())
            .collect()
    }
}
