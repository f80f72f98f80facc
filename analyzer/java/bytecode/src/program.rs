//! The door for whole programs: every class file, every method.

use std::collections::BTreeMap;
use std::sync::Arc;

use index_vec::IndexVec;
use ir::{
    AnnotationUse, Class, ClassId, Field, FieldId, FileId, Gap, Hides, Method, MethodId, Program,
    SourceFile,
};
use java_types::Library;
use java_types::descriptor::Type;
use java_types::hierarchy::Hierarchy;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use text::{Diagnostic, Span};

use crate::annotations::Annotation;
use crate::class::{DeclaredClass, declare};
use crate::error::BytecodeError;
use crate::lower::{LoweredBody, lower, unreadable};
use crate::place::{Context, Home};

/// A class file.
#[derive(Debug, Clone)]
pub struct ClassFileBytes {
    /// The folder or jar, as the user gave it.
    pub root: String,
    /// Path below the root, with `/`.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A class file that was read, and where its code stands.
struct Read {
    root: String,
    file: String,
    sha256: String,
    class: DeclaredClass,
}

/// A class file that was not read.
struct Unread {
    root: String,
    path: String,
    sha256: String,
    error: BytecodeError,
}

/// Lowers class files to a program, in parallel. `library` has the classes beside them. Of two
/// class files that declare one class the first one counts, as on a class path. A class file or a
/// method that cannot be read is a [`Gap`].
///
/// ```
/// use std::sync::Arc;
///
/// use java_bytecode::{ClassFileBytes, load};
/// use jvm::{classpath::ClassPath, jdk::Jdk};
///
/// let jdk = Jdk::from_environment().unwrap();
/// let bytes = jdk.class_bytes("java/util/Optional").unwrap().unwrap();
/// let path = "java/util/Optional.class".to_owned();
/// let file = ClassFileBytes { root: "java.base".to_owned(), path, bytes };
/// let library = Arc::new(ClassPath::open(&[], &jdk).unwrap());
///
/// let program = load(vec![file], library);
/// assert!(ir::verify(&program).is_empty());
/// assert!(ir::print(&program).contains("method isPresent()Z"));
/// ```
pub fn load(files: Vec<ClassFileBytes>, library: Arc<dyn Library>) -> Program {
    let outcomes: Vec<_> = files.into_par_iter().map(read).collect();
    let (mut classes, mut unread) = (Vec::new(), Vec::new());
    for outcome in outcomes {
        match outcome {
            Ok(class) => classes.push(class),
            Err(error) => unread.push(error),
        }
    }
    let diagnostics = without_repeated(&mut classes);
    classes.retain(|read| !read.class.info().access.has(java_types::Access::MODULE));
    classes.sort_by(|a, b| {
        let key = |read: &Read| {
            (
                read.file.clone(),
                read.root.clone(),
                read.class.info().name.clone(),
            )
        };
        key(a).cmp(&key(b))
    });
    unread.sort_by(|a, b| (&a.path, &a.root).cmp(&(&b.path, &b.root)));

    let mut program = declared(&classes, &unread, library);
    program.diagnostics = diagnostics;
    add_bodies(&mut program, &classes);

    program
}

fn read(file: ClassFileBytes) -> Result<Read, Unread> {
    let sha256 = format!("{:x}", Sha256::digest(&file.bytes));
    match declare(&file.path, &file.bytes) {
        Ok(class) => Ok(Read {
            file: class.file(),
            root: file.root,
            sha256,
            class,
        }),
        Err(error) => Err(Unread {
            root: file.root,
            path: file.path,
            sha256,
            error,
        }),
    }
}

/// Drops classes that an earlier file declares, with a finding for each.
fn without_repeated(classes: &mut Vec<Read>) -> Vec<Diagnostic> {
    let mut known: FxHashMap<Arc<str>, String> = FxHashMap::default();
    let mut findings = Vec::new();
    classes.retain(|read| {
        let name = &read.class.info().name;
        if read.class.info().access.has(java_types::Access::MODULE) {
            return true;
        }
        let Some(first) = known.get(name) else {
            known.insert(name.clone(), read.root.clone());
            return true;
        };
        findings.push(Diagnostic::warning(
            &read.class.path,
            Span::default(),
            "repeated-class",
            format!("`{name}` is also in `{first}`: using that one, as the JVM does"),
        ));
        false
    });

    findings
}

/// The program without bodies.
fn declared(classes: &[Read], unread: &[Unread], library: Arc<dyn Library>) -> Program {
    let (files, ids) = files(classes, unread);
    let infos: Vec<_> = classes
        .iter()
        .map(|read| read.class.info().clone())
        .collect();
    let mut program = Program {
        files,
        classes: IndexVec::new(),
        methods: IndexVec::new(),
        fields: IndexVec::new(),
        calls: IndexVec::new(),
        points: IndexVec::new(),
        allocations: IndexVec::new(),
        hierarchy: Hierarchy::new(infos, library),
        annotations: Vec::new(),
        gaps: Vec::new(),
        missing: Vec::new(),
        diagnostics: Vec::new(),
    };
    for read in classes {
        let file = ids[&(read.file.clone(), read.root.clone())];
        add_class(&mut program, &read.class, file);
    }
    for unread in unread {
        program.gaps.push(Gap {
            file: ids[&(unread.path.clone(), unread.root.clone())],
            span: Span::default(),
            class: None,
            reason: unread.error.to_string(),
            hides: Hides::Anything,
        });
    }

    program
}

type FileIds = BTreeMap<(String, String), FileId>;

/// The files in order of path and root. The hash of a source file is that of the hashes of its class
/// files.
fn files(classes: &[Read], unread: &[Unread]) -> (IndexVec<FileId, SourceFile>, FileIds) {
    let mut hashes: BTreeMap<(String, String), Vec<&str>> = BTreeMap::new();
    for read in classes {
        let hashes = hashes
            .entry((read.file.clone(), read.root.clone()))
            .or_default();
        hashes.push(&read.sha256);
    }
    for unread in unread {
        let hashes = hashes
            .entry((unread.path.clone(), unread.root.clone()))
            .or_default();
        hashes.push(&unread.sha256);
    }

    let mut files = IndexVec::new();
    let mut ids = FileIds::new();
    for ((path, root), hashes) in hashes {
        let sha256 = format!("{:x}", Sha256::digest(hashes.concat()));
        let id = files.push(SourceFile {
            root: root.clone(),
            path: path.clone(),
            sha256,
            line_starts: vec![0],
        });
        ids.insert((path, root), id);
    }

    (files, ids)
}

/// Adds a declared class with its members, without bodies. Gives the ids of the class.
pub fn add_class(program: &mut Program, class: &DeclaredClass, file: FileId) -> Home {
    let id = program.classes.next_idx();
    let first_method = program.methods.next_idx();
    let mut fields = Vec::new();
    for field in &class.info().fields {
        let ty = Type::parse(&field.descriptor).unwrap_or_else(|_| Type::object());
        fields.push(program.fields.push(Field {
            class: id,
            name: field.name.clone(),
            ty,
            access: field.access.0,
        }));
    }
    let mut methods = Vec::new();
    for method in class.methods() {
        methods.push(
            program.methods.push(Method {
                class: id,
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                access: method.access.0,
                kind: method.kind,
                span: Span::default(),
                enclosing: method.enclosing.clone(),
                annotations: class
                    .annotations_of(method)
                    .iter()
                    .map(Annotation::dotted)
                    .collect(),
                body: None,
            }),
        );
    }
    program.classes.push(Class {
        name: class.info().name.clone(),
        file,
        span: Span::default(),
        info: class.info().clone(),
        methods,
        fields,
        annotations: class
            .own_annotations()
            .iter()
            .map(Annotation::dotted)
            .collect(),
        is_of_properties: false,
    });
    let uses = class
        .all_annotations()
        .into_iter()
        .map(|annotation| AnnotationUse {
            annotation: annotation.name,
            class: Some(id),
            classes: annotation.classes,
            texts: annotation.texts,
            names: annotation.names,
            file,
            span: Span::default(),
        });
    program.annotations.extend(uses);

    Home {
        class: id,
        file,
        first_method,
    }
}

fn add_bodies(program: &mut Program, classes: &[Read]) {
    let fields = FieldIds::of(program);
    let find = |class: &str, name: &str, descriptor: &str| fields.find(class, name, descriptor);
    let context = Context {
        hierarchy: &program.hierarchy,
        field: &find,
    };
    let homes: Vec<Home> = program
        .classes
        .iter_enumerated()
        .scan(MethodId::new(0), |next, (class, declared)| {
            let first_method = *next;
            *next += declared.methods.len();
            Some(Home {
                class,
                file: declared.file,
                first_method,
            })
        })
        .collect();
    let bodies: Vec<Vec<(usize, LoweredBody)>> = classes
        .par_iter()
        .zip(&homes)
        .map(|(read, &home)| bodies(&read.class, &context, home))
        .collect();

    for (bodies, home) in bodies.into_iter().zip(homes) {
        for (method, body) in bodies {
            body.add_to(program, home.method(method));
        }
    }
}

fn bodies(class: &DeclaredClass, context: &Context<'_>, home: Home) -> Vec<(usize, LoweredBody)> {
    let methods = class.methods().iter().enumerate();
    let with_body = methods.filter(|(_, method)| method.has_body());
    let lowered = with_body.map(|(number, _)| {
        let body = lower(class, number, context, home)
            .unwrap_or_else(|error| unreadable(class, number, home, &error));
        (number, body)
    });
    lowered.collect()
}

/// The fields of a program by class and name.
struct FieldIds {
    classes: FxHashMap<Arc<str>, ClassId>,
    /// By class: name, descriptor and id.
    fields: IndexVec<ClassId, FxHashMap<(Arc<str>, String), FieldId>>,
}

impl FieldIds {
    fn of(program: &Program) -> Self {
        let mut ids = FieldIds {
            classes: FxHashMap::default(),
            fields: IndexVec::new(),
        };
        for (id, class) in program.classes.iter_enumerated() {
            ids.classes.insert(class.name.clone(), id);
            let fields = class.fields.iter().map(|&field| {
                let declared = &program.fields[field];
                ((declared.name.clone(), declared.ty.to_string()), field)
            });
            ids.fields.push(fields.collect());
        }
        ids
    }

    fn find(&self, class: &str, name: &str, descriptor: &str) -> Option<FieldId> {
        let fields = &self.fields[*self.classes.get(class)?];
        fields
            .get(&(Arc::from(name), descriptor.to_owned()))
            .copied()
    }
}
