//! Classes of values: texts, numbers, characters and truth values; and classes that keep any value.

/// Classes whose objects nobody can change, and which hold no objects of a program.
const VALUES: [&str; 9] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/String",
];

/// Returns whether a class, by internal name, is one of values. All of them are final.
pub(crate) fn is_value(class: &str) -> bool {
    VALUES.contains(&class)
}

/// Returns whether methods of a class keep what they get for an object like any other. Models say
/// where it goes and whom it meets; what a method does by reflection they do not say.
pub(crate) fn keeps_values(class: &str) -> bool {
    const KEEPING: [&str; 3] = ["java/util/", "java/lang/ThreadLocal", "java/lang/ref/"];
    KEEPING.iter().any(|start| class.starts_with(start))
}
