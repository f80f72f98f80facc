//! Numbers, texts and ids as bytes, the most significant byte first.

use crate::failure::Failure;
use crate::id::{ClassId, FieldId, FrameId, IdSizes, MethodId, ObjectId, RequestId};

/// Reads the data of a packet from its begin.
#[derive(Debug)]
pub struct Reader<'b> {
    rest: &'b [u8],
    sizes: IdSizes,
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8], sizes: IdSizes) -> Self {
        Reader { rest: bytes, sizes }
    }

    pub fn bytes(&mut self, length: usize) -> Result<&'b [u8], Failure> {
        let (bytes, rest) = self
            .rest
            .split_at_checked(length)
            .ok_or(Failure::Malformed("length of a packet"))?;
        self.rest = rest;
        Ok(bytes)
    }

    /// A number of so many bytes, at most eight.
    pub fn number(&mut self, size: usize) -> Result<u64, Failure> {
        let bytes = self.bytes(size)?;
        Ok(bytes
            .iter()
            .fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    pub fn byte(&mut self) -> Result<u8, Failure> {
        Ok(self.number(1)? as u8)
    }

    pub fn flag(&mut self) -> Result<bool, Failure> {
        Ok(self.byte()? != 0)
    }

    pub fn short(&mut self) -> Result<u16, Failure> {
        Ok(self.number(2)? as u16)
    }

    pub fn int(&mut self) -> Result<u32, Failure> {
        Ok(self.number(4)? as u32)
    }

    pub fn long(&mut self) -> Result<u64, Failure> {
        self.number(8)
    }

    pub fn text(&mut self) -> Result<String, Failure> {
        let length = self.int()? as usize;
        let bytes = self.bytes(length)?;
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }

    pub fn object(&mut self) -> Result<ObjectId, Failure> {
        self.number(self.sizes.object).map(ObjectId)
    }

    pub fn class(&mut self) -> Result<ClassId, Failure> {
        self.number(self.sizes.class).map(ClassId)
    }

    pub fn method(&mut self) -> Result<MethodId, Failure> {
        self.number(self.sizes.method).map(MethodId)
    }

    pub fn field(&mut self) -> Result<FieldId, Failure> {
        self.number(self.sizes.field).map(FieldId)
    }

    pub fn frame(&mut self) -> Result<FrameId, Failure> {
        self.number(self.sizes.frame).map(FrameId)
    }

    pub fn request(&mut self) -> Result<RequestId, Failure> {
        self.int().map(RequestId)
    }

    /// A list with its length before it. No more room is taken than there are bytes.
    pub fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        let length = self.int()? as usize;
        let mut list = Vec::with_capacity(length.min(self.rest.len()));
        for _ in 0..length {
            list.push(item(self)?);
        }
        Ok(list)
    }
}

/// Writes the data of a packet.
#[derive(Debug)]
pub struct Writer {
    pub bytes: Vec<u8>,
    sizes: IdSizes,
}

impl Writer {
    pub fn new(sizes: IdSizes) -> Self {
        Writer {
            bytes: Vec::new(),
            sizes,
        }
    }

    /// A number in so many bytes, at most eight.
    pub fn number(&mut self, number: u64, size: usize) {
        self.bytes.extend(&number.to_be_bytes()[8 - size..]);
    }

    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    pub fn flag(&mut self, flag: bool) {
        self.byte(flag.into());
    }

    pub fn short(&mut self, short: u16) {
        self.number(short.into(), 2);
    }

    pub fn int(&mut self, int: u32) {
        self.number(int.into(), 4);
    }

    pub fn long(&mut self, long: u64) {
        self.number(long, 8);
    }

    /// A length, or the number of things that follow.
    pub fn length(&mut self, length: usize) {
        self.int(u32::try_from(length).expect("a packet of less than 4 GiB"));
    }

    pub fn text(&mut self, text: &str) {
        self.length(text.len());
        self.bytes.extend(text.as_bytes());
    }

    pub fn object(&mut self, id: ObjectId) {
        self.number(id.0, self.sizes.object);
    }

    pub fn class(&mut self, id: ClassId) {
        self.number(id.0, self.sizes.class);
    }

    pub fn method(&mut self, id: MethodId) {
        self.number(id.0, self.sizes.method);
    }

    pub fn field(&mut self, id: FieldId) {
        self.number(id.0, self.sizes.field);
    }

    pub fn frame(&mut self, id: FrameId) {
        self.number(id.0, self.sizes.frame);
    }
}
