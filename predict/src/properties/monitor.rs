//! The monitor of one instance: its states, variables and the step that an occurrence makes.
//!
//! It follows the reference semantics of properties: the first transition of a state whose event is in
//! the letter and whose condition holds is taken, then the action runs, the state changes and entry
//! code runs. States of monitors are numbered, so that equal states are equal numbers.

use std::collections::BTreeMap;
use std::sync::Arc;

use date::code::eval::{Environment, Failure, Term, evaluate, execute};
use date::code::{Body, Code, Expr, JavaType, Name, NameKind, Stmt, Types, Value};
use date::ids::{ContextId, EventId, StateId};
use date::model::{Creation, Specification, StateKind};
use rustc_hash::FxHashMap;

use super::occurrences::{Key, Occurrence, Occurrences};
use super::recognizers::Recognizers;
use super::support;

/// The properties of a context that share variables or the life of their instances.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    pub context: ContextId,
    /// Their numbers in the specification, ascending.
    pub properties: Vec<usize>,
    /// Accepting states release the instance.
    pub releases: bool,
    /// Code reads parameters, values or variables.
    pub data: bool,
}

/// A number of a state of a monitor.
pub(crate) type MonitorId = u32;

/// The violations of a step: a property and the bad state that it enters.
pub(crate) type Violations = Arc<[(usize, StateId)]>;

/// The result of an occurrence.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub after: MonitorId,
    pub violations: Violations,
}

/// The state of a monitor.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    alive: bool,
    /// The parameters that occurrences have bound so far.
    bound: u64,
    states: Vec<StateId>,
    /// The numbers of the values of the variables.
    variables: Vec<u32>,
}

/// The monitor of an instance, or of all instances of a unit without data.
#[derive(Debug)]
pub(crate) struct Monitor<'s> {
    specification: &'s Specification,
    unit: &'s Unit,
    types: Types,
    /// The values of parameters, outermost contexts included.
    parameters: BTreeMap<(ContextId, String), Value>,
    /// The parameters that an instance of a sliced context binds. Before they are bound, another
    /// instance reports.
    bound: Option<u64>,
    letters: FxHashMap<EventId, Vec<EventId>>,
    states: Vec<State>,
    numbers: FxHashMap<State, MonitorId>,
    steps: FxHashMap<(MonitorId, u32), Step>,
    values: Vec<Value>,
    value_numbers: FxHashMap<String, u32>,
    recognizers: Recognizers,
}

impl<'s> Monitor<'s> {
    /// The monitor of the instance with these keys for each context.
    pub fn new(
        specification: &'s Specification,
        unit: &'s Unit,
        occurrences: &Occurrences,
        keys: &FxHashMap<ContextId, Vec<Option<Key>>>,
        bound: Option<u64>,
    ) -> Self {
        let mut parameters = BTreeMap::new();
        for context in specification.chain(unit.context) {
            let keys = keys.get(&context).into_iter().flatten();
            let declared = specification.contexts[context].parameters.iter();
            for (parameter, key) in declared.zip(keys) {
                let value = key.map(|key| occurrences.key_values[key as usize].clone());
                let value = value.unwrap_or(Value::Null);
                parameters.insert((context, parameter.name.clone()), value);
            }
        }
        Monitor {
            specification,
            unit,
            types: Types::of(specification, unit.context),
            parameters,
            bound,
            letters: FxHashMap::default(),
            states: Vec::new(),
            numbers: FxHashMap::default(),
            steps: FxHashMap::default(),
            values: Vec::new(),
            value_numbers: FxHashMap::default(),
            recognizers: Recognizers::default(),
        }
    }

    /// The state before the first occurrence.
    ///
    /// # Errors
    /// If code depends on something that is not recorded.
    pub fn start(&mut self) -> Result<MonitorId, String> {
        let dates = self.unit.properties.iter();
        let initial = |&property: &usize| self.specification.properties[property].date.initial;
        let mut state = State {
            alive: false,
            bound: 0,
            states: dates.map(initial).collect(),
            variables: Vec::new(),
        };
        if self.specification.contexts[self.unit.context]
            .parent
            .is_none()
        {
            self.create(&mut state)?;
        }
        Ok(self.number(state))
    }

