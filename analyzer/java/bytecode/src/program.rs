//! The door for whole programs: every class file, every method.

use std::collections::BTreeMap;
use std::sync::Arc;

use index_vec::IndexVec;
use ir::{
    AnnotationUse, Class, ClassId, Field, FieldId, FileId, Gap, Hides, Method, MethodId, Program,
    SourceFile, StatementKind,
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
    let mut program = Program {
        files: IndexVec::new(),
        classes: IndexVec::new(),
        methods: IndexVec::new(),
        fields: IndexVec::new(),
        calls: IndexVec::new(),
        points: IndexVec::new(),
        allocations: IndexVec::new(),
        hierarchy: Hierarchy::new(Vec::new(), library),
        annotations: Vec::new(),
        gaps: Vec::new(),
        missing: Vec::new(),
        diagnostics: Vec::new(),
    };
    add(&mut program, files);

    program
}

/// Adds the classes of class files to a program, behind those that it has. Reads and writes of
/// their fields elsewhere in the program name them from then on. As [`load`] otherwise.
///
/// A class that the program has already is a second one of that name: it is left out.
///
/// # Panics
/// If the program holds the code of properties, which comes behind all classes.
pub fn add(program: &mut Program, files: Vec<ClassFileBytes>) {
    let has_properties = program.classes.iter().any(|class| class.is_of_properties);
    assert!(!has_properties, "the code of properties comes last");

    let outcomes: Vec<_> = files.into_par_iter().map(read).collect();
    let (mut classes, mut unread) = (Vec::new(), Vec::new());
    for outcome in outcomes {
        match outcome {
            Ok(class) => classes.push(class),
            Err(error) => unread.push(error),
        }
    }
    let repeated = without_repeated(program, &mut classes);
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

    let first = program.classes.next_idx();
    declare_all(program, &classes, &unread);
    program.diagnostics.extend(repeated);
    let fields = FieldIds::of(program);
    add_bodies(program, &classes, first, &fields);
    fields.name_in(program, first);
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

/// Drops classes that the program has or an earlier file declares, with a finding for each.
fn without_repeated(program: &Program, classes: &mut Vec<Read>) -> Vec<Diagnostic> {
    let root = |class: &Class| program.files[class.file].root.clone();
    let mut known: FxHashMap<Arc<str>, String> = program
        .classes
        .iter()
        .map(|class| (class.name.clone(), root(class)))
        .collect();
    let mut findings = Vec::new();
    classes.retain(|read| {
        let name = &read.class.info().name;
        if is_module(&read.class) {
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

/// Adds the classes without bodies.
fn declare_all(program: &mut Program, classes: &[Read], unread: &[Unread]) {
    let ids = add_files(program, classes, unread);
    let declared = classes.iter().filter(|read| !is_module(&read.class));
    let infos = declared.map(|read| read.class.info().clone());
    program.hierarchy = program.hierarchy.with(infos);
    for read in classes {
        let file = ids[&(read.file.clone(), read.root.clone())];
        if is_module(&read.class) {
            add_annotations(program, &read.class, (None, file));
        } else {
            add_class(program, &read.class, file);
        }
    }
    for unread in unread {
        program.gaps.push(Gap {
            file: ids[&(unread.path.clone(), unread.root.clone())],
            span: Span::default(),
            class: None,
            reason: unread.error.to_string(),
            hides: Hides::Anything,
            missing: None,
        });
    }
}

type FileIds = BTreeMap<(String, String), FileId>;

/// Adds the files in order of path and root. The hash of a source file is that of the hashes of its
/// class files.
fn add_files(program: &mut Program, classes: &[Read], unread: &[Unread]) -> FileIds {
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

    let mut ids = FileIds::new();
    for ((path, root), hashes) in hashes {
        let sha256 = format!("{:x}", Sha256::digest(hashes.concat()));
        let id = program.files.push(SourceFile {
            root: root.clone(),
            path: path.clone(),
            sha256,
            line_starts: vec![0],
            is_compiled: true,
        });
        ids.insert((path, root), id);
    }

    ids
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
    let marked = (!is_package(&class.info().name)).then_some(id);
    add_annotations(program, class, (marked, file));

    Home {
        class: id,
        file,
        first_method,
    }
}

/// Adds the annotations of a class file, as on or in a class of the program.
fn add_annotations(
    program: &mut Program,
    class: &DeclaredClass,
    (marked, file): (Option<ClassId>, FileId),
) {
    let uses = class
        .all_annotations()
        .into_iter()
        .map(|annotation| AnnotationUse {
            annotation: annotation.name,
            class: marked,
            classes: annotation.classes,
            texts: annotation.texts,
            names: annotation.names,
            file,
            span: Span::default(),
        });
    program.annotations.extend(uses);
}

/// Returns whether a class file declares a module (JVMS 4.1): no class.
fn is_module(class: &DeclaredClass) -> bool {
    class.info().access.has(java_types::Access::MODULE)
}

/// Returns whether a class file holds the annotations of a package (JLS 7.4.1).
fn is_package(name: &str) -> bool {
    name.rsplit('/').next() == Some("package-info")
}

/// Adds the bodies of the classes from `first` on.
fn add_bodies(program: &mut Program, classes: &[Read], first: ClassId, fields: &FieldIds) {
    let find = |class: &str, name: &str, descriptor: &str| fields.find(class, name, descriptor);
    let context = Context {
        hierarchy: &program.hierarchy,
        field: &find,
    };
    let added = program.classes.iter_enumerated().skip(first.index());
    let homes: Vec<Home> = added
        .map(|(class, declared)| Home {
            class,
            file: declared.file,
            // A class without methods has no body to place.
            first_method: declared
                .methods
                .first()
                .copied()
                .unwrap_or(MethodId::new(0)),
        })
        .collect();
    let classes: Vec<&Read> = classes
        .iter()
        .filter(|read| !is_module(&read.class))
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

    /// Names the fields of the classes from `first` on in the code of the classes before.
    fn name_in(&self, program: &mut Program, first: ClassId) {
        let (hierarchy, methods) = (&program.hierarchy, &mut program.methods);
        let before = methods.iter_mut().filter(|method| method.class < first);
        let blocks = before
            .filter_map(|method| method.body.as_mut())
            .flat_map(|body| &mut body.blocks);
        for statement in blocks.flat_map(|block| &mut block.statements) {
            let (StatementKind::Load { field, .. } | StatementKind::Store { field, .. }) =
                &mut statement.kind
            else {
                continue;
            };
            if field.field.is_none() {
                let found = hierarchy
                    .resolve_field(&field.owner, &field.name, None)
                    .found();
                field.field = found.and_then(|found| {
                    let descriptor = &found.info().descriptor;
                    self.find(&found.class.name, &field.name, descriptor)
                });
            }
        }
    }

    fn find(&self, class: &str, name: &str, descriptor: &str) -> Option<FieldId> {
        let fields = &self.fields[*self.classes.get(class)?];
        fields
            .get(&(Arc::from(name), descriptor.to_owned()))
            .copied()
    }
}
