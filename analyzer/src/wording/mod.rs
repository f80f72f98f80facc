//! The sentences of the analyzer: reasons of decisions, subjects and assumptions, which plans keep as
//! text, and in [`findings`] what is wrong with properties.

pub mod findings;

use ir::{Gap, Hides, MissingType, Program};
use java_types::Spelling;
use plan::Removal;

/// Says why a property stays as written: a part of the sources may raise any event.
pub fn unreadable(program: &Program, gap: &Gap) -> String {
    let unread = program
        .gaps
        .iter()
        .filter(|gap| gap.hides == Hides::Anything)
        .count();
    let more = match unread - 1 {
        0 => String::new(),
        1 => " and at 1 more place".to_owned(),
        more => format!(" and at {more} more places"),
    };

    let Gap { reason, .. } = gap;
    format!(
        "{reason} ({}{more}), so the program may raise any event there: {}",
        place(program, gap),
        remedy(reason)
    )
}

/// Says why a property stays as written: a gap may hide one of its events.
pub fn hidden(program: &Program, gap: &Gap) -> String {
    let (reason, place) = (&gap.reason, place(program, gap));
    match gap.hides {
        Hides::Versions { .. } => format!(
            "{reason} ({place}), and its text has names of members that raise events of the property: {}",
            remedy(reason)
        ),
        _ => format!(
            "{reason} ({place}), and a method of this name raises an event of the property: {MISSING_JAR}"
        ),
    }
}

/// Says why a property that monitors accesses of fields or reads of elements stays as written.
pub fn monitors_accesses(monitored: &str, what: &str) -> String {
    format!("it monitors {monitored}, and {what}")
}

/// A gap with its place.
pub fn gap(program: &Program, gap: &Gap) -> String {
    format!("{} ({})", gap.reason, place(program, gap))
}

/// Says that the fields or arrays of a missing type are not known.
pub fn those_of_missing_type(missing: &MissingType) -> String {
    format!(
        "those of `{}`, which is missing, are not known",
        missing.name.to_readable()
    )
}

/// `app/Main.java:7`.
fn place(program: &Program, gap: &Gap) -> String {
    format!("{}:{}", program.files[gap.file].path, gap.span.line)
}

const MISSING_JAR: &str =
    "add the missing jar with `--classpath`, or the folder of generated sources with `--source`";

/// Returns the remedy for a gap, by its reason.
fn remedy(reason: &str) -> &'static str {
    match reason {
        _ if reason.contains("more than once") => "name all but one of the files in `left-out`",
        _ => "if the program runs without the file, name it in `left-out`",
    }
}

/// Says why a property stays as written: a class of the program hides one of the JDK.
pub fn hidden_by_program(class: &str) -> String {
    format!("a helper method may mean the program's class `{class}`: give that class another name")
}

/// Says why a property stays as written: finding an instance has an effect.
pub fn impure_key(key: &str, method: &str, why: &str) -> String {
    format!(
        "finding the instance of the key `{key}` runs `{method}`, which {why}: make the method only compute, or bind `{key}` by \
         identity, without `by equals`"
    )
}

/// The effects of a method, each as the rest of a sentence.
pub mod effect {
    /// It is native.
    pub const NATIVE: &str = "is native";
    /// It writes to an array that it has not made.
    pub const ARRAY: &str = "writes to an array";
    /// It locks.
    pub const LOCK: &str = "locks an object";
    /// A part of it cannot be read.
    pub const UNREADABLE: &str = "cannot be read";
    /// It allocates.
    pub const ALLOCATION: &str = "makes an object";
    /// It calls something that is not known.
    pub const UNKNOWN_CALL: &str = "makes a call that is not known";

    /// It writes a field.
    pub fn field(name: &str) -> String {
        format!("writes the field `{name}`")
    }

    /// It may run a static initializer.
    pub fn initialization(class: &str) -> String {
        format!("may initialize `{class}`")
    }

    /// It calls a method of a library.
    pub fn call(class: &str, method: &str) -> String {
        format!("calls `{class}.{method}`")
    }
}

/// Says why all properties stay as written: their code initializes a class.
pub fn initializes(class: &str) -> String {
    format!("code of a property may initialize `{class}`, and its initialization is an event")
}

