//! The classes that are woven.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use java_types::class_info::ClassInfo;
use java_types::hierarchy::Hierarchy;
use jvm::classfile::{ClassFile, ClassFileError};
use jvm::classpath::ClassPath;
use rayon::prelude::*;

use super::added::WOVEN;
use super::analysed::Analysed;
use super::extension::Extension;
use super::input::{InputFile, Inputs};
use super::sites::{Body, ClassSites};
use super::{Notice, WeaveError};

/// The classes to weave.
pub(super) struct Program<'i> {
    /// The classes that are instrumented.
    pub classes: Vec<ProgramClass<'i>>,
    /// Classes that are not instrumented, by name of the file.
    pub others: Vec<&'i str>,
    /// These and all others.
    pub hierarchy: Hierarchy,
    /// Highest class file version.
    pub major: u16,
    /// The fields that instrumented classes can get, in all their versions, by internal name.
    extensions: BTreeMap<Arc<str>, Extension>,
    /// Internal names of the classes that there are several versions of.
    versioned: BTreeSet<Arc<str>>,
}

/// A class to weave.
pub(super) struct ProgramClass<'i> {
    /// The file that it comes from.
    pub file: &'i InputFile,
    /// Its bodies and sites.
    pub sites: ClassSites,
    /// Version of the class file.
    pub major: u16,
    /// Says whether the analysis has read its source.
    pub is_analysed: bool,
}

impl<'i> Program<'i> {
    /// Reads the classes of the inputs.
    ///
    /// # Errors
    /// Damaged ones, and those that have been woven before.
    pub fn read(
        inputs: &'i Inputs,
        class_path: Arc<ClassPath>,
        analysed: &Analysed<'_>,
    ) -> Result<Self, WeaveError> {
        let files: Vec<&InputFile> = inputs.files.iter().filter(|file| file.is_class()).collect();
        let read: Vec<_> = files
            .par_iter()
            .map(|file| read_class(file, analysed))
            .collect();

        let mut classes = Vec::new();
        let mut others = Vec::new();
        let mut infos = Vec::new();
        let mut major = 0;
        let mut versioned = BTreeSet::new();
        let mut extensions: BTreeMap<Arc<str>, Extension> = BTreeMap::new();

        // In order, so that it is always the same file that is complained of.
        for (file, read) in files.into_iter().zip(read) {
            let ReadClass {
                sites,
                info,
                major: its_major,
                extension,
                is_analysed,
            } = read?;
            major = major.max(its_major);
            let extension = if info.source {
                extension
            } else {
                Extension::None
            };
            if let Some(other) = extensions.insert(info.name.clone(), extension) {
                extensions.insert(info.name.clone(), extension.min(other));
                versioned.insert(info.name.clone());
            }

            if info.source {
                classes.push(ProgramClass {
                    file,
                    sites,
                    major: its_major,
                    is_analysed,
                });
            } else {
                others.push(file.name.as_str());
            }
            infos.push(Arc::new(info));
        }

        let hierarchy = Hierarchy::new(infos, class_path);
        let written = classes
            .iter()
            .flat_map(|class: &ProgramClass<'_>| class.sites.constructors_for_others())
            .collect();
        classes
            .par_iter_mut()
            .for_each(|class: &mut ProgramClass<'_>| {
                class.sites.name_object_methods(&hierarchy);
                class.sites.name_written_constructors(&written);
            });
        Ok(Program {
            classes,
            others,
            hierarchy,
            major,
            extensions,
            versioned,
        })
    }

    /// Says which fields a class can get; `None` if it is not instrumented, or can get none.
    pub fn extension_of(&self, class: &str) -> Option<Extension> {
        let extension = *self
            .extensions
            .get(class)
            .filter(|extension| **extension != Extension::None)?;

        // The hierarchy has one version of each class.
        let supertypes = self.hierarchy.supertypes(class);
        let is_versioned = supertypes
            .names()
            .iter()
            .any(|name| self.versioned.contains(name))
            || self.versioned.contains(class);
        let is_serializable = self
            .hierarchy
            .is_subclass(class, "java/io/Serializable")
            .may();
        Some(if is_serializable || is_versioned {
            extension
        } else {
            Extension::Any
        })
    }

