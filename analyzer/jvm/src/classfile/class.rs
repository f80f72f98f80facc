//! The `ClassFile` structure (JVMS 4.1), its members, and the attributes of classes and members.

use std::borrow::Cow;

use super::attribute::{self, put_attributes, read_attributes};
use super::bytes::{Reader, count, put_u16, put_u16s, put_u32, read_all};
use super::{Attribute, ClassFileError, Code, ConstantPool, Result};
use java_types::access::Access;

const MAGIC: u32 = 0xCAFE_BABE;

/// A class file, decoded down to its attributes.
#[derive(Debug, Clone)]
pub struct ClassFile<'a> {
    /// Minor version.
    pub minor: u16,
    /// Major version: 52 for Java 8, 61 for Java 17.
    pub major: u16,
    /// The constant pool.
    pub pool: ConstantPool<'a>,
    /// Flags of the class.
    pub access: Access,
    this_class: u16,
    super_class: u16,
    interfaces: Vec<u16>,
    /// Fields in the order of the file.
    pub fields: Vec<Member<'a>>,
    /// Methods in the order of the file.
    pub methods: Vec<Member<'a>>,
    /// Attributes of the class.
    pub attributes: Vec<Attribute<'a>>,
}

/// A field or method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member<'a> {
    /// Its flags.
    pub access: Access,
    /// Index of the name.
    pub name: u16,
    /// Index of the descriptor.
    pub descriptor: u16,
    /// Its attributes.
    pub attributes: Vec<Attribute<'a>>,
}

/// A method to append to a class.
#[derive(Debug, Clone)]
pub struct NewMethod<'n> {
    /// Its flags.
    pub access: Access,
    /// Its name.
    pub name: &'n str,
    /// Its descriptor.
    pub descriptor: &'n str,
    /// Its body, with `StackMapTable` and `LineNumberTable` among its attributes where it needs
    /// them.
    pub code: Code<'n>,
}

/// A component of a record class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordComponent<'p> {
    /// Its name.
    pub name: Cow<'p, str>,
    /// Descriptor of its type.
    pub descriptor: Cow<'p, str>,
    /// Generic type, if the erased one does not say all.
    pub signature: Option<Cow<'p, str>>,
}