/// Says why a property stays as written: it begins late.
pub fn begins_late(reason: &str) -> String {
    format!(
        "{reason}, which begins with the first event, as no `main` is known to begin everything"
    )
}

/// Says why a property stays as written: the checker does not confirm its residual.
pub fn refused(refusal: &str) -> String {
    format!("the checker refuses the result: {refusal}")
}

/// Says why a step removes a transition, perhaps by the values of variables.
pub fn removed(step: Removal, by_data: bool) -> &'static str {
    match step {
        _ if by_data => {
            "its condition does not hold with the values that the property's variables have where an execution asks for it, \
             or nothing can be reported after it"
        }
        Removal::Residual0 => {
            "its event never occurs, or nothing can be reported before or after it"
        }
        Removal::Residual1 => "no single object raises the events that lead through it to a report",
        Removal::Residual2 => {
            "no execution reaches its source state and then raises its event, or nothing can be reported after it"
        }
        Removal::Nop => "it stays in its state and does nothing",
    }
}

/// The reason for a transition that stays in the residual.
pub const REMAINS: &str = "a report or an external action may follow it";

/// The reason for a monitored call that is kept although it leads to no report.
pub const PINNED: &str = "it is kept whatever follows: its event makes instances, its code has effects, or its place in the \
                          class files is not certain";

/// The reason for a monitored call whose event makes a report in the initial state.
pub const ALONE: &str = "its event alone may make a report or cause an external action";

/// The reason for a monitored call that is kept although its transitions lead to nothing visible.
pub const AVERTS: &str = "skipping it could cause a false report later";

/// Adds to a reason why the order of events is not known.
pub fn in_any_order(why: &str, disorder: &str) -> String {
    format!("{why}; the order of an object's events is not known: {disorder}")
}

/// The reasons for an unknown order of the events of an object.
pub mod disorder {
    /// No order matters.
    pub const NO_INTEREST: &str = "no order of its events leads to a report";
    /// Values come from anywhere.
    pub const VALUES: &str = "the parameter is bound to values that are no objects";
    /// Equality may make them one.
    pub const EQUALITY: &str = "objects that are not the same may be equal";
    /// Nothing binds them.
    pub const APART: &str = "no event binds the objects of an instance together";
    /// Others may raise events.
    pub const ANYTIME: &str =
        "another thread or a callback of the library may raise its events at any time";
    /// Events do not name the object, and others may hold it.
    pub const UNNAMED: &str =
        "events that do not name it concern it, and fields or the library may hold it";
    /// Many events do not name the object.
    pub const MANY_UNNAMED: &str = "too many events that do not name it concern it";
    /// The graph is too large.
    pub const SIZE: &str = "its ways through the program are too many";
}

/// The objects that an event graph is about.
pub mod subject {
    /// None: the property has no parameters.
    pub const PROGRAM: &str = "the program";
    /// Values that are no objects.
    pub const VALUES: &str = "values";
    /// Objects that equality may make one.
    pub const EQUAL: &str = "objects that may be equal";
    /// Objects of several parameters, in any combination.
    pub const COMBINATIONS: &str = "all combinations of objects";
    /// Objects of several parameters that no event binds together.
    pub const APART: &str = "objects that no event binds together";
    /// The rest.
    pub const OTHERS: &str = "what no other event concerns";
    /// Objects of libraries.
    pub const OF_LIBRARIES: &str = "objects made by libraries";

    /// An object and those that are bound with it.
    pub fn together(object: &str) -> String {
        format!("{object} with what it is bound together with")
    }

    /// The result of a call.
    pub fn result(file: &str, line: u32) -> String {
        format!("what the call at {file}:{line} gives")
    }

    /// A view of an object.
    pub fn view(whole: &str) -> String {
        format!("a view of {whole}")
    }

    /// Objects that reflection makes.
    pub fn reflective(class: &str) -> String {
        format!("the {class} that reflection makes")
    }

    /// Objects of an allocation.
    pub fn made(class: &str, file: &str, line: u32) -> String {
        format!("the {class} made at {file}:{line}")
    }
}

