//! The judgement whether all happenings are within the models.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use points_to::models::{KindId, Model, Modelled, Models, Owner};

use crate::state::{Fault, Object, Places, State, address};
use crate::trace::{Scenario, Step, Value};

/// Something that no model allows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    /// `HashMap.put(Object,Object)`.
    pub method: String,
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.method, self.what)
    }
}

/// The result of judging a scenario.
#[derive(Debug, Default)]
pub struct Verdict {
    /// The first violation; what comes after it is not judged.
    pub violation: Option<Violation>,
    /// The addresses of the models that were at work.
    pub used: BTreeSet<usize>,
    /// The statements that changed something.
    pub at_work: Places,
    /// See [`State::allowed`].
    pub allowed: u64,
    /// The addresses of the models of steps that ended normally.
    pub completed: BTreeSet<usize>,
}

/// Judges one scenario against the models, without the statement that `fault` names.
pub fn judge<'a>(models: &'a Models, scenario: &'a Scenario, fault: Fault<'a>) -> Verdict {
    let mut judge = Judge {
        models,
        scenario,
        state: State::new(models, scenario, fault),
        verdict: Verdict::default(),
    };
    for (number, step) in scenario.steps.iter().enumerate() {
        match judge.step(number, step) {
            Ok(true) => {}
            Ok(false) => return judge.finish(),
            Err(what) => {
                judge.verdict.violation = Some(Violation {
                    method: format!("{}.{}", step.owner, step.key),
                    what,
                });
                return judge.finish();
            }
        }
    }
    judge.survivors();
    judge.finish()
}

struct Judge<'a> {
    models: &'a Models,
    scenario: &'a Scenario,
    state: State<'a>,
    verdict: Verdict,
}

impl<'a> Judge<'a> {
    fn finish(mut self) -> Verdict {
        self.verdict.used = self.state.used();
        self.verdict.at_work = std::mem::take(&mut self.state.at_work);
        self.verdict.allowed = self.state.allowed();
        self.verdict
    }

    /// Says whether the scenario can be followed further.
    fn step(&mut self, number: usize, step: &'a Step) -> Result<bool, String> {
        self.state.begin();
        let activations = self.activate(number, step);
        if activations.is_empty() && !self.without_model(step) {
            return Ok(false);
        }
        self.state.solve();
        self.callbacks(number, step)?;
        self.result(step, &activations)?;
        self.reached(step)?;
        if step.result.is_some() {
            let models = activations
                .iter()
                .map(|&activation| address(self.state.model(activation)));
            self.verdict.completed.extend(models);
        }
        Ok(true)
    }

    /// A class of the program inherits a method that has no model: the object and what it is given
    /// escape.
    fn without_model(&mut self, step: &Step) -> bool {
        let of_program =
            |value: &Value| matches!(value, Value::Object(id) if self.scenario.objects[id].program);
        if step.form != 'M' || !of_program(&step.receiver) {
            return false;
        }
        let given: Vec<Value> = step
            .arguments
            .iter()
            .copied()
            .chain([step.receiver])
            .collect();
        let escaping = given
            .into_iter()
            .flat_map(|value| self.state.objects(value))
            .collect();
        self.state.escape(escaping);
        true
    }

    fn activate(&mut self, number: usize, step: &'a Step) -> Vec<usize> {
        let receiver = match (step.form, step.result) {
            ('N', Some(Value::Object(id))) => self.state.construct(id),
            _ => self.state.objects(step.receiver),
        };
        let models = self.models_of(step, &receiver);
        models
            .into_iter()
            .map(|(model, this)| self.state.activate(model, number, &this, &step.arguments))
            .collect()
    }

    /// The models that may apply, with the receivers that each applies to.
    fn models_of(
        &self,
        step: &Step,
        receiver: &BTreeSet<Object>,
    ) -> Vec<(&'a Model, BTreeSet<Object>)> {
        match step.form {
            'N' => self
                .models
                .constructor_by_key(&step.owner, &step.key)
                .map(|m| (m, receiver.clone()))
                .into_iter()
                .collect(),
            'S' => self
                .models
                .static_by_key(&step.owner, &step.key)
                .map(|m| (m, BTreeSet::new()))
                .into_iter()
                .collect(),
            _ => self.models_of_receivers(step, receiver),
        }
    }

    fn models_of_receivers(
        &self,
        step: &Step,
        receiver: &BTreeSet<Object>,
    ) -> Vec<(&'a Model, BTreeSet<Object>)> {
        let key = step.key.as_str();
        let mut found: BTreeMap<KindId, BTreeSet<Object>> = BTreeMap::new();
        let mut inherited = Vec::new();
        for &object in receiver {
            match (self.state.kind(object), object) {
                (Some(kind), _) => {
                    found.entry(kind).or_default().insert(object);
                }
                (None, Object::Seen(id)) if self.scenario.found.contains(&id) => {
                    let claimed = self.claimed(&self.scenario.objects[&id].types, key);
                    inherited.extend(claimed.map(|model| (model, BTreeSet::from([object]))));
                }
                (None, Object::Seen(_)) => {
                    let model = self.models.inherited_by_key(&step.owner, key);
                    inherited.extend(model.map(|model| (model, BTreeSet::from([object]))));
                }
                _ => {}
            }
        }
        let of_kinds = found
            .into_iter()
            .filter_map(|(kind, this)| Some((self.models.method_by_key(kind, key)?, this)));
        of_kinds.chain(inherited).collect()
    }

