//! The items that are compared: those of a lowered body, and those that instructions stand for.

use std::collections::BTreeMap;

use ir::{AllocationKind, Body, CallKind, Field, LocalId, Method, Program, StatementKind, Target};
use java_types::descriptor::{MethodDescriptor, Primitive, Type};

use super::oracle::{Constant, Dynamic, Instruction, Member, Operands};

/// A statement, or a part of what a dynamic call does, without its locals.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    Call {
        kind: &'static str,
        owner: String,
        name: String,
        descriptor: String,
    },
    /// An access to a field, with the computational type of the value.
    Field {
        kind: &'static str,
        owner: String,
        name: String,
        value: char,
    },
    New(String),
    /// An access to an element, with the computational type of the value.
    Element {
        is_load: bool,
        value: char,
    },
    Monitor {
        enter: bool,
    },
    Function {
        interface: String,
        name: String,
    },
    /// A call of a method that is not known.
    UnknownCall,
    /// Code that cannot be followed.
    Unknown,
}

/// The items of an instruction, with the name of their kind if it is no plain one.
pub type Expected = (Option<&'static str>, Vec<Item>);

/// The kind of an item in messages.
impl Item {
    pub fn noun(&self) -> &'static str {
        match self {
            Item::Call { .. } => "call",
            Item::Field { .. } => "field access",
            Item::New(_) => "allocation",
            Item::Element { .. } => "element access",
            Item::Monitor { .. } => "monitor",
            Item::Function { .. } => "function object",
            Item::UnknownCall | Item::Unknown => "gap",
        }
    }
}

/// The part of the lowered program that an item leads to.
#[derive(Debug, Clone, Copy)]
pub enum Leads<'p> {
    Nowhere,
    /// The method that a function object runs.
    Runs(&'p Method),
    /// The field that is accessed, if a class of the program declares it.
    Accesses(&'p Field),
}

/// The items of a lowered body, in order.
pub fn lowered_items<'p>(program: &'p Program, body: &Body) -> Vec<(Item, Leads<'p>)> {
    let statements = body.statements();
    statements
        .filter_map(|statement| lowered_one(program, body, &statement.kind))
        .collect()
}

fn lowered_one<'p>(
    program: &'p Program,
    body: &Body,
    kind: &StatementKind,
) -> Option<(Item, Leads<'p>)> {
    let value = |local: LocalId| computational(&body.locals[local].ty);
    let item = match kind {
        StatementKind::Call(site) => call(program, *site),
        StatementKind::Load {
            target,
            object,
            field,
        } => Item::Field {
            kind: if object.is_some() {
                "get"
            } else {
                "get static"
            },
            owner: field.owner.to_string(),
            name: field.name.to_string(),
            value: value(*target),
        },
        StatementKind::Store {
            object,
            field,
            source,
        } => Item::Field {
            kind: if object.is_some() {
                "put"
            } else {
                "put static"
            },
            owner: field.owner.to_string(),
            name: field.name.to_string(),
            value: value(*source),
        },
        StatementKind::ArrayLoad { target, .. } => Item::Element {
            is_load: true,
            value: value(*target),
        },
        StatementKind::ArrayStore { source, .. } => Item::Element {
            is_load: false,
            value: value(*source),
        },
        StatementKind::Monitor { enter, .. } => Item::Monitor { enter: *enter },
        StatementKind::Unknown => Item::Unknown,
        StatementKind::Allocate { site, .. } => {
            let site = &program.allocations[*site];
            match &site.kind {
                AllocationKind::Functional {
                    interface,
                    name,
                    body,
                    ..
                } => {
                    let item = Item::Function {
                        interface: interface.to_string(),
                        name: name.to_string(),
                    };
                    return Some((item, Leads::Runs(&program.methods[*body])));
                }
                _ => Item::New(site.ty.to_string()),
            }
        }
        _ => return None,
    };

    let leads = match kind {
        StatementKind::Load { field, .. } | StatementKind::Store { field, .. } => field
            .field
            .map_or(Leads::Nowhere, |id| Leads::Accesses(&program.fields[id])),
        _ => Leads::Nowhere,
    };
    Some((item, leads))
}

/// The call of a site.
pub fn call(program: &Program, site: ir::CallSiteId) -> Item {
    let site = &program.calls[site];
    match &site.target {
        Target::Resolved(target) => Item::Call {
            kind: match site.kind {
                CallKind::Static => "static",
                CallKind::Special => "special",
                CallKind::Virtual => "virtual",
                CallKind::Interface => "interface",
            },
            owner: target.owner.to_string(),
            name: target.name.to_string(),
            descriptor: target.descriptor.to_string(),
        },
        _ => Item::UnknownCall,
    }
}

