//! The verifier: finds broken invariants of the IR.

mod assigned;
mod bodies;
mod calls;
mod tables;

use super::Program;

/// The invariants that `program` breaks, one sentence each, in order of the tables; empty for a
/// sound program. It runs after lowering in tests and debug builds. O(size of the program), times
/// the depth of loops for the fourth group.
///
/// *Tables* (`tables`)
/// - every id that a table entry holds is in range;
/// - sources are sorted by path, and behind them files that were read from class files; those of
///   properties come last; classes are in order of their files, with distinct names;
/// - a class lists exactly its methods and fields, in id order, and ids follow the order of
///   classes;
/// - a method is known by class, name and descriptor; only abstract and native methods have no
///   body;
/// - a gap's class lies in the gap's file.
///
/// *Bodies* (`bodies`)
/// - a body has a block; nothing leads to block 0; every other block can be reached from it;
/// - targets, handlers and locals are in range; a switch names no target twice;
/// - the parameters are the first locals: one for the receiver of an instance method, then those of
///   the descriptor, with its types;
/// - a local that holds an exception or a receiver has a reference type, a condition is boolean;
/// - a method returns a value exactly where its descriptor has a result.
///
/// *Sites* (`calls`)
/// - a call site or allocation is in exactly one statement, which is in the method that it names;
/// - every point has a call site; its copies agree in target and kind, and stand in code with the
///   point's enclosing;
/// - a resolved call passes a receiver unless it is static, as many arguments as its descriptor
///   has, and stores no result where there is none; constructors are called specially; a special,
///   virtual or interface call has a receiver;
/// - ordinals of the points of one callee in one enclosing are distinct, inserted calls apart;
/// - a functional object captures the first parameters of its body, which is a lambda or method
///   reference.
///
/// *Assignment* (`assigned`)
/// - a local of a reference type is assigned before it is used on every path from the entry, or is
///   a parameter.
pub fn verify(program: &Program) -> Vec<String> {
    let mut broken = tables::verify(program);
    if !broken.is_empty() {
        return broken;
    }

    for (id, method) in program.methods.iter_enumerated() {
        if let Some(body) = &method.body {
            let faults = bodies::verify(program, method, body);
            let sound = faults.is_empty();
            broken.extend(
                faults
                    .into_iter()
                    .map(|fault| in_method(program, id, &fault)),
            );
            if sound {
                broken.extend(
                    assigned::verify(program, body)
                        .iter()
                        .map(|fault| in_method(program, id, fault)),
                );
            }
        }
    }

    broken.extend(calls::verify(program));
    broken
}

/// The fault with the method it is in: `p/A.run()V (m3): ...`.
fn in_method(program: &Program, id: super::MethodId, fault: &str) -> String {
    let method = &program.methods[id];
    format!(
        "{}.{}{} ({id}): {fault}",
        program.classes[method.class].name, method.name, method.descriptor
    )
}
