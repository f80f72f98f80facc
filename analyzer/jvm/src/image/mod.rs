//! The JDK's run-time image (`lib/modules`): the one place that knows the format of images.

mod directory;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use ristretto_jimage::Image;

use directory::Directory;

/// An image, and which module each package of it is in.
#[derive(Debug)]
pub(crate) struct JdkImage {
    image: Image,
    directory: Directory,
}

impl JdkImage {
    /// Opens an image and finds its packages. O(resources); no class is decoded.
    ///
    /// # Errors
    /// Says in words why the image cannot be read.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let directory = Directory::read(path)?;
        // The reader panics on some damaged images.
        let opened = catch_unwind(|| Image::from_file(path).map_err(|e| e.to_string()));
        let image = opened.unwrap_or_else(|_| Err("the image is damaged".to_owned()))?;
        Ok(JdkImage { image, directory })
    }

    /// The bytes of a class by internal name.
    pub(crate) fn class(&self, name: &str) -> Option<Vec<u8>> {
        let (package, _) = name.rsplit_once('/')?;
        self.resource(&format!(
            "/{}/{name}.class",
            self.directory.module(package)?
        ))
    }

    /// The bytes of the `module-info` of a module.
    pub(crate) fn module_info(&self, module: &str) -> Option<Vec<u8>> {
        self.resource(&format!("/{module}/module-info.class"))
    }

    fn resource(&self, path: &str) -> Option<Vec<u8>> {
        let read = || {
            self.image
                .get_resource(path)
                .ok()
                .map(|resource| resource.data().to_vec())
        };
        catch_unwind(AssertUnwindSafe(read)).unwrap_or(None)
    }

    /// All packages, sorted.
    pub(crate) fn packages(&self) -> impl Iterator<Item = &str> {
        self.directory.packages()
    }

    /// Simple binary names of a package's classes, sorted.
    pub(crate) fn classes_in(&self, package: &str) -> Vec<&str> {
        self.directory.classes_in(package)
    }
}