    /// The step of an occurrence. Equal steps are computed once.
    ///
    /// # Errors
    /// If code depends on something that is not recorded.
    pub fn step(
        &mut self,
        state: MonitorId,
        number: u32,
        occurrence: &Occurrence,
    ) -> Result<Step, String> {
        if let Some(step) = self.steps.get(&(state, number)) {
            return Ok(step.clone());
        }
        let mut after = self.states[state as usize].clone();
        let mut violations = self.hear(&mut after, occurrence)?;
        if self.bound.is_some_and(|bound| bound != after.bound) {
            violations.clear();
        }
        let step = Step {
            after: self.number(after),
            violations: violations.into(),
        };
        self.steps.insert((state, number), step.clone());
        Ok(step)
    }

    fn number(&mut self, state: State) -> MonitorId {
        let next = self.states.len() as MonitorId;
        let number = *self.numbers.entry(state.clone()).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        number
    }

    fn hear(
        &mut self,
        state: &mut State,
        occurrence: &Occurrence,
    ) -> Result<Vec<(usize, StateId)>, String> {
        if !state.alive {
            if !self.creates(occurrence) {
                return Ok(Vec::new());
            }
            self.create(state)?;
        }
        if let Some(keys) = occurrence.keys.get(&self.unit.context) {
            let bits = keys.iter().enumerate();
            let bits = bits.filter(|(_, key)| key.is_some());
            state.bound |= bits.fold(0, |mask, (place, _)| mask | 1 << place);
        }

        let mut violations = Vec::new();
        let unit = self.unit;
        for (place, &property) in unit.properties.iter().enumerate() {
            let told = occurrence.property.is_none_or(|only| only == property);
            if !told || !state.alive {
                continue;
            }
            if let Some(entered) = self.take(state, place, occurrence)? {
                let date = &self.specification.properties[property].date;
                match date.states[entered].kind {
                    StateKind::Bad => violations.push((property, entered)),
                    StateKind::Accepting if unit.releases => self.release(state),
                    _ => {}
                }
            }
        }
        Ok(violations)
    }

    /// Checks whether an occurrence makes the instance.
    fn creates(&self, occurrence: &Occurrence) -> bool {
        let context = self.unit.context;
        let event = &self.specification.events[occurrence.event];
        let bound = |context: &ContextId| {
            let keys = occurrence.keys.get(context);
            keys.is_some_and(|keys| keys.iter().all(Option::is_some))
        };
        let whole = || self.specification.chain(context).all(|c| bound(&c));
        event.context == context
            && match &self.specification.contexts[context].creation {
                Creation::Slicing => true,
                Creation::AnyEvent => whole(),
                Creation::Listed(listed) => {
                    let letter = self.specification.letter(occurrence.event);
                    whole() && letter.iter().any(|event| listed.contains(event))
                }
            }
    }

    /// Begins the life of the instance: variables, then entry code of the initial states.
    fn create(&mut self, state: &mut State) -> Result<(), String> {
        let specification = self.specification;
        let context = &specification.contexts[self.unit.context];
        state.alive = true;
        state.variables.clear();
        if self.unit.data {
            let defaults = context.variables.iter();
            let defaults = defaults.map(|variable| Value::default_of(JavaType::of(&variable.ty)));
            state.variables = defaults.map(|value| self.value_number(value)).collect();
            for (place, variable) in context.variables.iter().enumerate() {
                let Some(Code {
                    body: Body::Expr(expr),
                    ..
                }) = &variable.initial
                else {
                    continue;
                };
                let mut frame = Frame::new(self, &mut state.variables, None);
                let value = evaluate(expr, &mut frame);
                let ty = JavaType::of(&variable.ty);
                match value.and_then(|value| Ok(value.assigned_to(ty)?)) {
                    Ok(value) => state.variables[place] = self.value_number(value),
                    Err(Failure::Exception(_)) => {}
                    Err(Failure::Undetermined(reason)) => return Err(reason),
                }
            }
        }
        for (place, &property) in self.unit.properties.iter().enumerate() {
            let initial = specification.properties[property].date.initial;
            state.states[place] = initial;
            self.enter(state, property, initial)?;
        }
        Ok(())
    }