/// The executions that verdicts about every execution leave out.
pub const UNDISTURBED: (&str, &str) = (
    "virtual-machine-errors",
    "of executions that are said to violate a property those are left out in which the virtual machine runs out of memory or \
     stack, cannot load, link or initialize a class, or is stopped from outside",
);

/// The assumption behind events of initializations.
pub const INITIALIZED_BY_THE_PROGRAM: (&str, &str) = (
    "library-initializes-for-the-program",
    "library methods that code of properties calls are not the first to use a class whose initialization is an event",
);

/// The assumptions behind every result.
pub const GENERAL: [(&str, &str); 8] = [
    (
        "separate-compilation",
        "code without sources knows no class, method or field of the sources but those it declares itself, and what \
         annotations, type arguments, casts, class files and resources show it to know: those classes are open",
    ),
    (
        "sources-are-complete",
        "the classes that run were compiled from these sources; no other code of theirs is loaded",
    ),
    (
        "library-conditions-are-pure",
        "library methods called by conditions, `filter` and `where` have no effect, nor has what they call back",
    ),
    (
        "no-scanning-frameworks",
        "no framework finds classes of the sources by scanning the class path, but those that have annotations or are \
         named in resources: they are open",
    ),
    (
        "no-native-changes",
        "native code neither calls methods of the sources nor changes their fields, but as a library would",
    ),
    (
        "library-compares-and-prints",
        "`equals`, `compareTo`, `hashCode` and `toString` of classes without sources store neither their object nor their \
         argument, give it to nobody, run no function or thread and read no stream that they get, and do nothing by \
         reflection with a class; other methods that they override do what the documentation of the JDK says",
    ),
    (
        "library-iterators",
        "a collection whose class is not known, a proxy that the program makes by reflection or through a library among \
         them, gives out a new iterator each time, or the one that empty collections share, and never one that a \
         collection or a handler of the sources gave it; so do streams, directories, paths and \
         loaders of services; the names that `Properties.stringPropertyNames` gives are a copy",
    ),
    (
        "null-names-no-instance",
        "an event whose parameter is null concerns no instance",
    ),
];

/// The assumption about a program with several `main` methods.
pub fn one_main(count: usize) -> String {
    format!(
        "an execution begins with one of the {count} `main` methods, and code outside the sources runs no other one in the \
         same virtual machine"
    )
}

/// The assumption that a log of reflection is true.
pub const TRUE_LOG: &str =
    "the reflective calls that the log names reach what it lists and nothing else";

/// The assumption about objects of libraries that are keys by `equals`.
pub const LIBRARY_KEYS: (&str, &str) = (
    "library-keys",
    "iterators, streams, readers, writers, threads, locks and the like that are made by libraries are equal to themselves alone",
);

/// The assumption that a model is true.
pub const TRUE_MODEL: &str =
    "the methods of the library that the file describes do what it says and nothing else";

/// The assumption that the bodies of library methods are those of the class path: of `first`, the
/// internal name of a class, and of `others`.
pub fn as_their_class_files(first: &str, others: usize) -> String {
    let others = match others {
        0 => String::new(),
        1 => " and 1 more class".to_owned(),
        more => format!(" and {more} more classes"),
    };
    let first = first.to_readable();
    format!(
        "static methods of `{first}`{others} do what their class files on the class path say, and nothing else"
    )
}

/// The words between a property and the reason why it is monitored as written.
pub const AS_WRITTEN: &str = " is monitored as written: ";

/// The assumption about a property that is monitored as written.
pub fn as_written(property: &str, reason: &str) -> String {
    format!("`{property}`{AS_WRITTEN}{reason}")
}

/// The assumption about a type that is missing.
pub fn missing_type(missing: &MissingType) -> String {
    let name = missing.name.to_readable();
    let cost = match missing.calls {
        0 => "no call depends on it".to_owned(),
        1 => "1 call cannot be resolved without it".to_owned(),
        calls => format!("{calls} calls cannot be resolved without it"),
    };
    format!(
        "`{name}` is neither in the sources, on the class path nor in the JDK, and is taken for a library's, none of \
         whose fields and member types hides another; {cost}"
    )
}
