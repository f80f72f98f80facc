//! The dataflows, on `timely`.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Config, Hooks};
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker as Engine;

use crate::connection::connect;
use crate::{Cluster, Failure, Message, Worker};

/// An analysis whose input is read by all workers, and whose shards each belong to one of them.
pub trait Flow: Send + Sync + 'static {
    /// A piece of the input.
    type Message: Message;
    /// The shards of a worker.
    type State: 'static;
    /// The result of a worker.
    type Result: Message;

    /// Begins the shards of a worker.
    fn start(&self, worker: Worker) -> Self::State;

    /// Reads the next part of the input: each message with the number of the worker that it is for. None
    /// at the end of the part of this worker.
    fn read(&self, worker: Worker, round: u64) -> Option<Vec<(u64, Self::Message)>>;

    /// Takes all messages of a round, in no particular order. Rounds come in their order.
    fn take(&self, state: &mut Self::State, messages: Vec<Self::Message>);

    /// Ends the shards of a worker.
    fn finish(&self, state: Self::State) -> Self::Result;
}

/// Lets each worker do its work. The first process gets the results, in the order of the workers.
///
/// # Errors
/// If the processes do not come together, or a worker is lost.
pub fn gather<T: Message>(
    cluster: &Cluster,
    work: impl Fn(Worker) -> T + Send + Sync + 'static,
) -> Result<Option<Vec<T>>, Failure> {
    execute(cluster, move |engine| {
        let result = work(worker(engine));
        collect(engine, result)
    })
}

/// Lets the workers read the input, and sends each message to the worker that it is for. The first
/// process gets the results, in the order of the workers.
///
/// # Errors
/// If the processes do not come together, or a worker is lost.
pub fn route<F: Flow>(cluster: &Cluster, flow: Arc<F>) -> Result<Option<Vec<F::Result>>, Failure> {
    execute(cluster, move |engine| {
        let result = run(engine, &flow);
        collect(engine, result)
    })
}

fn worker(engine: &Engine) -> Worker {
    Worker {
        number: engine.index(),
        of: engine.peers(),
    }
}

/// The messages of rounds that are not complete.
type Rounds<M> = BTreeMap<u64, Vec<M>>;

fn run<F: Flow>(engine: &mut Engine, flow: &Arc<F>) -> F::Result {
    let own = worker(engine);
    let state = Rc::new(RefCell::new(Some(flow.start(own))));
    let mut input: InputHandle<u64, _> = InputHandle::new();
    let probe = ProbeHandle::new();

    engine.dataflow(|scope| {
        let (flow, state) = (flow.clone(), state.clone());
        let mut open: Rounds<F::Message> = BTreeMap::new();
        let by_worker = Exchange::new(|message: &(u64, F::Message)| message.0);
        scope
            .input_from(&mut input)
            .container::<Vec<(u64, F::Message)>>()
            .unary_frontier(by_worker, "shards", move |_, _| {
                move |(input, frontier), output: &mut _| {
                    let _: &mut Output<'_> = output;
                    input.for_each_stamp(|capability, data| {
                        if let Some(&round) = capability.least() {
                            let messages = data.flat_map(|data| data.drain(..));
                            let messages = messages.map(|(_, message)| message);
                            open.entry(round).or_default().extend(messages);
                        }
                    });
                    while let Some(entry) = open.first_entry()
                        && !frontier.frontier().less_equal(entry.key())
                    {
                        if let Some(state) = state.borrow_mut().as_mut() {
                            flow.take(state, entry.remove());
                        }
                    }
                }
            })
            .container::<Vec<()>>()
            .probe_with(&probe);
    });

    let mut round = 0;
    while let Some(messages) = flow.read(own, round) {
        messages.into_iter().for_each(|message| input.send(message));
        round += 1;
        input.advance_to(round);
        // One round may be on its way while the next one is read.
        while probe.less_than(&(round - 1)) {
            engine.step_or_park(None);
        }
    }
    input.close();
    while !probe.done() {
        engine.step_or_park(None);
    }
    let state = state.borrow_mut().take();
    flow.finish(state.expect("only the end of the flow takes the state"))
}

/// The output of the shards, which send nothing on.
type Output<'o> = timely::dataflow::operators::generic::OutputBuilderSession<
    'o,
    u64,
    timely::container::CapacityContainerBuilder<Vec<()>>,
>;

/// Sends the results of all workers to the first one.
fn collect<T: Message>(engine: &mut Engine, result: T) -> Vec<(u64, T)> {
    let all = Rc::new(RefCell::new(Vec::new()));
    let number = engine.index() as u64;
    let mut input: InputHandle<u64, _> = InputHandle::new();
    let probe = ProbeHandle::new();
    engine.dataflow(|scope| {
        let all = all.clone();
        let to_first = Exchange::new(|_: &(u64, T)| 0);
        scope
            .input_from(&mut input)
            .container::<Vec<(u64, T)>>()
            .unary(to_first, "results", move |_, _| {
                move |input, output: &mut _| {
                    let _: &mut Output<'_> = output;
                    input.for_each_stamp(|_, data| {
                        let results = data.flat_map(|data| data.drain(..));
                        all.borrow_mut().extend(results);
                    });
                }
            })
            .container::<Vec<()>>()
            .probe_with(&probe);
    });
    input.send((number, result));
    input.close();
    while !probe.done() {
        engine.step_or_park(None);
    }
    all.take()
}

/// Runs the same dataflows on all workers.
fn execute<T: Message>(
    cluster: &Cluster,
    work: impl Fn(&mut Engine) -> Vec<(u64, T)> + Send + Sync + 'static,
) -> Result<Option<Vec<T>>, Failure> {
    let (builders, guard) = builders(cluster)?;
    let guards = timely::execute::execute_from(
        builders,
        guard,
        timely::WorkerConfig::default(),
        move |engine| work(engine),
    );
    let mut results = BTreeMap::new();
    for result in guards.map_err(Failure::Lost)?.join() {
        results.extend(result.map_err(Failure::Lost)?);
    }
    if !cluster.is_first() {
        return Ok(None);
    }
    if results.len() != cluster.size() {
        let (missing, size) = (cluster.size() - results.len(), cluster.size());
        return Err(Failure::Lost(format!(
            "{missing} of {size} workers have no result"
        )));
    }
    Ok(Some(results.into_values().collect()))
}

type Builders = (Vec<AllocatorBuilder>, Box<dyn Any + Send>);

fn builders(cluster: &Cluster) -> Result<Builders, Failure> {
    let workers = cluster.workers.max(1);
    let Some(network) = &cluster.network else {
        let config = match workers {
            1 => Config::Thread,
            workers => Config::Process(workers),
        };
        return config.try_build().map_err(Failure::Lost);
    };
    let sockets = connect(network, workers)?;
    let hooks = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(workers, hooks.refill.clone(), None);
    let (builders, guard) =
        initialize_networking_from_sockets(local, sockets, network.process, workers, hooks)
            .map_err(|error| Failure::Lost(error.to_string()))?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    Ok((builders, Box::new(guard)))
}