    /// The classes whose initializers run before a `main` begins: those that declare or inherit
    /// one, and what is above them (JVMS 5.5).
    pub fn initialized_before_main(&self) -> BTreeSet<String> {
        let declares = |class: &&ProgramClass<'_>| class.sites.bodies.iter().any(is_main);
        let declaring: BTreeSet<&str> = self
            .classes
            .iter()
            .filter(declares)
            .map(|class| &*class.sites.class)
            .collect();

        let has_main = |class: &&ProgramClass<'_>| {
            let supertypes = self.hierarchy.supertypes(&class.sites.class);
            supertypes
                .names()
                .iter()
                .any(|name| declaring.contains(&**name))
        };
        let with_main = self.classes.iter().filter(has_main);

        let mut pending: Vec<String> = with_main
            .map(|class| class.sites.class.to_string())
            .collect();
        let mut found = BTreeSet::new();
        while let Some(name) = pending.pop() {
            if let Some(info) = self
                .hierarchy
                .class(&name)
                .filter(|_| !found.contains(&name))
            {
                pending.extend(info.direct_supertypes().map(|above| above.to_string()));
                found.insert(name);
            }
        }
        found
    }

    /// Says whether objects of some class of the program may be finalized (JLS 12.6).
    pub fn has_finalizers(&self) -> bool {
        self.hierarchy.sources().any(|class| {
            let supertypes = self.hierarchy.supertypes(&class.name);
            let mut found = supertypes
                .names()
                .iter()
                .filter_map(|name| self.hierarchy.class(name));
            !supertypes.complete() || found.any(|class| finalizes(&class))
        })
    }

    /// Says whether the analysis has read no class of the program.
    fn is_another(&self) -> bool {
        let has_classes = !self.classes.is_empty() || !self.others.is_empty();
        has_classes && self.classes.iter().all(|class| !class.is_analysed)
    }

    /// Refuses classes that have nothing to do with the plan.
    ///
    /// # Errors
    /// [`WeaveError::OtherProgram`].
    pub fn refuse_another(&self) -> Result<(), WeaveError> {
        let first = self
            .classes
            .iter()
            .map(|class| class.file.name.as_str())
            .chain(self.others.iter().copied())
            .next();
        match first.filter(|_| self.is_another()) {
            Some(first) => Err(WeaveError::OtherProgram(first.to_owned())),
            None => Ok(()),
        }
    }

    /// Gives the notice for the user about classes that are not instrumented.
    pub fn others_notice(&self) -> Option<Notice> {
        let first = (*self.others.first()?).to_owned();
        let classes = self.others.len();
        Some(Notice::LeftAsCompiled { classes, first })
    }
}

/// Says whether a class has a finalizer that does something; those of two classes are empty.
fn finalizes(class: &ClassInfo) -> bool {
    let is_trivial = matches!(&*class.name, "java/lang/Object" | "java/lang/Enum");
    !is_trivial && class.method("finalize", "()V").is_some()
}

/// A class as it is read.
struct ReadClass {
    sites: ClassSites,
    info: ClassInfo,
    major: u16,
    extension: Extension,
    is_analysed: bool,
}

fn read_class(file: &InputFile, analysed: &Analysed<'_>) -> Result<ReadClass, WeaveError> {
    let damaged = |source| class_error(file, None, source);
    if file.name.starts_with("residua/runtime/") {
        return Err(WeaveError::WovenBefore {
            class: file.name.clone(),
        });
    }
    let class = ClassFile::parse(&file.bytes).map_err(damaged)?;
    if class.attribute(WOVEN).is_some() {
        return Err(WeaveError::WovenBefore {
            class: file.name.clone(),
        });
    }

    let name = class.name().map_err(damaged)?;
    let sites = ClassSites::of(&class, analysed.knows_all_of(&name)).map_err(damaged)?;
    let mut info = jvm::class_info(&class).map_err(damaged)?;
    let is_analysed = analysed.has(&info.name, class.source_file().map_err(damaged)?.as_deref());
    info.source = is_analysed || analysed.is_beside(&class).map_err(damaged)?;
    let extension = Extension::of(&class).map_err(damaged)?;
    Ok(ReadClass {
        sites,
        info,
        major: class.major,
        extension,
        is_analysed,
    })
}

/// Makes the error that something is wrong with a class, or a method of it.
pub(super) fn class_error(
    file: &InputFile,
    method: Option<String>,
    source: ClassFileError,
) -> WeaveError {
    WeaveError::Class {
        class: file.name.clone(),
        method,
        source,
    }
}

/// `main` as the launcher finds it.
pub(super) fn is_main(body: &Body) -> bool {
    let is_one = matches!(&*body.descriptor, "([Ljava/lang/String;)V" | "()V");
    &*body.name == "main" && !body.access.is_private() && is_one
}
