//! The questions of an `equals` without sources to the other object.
//!
//! Models say what collections and maps ask each other. An `equals` of a class of which nothing is
//! known may ask more: `ParameterizedType.getRawType()`, or any method of an interface of its own
//! library. Those are the methods that override one of a type without sources, but for types of the JDK
//! that stand for work: nobody runs a `Runnable`, reads a stream or tells a listener to see whether it
//! is equal.

use java_types::hierarchy::Hierarchy;

/// Types, and packages with a `/` at the end, of which no `equals` of the JDK asks the other object
/// anything that models do not say.
const QUIET: [&str; 3] = ["java/io/", "java/lang/", "java/util/"];

/// Types and packages below those that are not quiet.
const ASKED: [&str; 11] = [
    "java/io/File",
    "java/lang/annotation/",
    "java/lang/classfile/",
    "java/lang/constant/",
    "java/lang/invoke/",
    "java/lang/reflect/",
    "java/util/Calendar",
    "java/util/Date",
    "java/util/SimpleTimeZone",
    "java/util/TimeZone",
    "java/util/jar/",
];

/// Returns whether an `equals` of unknown code may ask the other object for the methods of a type,
/// beside what models say of `equals`. O(supertypes).
///
/// ```
/// # let jdk = jvm::jdk::Jdk::from_environment().unwrap();
/// # let library = std::sync::Arc::new(jvm::classpath::ClassPath::open(&[], &jdk).unwrap());
/// let hierarchy = java_types::hierarchy::Hierarchy::new(Vec::new(), library);
/// assert!(points_to::is_asked_by_equals(&hierarchy, "java/lang/reflect/ParameterizedType"));
/// assert!(points_to::is_asked_by_equals(&hierarchy, "com/example/Named"));
/// assert!(!points_to::is_asked_by_equals(&hierarchy, "java/lang/Runnable"));
/// assert!(!points_to::is_asked_by_equals(&hierarchy, "java/awt/event/ActionListener"));
/// ```
pub fn is_asked_by_equals(hierarchy: &Hierarchy, class: &str) -> bool {
    let is_among = |places: &[&str]| {
        let mut places = places.iter();
        places.any(|place| class == *place || place.ends_with('/') && class.starts_with(place))
    };
    let is_listener = || {
        let is_of_jdk = hierarchy.library().is_of_jdk(class);
        is_of_jdk
            && hierarchy
                .is_subclass(class, "java/util/EventListener")
                .must()
    };
    let is_quiet = is_among(&QUIET) && !is_among(&ASKED);
    !is_quiet && !is_listener()
}
