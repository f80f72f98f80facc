//! The codes in sources, which are read as Rust.
//!
//! A function with a parameter `code: &str` reports: a literal or a constant that is given for it is
//! a code. So is the field `code` of a value. Where a function gives a variable `code` that is no
//! parameter of it, every literal of the function that looks like a code is one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Expr, FnArg, Item, ItemImpl, Lit, Pat, Signature, Token, Type};
use walkdir::WalkDir;

/// Folders of the product.
const FOLDERS: [&str; 5] = ["src", "date", "analyzer", "instrument", "predict"];

/// Folders of tests and the like.
const OTHERS: [&str; 3] = ["tests", "benches", "examples"];

/// The folder of the crate whose functions all crates report with.
const SHARED: &str = "date/text";

/// The codes in the sources of the product, tests left out.
pub fn codes(workspace: &Path) -> BTreeSet<String> {
    let crates = crates(workspace);
    let shared = crates.get(&workspace.join(SHARED)).expect("a crate");
    crates
        .values()
        .flat_map(|files| codes_of(files, shared))
        .collect()
}

/// The sources of each crate by its folder.
fn crates(workspace: &Path) -> BTreeMap<PathBuf, Vec<syn::File>> {
    let folders = FOLDERS.iter().map(|folder| workspace.join(folder));
    let entries = folders.flat_map(|folder| {
        let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
        entries.filter_entry(|entry| !OTHERS.iter().any(|other| entry.file_name() == *other))
    });
    let paths = entries.flatten().map(|entry| entry.into_path());
    let sources = paths.filter(|path| {
        path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs")
    });

    let mut crates: BTreeMap<PathBuf, Vec<syn::File>> = BTreeMap::new();
    for source in sources {
        let text = fs::read_to_string(&source).expect("a source can be read");
        let file = syn::parse_file(&text).expect("a source is Rust");
        let mut folders = source.ancestors();
        let own = folders.find(|folder| folder.join("Cargo.toml").exists());
        let own = own.expect("a source is in a crate").to_owned();
        crates.entry(own).or_default().push(file);
    }
    crates
}

/// The codes in the sources of a crate.
fn codes_of(files: &[syn::File], shared: &[syn::File]) -> BTreeSet<String> {
    let mut declared = Declared::default();
    let all = files.iter().chain(shared);
    all.for_each(|file| declared.visit_file(file));

    let mut codes = BTreeSet::new();
    for file in files {
        declared.constants = constants(file);
        let mut found = Found::new(&declared, None);
        found.visit_file(file);
        codes.extend(found.codes);
    }
    codes
}

/// The constants of a source that are texts.
fn constants(file: &syn::File) -> BTreeMap<String, String> {
    let constants = file.items.iter().filter_map(|item| match item {
        Item::Const(constant) => Some((constant.ident.to_string(), text_of(&constant.expr)?)),
        _ => None,
    });
    constants.collect()
}

/// Returns whether a text looks like a code.
fn is_code(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    text.split('-').all(is_word)
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Ident>()
                .is_ok_and(|condition| condition == "test")
    })
}

/// Functions that report, and the constants of the source at hand.
#[derive(Default)]
struct Declared {
    /// By name, with the type before it if it has no receiver: where the code stands among the
    /// arguments.
    reporting: BTreeMap<String, BTreeSet<usize>>,
    constants: BTreeMap<String, String>,
    around: Option<String>,
}

impl Declared {
    fn declare(&mut self, signature: &Signature) {
        let has_receiver = signature.receiver().is_some();
        let place = signature.inputs.iter().position(is_code_parameter);
        let Some(place) = place else { return };
        let name = signature.ident.to_string();
        let (name, place) = match &self.around {
            Some(_) if has_receiver => (format!(".{name}"), place - 1),
            Some(around) => (format!("{around}::{name}"), place),
            None => (name, place),
        };
        self.reporting.entry(name).or_default().insert(place);
    }
}

