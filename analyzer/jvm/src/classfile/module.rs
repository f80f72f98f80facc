//! The packages that a `module-info` gives to other modules (JVMS 4.7.25).

use super::bytes::Reader;
use super::{ClassFile, ClassFileError, PoolEntry, Result};
use java_types::library::ModuleInfo;

const TRANSITIVE: u16 = 0x0020;

impl ClassFile<'_> {
    /// The module that a `module-info` declares; `None` for a class.
    ///
    /// # Errors
    /// Where the attribute is malformed.
    pub fn module(&self) -> Result<Option<ModuleInfo>> {
        self.attribute("Module")
            .map(|attribute| self.read_module(&mut Reader::new(&attribute.bytes)))
            .transpose()
    }

    /// Reads the attribute up to its exports.
    fn read_module(&self, r: &mut Reader<'_>) -> Result<ModuleInfo> {
        let name = self.module_or_package(r.u16()?)?;
        let [_flags, _version] = [r.u16()?, r.u16()?];
        let required = r.list(|r| Ok([r.u16()?, r.u16()?, r.u16()?]))?;
        let exported = r.list(|r| Ok(([r.u16()?, r.u16()?], r.list(Reader::u16)?)))?;
        let transitive = required
            .iter()
            .filter(|[_, flags, _]| flags & TRANSITIVE != 0);
        let exports = exported.iter().filter(|(_, to)| to.is_empty());

        Ok(ModuleInfo {
            name,
            transitive: transitive
                .map(|&[module, ..]| self.module_or_package(module))
                .collect::<Result<_>>()?,
            exports: exports
                .map(|&([package, _], _)| self.module_or_package(package))
                .collect::<Result<_>>()?,
        })
    }

    fn module_or_package(&self, index: u16) -> Result<String> {
        match self.pool.entry(index)? {
            PoolEntry::Module { name } | PoolEntry::Package { name } => {
                Ok(self.pool.text(name)?.into_owned())
            }
            _ => Err(ClassFileError::BadIndex {
                index,
                expected: "Module or Package",
            }),
        }
    }
}
