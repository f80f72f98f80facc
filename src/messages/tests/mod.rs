//! The catalogue has the codes of the product, and the book has the catalogue.

mod page;
mod scan;

use std::collections::BTreeSet;
use std::path::Path;

use super::catalogue;

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_code_of_the_product_is_described_and_no_other() {
    let mut used = scan::codes(workspace());
    used.extend(analyzer::assumption_ids().into_iter().map(str::to_owned));
    let kinds = [
        predict::Kind::Race,
        predict::Kind::Deadlock,
        predict::Kind::Atomicity,
        predict::Kind::Property,
    ];
    used.extend(kinds.map(|kind| kind.word().to_owned()));
    let catalogue = catalogue();
    let described: BTreeSet<String> = catalogue.names().map(str::to_owned).collect();

    let missing: Vec<&String> = used.difference(&described).collect();
    let unused: Vec<&String> = described.difference(&used).collect();
    assert!(
        missing.is_empty(),
        "codes.yaml does not describe {missing:?}"
    );
    assert!(
        unused.is_empty(),
        "nothing in the product has the code {unused:?}"
    );
}

#[test]
fn codes_have_one_theme_and_a_severity() {
    let catalogue = catalogue();
    let names: BTreeSet<&str> = catalogue.names().collect();
    assert_eq!(names.len(), catalogue.names().count());
    for name in names {
        let code = catalogue.find(name).expect("it is listed");
        assert!(!code.severity.is_empty(), "{name} has no severity");
    }
}

#[test]
fn descriptions_are_sentences_of_at_most_25_words() {
    let catalogue = catalogue();
    for name in catalogue.names() {
        let code = catalogue.find(name).expect("it is listed");
        for text in [&code.means, &code.remedy] {
            assert!(text.ends_with('.'), "{name}: {text}");
            let long = text
                .split(". ")
                .find(|said| said.split_whitespace().count() > 25);
            assert_eq!(long, None, "{name}");
        }
    }
}