/// `code: &str`.
fn is_code_parameter(parameter: &FnArg) -> bool {
    let FnArg::Typed(typed) = parameter else {
        return false;
    };
    let is_named = matches!(&*typed.pat, Pat::Ident(name) if name.ident == "code");
    let is_text = matches!(&*typed.ty, Type::Reference(reference)
        if matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str")));
    is_named && is_text
}

fn name_of(implementation: &ItemImpl) -> Option<String> {
    let Type::Path(path) = &*implementation.self_ty else {
        return None;
    };
    path.path.segments.last().map(|last| last.ident.to_string())
}

impl<'a> Visit<'a> for Declared {
    fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, implementation: &'a ItemImpl) {
        self.around = name_of(implementation);
        visit::visit_item_impl(self, implementation);
        self.around = None;
    }

    fn visit_signature(&mut self, signature: &'a Signature) {
        self.declare(signature);
    }
}

fn text_of(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// A function that is being read.
#[derive(Default)]
struct Function {
    has_code: bool,
    /// True if it gives a variable `code` that is no parameter.
    gives_variable: bool,
    texts: BTreeSet<String>,
}

struct Found<'d> {
    declared: &'d Declared,
    around: Option<String>,
    functions: Vec<Function>,
    codes: BTreeSet<String>,
}

impl<'d> Found<'d> {
    fn new(declared: &'d Declared, around: Option<String>) -> Self {
        Found {
            declared,
            around,
            functions: Vec::new(),
            codes: BTreeSet::new(),
        }
    }

    /// Takes what is given for a code.
    fn take(&mut self, given: &Expr) {
        if let Some(text) = text_of(given).filter(|text| is_code(text)) {
            self.codes.insert(text);
        }
        let Expr::Path(path) = given else { return };
        let Some(name) = path.path.segments.last() else {
            return;
        };
        let name = name.ident.to_string();
        if let Some(text) = self.declared.constants.get(&name) {
            self.codes.insert(text.clone());
        } else if name == "code"
            && let Some(function) = self.functions.last_mut()
        {
            function.gives_variable |= !function.has_code;
        }
    }

    fn call(&mut self, name: &str, arguments: &Punctuated<Expr, Token![,]>) {
        let Some(places) = self.declared.reporting.get(name) else {
            return;
        };
        for &place in places {
            if let Some(argument) = arguments.get(place) {
                self.take(argument);
            }
        }
    }

    fn function(&mut self, signature: &Signature, visit: impl FnOnce(&mut Self)) {
        self.functions.push(Function {
            has_code: signature.inputs.iter().any(is_code_parameter),
            ..Function::default()
        });
        visit(self);
        let function = self.functions.pop().unwrap_or_default();
        if function.gives_variable {
            self.codes.extend(function.texts);
        }
    }
}

impl<'a> Visit<'a> for Found<'_> {
    fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, implementation: &'a ItemImpl) {
        self.around = name_of(implementation);
        visit::visit_item_impl(self, implementation);
        self.around = None;
    }

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.function(&item.sig, |found| visit::visit_item_fn(found, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.function(&item.sig, |found| visit::visit_impl_item_fn(found, item));
    }

    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        if let Expr::Path(path) = &*call.func {
            let names: Vec<String> = path
                .path
                .segments
                .iter()
                .map(|s| s.ident.to_string())
                .collect();
            let name = names.last().cloned().unwrap_or_default();
            if let [.., of, _] = &*names {
                let of = match &self.around {
                    Some(around) if of == "Self" => around,
                    _ => of,
                };
                self.call(&format!("{of}::{name}"), &call.args);
            }
            self.call(&name, &call.args);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        self.call(&format!(".{}", call.method), &call.args);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_field_value(&mut self, field: &'a syn::FieldValue) {
        if matches!(&field.member, syn::Member::Named(name) if name == "code") {
            self.take(&field.expr);
        }
        visit::visit_field_value(self, field);
    }

    fn visit_lit_str(&mut self, text: &'a syn::LitStr) {
        if let Some(function) = self.functions.last_mut()
            && is_code(&text.value())
        {
            function.texts.insert(text.value());
        }
    }

    /// `vec![..]` and the like have expressions as arguments.
    fn visit_macro(&mut self, invoked: &'a syn::Macro) {
        let arguments = invoked.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        let Ok(arguments) = arguments else { return };
        for argument in &arguments {
            let mut inner = Found::new(self.declared, self.around.clone());
            inner.visit_expr(argument);
            self.codes.extend(inner.codes);
        }
    }
}
