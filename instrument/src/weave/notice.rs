//! Facts about a weaving for the user. The caller makes sentences of them.

use std::path::PathBuf;

/// Something that the user should know of a weaving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Sources or property files of the plan are not here, so nobody can say whether they have changed.
    MissingFiles {
        /// The first of them.
        first: String,
        /// The number of the others.
        more: usize,
    },
    /// The signature of a signed jar is left out.
    SignatureLeftOut {
        /// The jar.
        input: PathBuf,
    },
    /// A jar has two entries of one name. The last one counts.
    TwiceInJar {
        /// The jar.
        jar: PathBuf,
        /// The name.
        entry: String,
    },
    /// Two inputs have the same class file. The first one counts.
    TwiceInInputs {
        /// The class file.
        class: String,
        /// The input that counts.
        first: PathBuf,
        /// The other one.
        second: PathBuf,
    },
    /// Classes that the plan does not cover stay as compiled.
    LeftAsCompiled {
        /// The number of classes.
        classes: usize,
        /// One of them.
        first: String,
    },
    /// Lambda bodies without a tripwire, since the class file does not tell them apart.
    NoTripwire {
        /// The number of bodies.
        bodies: usize,
        /// Place of one of them.
        first: String,
    },
    /// The request's words on class files that differ from those of the plan.
    Unforeseen(String),
    /// A property is woven as written, since class files have places that the plan does not know.
    WovenAsWritten(WovenAsWritten),
    /// A property is woven as written with another one, with which it shares something.
    WovenAsWrittenWith {
        /// The property.
        property: String,
        /// The other one.
        other: String,
    },
    /// The initialization of classes is not monitored: an initializer would have to be added.
    InitializationNotMonitored {
        /// The number of classes.
        classes: usize,
        /// One of them.
        first: String,
    },
    /// The classes are a named module, which cannot reach the monitors.
    ModuleBesideMonitors,
    /// The classes are a named module, which cannot reach the jar of hidden calls.
    ModuleBesideHiddenCalls,
    /// AspectJ sees no events of method references, and the analysis does.
    ReferencesOutOfSight {
        /// The number of references.
        references: usize,
    },
}

/// A property that is woven as written, and the places that the plan does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WovenAsWritten {
    /// The property.
    pub property: String,
    /// The number of places.
    pub places: usize,
    /// The first of them: `Main.java:10`.
    pub first: String,
    /// Its class.
    pub class: String,
    /// A class with such a place whose source was not analysed.
    pub unread: Option<String>,
}
