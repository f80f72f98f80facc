//! The tree as text. Parsing the text gives an equal tree.

use std::fmt::{self, Display, Formatter};

use super::tree::{
    ArgumentPattern, Event, Exit, FieldPattern, File, JavaText, Name, NamedPointcut, Parameter,
    ParameterPattern, Phase, Pointcut, PointcutKind, Preamble, Property, Signature, Spec, TypeName,
    TypePattern,
};

/// The text of a file. Java and formulas are as they were, comments elsewhere are lost.
pub fn print(file: &File) -> String {
    file.to_string()
}

impl Display for File {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.preamble)?;
        for (i, spec) in self.specs.iter().enumerate() {
            let between = if i == 0 { "" } else { "\n" };
            write!(f, "{between}{spec}")?;
        }
        Ok(())
    }
}

impl Display for Preamble {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(package) = &self.package {
            writeln!(f, "package {package};\n")?;
        }
        for import in &self.imports {
            let is_static = if import.is_static { "static " } else { "" };
            writeln!(f, "import {is_static}{};", import.name)?;
        }
        if !self.imports.is_empty() {
            writeln!(f)?;
        }
        self.others
            .iter()
            .try_for_each(|other| writeln!(f, "{}\n", other.text))
    }
}

impl Display for Spec {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.modifiers
            .iter()
            .try_for_each(|modifier| write!(f, "{} ", modifier.word()))?;
        self.unknown_modifiers
            .iter()
            .try_for_each(|word| write!(f, "{word} "))?;
        writeln!(f, "{}({}) {{", self.name, List(&self.parameters))?;

        if !self.declarations.text.is_empty() {
            writeln!(f, "    {}\n", self.declarations.text)?;
        }

        self.pointcuts
            .iter()
            .try_for_each(|pointcut| write!(f, "{pointcut}"))?;
        self.events
            .iter()
            .try_for_each(|event| write!(f, "{event}"))?;
        self.properties
            .iter()
            .try_for_each(|property| write!(f, "\n{property}"))?;

        if let Some(raw) = &self.raw {
            writeln!(f, "\n    raw :\n    {}", raw.text)?;
        }

        writeln!(f, "}}")
    }
}

impl Display for NamedPointcut {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "    pointcut {}({}) :\n        {};",
            self.name,
            List(&self.parameters),
            self.pointcut
        )
    }
}

impl Display for Event {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "    ")?;
        self.modifiers
            .iter()
            .try_for_each(|modifier| write!(f, "{} ", modifier.word()))?;
        write!(f, "event {} ", self.name)?;
        match &self.phase {
            Phase::Before => write!(f, "before")?,
            Phase::After { .. } => write!(f, "after")?,
            Phase::Around(ty) => write!(f, "{ty} around")?,
        }
        write!(f, "({})", List(&self.parameters))?;

        if let Phase::After {
            returning,
            throwing,
        } = &self.phase
        {
            print_exit(f, "returning", returning.as_ref())?;
            print_exit(f, "throwing", throwing.as_ref())?;
        }
        writeln!(
            f,
            " :\n        {} {{{}}}",
            self.pointcut,
            Between(&self.body)
        )
    }
}

fn print_exit(f: &mut Formatter<'_>, word: &str, exit: Option<&Exit>) -> fmt::Result {
    match exit.map(|exit| &exit.value) {
        None => Ok(()),
        Some(None) => write!(f, " {word}"),
        Some(Some(value)) => write!(f, " {word}({value})"),
    }
}

impl Display for Property {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = self
            .name
            .iter()
            .map(|name| format!(" {name}"))
            .collect::<String>();
        writeln!(f, "    {}{name} :\n    {}", self.logic, self.formula.text)?;
        let handlers = &mut self.handlers.iter();

        handlers.try_for_each(|handler| {
            writeln!(
                f,
                "    @{} {{{}}}",
                handler.category,
                Between(&handler.body)
            )
        })
    }
}

/// Java between brackets. A line comment or an unclosed string in it must not swallow the closing
/// bracket.
struct Between<'a>(&'a JavaText);

impl Display for Between<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.text.as_str() {
            "" => Ok(()),
            text if text.contains(['\n', '"', '\'']) || text.contains("//") => {
                write!(f, "\n        {text}\n    ")
            }
            text => write!(f, " {text} "),
        }
    }
}

/// Items with commas between them.
struct List<'a, T>(&'a [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        separated(f, self.0, ", ")
    }
}

fn separated<T: Display>(f: &mut Formatter<'_>, items: &[T], separator: &str) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        let before = if i == 0 { "" } else { separator };
        write!(f, "{before}{item}")?;
    }
    Ok(())
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.text)
    }
}