/// One of the letters I, J, F, D and A.
fn computational(ty: &Type) -> char {
    match ty {
        Type::Primitive(Primitive::Long) => 'J',
        Type::Primitive(Primitive::Float) => 'F',
        Type::Primitive(Primitive::Double) => 'D',
        Type::Primitive(_) => 'I',
        Type::Class(_) | Type::Array(_) => 'A',
    }
}

fn of_descriptor(descriptor: &str) -> char {
    match descriptor.chars().next() {
        Some(letter @ ('J' | 'F' | 'D')) => letter,
        Some('L' | '[') => 'A',
        _ => 'I',
    }
}

/// The items that an instruction may stand for: the first that fit count.
pub fn expected(instruction: &Instruction) -> Vec<Expected> {
    let opcode = instruction.opcode;
    let plain = |item: Item| vec![(None, vec![item])];
    match &instruction.operands {
        Operands::Member(member) if opcode >= 182 => {
            let kinds = ["virtual", "special", "static", "interface"];
            plain(call_of(kinds[usize::from(opcode) - 182], member))
        }
        Operands::Member(member) => {
            let kinds = ["get static", "put static", "get", "put"];
            plain(field_of(kinds[usize::from(opcode) - 178], member))
        }
        Operands::Type(name) if opcode == 187 => plain(Item::New(format!("L{name};"))),
        Operands::Type(name) if name.starts_with('[') => plain(Item::New(format!("[{name}"))),
        Operands::Type(name) => plain(Item::New(format!("[L{name};"))),
        Operands::Primitive(code) => {
            let letter = "ZCFDBSIJ".chars().nth(usize::from(*code).wrapping_sub(4));
            plain(Item::New(format!("[{}", letter.unwrap_or('?'))))
        }
        Operands::Dimensions(name, count) => {
            let types = (0..usize::from(*count)).map(|at| Item::New(name[at..].to_owned()));
            let stores = (1..*count).map(|_| Item::Element {
                is_load: false,
                value: 'A',
            });
            let kind = (*count > 1).then_some("arrays of several dimensions");
            vec![(kind, types.chain(stores).collect())]
        }
        Operands::Dynamic(dynamic) => of_dynamic_call(dynamic),
        Operands::Constant(constant) => of_constant(constant),
        Operands::None => plain(match opcode {
            194 | 195 => Item::Monitor {
                enter: opcode == 194,
            },
            46..=53 => Item::Element {
                is_load: true,
                value: letter_of_element(opcode - 46),
            },
            _ => Item::Element {
                is_load: false,
                value: letter_of_element(opcode - 79),
            },
        }),
    }
}

fn letter_of_element(position: u8) -> char {
    match position {
        1 => 'J',
        2 => 'F',
        3 => 'D',
        4 => 'A',
        _ => 'I',
    }
}

fn call_of(kind: &'static str, member: &Member) -> Item {
    Item::Call {
        kind,
        owner: member.owner.clone(),
        name: member.name.clone(),
        descriptor: member.descriptor.clone(),
    }
}

fn field_of(kind: &'static str, member: &Member) -> Item {
    Item::Field {
        kind,
        owner: member.owner.clone(),
        name: member.name.clone(),
        value: of_descriptor(&member.descriptor),
    }
}

fn static_call(owner: &str, name: &str, descriptor: &str) -> Item {
    Item::Call {
        kind: "static",
        owner: owner.to_owned(),
        name: name.to_owned(),
        descriptor: descriptor.to_owned(),
    }
}

