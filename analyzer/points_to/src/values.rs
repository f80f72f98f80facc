//! Classes of values: texts, numbers, characters and truth values.

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
