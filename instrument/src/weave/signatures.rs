//! Class files with nothing but signatures, of the classes of the sources: what `javac` has to know
//! of a program to compile code that uses it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use java_types::class_info::{
    ClassInfo, Constant, FieldInfo, InnerClassInfo, MethodInfo, stands_for_unseen,
};
use java_types::hierarchy::Hierarchy;
use jvm::classfile::modified_utf8;

use super::files::write_below;

/// Writes the classes of the sources below a folder, as far as code can name them.
///
/// # Errors
/// A file cannot be written.
pub fn write(hierarchy: &Hierarchy, folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for class in hierarchy
        .sources()
        .filter(|class| class.enclosing_method.is_none())
    {
        write_below(
            &folder.join(format!("{}.class", class.name)),
            class_file(class),
        )?;
    }
    Ok(())
}

/// Java 8, which every `javac` reads.
const VERSION: [u16; 2] = [0, 52];

fn class_file(class: &ClassInfo) -> Vec<u8> {
    let mut pool = Pool::default();
    let this = pool.class(&class.name);
    let superclass = pool.class(class.super_name.as_deref().unwrap_or("java/lang/Object"));
    let (unseen, seen): (Vec<&Arc<str>>, Vec<_>) = class
        .interfaces
        .iter()
        .partition(|name| stands_for_unseen(name));
    let interfaces: Vec<u16> = seen.into_iter().map(|name| pool.class(name)).collect();
    let fields: Vec<Vec<u8>> = class
        .fields
        .iter()
        .map(|field| member_of_field(field, &mut pool))
        .collect();

    let methods: Vec<Vec<u8>> = class
        .methods
        .iter()
        .map(|method| member_of_method(method, &mut pool))
        .collect();
    let mut attributes = Vec::new();
    attributes.extend(
        class
            .signature
            .as_ref()
            .map(|signature| pool.signature(&without(signature, &unseen))),
    );

    if !class.inner_classes.is_empty() {
        attributes.push(inner_classes(&class.inner_classes, &mut pool));
    }

    let mut body = words(&[class.access.0, this, superclass]);
    body.extend(counted(
        interfaces.iter().map(|name| name.to_be_bytes().to_vec()),
    ));
    body.extend(counted(fields.into_iter()));
    body.extend(counted(methods.into_iter()));
    body.extend(counted(attributes.into_iter()));
    let mut file = 0xCAFE_BABEu32.to_be_bytes().to_vec();
    file.extend(words(&VERSION));
    file.extend((pool.count + 1).to_be_bytes());
    file.extend(pool.bytes);
    file.extend(body);

    file
}

/// A signature (JVMS 4.7.9.1) without these supertypes.
fn without(signature: &str, supertypes: &[&Arc<str>]) -> String {
    supertypes.iter().fold(signature.to_owned(), |left, name| {
        left.replace(&format!("L{name};"), "")
    })
}

fn member_of_field(field: &FieldInfo, pool: &mut Pool) -> Vec<u8> {
    let head = [
        field.access.0,
        pool.utf8(&field.name),
        pool.utf8(&field.descriptor),
    ];
    let mut attributes: Vec<Vec<u8>> = field
        .signature
        .iter()
        .map(|signature| pool.signature(signature))
        .collect();

    if let Some(constant) = &field.constant {
        let value = pool.constant(constant);
        attributes.push(pool.attribute("ConstantValue", &value.to_be_bytes()));
    }

    [words(&head), counted(attributes.into_iter())].concat()
}

fn member_of_method(method: &MethodInfo, pool: &mut Pool) -> Vec<u8> {
    let head = [
        method.access.0,
        pool.utf8(&method.name),
        pool.utf8(&method.descriptor),
    ];
    let mut attributes: Vec<Vec<u8>> = method
        .signature
        .iter()
        .map(|signature| pool.signature(signature))
        .collect();

    if !method.exceptions.is_empty() {
        let thrown: Vec<u16> = method
            .exceptions
            .iter()
            .map(|name| pool.class(name))
            .collect();
        let list = counted(thrown.iter().map(|name| name.to_be_bytes().to_vec()));
        attributes.push(pool.attribute("Exceptions", &list));
    }

    [words(&head), counted(attributes.into_iter())].concat()
}

fn inner_classes(rows: &[InnerClassInfo], pool: &mut Pool) -> Vec<u8> {
    let rows: Vec<Vec<u8>> = rows
        .iter()
        .map(|row| {
            let outer = row.outer.as_ref().map_or(0, |outer| pool.class(outer));
            let simple_name = row.simple_name.as_ref().map_or(0, |name| pool.utf8(name));
            words(&[pool.class(&row.name), outer, simple_name, row.access.0])
        })
        .collect();
    let list = counted(rows.into_iter());
    pool.attribute("InnerClasses", &list)
}

fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// Returns the number of items, then each of them.
fn counted(items: impl ExactSizeIterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut bytes = (items.len() as u16).to_be_bytes().to_vec();
    items.for_each(|item| bytes.extend(item));
    bytes
}

/// A constant pool under construction.
#[derive(Default)]
struct Pool {
    bytes: Vec<u8>,
    count: u16,
    texts: BTreeMap<String, u16>,
}

impl Pool {
    fn add(&mut self, tag: u8, content: &[u8], slots: u16) -> u16 {
        let index = self.count + 1;
        self.bytes.push(tag);
        // Writing to memory does not fail.
        let _ = self.bytes.write_all(content);
        self.count += slots;
        index
    }

    fn utf8(&mut self, text: &str) -> u16 {
        if let Some(&known) = self.texts.get(text) {
            return known;
        }
        let bytes = modified_utf8::encode(text);
        let content = [&(bytes.len() as u16).to_be_bytes()[..], &bytes].concat();
        let index = self.add(1, &content, 1);
        self.texts.insert(text.to_owned(), index);
        index
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.add(7, &name.to_be_bytes(), 1)
    }

    fn constant(&mut self, constant: &Constant) -> u16 {
        match constant {
            Constant::Int(value) => self.add(3, &value.to_be_bytes(), 1),
            Constant::Float(value) => self.add(4, &value.to_be_bytes(), 1),
            Constant::Long(value) => self.add(5, &value.to_be_bytes(), 2),
            Constant::Double(value) => self.add(6, &value.to_be_bytes(), 2),
            Constant::Str(text) => self.string(text),
            // Which text it is matters to nobody who only compiles.
            Constant::SomeStr => self.string(""),
        }
    }

    fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text);
        self.add(8, &text.to_be_bytes(), 1)
    }

    fn signature(&mut self, signature: &str) -> Vec<u8> {
        let signature = self.utf8(signature);
        self.attribute("Signature", &signature.to_be_bytes())
    }

    fn attribute(&mut self, name: &str, content: &[u8]) -> Vec<u8> {
        let name = self.utf8(name);
        [
            &name.to_be_bytes()[..],
            &(content.len() as u32).to_be_bytes(),
            content,
        ]
        .concat()
    }
}
