//! The list of parts in the format of CycloneDX 1.5 (ECMA-424), as JSON.

use anyhow::Result;
use serde_json::{Value, json};

use crate::content::File;
use crate::crates::{Crate, Crates};

/// Makes `sbom.cdx.json`. It has no number of its own, which would differ each time.
///
/// # Errors
/// None that these values could cause.
pub fn document(crates: &Crates) -> Result<File> {
    let mut root = component(&crates.root);
    root["type"] = json!("application");
    let all = std::iter::once(&crates.root).chain(&crates.others);
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": root },
        "components": crates.others.iter().map(component).collect::<Vec<_>>(),
        "dependencies": all.map(dependency).collect::<Vec<_>>(),
    });
    let text = serde_json::to_string_pretty(&document)?;
    Ok(File::new("sbom.cdx.json", text + "\n"))
}

fn component(one: &Crate) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": one.reference(),
        "name": one.name,
        "version": one.version,
        "purl": one.reference(),
        "licenses": [{ "expression": one.licence }],
    });
    if let Some(checksum) = &one.checksum {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    component
}

fn dependency(one: &Crate) -> Value {
    json!({ "ref": one.reference(), "dependsOn": one.needs })
}
