//! A class `A` with members, solved from its `main` method.

use ir::{Gap, Hides, MethodId, Program};
use java_lower::{Source, load};
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use points_to::models::Models;
use points_to::{
    Constraints, Dispatch, Hidden, PointsTo, Start, Variable, entries, explore_recorded, openings,
};
use std::sync::Arc;

pub struct Solved {
    pub program: Program,
    pub start: Start<'static>,
    pub hidden: Hidden,
    pub points_to: PointsTo,
    pub constraints: Constraints,
}

/// The members stand in line 2 and below.
pub fn solve(members: &str) -> Solved {
    solve_with(members, &Models::jdk())
}

/// The same with these models.
pub fn solve_with(members: &str, models: &Models) -> Solved {
    solve_changed(members, models, "")
}

/// The same where a processor has changed the class of this binary name.
pub fn solve_rewritten(members: &str, rewritten: &str) -> Solved {
    solve_changed(members, &Models::jdk(), rewritten)
}

fn solve_changed(members: &str, models: &Models, rewritten: &str) -> Solved {
    let text = format!("import java.util.*; import java.util.function.*; class A {{\n{members} }}");
    let jdk = Jdk::from_environment().expect("a JDK");
    let source = Source {
        root: String::new(),
        path: "A.java".to_owned(),
        bytes: text.into_bytes(),
    };
    let program = load(
        vec![source],
        Arc::new(ClassPath::open(&[], &jdk).expect("a class path")),
    )
    .expect("sources");
    assert!(program.gaps.is_empty(), "{:?}", program.gaps);
    let entries = entries(&program, &[]).expect("a main method");
    let dispatch = Dispatch::new(&program);
    let openings = openings(&program, entries.library);
    let rewritten = program
        .classes
        .indices()
        .filter(|&class| &*program.classes[class].name == rewritten)
        .collect();
    let start = Start {
        entries: entries.methods,
        openings,
        rewritten,
        ..Start::default()
    };
    let (points_to, hidden, constraints) = explore_recorded(&program, &dispatch, &start, models);
    drop(dispatch);
    Solved {
        program,
        start,
        hidden,
        points_to,
        constraints,
    }
}

/// A place of the sources that was not read.
pub fn gap(program: &Program) -> Gap {
    let class = program.classes.indices().next();
    let method = &program.methods[MethodId::from_usize(0)];
    Gap {
        file: program.classes[method.class].file,
        span: method.span,
        class,
        reason: "not Java".to_owned(),
        hides: Hides::Anything,
        missing: None,
    }
}

impl Solved {
    /// The first method of this name.
    pub fn method(&self, name: &str) -> MethodId {
        let named = self
            .program
            .methods
            .iter_enumerated()
            .find(|(_, method)| &*method.name == name);
        named.unwrap_or_else(|| panic!("no method {name}")).0
    }

    /// Returns whether a method of this name may run.
    pub fn runs(&self, name: &str) -> bool {
        self.points_to
            .reachable
            .iter()
            .any(|&method| &*self.program.methods[method].name == name)
    }

    /// A local of a method by its name in the source.
    pub fn local(&self, method: &str, name: &str) -> Variable {
        let id = self.method(method);
        let body = self.program.methods[id].body.as_ref().expect("a body");
        let named = body
            .locals
            .iter_enumerated()
            .find(|(_, local)| local.name.as_deref() == Some(name));
        Variable::new(id, named.unwrap_or_else(|| panic!("no local {name}")).0)
    }
}
