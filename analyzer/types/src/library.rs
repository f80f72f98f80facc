//! The classes that a program finds beside its sources.

use std::fmt::Debug;
use std::sync::Arc;

use crate::class_info::ClassInfo;

/// The JDK and the class path, as far as an analysis asks.
///
/// A library is a value: it gives the same answer to the same question, from every thread. It may
/// read a class when it is first asked for it, since a program uses few of the many that there are.
/// All names are internal ones.
pub trait Library: Debug + Send + Sync {
    /// Returns the class of this name; `None` if there is none, or if it cannot be read. One name
    /// has one object.
    fn class(&self, name: &str) -> Option<Arc<ClassInfo>>;

    /// Returns the names of the classes of one package, nested ones included, sorted.
    fn classes_in_package(&self, package: &str) -> Vec<Arc<str>>;

    /// Returns whether there is a package of this name (`java/util`), or one below it.
    fn package_exists(&self, package: &str) -> bool;

    /// Returns whether the JDK has a class of this name.
    fn is_of_jdk(&self, name: &str) -> bool;

    /// Returns whether annotations of this type are kept at run time (JLS 9.6.4.2); `false` for a
    /// type that is missing.
    fn keeps_at_run_time(&self, annotation: &str) -> bool;

    /// Returns the module of this dotted name (JLS 7.7).
    fn module(&self, name: &str) -> Option<ModuleInfo>;

    /// Returns the Java release of the JDK: 17, 25.
    fn release(&self) -> u16;
}

/// A module, as far as others see it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModuleInfo {
    /// Its dotted name.
    pub name: String,
    /// Internal names of the packages that it exports to everybody.
    pub exports: Vec<String>,
    /// Names of the modules that it requires for those who require it.
    pub transitive: Vec<String>,
}
