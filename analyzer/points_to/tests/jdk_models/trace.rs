//! The trace of the harness: scenarios of calls and callbacks.

use std::collections::BTreeMap;
use std::fmt;

/// A value in a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Null,
    /// Holds nothing of the program: a string, a number.
    Plain,
    Object(u32),
}

/// An object in a scenario.
#[derive(Debug, Clone)]
pub struct Seen {
    pub program: bool,
    /// Of a class of the program that overrides nothing.
    pub inherits: bool,
    /// The class and its supertypes, by internal name.
    pub types: Vec<String>,
}

/// One call of a modelled method.
#[derive(Debug, Clone)]
pub struct Step {
    /// `M`, `N` or `S`.
    pub form: char,
    /// The class of a constructor or static method, the class that an object of the program
    /// inherits the method from, or the name of a kind.
    pub owner: String,
    pub key: String,
    pub receiver: Value,
    pub arguments: Vec<Value>,
    /// `None` where it has thrown.
    pub result: Option<Value>,
    /// The callbacks that ran from the beginning of the step to the beginning of the next.
    pub callbacks: Vec<Callback>,
    /// The calls that code of the program makes on objects that callbacks give it: receiver, method
    /// and arguments.
    pub uses: Vec<(u32, String, Vec<Value>)>,
    /// The objects of the program that an object of the library keeps alive after it.
    pub reached: Vec<(u32, Vec<u32>)>,
}

/// Code of the program that ran.
#[derive(Debug, Clone)]
pub struct Callback {
    /// On the calling thread before the step was over.
    pub during: bool,
    pub method: String,
    pub receiver: u32,
    pub arguments: Vec<Value>,
    /// `None` where it has thrown, or not come back.
    pub result: Option<Value>,
}

/// A short program.
#[derive(Debug, Clone, Default)]
pub struct Scenario {
    pub objects: BTreeMap<u32, Seen>,
    /// The elements of arrays that the program has made.
    pub arrays: Vec<(u32, Vec<Value>)>,
    /// Objects of the library that no modelled method has made.
    pub found: Vec<u32>,
    /// Objects that code without models has.
    pub escaped: Vec<u32>,
    pub steps: Vec<Step>,
    /// Objects of the program that are alive when nothing of the scenario is.
    pub survivors: Vec<u32>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?}.{}.{}{:?} = {:?}",
            self.receiver, self.owner, self.key, self.arguments, self.result
        )?;
        for callback in &self.callbacks {
            let Callback {
                receiver,
                method,
                arguments,
                result,
                ..
            } = callback;
            write!(f, "; {receiver}.{method}{arguments:?} = {result:?}")?;
        }
        Ok(())
    }
}

/// Reads a trace.
pub fn read(text: &str) -> Vec<Scenario> {
    let mut scenarios: Vec<Scenario> = Vec::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[0] {
            "s" => scenarios.push(Scenario::default()),
            "g" => scenarios[number(fields[1]) as usize]
                .survivors
                .push(number(fields[2])),
            _ => scenarios
                .last_mut()
                .expect("a scenario has begun")
                .line(&fields),
        }
    }
    scenarios
}

impl Scenario {
    /// The number of its calls and callbacks.
    pub fn length(&self) -> usize {
        self.steps.iter().map(|step| 1 + step.callbacks.len()).sum()
    }

    fn line(&mut self, fields: &[&str]) {
        match fields[0] {
            "o" => self.object(fields),
            "a" => self.arrays.push((number(fields[1]), values(&fields[2..]))),
            "f" => self.found.push(number(fields[1])),
            "t" => self.escaped.push(number(fields[1])),
            "c" => self.steps.push(Step {
                form: fields[1].chars().next().expect("a form"),
                owner: fields[2].replace('.', "/"),
                key: fields[3].to_owned(),
                receiver: value(fields[4]),
                arguments: values(&fields[5..]),
                result: None,
                callbacks: Vec::new(),
                uses: Vec::new(),
                reached: Vec::new(),
            }),
            _ => self.in_step(fields),
        }
    }

    fn object(&mut self, fields: &[&str]) {
        let types = fields[3..].iter().map(|&name| name.to_owned()).collect();
        self.objects.insert(
            number(fields[1]),
            Seen {
                program: fields[2] != "J",
                inherits: fields[2] == "I",
                types,
            },
        );
    }

    /// A callback may return in a later step than it began in.
    fn returned(&mut self, method: &str, receiver: u32, result: Value) {
        let open =
            |c: &&mut Callback| c.method == method && c.receiver == receiver && c.result.is_none();
        let callbacks = self
            .steps
            .iter_mut()
            .rev()
            .flat_map(|step| step.callbacks.iter_mut().rev());
        if let Some(callback) = { callbacks }.find(open) {
            callback.result = Some(result);
        }
    }

    /// Adds a line to the current step. The lines before the first step concern no model.
    fn in_step(&mut self, fields: &[&str]) {
        if fields[0] == "v" {
            return self.returned(fields[1], number(fields[2]), value(fields[3]));
        }
        let Some(step) = self.steps.last_mut() else {
            return;
        };
        match fields[0] {
            "e" => step.result = Some(value(fields[1])),
            "x" => {}
            "r" => step.reached.push((
                number(fields[1]),
                fields[2..].iter().map(|id| number(id)).collect(),
            )),
            "b" => step.callbacks.push(Callback {
                during: fields[1] == "1",
                method: fields[2].to_owned(),
                receiver: number(fields[3]),
                arguments: values(&fields[4..]),
                result: None,
            }),
            "p" => step.uses.push((
                number(fields[1]),
                fields[2].to_owned(),
                values(&fields[3..]),
            )),
            other => panic!("a line of a trace begins with `{other}`"),
        }
    }
}

fn values(fields: &[&str]) -> Vec<Value> {
    fields.iter().map(|field| value(field)).collect()
}

fn value(field: &str) -> Value {
    match field {
        "-" => Value::Null,
        "v" => Value::Plain,
        id => Value::Object(number(id)),
    }
}

fn number(field: &str) -> u32 {
    field
        .parse()
        .unwrap_or_else(|_| panic!("`{field}` is a number"))
}