    /// Takes the first transition that is enabled, and gives the state that it enters.
    fn take(
        &mut self,
        state: &mut State,
        place: usize,
        occurrence: &Occurrence,
    ) -> Result<Option<StateId>, String> {
        let specification = self.specification;
        let property = self.unit.properties[place];
        let letter = self.letter(occurrence.event);
        let date = &specification.properties[property].date;
        for (_, transition) in date.outgoing(state.states[place]) {
            if !letter.contains(&transition.event) {
                continue;
            }
            if let Some(condition) = &transition.condition
                && !self.holds(state, condition, occurrence)?
            {
                continue;
            }
            if let Some(action) = &transition.action {
                self.run(state, action, Some(occurrence))?;
            }
            state.states[place] = transition.to;
            self.enter(state, property, transition.to)?;
            return Ok(Some(transition.to));
        }
        Ok(None)
    }

    fn letter(&mut self, event: EventId) -> Vec<EventId> {
        let specification = self.specification;
        let letter = self.letters.entry(event);
        letter
            .or_insert_with(|| specification.letter(event))
            .clone()
    }

    fn enter(&mut self, state: &mut State, property: usize, to: StateId) -> Result<(), String> {
        let specification = self.specification;
        match &specification.properties[property].date.states[to].entry {
            Some(entry) => self.run(state, entry, None),
            None => Ok(()),
        }
    }

    /// Ends the life of the instance if all properties of its context accept.
    fn release(&self, state: &mut State) {
        let places = self.unit.properties.iter().zip(&state.states);
        let accepts = |(&property, &state): (&usize, &StateId)| {
            let date = &self.specification.properties[property].date;
            date.states[state].kind == StateKind::Accepting
        };
        if places.clone().all(accepts) {
            state.alive = false;
            state.bound = 0;
            state.variables.clear();
            for (place, &property) in self.unit.properties.iter().enumerate() {
                state.states[place] = self.specification.properties[property].date.initial;
            }
        }
    }

    /// The truth of a condition. One that throws does not hold.
    fn holds(
        &mut self,
        state: &mut State,
        condition: &Code,
        occurrence: &Occurrence,
    ) -> Result<bool, String> {
        let Body::Expr(expr) = &condition.body else {
            return Err(format!("`{}` is no expression", condition.text));
        };
        let mut frame = Frame::new(self, &mut state.variables, Some(occurrence));
        let value = evaluate(expr, &mut frame);
        match value.and_then(|value| Ok(value.boolean()?)) {
            Ok(holds) => Ok(holds),
            Err(Failure::Exception(_)) => Ok(false),
            Err(Failure::Undetermined(reason)) => Err(reason),
        }
    }

    /// Runs an action or entry code. An exception ends it.
    fn run(
        &mut self,
        state: &mut State,
        code: &Code,
        occurrence: Option<&Occurrence>,
    ) -> Result<(), String> {
        if !self.unit.data {
            return Ok(());
        }
        let mut frame = Frame::new(self, &mut state.variables, occurrence);
        let ended = match &code.body {
            Body::Stmts(statements) => execute(&silent(statements), &mut frame).map(drop),
            Body::Expr(expr) => evaluate(expr, &mut frame).map(drop),
        };
        match ended {
            Ok(()) | Err(Failure::Exception(_)) => Ok(()),
            Err(Failure::Undetermined(reason)) => Err(reason),
        }
    }

    fn value_number(&mut self, value: Value) -> u32 {
        let next = self.values.len() as u32;
        let number = *self
            .value_numbers
            .entry(format!("{value:?}"))
            .or_insert(next);
        if number == next {
            self.values.push(value);
        }
        number
    }
}

/// Statements without those that only print.
fn silent(statements: &[Stmt]) -> Vec<Stmt> {
    let kept = statements
        .iter()
        .filter(|statement| !support::prints(statement));
    let silenced = kept.map(|statement| match statement {
        Stmt::If {
            test,
            then,
            otherwise,
        } => Stmt::If {
            test: test.clone(),
            then: silent(then),
            otherwise: silent(otherwise),
        },
        Stmt::While { test, body } => Stmt::While {
            test: test.clone(),
            body: silent(body),
        },
        Stmt::Block(statements) => Stmt::Block(silent(statements)),
        other => other.clone(),
    });
    silenced.collect()
}

