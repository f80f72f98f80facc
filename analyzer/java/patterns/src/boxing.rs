//! Calls that box and unbox, written or inserted.

use java_types::descriptor::Primitive;

/// Returns whether a method, given by its class, name and descriptor, puts a primitive value into
/// an object of its wrapper class, or takes it out: what compilers insert looks as if it were
/// written.
pub fn boxes(owner: &str, name: &str, descriptor: &str) -> bool {
    let Some(primitive) = Primitive::from_wrapper(owner) else {
        return false;
    };
    let (letter, keyword, wrapper) = (
        primitive.descriptor(),
        primitive.keyword(),
        primitive.wrapper(),
    );
    let puts_in = || name == "valueOf" && descriptor == format!("({letter})L{wrapper};");
    let takes_out =
        || name.strip_suffix("Value") == Some(keyword) && descriptor == format!("(){letter}");
    puts_in() || takes_out()
}
