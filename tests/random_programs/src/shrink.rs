//! From a failing pair to a small one.

use crate::campaign::{Difference, test};
use crate::subject::{lowered, specification};
use crate::tree::Tree;

/// Takes parts out of program and property as long as they still differ in one of the runs.
/// O(size²) tests at worst.
pub fn shrink(difference: &Difference, runs: usize) -> Difference {
    let mut found =
        again(difference, &difference.program, &difference.property, runs).expect("it differs");
    loop {
        let size = found.program.size() + found.property.size();
        found = smaller(
            found,
            runs,
            |found| &found.property,
            |found, tree| (found.program.clone(), tree),
        );
        found = smaller(
            found,
            runs,
            |found| &found.program,
            |found, tree| (tree, found.property.clone()),
        );
        if found.program.size() + found.property.size() == size {
            return found;
        }
    }
}

/// Tries each part of one of the trees once.
fn smaller(
    found: Difference,
    runs: usize,
    tree: impl Fn(&Difference) -> &Tree,
    pair: impl Fn(&Difference, Tree) -> (Tree, Tree),
) -> Difference {
    let mut found = found;
    let mut at = 0;
    while at + 1 < tree(&found).size() {
        let candidates = [false, true]
            .into_iter()
            .filter_map(|keep_body| tree(&found).without(at, keep_body));
        let next = candidates
            .map(|tree| pair(&found, tree))
            .find_map(|(p, q)| again(&found, &p, &q, runs));
        match next {
            Some(next) => found = next,
            None => at += 1,
        }
    }
    found
}

/// The same seed with other trees, if they are valid and still differ. What is left of a program
/// may be something that no generator writes, and end in a panic.
fn again(found: &Difference, program: &Tree, property: &Tree, runs: usize) -> Option<Difference> {
    let differs = || {
        specification(property)?;
        lowered(program)?;
        test(
            found.seed,
            program,
            std::slice::from_ref(property),
            runs,
            None,
        )
        .differences
        .pop()
    };
    std::panic::catch_unwind(differs).ok()?
}
