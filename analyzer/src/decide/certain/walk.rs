//! All ways from the beginning of an execution.

use std::collections::{BTreeSet, HashMap};

use date::algebra::StaticDate;
use ir::{BlockId, Body, Handler, MethodId, Terminator};
use rustc_hash::FxBuildHasher;

use super::config::{Config, Frame, Value};
use super::events::Events;
use crate::graphs::abstraction::PropertyView;
use crate::graphs::world::World;

/// Statements that are walked from one beginning at most.
const MOST_STEPS: usize = 20_000;

/// The continuation of a moment.
pub(super) enum Next {
    /// A report has been made.
    Report,
    /// Nobody knows.
    Unknown,
    /// One of these moments; there is one.
    To(Vec<Config>),
}

/// A moment whose ways are being walked, if it is one to which a loop may come back, and the ways
/// that are left.
type Open = (Option<Config>, Vec<Config>);

/// Walks an execution.
pub struct Walk<'a> {
    pub(super) world: &'a World<'a>,
    pub(super) events: Events<'a>,
    steps: usize,
}

impl<'a> Walk<'a> {
    pub fn new(
        world: &'a World<'a>,
        view: &'a PropertyView,
        date: &'a StaticDate,
        has_parameter: bool,
    ) -> Self {
        let events = Events::new(world.program, view, date, has_parameter);
        Walk {
            world,
            events,
            steps: 0,
        }
    }

    /// Returns whether every execution that begins with this method makes a report.
    pub fn always_reports(mut self, main: MethodId) -> bool {
        let Some((start, is_reported)) = self.start(main) else {
            return false;
        };
        is_reported || self.all_report(start)
    }

    fn all_report(&mut self, start: Config) -> bool {
        // Whether all ways from a moment are known to lead to a report; else it lies on the way
        // that is being walked.
        let mut is_done: HashMap<Config, bool, FxBuildHasher> = HashMap::default();
        let mut open: Vec<Open> = vec![(None, vec![start])];

        while let Some((at, left)) = open.last_mut() {
            let Some(mut config) = left.pop() else {
                is_done.extend(at.take().map(|at| (at, true)));
                open.pop();
                continue;
            };
            if config.top().index == 0 {
                self.forget_unread(config.top_mut());
            }
            let at = (config.top().index == 0).then(|| config.clone());
            match at.as_ref().and_then(|at| is_done.get(at)) {
                Some(true) => continue,
                // The walk is back on its own way: a loop without a report.
                Some(false) => return false,
                None => is_done.extend(at.clone().map(|at| (at, false))),
            }
            self.steps += 1;
            match self.step(config) {
                Next::Report => is_done.extend(at.map(|at| (at, true))),
                Next::To(next) if !next.is_empty() && self.steps <= MOST_STEPS => {
                    open.push((at, next))
                }
                Next::To(_) | Next::Unknown => return false,
            }
        }

        true
    }

    /// The beginning: the class of `main` is initialized first. Whether an event there makes a
    /// report.
    fn start(&self, main: MethodId) -> Option<(Config, bool)> {
        let mut config = Config {
            frames: Vec::new(),
            made: Vec::new(),
            whole: self.events.initial(),
            initialized: BTreeSet::new(),
        };
        let arguments = [Value::Present];
        let is_reported = self.enter(&mut config, main, None, &arguments)?;
        let classes = self.initialized_with(self.world.program.methods[main].class)?;

        // The frames of initializers lie on each other, so that of the topmost superclass runs
        // first (JLS 12.4.2).
        for &class in &classes {
            config.initialized.insert(class);
            if let Some(initializer) = self.initializer(class) {
                // `main` has not been entered when its class is initialized.
                if is_reported || !self.events.at_body(main).is_empty() {
                    return None;
                }
                self.enter(&mut config, initializer, None, &[])?;
                config.top_mut().is_initializer = true;
            }
        }

        Some((config, is_reported))
    }

    /// Forgets what is known of locals that an activation does not read any more, at the statement
    /// at which it is.
    pub(super) fn forget_unread(&self, frame: &mut Frame) {
        let (live, method, block, index) =
            (self.world.live, frame.method, frame.block, frame.index);
        frame
            .locals
            .retain(|&local, _| live.matters(method, block, index, local));
    }

    pub(super) fn body(&self, config: &Config) -> &'a Body {
        let body = &self.world.program.methods[config.top().method].body;
        body.as_ref().expect("only methods with bodies are entered")
    }

    pub(super) fn step(&self, config: Config) -> Next {
        let block = &self.body(&config).blocks[config.top().block];
        match block.statements.get(config.top().index) {
            Some(statement) => self.statement(config, &statement.kind),
            None => self.terminate(config, &block.terminator),
        }
    }

    fn terminate(&self, mut config: Config, terminator: &Terminator) -> Next {
        let to = |config: &Config, block: &BlockId| {
            let mut config = config.clone();
            config.go(*block);
            config
        };
        match terminator {
            Terminator::Goto(target) => {
                config.go(*target);
                Next::To(vec![config])
            }
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => Next::To(match config.get(*condition) {
                Value::Truth(true) => vec![to(&config, then)],
                Value::Truth(false) => vec![to(&config, otherwise)],
                _ => vec![to(&config, otherwise), to(&config, then)],
            }),
            Terminator::Switch { targets, .. } => {
                Next::To(targets.iter().map(|target| to(&config, target)).collect())
            }
            Terminator::Return(value) => self.leave(config, *value),
            Terminator::Throw(thrown) => {
                // It is not followed to where it is caught.
                config.share(config.get(*thrown));
                self.throw(config)
            }
            Terminator::Unreachable => Next::Unknown,
        }
    }

    /// Joins the continuation with that of an exception.
    pub(super) fn or_thrown(&self, next: Next, thrown: Option<Config>) -> Next {
        match (next, thrown.map(|config| self.throw(config))) {
            (next, None) => next,
            (Next::Unknown, _) | (_, Some(Next::Unknown)) => Next::Unknown,
            // One way has reported, so the other one decides.
            (Next::Report, Some(other)) | (other, Some(Next::Report)) => other,
            (Next::To(mut next), Some(Next::To(more))) => {
                next.extend(more);
                Next::To(next)
            }
        }
    }

    /// An exception is raised: any handler may take it, until one takes all.
    pub(super) fn throw(&self, config: Config) -> Next {
        let handlers = &self.body(&config).blocks[config.top().block].handlers;
        let Some(last) = handlers.iter().position(Handler::catches_all) else {
            return Next::Unknown;
        };
        let caught = handlers[..=last].iter().map(|handler| {
            let mut config = config.clone();
            config.set(handler.exception, Value::Present);
            config.go(handler.target);
            config
        });
        Next::To(caught.collect())
    }
}