impl Display for Parameter {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.ty, self.name)
    }
}

impl Display for TypeName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.text, if self.subtypes { "+" } else { "" })
    }
}

impl Display for Pointcut {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            PointcutKind::And(parts) => {
                separated(f, &parts.iter().map(Operand).collect::<Vec<_>>(), " && ")
            }
            PointcutKind::Or(parts) => {
                separated(f, &parts.iter().map(Disjunct).collect::<Vec<_>>(), " || ")
            }
            PointcutKind::Not(part) => write!(f, "!{}", Operand(part)),
            PointcutKind::Call(signature) => write!(f, "call({signature})"),
            PointcutKind::Execution(signature) => write!(f, "execution({signature})"),
            PointcutKind::Get(field) => write!(f, "get({field})"),
            PointcutKind::Set(field) => write!(f, "set({field})"),
            PointcutKind::Target(ty) => write!(f, "target({ty})"),
            PointcutKind::This(ty) => write!(f, "this({ty})"),
            PointcutKind::Args(arguments) => write!(f, "args({})", List(arguments)),
            PointcutKind::Within(ty) => write!(f, "within({ty})"),
            PointcutKind::Cflow(part) => write!(f, "cflow({part})"),
            PointcutKind::CflowBelow(part) => write!(f, "cflowbelow({part})"),
            PointcutKind::StaticInitialization(ty) => write!(f, "staticinitialization({ty})"),
            PointcutKind::Handler(ty) => write!(f, "handler({ty})"),
            PointcutKind::If(java) => write!(f, "if({})", Between(java)),
            PointcutKind::Named { name, arguments } => write!(f, "{name}({})", List(arguments)),
            PointcutKind::Condition(java) => write!(f, "condition({})", Between(java)),
            PointcutKind::CountCond(java) => write!(f, "countCond({})", Between(java)),
            PointcutKind::Thread(variable) => write!(f, "thread({variable})"),
            PointcutKind::ThreadBlocked(variable) => write!(f, "threadBlocked({variable})"),
            PointcutKind::ThreadName(java) => write!(f, "threadName({})", Between(java)),
            PointcutKind::StartThread => write!(f, "startThread()"),
            PointcutKind::EndThread => write!(f, "endThread()"),
            PointcutKind::EndProgram => write!(f, "endProgram()"),
            PointcutKind::EndObject(object) => write!(f, "endObject({object})"),
        }
    }
}

/// A pointcut that `!` or `&&` applies to.
struct Operand<'a>(&'a Pointcut);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.kind {
            PointcutKind::And(_) | PointcutKind::Or(_) => write!(f, "({})", self.0),
            _ => write!(f, "{}", self.0),
        }
    }
}

/// A pointcut that `||` applies to.
struct Disjunct<'a>(&'a Pointcut);

impl Display for Disjunct<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.kind {
            PointcutKind::Or(_) => write!(f, "({})", self.0),
            _ => write!(f, "{}", self.0),
        }
    }
}

impl Display for Signature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.modifiers
            .iter()
            .try_for_each(|modifier| write!(f, "{modifier} "))?;
        self.result
            .iter()
            .try_for_each(|result| write!(f, "{result} "))?;
        self.declaring
            .iter()
            .try_for_each(|declaring| write!(f, "{declaring}."))?;
        write!(f, "{}({})", self.name, List(&self.parameters))?;
        match self.throws.as_slice() {
            [] => Ok(()),
            throws => write!(f, " throws {}", List(throws)),
        }
    }
}

impl Display for FieldPattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.modifiers
            .iter()
            .try_for_each(|modifier| write!(f, "{modifier} "))?;
        write!(f, "{} ", self.ty)?;
        self.declaring
            .iter()
            .try_for_each(|declaring| write!(f, "{declaring}."))?;
        write!(f, "{}", self.name)
    }
}

impl Display for ParameterPattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ParameterPattern::Any => write!(f, ".."),
            ParameterPattern::One(ty) => write!(f, "{ty}"),
            ParameterPattern::Variable(ty) => write!(f, "{ty}..."),
        }
    }
}

impl Display for ArgumentPattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ArgumentPattern::Any => write!(f, ".."),
            ArgumentPattern::One(ty) => write!(f, "{ty}"),
        }
    }
}

impl Display for TypePattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plus = |yes: bool| if yes { "+" } else { "" };
        write!(
            f,
            "{}{}{}{}",
            self.name,
            plus(self.subtypes),
            "[]".repeat(self.dimensions),
            plus(self.array_subtypes)
        )
    }
}