impl<'a> ClassFile<'a> {
    /// Reads a class file. O(n); borrows from `bytes`. Damaged input gives an error here or where
    /// the damaged part is asked for, never a panic.
    ///
    /// # Errors
    /// Where the outer structure is not that of JVMS 4.1.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        read_all(bytes, |r| {
            let magic = r.u32()?;
            if magic != MAGIC {
                return Err(ClassFileError::BadMagic(magic));
            }
            Ok(ClassFile {
                minor: r.u16()?,
                major: r.u16()?,
                pool: ConstantPool::read(r)?,
                access: Access(r.u16()?),
                this_class: r.u16()?,
                super_class: r.u16()?,
                interfaces: r.list(Reader::u16)?,
                fields: r.list(read_member)?,
                methods: r.list(read_member)?,
                attributes: read_attributes(r)?,
            })
        })
    }

    /// The bytes of the class file; those that were read where nothing was edited.
    ///
    /// # Errors
    /// [`ClassFileError::TooLong`] where an edit made a list too long.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        put_u32(&mut out, MAGIC);
        put_u16(&mut out, self.minor);
        put_u16(&mut out, self.major);
        self.pool.write(&mut out);
        put_u16s(
            &mut out,
            &[self.access.0, self.this_class, self.super_class],
        );
        put_u16(
            &mut out,
            count(self.interfaces.len(), "list of interfaces")?,
        );
        put_u16s(&mut out, &self.interfaces);
        put_members(&mut out, &self.fields)?;
        put_members(&mut out, &self.methods)?;
        put_attributes(&mut out, &self.attributes)?;

        Ok(out)
    }

    /// The same class file, borrowing nothing. O(size of the file).
    pub fn into_owned(self) -> ClassFile<'static> {
        let members = |members: Vec<Member<'a>>| members.into_iter().map(Member::into_owned);
        ClassFile {
            pool: self.pool.into_owned(),
            fields: members(self.fields).collect(),
            methods: members(self.methods).collect(),
            attributes: self
                .attributes
                .into_iter()
                .map(Attribute::into_owned)
                .collect(),
            ..self
        }
    }

    /// Internal name (`java/util/Map$Entry`).
    ///
    /// # Errors
    /// Here and in all that follow: where an index or attribute asked for is damaged.
    pub fn name(&self) -> Result<Cow<'_, str>> {
        self.pool.class_name(self.this_class)
    }

    /// Internal name of the superclass; `None` for `java/lang/Object` and modules.
    ///
    /// # Errors
    /// As [`ClassFile::name`].
    pub fn super_name(&self) -> Result<Option<Cow<'_, str>>> {
        self.pool.optional_class_name(self.super_class)
    }

    /// Internal names of the direct superinterfaces, in declaration order.
    ///
    /// # Errors
    /// As [`ClassFile::name`].
    pub fn interfaces(&self) -> Result<Vec<Cow<'_, str>>> {
        self.interfaces
            .iter()
            .map(|&index| self.pool.class_name(index))
            .collect()
    }

    /// The attribute of the class called `name`.
    pub fn attribute(&self, name: &str) -> Option<&Attribute<'a>> {
        attribute::find(&self.attributes, &self.pool, name)
    }

    /// `SourceFile`: the file's name without a folder.
    ///
    /// # Errors
    /// As [`ClassFile::name`].
    pub fn source_file(&self) -> Result<Option<Cow<'_, str>>> {
        text_attribute(self.attribute("SourceFile"), &self.pool)
    }

    /// `Signature` of the class.
    ///
    /// # Errors
    /// As [`ClassFile::name`].
    pub fn signature(&self) -> Result<Option<Cow<'_, str>>> {
        text_attribute(self.attribute("Signature"), &self.pool)
    }

    /// `PermittedSubclasses` of a sealed class, internal names; `None` where the class is not
    /// sealed.
    ///
    /// # Errors
    /// As [`ClassFile::name`].
    pub fn permitted_subclasses(&self) -> Result<Option<Vec<Cow<'_, str>>>> {
        self.attribute("PermittedSubclasses")
            .map(|a| class_list(a, &self.pool))
            .transpose()
    }

    /// The components of a record class; `None` where it is none.
    ///
    /// # Errors
    /// As [`ClassFile::name`].
    pub fn record_components(&self) -> Result<Option<Vec<RecordComponent<'_>>>> {
        let component = |r: &mut Reader<'_>| {
            let (name, descriptor) = (self.pool.text(r.u16()?)?, self.pool.text(r.u16()?)?);
            let attributes = read_attributes(r)?;
            let signature = text_attribute(
                attribute::find(&attributes, &self.pool, "Signature"),
                &self.pool,
            )?;
            Ok(RecordComponent {
                name,
                descriptor,
                signature,
            })
        };
        self.attribute("Record")
            .map(|a| read_all(&a.bytes, |r| r.list(component)))
            .transpose()
    }

    /// The body of method number `method`; `None` where it has none or there is no such method.
    ///
    /// # Errors
    /// As [`Code::parse`].
    pub fn code(&self, method: usize) -> Result<Option<Code<'_>>> {
        self.methods
            .get(method)
            .map_or(Ok(None), |member| member.code(&self.pool))
    }

    /// Replaces the body of method number `method`, which must have one.
    ///
    /// # Errors
    /// As [`Code::to_bytes`]; [`ClassFileError::Malformed`] where there is no body to replace.
    pub fn set_code(&mut self, method: usize, code: &Code<'_>) -> Result<()> {
        let bytes = code.to_bytes()?;
        let pool = &self.pool;
        let member = self.methods.get_mut(method);
        let attribute = member.and_then(|m| m.attributes.iter_mut().find(|a| a.is(pool, "Code")));
        attribute
            .ok_or(ClassFileError::Malformed("method without code"))?
            .bytes = Cow::Owned(bytes);
        Ok(())
    }

    /// Appends a method; gives its number.
    ///
    /// # Errors
    /// As [`Code::to_bytes`]; [`ClassFileError::PoolFull`].
    pub fn append_method(&mut self, method: &NewMethod<'_>) -> Result<usize> {
        let code = Attribute::new(&mut self.pool, "Code", method.code.to_bytes()?)?;
        let name = self.pool.add_utf8(method.name)?;
        let descriptor = self.pool.add_utf8(method.descriptor)?;
        self.methods.push(Member {
            access: method.access,
            name,
            descriptor,
            attributes: vec![code],
        });
        Ok(self.methods.len() - 1)
    }

    /// Appends a field without attributes.
    ///
    /// # Errors
    /// [`ClassFileError::PoolFull`]; [`ClassFileError::TooLong`] where the class has as many fields
    /// as one can have. It has none more then.
    pub fn append_field(&mut self, access: Access, name: &str, descriptor: &str) -> Result<()> {
        count(self.fields.len() + 1, "list of members")?;
        let name = self.pool.add_utf8(name)?;
        let descriptor = self.pool.add_utf8(descriptor)?;
        self.fields.push(Member {
            access,
            name,
            descriptor,
            attributes: Vec::new(),
        });
        Ok(())
    }
}

