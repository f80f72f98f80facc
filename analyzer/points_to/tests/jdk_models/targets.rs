//! The modelled methods as lines for the harness.

use std::fmt::Write;

use points_to::models::{Base, Models, Owner, Statement};

/// One line per kind (`K`), method (`M`), constructor (`N`), static method (`S`), and way to make
/// an object of a kind (`P`).
pub fn lines(models: &Models) -> String {
    let mut lines = String::new();
    for (_, kind) in models.kinds() {
        let classes: String = kind
            .classes
            .iter()
            .map(|class| format!("\t{}", java(class)))
            .collect();
        let _ = writeln!(
            lines,
            "K\t{}\t{}\t{}{classes}",
            kind.name,
            java(&kind.ty),
            u8::from(kind.subclasses)
        );
    }
    for method in models.all() {
        let (form, owner) = match method.owner {
            Owner::Kind(kind) if method.key.starts_with("<init>") => {
                ("N", models.kind(kind).name.to_string())
            }
            Owner::Kind(kind) => ("M", models.kind(kind).name.to_string()),
            Owner::Class(class) => ("S", java(class)),
        };
        let _ = writeln!(lines, "{form}\t{owner}\t{}", method.key);
        for statement in &method.model.statements {
            if let Statement::New { target, kind, .. } = statement
                && target.base == Base::Result
            {
                let _ = writeln!(
                    lines,
                    "P\t{}\t{form}\t{owner}\t{}",
                    models.kind(*kind).name,
                    method.key
                );
            }
        }
    }
    lines
}

fn java(name: &str) -> String {
    name.replace('/', ".")
}
