//! Every error: what it says and where.

use super::cases::Cases;
use super::fixtures::{parse, shown};

#[test]
fn broken_texts_are_refused_with_the_place() {
    let cases = Cases {
        path: "mop_syntax/broken.txt",
        text: include_str!("broken.txt"),
    };
    cases.check(60, |text| parse(text).err().map(|errors| shown(&errors)));
}
