//! Classes that the JDK finds by names which it makes itself.
//!
//! `Introspector.getBeanInfo(Thing.class)` makes an object of `ThingBeanInfo`. No text of the
//! program names that class, and nobody hands it over. What the JDK finds in such a way is below a
//! type of the JDK that is there for it.

use ir::Program;
use java_types::Spelling;

use crate::classes::Classes;
use crate::effect::Effect;
use crate::openness::{Opening, Origin};

/// The types below which the JDK looks for classes by names that it makes: `Bean` + `BeanInfo`,
/// `Bean` + `Editor`, a package + `.ftp.Handler`, a package + `.text.plain`, a name + `_de`, the
/// value of a key of the look and feel, whose method is static.
const FOUND_BY_NAME: [&str; 8] = [
    "java/beans/BeanInfo",
    "java/beans/Customizer",
    "java/beans/PropertyEditor",
    "java/net/ContentHandler",
    "java/net/URLStreamHandler",
    "java/util/ResourceBundle",
    "javax/naming/spi/ObjectFactory",
    "javax/swing/plaf/ComponentUI",
];

/// The classes below these types, each used in any way. O(classes * supertypes).
pub(super) fn openings(program: &Program) -> Vec<Opening> {
    let classes = program.classes.iter_enumerated();
    let found = classes.filter_map(|(id, class)| {
        let above = program.hierarchy.supertypes(&class.name);
        let convention = FOUND_BY_NAME
            .iter()
            .find(|name| above.names().iter().any(|above| &**above == **name))?;
        Some(Opening {
            effect: Effect::Use(Classes::One(id)),
            place: Some((class.file, class.span)),
            reason: format!(
                "the JDK finds classes below `{}` by names that it makes",
                convention.to_readable()
            ),
            origin: Origin::Convention,
        })
    });
    found.collect()
}
