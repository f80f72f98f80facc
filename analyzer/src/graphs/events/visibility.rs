//! Classes that the code of monitors cannot name.

use java_types::Access;
use java_types::class_info::ClassInfo;
use java_types::hierarchy::Hierarchy;

/// The class itself, or one around it, that code of other packages cannot name.
pub fn hidden_class(hierarchy: &Hierarchy, class: &str) -> Option<String> {
    outwards(hierarchy, class, |access| !access.has(Access::PUBLIC))
}

/// The class itself, or one around it, that monitors cannot name. For classes of the unnamed package
/// they are in that package themselves.
pub fn hidden_from_monitors(hierarchy: &Hierarchy, class: &str) -> Option<String> {
    if class.contains('/') {
        hidden_class(hierarchy, class)
    } else {
        outwards(hierarchy, class, Access::is_private)
    }
}

/// The innermost of a class and those around it whose flags are such.
fn outwards(hierarchy: &Hierarchy, class: &str, is_hidden: fn(Access) -> bool) -> Option<String> {
    let info = hierarchy.class(class)?;
    let access = info.nesting().map_or(info.access, |row| row.access);
    if is_hidden(access) {
        return Some(class.to_owned());
    }
    outwards(hierarchy, &outer_class(&info)?, is_hidden)
}

fn outer_class(info: &ClassInfo) -> Option<String> {
    info.nesting()?
        .outer
        .as_ref()
        .map(|outer| outer.to_string())
}