impl<'a> Member<'a> {
    /// The same member, borrowing nothing.
    fn into_owned(self) -> Member<'static> {
        Member {
            attributes: self
                .attributes
                .into_iter()
                .map(Attribute::into_owned)
                .collect(),
            ..self
        }
    }

    /// Its name.
    ///
    /// # Errors
    /// As [`ClassFile::name`], here and in all that follow.
    pub fn name<'p>(&self, pool: &'p ConstantPool<'_>) -> Result<Cow<'p, str>> {
        pool.text(self.name)
    }

    /// Its descriptor.
    ///
    /// # Errors
    /// As [`ClassFile::name`].
    pub fn descriptor<'p>(&self, pool: &'p ConstantPool<'_>) -> Result<Cow<'p, str>> {
        pool.text(self.descriptor)
    }

    /// The attribute called `name`.
    pub fn attribute(&self, pool: &ConstantPool<'_>, name: &str) -> Option<&Attribute<'a>> {
        attribute::find(&self.attributes, pool, name)
    }

    /// `Signature`.
    ///
    /// # Errors
    /// As [`ClassFile::name`].
    pub fn signature<'p>(&self, pool: &'p ConstantPool<'_>) -> Result<Option<Cow<'p, str>>> {
        text_attribute(self.attribute(pool, "Signature"), pool)
    }

    /// `Exceptions`: internal names of the checked exceptions that a method declares.
    ///
    /// # Errors
    /// As [`ClassFile::name`].
    pub fn exceptions<'p>(&self, pool: &'p ConstantPool<'_>) -> Result<Vec<Cow<'p, str>>> {
        self.attribute(pool, "Exceptions")
            .map_or(Ok(Vec::new()), |a| class_list(a, pool))
    }

    /// `ConstantValue` of a field: the index of the constant.
    ///
    /// # Errors
    /// As [`ClassFile::name`].
    pub fn constant_value(&self, pool: &ConstantPool<'_>) -> Result<Option<u16>> {
        self.attribute(pool, "ConstantValue")
            .map(|a| read_all(&a.bytes, Reader::u16))
            .transpose()
    }

    /// The body of a method; `None` for abstract and native ones, and for fields.
    ///
    /// # Errors
    /// As [`Code::parse`].
    pub fn code(&self, pool: &ConstantPool<'_>) -> Result<Option<Code<'_>>> {
        self.attribute(pool, "Code")
            .map(|a| Code::parse(&a.bytes))
            .transpose()
    }
}

fn text_attribute<'p>(
    attribute: Option<&Attribute<'_>>,
    pool: &'p ConstantPool<'_>,
) -> Result<Option<Cow<'p, str>>> {
    attribute
        .map(|a| read_all(&a.bytes, Reader::u16).and_then(|index| pool.text(index)))
        .transpose()
}

fn class_list<'p>(
    attribute: &Attribute<'_>,
    pool: &'p ConstantPool<'_>,
) -> Result<Vec<Cow<'p, str>>> {
    read_all(&attribute.bytes, |r| r.list(|r| pool.class_name(r.u16()?)))
}

fn read_member<'a>(r: &mut Reader<'a>) -> Result<Member<'a>> {
    Ok(Member {
        access: Access(r.u16()?),
        name: r.u16()?,
        descriptor: r.u16()?,
        attributes: read_attributes(r)?,
    })
}

fn put_members(out: &mut Vec<u8>, members: &[Member<'_>]) -> Result<()> {
    put_u16(out, count(members.len(), "list of members")?);
    for member in members {
        put_u16s(out, &[member.access.0, member.name, member.descriptor]);
        put_attributes(out, &member.attributes)?;
    }
    Ok(())
}
