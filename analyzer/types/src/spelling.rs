//! From one spelling of a class or package name to another.

/// The spellings of the name of a class or package, for texts that hold one.
///
/// ```
/// use java_types::Spelling;
///
/// assert_eq!("java/util/Map$Entry".to_binary(), "java.util.Map$Entry");
/// assert_eq!("java/util/Map$Entry".to_readable(), "java.util.Map.Entry");
/// assert_eq!("java.util".to_internal(), "java/util");
/// assert_eq!("java/util/Map$Entry".package(), "java/util");
/// ```
pub trait Spelling {
    /// From an internal name to the binary one, with dots between packages.
    fn to_binary(&self) -> String;

    /// From an internal or binary name to one for people, with dots alone.
    fn to_readable(&self) -> String;

    /// From a binary name, or that of a package, to the internal one.
    fn to_internal(&self) -> String;

    /// Returns the package of an internal name, with `/`; empty for the unnamed one.
    fn package(&self) -> &str;
}

impl Spelling for str {
    fn to_binary(&self) -> String {
        self.replace('/', ".")
    }

    fn to_readable(&self) -> String {
        self.replace(['/', '$'], ".")
    }

    fn to_internal(&self) -> String {
        self.replace('.', "/")
    }

    fn package(&self) -> &str {
        self.rsplit_once('/').map_or("", |(package, _)| package)
    }
}