fn of_dynamic_call(dynamic: &Dynamic) -> Vec<Expected> {
    let linker = &dynamic.bootstrap.member;
    let unknown = linked(dynamic);
    let parameters = MethodDescriptor::parse(&dynamic.descriptor);
    let (parameters, result) = parameters.map_or((Vec::new(), None), |parsed| {
        (parsed.parameters, parsed.result)
    });
    let has_dynamic = |arguments: &[Constant]| {
        let mut arguments = arguments.iter();
        arguments.any(|argument| matches!(argument, Constant::Dynamic(_)))
    };
    let known: Expected = match (&*linker.owner, &*linker.name) {
        ("java/lang/invoke/LambdaMetafactory", _) => {
            let interface = result.as_ref().and_then(Type::class_name);
            let item = Item::Function {
                interface: interface.map_or_else(String::new, |name| name.to_string()),
                name: dynamic.name.clone(),
            };
            (Some("lambdas and method references"), vec![item])
        }
        ("java/lang/invoke/StringConcatFactory", _) if !has_dynamic(&dynamic.arguments) => {
            let is_object =
                |ty: &&Type| ty.is_reference() && ty.to_string() != "Ljava/lang/String;";
            let objects = parameters.iter().filter(is_object);
            let texts = objects.map(|_| text_of()).collect();
            (Some("string concatenations"), texts)
        }
        ("java/lang/runtime/ObjectMethods", _) => {
            let items = of_record(&dynamic.name, &dynamic.arguments);
            (Some("members of records"), items)
        }
        ("java/lang/runtime/SwitchBootstraps", _) => {
            let texts = dynamic
                .arguments
                .iter()
                .filter(|argument| matches!(argument, Constant::Text));
            let equals = |_| Item::Call {
                kind: "virtual",
                owner: "java/lang/String".to_owned(),
                name: "equals".to_owned(),
                descriptor: "(Ljava/lang/Object;)Z".to_owned(),
            };
            (Some("pattern switches"), texts.map(equals).collect())
        }
        _ => return vec![(Some("dynamic calls of unknown linkers"), unknown)],
    };

    vec![
        known,
        (
            Some("dynamic calls of known linkers, not followed"),
            unknown,
        ),
    ]
}

fn text_of() -> Item {
    let descriptor = "(Ljava/lang/Object;)Ljava/lang/String;";
    static_call("java/lang/String", "valueOf", descriptor)
}

/// The members of a record read its components.
fn of_record(name: &str, arguments: &[Constant]) -> Vec<Item> {
    let components = arguments.iter().filter_map(|argument| match argument {
        Constant::Handle(handle) => Some(&handle.member),
        _ => None,
    });
    let is_object = |member: &&Member| of_descriptor(&member.descriptor) == 'A';
    let objects = components.clone().filter(is_object);
    let reads = objects.clone().map(|member| field_of("get", member));
    match name {
        "equals" => components
            .flat_map(|member| {
                let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
                let equals = static_call("java/util/Objects", "equals", descriptor);
                let equals = is_object(&member).then_some(equals);
                let read = field_of("get", member);
                [read.clone(), read].into_iter().chain(equals)
            })
            .collect(),
        "hashCode" => {
            let hash = |_| static_call("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I");
            reads.chain(objects.map(hash)).collect()
        }
        _ => reads.chain(objects.map(|_| text_of())).collect(),
    }
}

fn of_constant(constant: &Constant) -> Vec<Expected> {
    match constant {
        Constant::MethodType => {
            vec![(Some("constants of method types"), vec![Item::UnknownCall])]
        }
        Constant::Handle(_) => {
            let items = vec![Item::Unknown, Item::UnknownCall];
            vec![(Some("constants of method handles"), items)]
        }
        Constant::Dynamic(dynamic) => {
            let unknown = (Some("dynamic constants"), linked(dynamic));
            let name = &*dynamic.bootstrap.member.name;
            match (&*dynamic.bootstrap.member.owner, name) {
                ("java/lang/invoke/ConstantBootstraps", "nullConstant" | "primitiveClass") => {
                    vec![(Some("dynamic constants"), Vec::new()), unknown]
                }
                ("java/lang/invoke/ConstantBootstraps", "enumConstant") => {
                    let owner = dynamic.descriptor.trim_start_matches('L');
                    let read = Item::Field {
                        kind: "get static",
                        owner: owner.trim_end_matches(';').to_owned(),
                        name: dynamic.name.clone(),
                        value: 'A',
                    };
                    vec![(Some("dynamic constants"), vec![read]), unknown]
                }
                _ => vec![unknown],
            }
        }
        Constant::Text | Constant::Other => Vec::new(),
    }
}

/// A call of a bootstrap method outside the JDK, and a gap for what it links.
fn linked(dynamic: &Dynamic) -> Vec<Item> {
    let bootstrap = &dynamic.bootstrap;
    let mut items = Vec::new();
    if bootstrap.kind == 6 && !bootstrap.member.owner.starts_with("java/lang/") {
        let taken = MethodDescriptor::parse(&bootstrap.member.descriptor);
        let taken = taken.map_or_else(|_| Vec::new(), |descriptor| descriptor.parameters);
        let objects = taken.iter().filter(|ty| ty.is_reference());
        items.extend(objects.map(|_| Item::UnknownCall));
        items.push(call_of("static", &bootstrap.member));
    }
    items.push(Item::Unknown);
    let result = dynamic.descriptor.rsplit(')').next().unwrap_or_default();
    items.extend((of_descriptor(result) == 'A').then_some(Item::UnknownCall));
    items
}

/// The number of each item.
pub fn counted<'i>(items: impl IntoIterator<Item = &'i Item>) -> BTreeMap<&'i Item, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}
