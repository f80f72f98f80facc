//! The types whose objects are equal to themselves alone, against the JDK at hand.

use std::sync::Arc;

use analyzer::COMPARED_BY_IDENTITY;
use java_types::Library;
use java_types::hierarchy::Hierarchy;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;

/// Its `equals` compares by identity.
const IDENTICAL: &str = "java/lang/VirtualThread";

#[test]
fn no_class_of_the_jdk_below_them_has_equals() {
    let jdk = Jdk::from_environment().expect("a JDK");
    let library: Arc<dyn Library> = Arc::new(ClassPath::open(&[], &jdk).expect("a class path"));
    let hierarchy = Hierarchy::new(Vec::new(), library);
    for name in COMPARED_BY_IDENTITY {
        assert!(hierarchy.class(name).is_some(), "there is no {name}");
    }

    let packages = jdk.packages();
    let classes = packages.iter().flat_map(|package| {
        let classes = jdk.classes_in(package).into_iter();
        classes.map(move |class| format!("{package}/{class}"))
    });
    let mut below = 0;
    for name in classes.filter(|name| name != IDENTICAL) {
        let above = hierarchy.supertypes(&name);
        let known = COMPARED_BY_IDENTITY
            .iter()
            .find(|known| above.names().iter().any(|above| &**above == **known));
        let Some(known) = known else { continue };
        below += 1;
        let class = hierarchy.class(&name).expect("a class");
        let compares = class.methods.iter().any(|method| {
            (&*method.name, &*method.descriptor) == ("equals", "(Ljava/lang/Object;)Z")
        });
        assert!(!compares, "{name} below {known} has an `equals` of its own");
    }
    assert!(below > 500, "{below} classes");
}
