//! Keys that are compared by `equals`, and objects that are equal to themselves alone.
//!
//! LARVA's monitors belong to objects that are equal. Where no object that comes to be a key has an
//! `equals` of its own, that is the same as one monitor for each object, and order is known.

use ir::{AllocationKind, Program};
use java_types::descriptor::Type;
use java_types::hierarchy::{Answer, Hierarchy};
use points_to::{Object, ObjectId, superclasses};

use super::builder::Builder;

/// Types of the JDK below which no class of the JDK has an `equals` of its own (a virtual thread's
/// compares by identity). Results rest on the assumption that classes of other libraries have none
/// either.
pub const COMPARED_BY_IDENTITY: [&str; 37] = [
    "java/io/InputStream",
    "java/io/OutputStream",
    "java/io/RandomAccessFile",
    "java/io/Reader",
    "java/io/Writer",
    "java/lang/ClassLoader",
    "java/lang/Process",
    "java/lang/StringBuffer",
    "java/lang/StringBuilder",
    "java/lang/Thread",
    "java/net/DatagramSocket",
    "java/net/ServerSocket",
    "java/net/Socket",
    "java/nio/channels/Channel",
    "java/security/MessageDigest",
    "java/security/Signature",
    "java/util/Enumeration",
    "java/util/Formatter",
    "java/util/Iterator",
    "java/util/Random",
    "java/util/Scanner",
    "java/util/Spliterator",
    "java/util/StringTokenizer",
    "java/util/Timer",
    "java/util/TimerTask",
    "java/util/concurrent/CountDownLatch",
    "java/util/concurrent/CyclicBarrier",
    "java/util/concurrent/Executor",
    "java/util/concurrent/Future",
    "java/util/concurrent/Semaphore",
    "java/util/concurrent/locks/Lock",
    "java/util/concurrent/locks/ReadWriteLock",
    "java/util/regex/Matcher",
    "java/util/stream/BaseStream",
    "java/util/zip/ZipFile",
    "javax/crypto/Cipher",
    "javax/crypto/Mac",
];

impl Builder<'_> {
    /// Returns whether each of these objects is equal to itself alone: no class that it may be of has
    /// `equals` or `hashCode` of its own.
    pub(super) fn are_equal_only_if_same(
        &self,
        objects: impl IntoIterator<Item = ObjectId>,
    ) -> bool {
        let program = self.world.program;
        let of_library = || {
            let ty = self.parameter_type.and_then(Type::class_name);
            ty.is_some_and(|ty| are_of_libraries_the_same(program, ty))
        };
        // Libraries have many objects, and one answer for all.
        let mut known = None;
        objects.into_iter().all(|object| {
            let class = match self.world.points_to.object(object) {
                Object::Allocated(site) => match &program.allocations[site] {
                    site if matches!(site.kind, AllocationKind::Functional { .. }) => return true,
                    site => site.ty.class_name(),
                },
                // A framework may make objects of a class that it generates below.
                Object::Constructed(_) => return false,
                Object::Library | Object::Made { .. } | Object::Escaped => {
                    return *known.get_or_insert_with(of_library);
                }
            };
            class.is_none_or(|class| inherits_equals(&program.hierarchy, class))
        })
    }
}

/// Returns whether objects of this type that come from libraries, objects of the program that went
/// there among them, are equal to themselves alone. O(classes * supertypes).
fn are_of_libraries_the_same(program: &Program, ty: &str) -> bool {
    let above = program.hierarchy.supertypes(ty);
    let is_known = COMPARED_BY_IDENTITY
        .iter()
        .any(|known| above.names().iter().any(|name| &**name == *known));
    let own = program.classes.iter().filter(|class| {
        let class = Type::Class(class.name.clone());
        program
            .hierarchy
            .is_subtype(&class, &Type::Class(ty.into()))
            != Answer::No
    });
    is_known
        && own
            .into_iter()
            .all(|class| inherits_equals(&program.hierarchy, &class.name))
}

/// Returns whether neither a class nor one above it has `equals` or `hashCode`, but for `Object`.
fn inherits_equals(hierarchy: &Hierarchy, class: &str) -> bool {
    let chain = superclasses(hierarchy, class);
    let mut own = chain.iter().filter(|name| &***name != "java/lang/Object");
    own.all(|name| {
        let compares = |method: &java_types::class_info::MethodInfo| {
            matches!(&*method.name, "equals" | "hashCode")
        };
        hierarchy
            .class(name)
            .is_some_and(|info| !info.methods.iter().any(compares))
    })
}
