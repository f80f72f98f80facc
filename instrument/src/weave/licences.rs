//! The licences of the runtime library, which travel with its classes.

use std::collections::BTreeMap;

macro_rules! licences {
    ($($name:literal)*) => {
        [$((concat!("META-INF/residua/", $name),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../", $name)))),*]
    };
}

/// The path of each licence in an output, and its text. Readers of jars look for licences in
/// `META-INF`, and no package has this name.
const LICENCES: [(&str, &str); 2] = licences! { "LICENSE-APACHE" "LICENSE-MIT" };

/// Adds the licences to the files of the runtime library. Without such files there is nothing to
/// license. A file of the program keeps its place; file systems may ignore the case of its name.
pub fn add_licences<'p>(
    compiled: &mut BTreeMap<String, &[u8]>,
    program: impl Iterator<Item = &'p str>,
) {
    if compiled.is_empty() {
        return;
    }
    let taken: Vec<&str> = program.collect();
    for (path, text) in LICENCES {
        if !taken.iter().any(|name| name.eq_ignore_ascii_case(path)) {
            compiled.insert(path.to_owned(), text.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(program: &[&str]) -> Vec<String> {
        let class = b"class".as_slice();
        let mut compiled = BTreeMap::from([("residua/runtime/Gate.class".to_owned(), class)]);
        add_licences(&mut compiled, program.iter().copied());
        compiled.into_keys().collect()
    }

    #[test]
    fn library_has_its_licences() {
        let names = [
            "META-INF/residua/LICENSE-APACHE",
            "META-INF/residua/LICENSE-MIT",
        ];
        assert_eq!(added(&["app/Main.class"])[..2], names);
    }

    #[test]
    fn file_of_the_program_keeps_its_place() {
        let names = added(&["meta-inf/residua/LICENSE-MIT"]);
        assert_eq!(
            names,
            [
                "META-INF/residua/LICENSE-APACHE",
                "residua/runtime/Gate.class"
            ]
        );
    }

    #[test]
    fn output_without_the_library_has_no_licences() {
        let mut compiled = BTreeMap::new();
        add_licences(&mut compiled, std::iter::empty());
        assert!(compiled.is_empty());
    }
}
