//! The findings of a comparison.

use std::collections::BTreeMap;
use std::fmt;

/// The category of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Calls a method or constructor.
    Call,
    /// Reads or writes a field.
    Field,
    /// Makes an object or array.
    Allocation,
    /// Makes a functional object.
    Functional,
}

/// How many instructions were compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Instructions of the class files, and those that only the lowered program has.
    pub compared: usize,
    /// The number of items that both have, in the same place.
    pub agreeing: usize,
}

/// Why an instruction of one side has no equal one in its place on the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Both have one in this place, but they name different members or types: attribution chose
    /// another one.
    Other,
    /// Only javac has it: lowering left out code that can run, or a part that it does not know (a
    /// gap).
    Missing,
    /// Only the lowered program has it: lowering kept code that javac leaves out.
    Extra,
    /// Both have it, in different order.
    Order,
    /// javac has a target and the lowered program none: a type or method was not found.
    Unresolved,
    /// The class files have a method with code and the lowered program has not: a signature that
    /// differs.
    MethodMissing,
    /// The lowered program has a method with code and the class files have not: a signature that
    /// differs.
    MethodExtra,
    /// The class files have a class that the lowered program has not.
    ClassMissing,
    /// A functional object is a lambda on one side and a method reference on the other.
    Implementation,
    /// A class that is made in a constructor of an inner class uses the instance around that class:
    /// javac before 18 hands it over as one more captured variable (`val$this$0`), javac 25 and
    /// lowering reach it through the outer instance.
    CapturedInstance,
    /// A captured variable: in a constructor javac reads it from its field once the superclass's
    /// constructor has run, lowering takes the parameter that has it. And where a class in a lambda
    /// captures a variable twice, as itself and as the lambda's copy, javac has two fields
    /// (`val$x`, `val$x$1`), lowering one.
    CapturedVariable,
    /// A method reference: javac before 18 names the class that declares the method, later ones and
    /// lowering the qualifying type of JLS 13.1.
    ReferenceOwner,
    /// Through an `access$n` javac names the class that holds that method, lowering the qualifying
    /// type of JLS 13.1.
    AccessorOwner,
    /// A written call has another line in the table of lines than its name has in the source. javac
    /// takes the line of the opening parenthesis, which need not be the name's. The call itself
    /// agrees and is counted so.
    Line,
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// The kind of difference.
    pub kind: Kind,
    /// In what.
    pub category: Category,
    /// Internal binary name of the class.
    pub class: String,
    /// Name and descriptor of the method in the class file.
    pub method: String,
    /// The source file, as the program names it, if the method is in the program.
    pub file: Option<String>,
    /// The line, from 1, if it is known.
    pub line: Option<u32>,
    /// The instructions of javac and of the lowered program, for people.
    pub text: String,
}

impl fmt::Display for Difference {
    /// One line: the place in the source, the kind, the place in the class file, both sides.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference {
            kind,
            class,
            method,
            text,
            ..
        } = self;
        let file = self.file.as_deref().unwrap_or("?");
        write!(
            f,
            "{file}:{}: {kind:?}: {class}.{method}: {text}",
            self.line.unwrap_or_default()
        )
    }
}

/// How far a lowered program and the class files of the same sources agree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Agreement {
    /// Methods with code that both have.
    pub methods: usize,
    /// Calls.
    pub calls: Count,
    /// Field accesses.
    pub fields: Count,
    /// Allocations of objects and arrays.
    pub allocations: Count,
    /// Functional objects.
    pub functionals: Count,
    /// Lines of calls that are written as such and agree otherwise.
    pub lines: Count,
    /// Call sites of the lowered program.
    pub sites: usize,
    /// Call sites of the lowered program whose target is not resolved.
    pub unresolved: usize,
    /// All differences, in order of class, method and place.
    pub differences: Vec<Difference>,
}

impl Agreement {
    /// How many differences there are of each kind.
    pub fn by_kind(&self) -> BTreeMap<Kind, usize> {
        let mut counts = BTreeMap::new();
        self.differences
            .iter()
            .for_each(|difference| *counts.entry(difference.kind).or_default() += 1);
        counts
    }

    /// Calls, field accesses, allocations and functional objects together.
    pub fn instructions(&self) -> Count {
        let all = [self.calls, self.fields, self.allocations, self.functionals];
        all.into_iter().fold(Count::default(), Count::plus)
    }

    pub(crate) fn count(&mut self, category: Category) -> &mut Count {
        match category {
            Category::Call => &mut self.calls,
            Category::Field => &mut self.fields,
            Category::Allocation => &mut self.allocations,
            Category::Functional => &mut self.functionals,
        }
    }

    /// Adds what was found about other methods.
    pub fn add(&mut self, other: Agreement) {
        self.methods += other.methods;
        self.calls = self.calls.plus(other.calls);
        self.fields = self.fields.plus(other.fields);
        self.allocations = self.allocations.plus(other.allocations);
        self.functionals = self.functionals.plus(other.functionals);
        self.lines = self.lines.plus(other.lines);
        self.sites += other.sites;
        self.unresolved += other.unresolved;
        self.differences.extend(other.differences);
    }
}

impl Count {
    fn plus(self, other: Count) -> Count {
        Count {
            compared: self.compared + other.compared,
            agreeing: self.agreeing + other.agreeing,
        }
    }

    /// One more that was compared.
    pub(crate) fn note(&mut self, agrees: bool) {
        self.compared += 1;
        self.agreeing += usize::from(agrees);
    }
}