/// Code at work.
struct Frame<'f, 's> {
    monitor: &'f mut Monitor<'s>,
    variables: &'f mut [u32],
    occurrence: Option<&'f Occurrence>,
}

impl<'f, 's> Frame<'f, 's> {
    fn new(
        monitor: &'f mut Monitor<'s>,
        variables: &'f mut [u32],
        occurrence: Option<&'f Occurrence>,
    ) -> Self {
        Frame {
            monitor,
            variables,
            occurrence,
        }
    }

    fn place(&self, name: &Name) -> Option<usize> {
        let NameKind::Variable(context) = name.kind else {
            return None;
        };
        let mut declared = self.monitor.specification.contexts[context]
            .variables
            .iter();
        let place = declared.position(|variable| variable.name == name.text);
        place.filter(|_| context == self.monitor.unit.context)
    }
}

fn unknown<T>(name: &Name) -> Result<T, Failure> {
    let reason = format!("`{}` is not recorded", name.text);
    Err(Failure::Undetermined(reason))
}

impl Environment for Frame<'_, '_> {
    fn read(&mut self, name: &Name) -> Result<Value, Failure> {
        let value = match name.kind {
            NameKind::EventVariable => {
                let bound = self.occurrence.and_then(|o| o.values.get(&name.text));
                let ty = self.type_of(name).unwrap_or(JavaType::Reference);
                match bound.cloned().map(|value| value.assigned_to(ty)) {
                    Some(converted) => Some(converted?),
                    None => None,
                }
            }
            NameKind::Parameter(context) => {
                let key = (context, name.text.clone());
                self.monitor.parameters.get(&key).cloned()
            }
            NameKind::Variable(_) => {
                let place = self.place(name);
                place.map(|place| self.monitor.values[self.variables[place] as usize].clone())
            }
            _ => None,
        };
        value.map_or_else(|| unknown(name), Ok)
    }

    fn write(&mut self, name: &Name, value: Value) -> Result<(), Failure> {
        let Some(place) = self.place(name) else {
            return unknown(name);
        };
        self.variables[place] = self.monitor.value_number(value);
        Ok(())
    }

    fn type_of(&self, name: &Name) -> Option<JavaType> {
        self.monitor.types.of_name(name)
    }

    fn term(&mut self, term: &Term<'_>) -> Result<Value, Failure> {
        let recognized = self.monitor.recognizers.answer(term);
        if let Some(value) = recognized.map_err(Failure::Undetermined)? {
            return Ok(value);
        }
        match (term.expr, &term.operands[..]) {
            (
                Expr::Call {
                    method, arguments, ..
                },
                [first, second],
            ) if method == "equals" && arguments.len() == 1 => equal(first, second),
            (expr, _) => Err(Failure::Undetermined(format!(
                "what `{expr}` gives is not recorded"
            ))),
        }
    }
}

/// `equals` of objects, strings and boxed numbers, as far as the run tells them apart.
fn equal(first: &Value, second: &Value) -> Result<Value, Failure> {
    if *first == Value::Null {
        let exception = "java.lang.NullPointerException".to_owned();
        return Err(Failure::Exception(exception));
    }
    Ok(Value::Bool(match (first, second) {
        (Value::Object(first), Value::Object(second)) => {
            let classes = (first.equality_class, second.equality_class);
            let equal = classes.0.is_some() && classes.0 == classes.1;
            equal || (&first.class, first.id) == (&second.class, second.id)
        }
        _ => first == second,
    }))
}

/// The units of a specification: its properties that can be predicted, those together that share
/// variables or the life of their instances.
pub(crate) fn units(specification: &Specification, predicted: &[usize]) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    for &number in predicted {
        let property = &specification.properties[number];
        let context = property.context;
        let releases = support::releases(specification, context);
        let data = support::reads_data(specification, property);
        let shared = |unit: &&mut Unit| unit.context == context && (releases || unit.data && data);
        match units.iter_mut().find(shared) {
            Some(unit) => {
                unit.properties.push(number);
                unit.data |= data;
            }
            None => units.push(Unit {
                context,
                properties: vec![number],
                releases,
                data,
            }),
        }
    }
    units
}
