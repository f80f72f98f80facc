//! The items of a class file's method as they are compared: what javac adds by its own conventions
//! is marked or undone.

use java_types::Access;
use java_types::descriptor::Primitive;

use crate::Category;
use crate::class_files::{ClassFiles, EmittedItem, EmittedMethod};
use crate::item::Origin;

/// The items of a method of `class`: calls of javac's own methods replaced by what they do.
pub(crate) fn items(files: &ClassFiles, class: &str, method: &EmittedMethod) -> Vec<EmittedItem> {
    let own = method.items.iter().flatten();
    let mut items: Vec<EmittedItem> = own
        .flat_map(|item| replaced(files, class, item))
        .map(marked)
        .collect();
    for position in 1..items.len() {
        if is_read_again(&items[position - 1..]) {
            items[position].optional = true;
        }
    }
    items
}

/// Marks the conversions from and to wrapper classes: a method reference that became a method need
/// not make them there.
pub(crate) fn with_optional_boxing(mut items: Vec<EmittedItem>) -> Vec<EmittedItem> {
    for item in &mut items {
        item.optional |= is_boxing(&item.text);
    }
    items
}

/// Leaves conversions optional if there are no more than so many. Code that asks more objects for
/// their texts than the source does runs what the source does not.
pub(crate) fn with_conversions(items: &mut [EmittedItem], most: usize) {
    if items.iter().filter(|item| item.converts()).count() <= most {
        return;
    }
    for item in items.iter_mut().filter(|item| item.converts()) {
        item.optional = false;
    }
}

/// Returns whether a callee boxes or unboxes (JLS 5.1.7, 5.1.8).
fn is_boxing(callee: &str) -> bool {
    Primitive::ALL.into_iter().any(|primitive| {
        let (wrapper, letter) = (primitive.wrapper(), primitive.descriptor());
        callee == format!("{wrapper}.valueOf({letter})L{wrapper};")
            || callee == format!("{wrapper}.{}Value(){letter}", primitive.keyword())
    })
}

/// Returns whether a field is read, read again and unboxed: `x++` does that where `x` is of a
/// wrapper class.
fn is_read_again(items: &[EmittedItem]) -> bool {
    let [first, second, unboxed, ..] = items else {
        return false;
    };
    let wrapper = first
        .text
        .rsplit_once(":L")
        .map_or("", |(_, ty)| ty.trim_end_matches(';'));
    let unboxing =
        Primitive::from_wrapper(wrapper).map(|ty| format!("{wrapper}.{}Value()", ty.keyword()));
    first.text.starts_with("get")
        && first.text == second.text
        && unboxing.is_some_and(|unboxing| unboxed.text.starts_with(&unboxing))
}

/// Returns the items that stand for an item: of an accessor, of a constructor that stands for a
/// private one, and of `$values()` the items inside.
fn replaced(files: &ClassFiles, class: &str, item: &EmittedItem) -> Vec<EmittedItem> {
    let Some((owner, name)) = item
        .text
        .split_once('.')
        .filter(|_| item.category == Category::Call)
    else {
        return vec![item.clone()];
    };
    let is_values = owner == class && name.starts_with("$values()");

    let is_constructor = name.starts_with("<init>(");
    if !is_values && !is_constructor && !name.starts_with("access$") {
        return vec![item.clone()];
    }

    let Some(called) = files.method(owner, name) else {
        return vec![item.clone()];
    };
    if is_constructor && !called.access.has(Access::SYNTHETIC) {
        return vec![item.clone()];
    }
    let inside = called
        .items
        .iter()
        .flatten()
        .filter(|inside| !is_values || inside.category == Category::Allocation);

    inside
        .map(|inside| {
            inside
                .clone()
                .on_line(item.line)
                .numbered(item.number)
                .from(Origin::Accessor)
        })
        .collect()
}

/// Marks what the lowered program need not have: the flag for assertions and the tables of switches
/// over enums.
fn marked(item: EmittedItem) -> EmittedItem {
    let is_own = item.text.contains(".$assertionsDisabled:Z")
        || item.text.contains(".$SwitchMap$")
        || item.text == "java/lang/Class.desiredAssertionStatus()Z";
    if is_own { item.optional() } else { item }
}