    /// Returns the models of every object of the library that has one of the types.
    fn claimed(&self, types: &[String], key: &str) -> impl Iterator<Item = &'a Model> {
        let models = self.models;
        let claims = move |method: &Modelled<'_>| match method.owner {
            Owner::Kind(kind) => {
                models.kind(kind).library && types.iter().any(|ty| **ty == *models.kind(kind).ty)
            }
            Owner::Class(_) => false,
        };
        models
            .all()
            .into_iter()
            .filter(move |method| method.key == key && claims(method))
            .map(|method| method.model)
    }

    /// Every callback must be allowed; what the program returns may allow more.
    fn callbacks(&mut self, number: usize, step: &'a Step) -> Result<(), String> {
        if step.callbacks.is_empty() {
            return Ok(());
        }
        let mut open: Vec<usize> = (0..step.callbacks.len()).collect();
        let mut uses: Vec<usize> = (0..step.uses.len()).collect();
        loop {
            let before = (open.len() + uses.len(), self.state.growth);
            open.retain(|&at| !self.state.permits(number, &step.callbacks[at]));
            uses.retain(|&at| !self.state.use_object(number, &step.uses[at]));
            // Results of callbacks that have been allowed before may have more places to go to.
            for (earlier, step) in self.scenario.steps[..=number].iter().enumerate() {
                for callback in &step.callbacks {
                    self.state.permits(earlier, callback);
                }
            }
            self.state.solve();
            if (open.len() + uses.len(), self.state.growth) == before {
                let Some(&first) = open.first() else {
                    return Ok(());
                };
                let callback = &step.callbacks[first];
                let on = &self.scenario.objects[&callback.receiver].types[0];
                let when = if callback.during { "" } else { " later" };
                let arguments = self.describe(&callback.arguments);
                return Err(format!(
                    "calls {}({arguments}) on {on}{when}",
                    callback.method
                ));
            }
        }
    }

    fn describe(&self, values: &[Value]) -> String {
        let class = |value: &Value| match value {
            Value::Object(id) => self.scenario.objects[id].types[0]
                .rsplit('/')
                .next()
                .unwrap_or_default()
                .to_owned(),
            Value::Null => "null".to_owned(),
            Value::Plain => "value".to_owned(),
        };
        values.iter().map(class).collect::<Vec<String>>().join(", ")
    }

    fn result(&mut self, step: &Step, activations: &[usize]) -> Result<(), String> {
        let Some(result) = step.result.filter(|_| step.form != 'N') else {
            return Ok(());
        };
        let allowed: BTreeSet<Object> = match activations {
            [] => self
                .state
                .escaped()
                .into_iter()
                .chain([Object::Plain])
                .collect(),
            _ => activations
                .iter()
                .flat_map(|&a| self.state.result(a))
                .collect(),
        };
        let is_missing = result == Value::Plain && !allowed.contains(&Object::Plain);
        if self.state.admit(result, &allowed) && !is_missing {
            return Ok(());
        }
        Err(format!(
            "returns {}, not among {} objects",
            self.describe(&[result]),
            allowed.len()
        ))
    }

    /// Checks that every object that is kept alive is a part of its keeper, or has escaped.
    fn reached(&self, step: &Step) -> Result<(), String> {
        let escaped = self.state.escaped();
        for (root, kept) in &step.reached {
            let from = self.state.objects(Value::Object(*root));
            if from.is_empty() {
                continue;
            }
            let closure = self.state.closure(&from);
            let allowed = |id: &&u32| {
                closure.contains(&Object::Seen(**id)) || escaped.contains(&Object::Seen(**id))
            };
            if let Some(lost) = kept.iter().find(|id| !allowed(id)) {
                let of = &self.scenario.objects[root].types[0];
                return Err(format!(
                    "{of} keeps {}",
                    self.describe(&[Value::Object(*lost)])
                ));
            }
        }
        Ok(())
    }

    /// Checks that every object that lives on has escaped, or is due to be called later.
    fn survivors(&mut self) {
        let escaped = self.state.escaped();
        for id in &self.scenario.survivors {
            let object = Object::Seen(*id);
            if !escaped.contains(&object) && !self.state.is_due(*id) {
                let what = format!(
                    "{} outlives everything",
                    self.describe(&[Value::Object(*id)])
                );
                self.verdict.violation = Some(Violation {
                    method: String::from("scenario"),
                    what,
                });
            }
        }
    }
}

/// The statements of the models, as faults that can be planted: each by itself, wherever its model
/// is used.
pub fn single_faults(models: &Models) -> BTreeMap<String, Places> {
    let mut faults: BTreeMap<String, Places> = BTreeMap::new();
    for method in models.all() {
        for (number, statement) in method.model.statements.iter().enumerate() {
            let text = format!(
                "{}: {number} {}",
                models.place(&method),
                models.show(method.model, statement)
            );
            faults
                .entry(text)
                .or_default()
                .insert((address(method.model), number));
        }
    }
    faults
}

/// The statements of the files, as faults that can be planted: one for each text of a file,
/// wherever it is used.
pub fn faults(models: &Models) -> BTreeMap<String, Places> {
    let mut faults: BTreeMap<String, Places> = BTreeMap::new();
    for method in models.all() {
        let place = models.place(&method);
        let file = place.split(':').next().unwrap_or_default();
        for (number, statement) in method.model.statements.iter().enumerate() {
            let text = format!("{file}: {}", models.show(method.model, statement));
            faults
                .entry(text)
                .or_default()
                .insert((address(method.model), number));
        }
    }
    faults
}
