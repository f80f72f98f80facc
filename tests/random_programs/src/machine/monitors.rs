//! Locks of objects: `synchronized` blocks and methods, `wait` and `notifyAll`.

use std::collections::BTreeMap;

use ir::{ClassId, LocalId, MethodId};
use java_types::Access;

use super::heap::{ObjectId, Value};
use super::observed::Deed;
use super::{Activation, Machine, Outcome};

/// A lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lock {
    /// That of an object.
    Object(ObjectId),
    /// That of the object for a class.
    Class(ClassId),
}

/// The locks that are held: by which thread, and how often.
#[derive(Debug, Clone, Default, Hash)]
pub(super) struct Monitors(BTreeMap<Lock, (usize, usize)>);

impl Monitors {
    /// The thread that holds a lock.
    pub(super) fn owner(&self, lock: Lock) -> Option<usize> {
        self.0.get(&lock).map(|(owner, _)| *owner)
    }
}

/// The way of a thread to a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Entry {
    /// It has asked for the lock on this line.
    Asked(Lock, u32),
    /// It waits on the object. It has held its lock so often.
    Waits(ObjectId, usize),
    /// It gets the lock of the object again.
    Woken(ObjectId, usize),
}

impl Machine<'_, '_> {
    /// The lock of a `synchronized` method.
    pub(super) fn lock_of(&self, method: MethodId, receiver: Option<&Value>) -> Option<Lock> {
        let method = &self.code.program.methods[method];
        let access = Access(method.access);
        if !access.has(Access::SYNCHRONIZED) {
            return None;
        }
        if access.is_static() {
            return Some(Lock::Class(method.class));
        }
        self.object(receiver?).map(Lock::Object)
    }

    /// The method at work tries to get its lock.
    pub(super) fn enter_method(&mut self) {
        let lock = self.top().lock.expect("the method is synchronized");
        if self.acquire(lock) {
            self.top().outside = false;
        }
    }

    /// Gives back the lock of a method that was at work.
    pub(super) fn leave_method(&mut self, left: &Activation) {
        if let (Some(lock), false) = (left.lock, left.outside) {
            self.release(lock);
        }
    }

    /// A statement that enters or leaves a monitor.
    pub(super) fn monitor_step(&mut self, object: LocalId, enter: bool) {
        let value = self.local(object);
        let Some(object) = self.object(&value) else {
            return self.throw_new("java/lang/NullPointerException");
        };
        let lock = Lock::Object(object);
        if !enter {
            self.release(lock);
        } else if !self.acquire(lock) {
            return;
        }
        self.top().statement += 1;
    }

    /// Asks for a lock, and then tries to get it; whether the thread has it.
    fn acquire(&mut self, lock: Lock) -> bool {
        let current = self.current;
        if let Some((owner, times)) = self.monitors.0.get_mut(&lock)
            && *owner == current
        {
            *times += 1;
            return true;
        }
        if self.threads[current].entry.is_none() {
            self.decides();
            let line = self.happens(Deed::Request(lock));
            self.threads[current].entry = Some(Entry::Asked(lock, line));
            return false;
        }
        if self.monitors.owner(lock).is_some() {
            return false;
        }
        self.threads[current].entry = None;
        self.monitors.0.insert(lock, (current, 1));
        self.happens(Deed::Acquire(lock));
        true
    }

    fn release(&mut self, lock: Lock) {
        let (owner, times) = self.monitors.0.get_mut(&lock).expect("a lock that is held");
        assert_eq!(*owner, self.current, "the thread holds the lock");
        *times -= 1;
        if *times == 0 {
            self.monitors.0.remove(&lock);
            self.happens(Deed::Release(lock));
        }
    }

    /// `object.wait()`: gives the lock back, and gets it again once another thread has notified.
    pub(super) fn wait(&mut self, object: ObjectId) -> Outcome {
        let (current, lock) = (self.current, Lock::Object(object));
        match self.threads[current].entry {
            None => {
                let Some((_, times)) = self.monitors.0.remove(&lock) else {
                    panic!("generated programs wait with the lock")
                };
                self.threads[current].entry = Some(Entry::Waits(object, times));
                self.happens(Deed::WaitRelease(lock));
                Outcome::Waits
            }
            Some(Entry::Woken(_, times)) if self.monitors.owner(lock).is_none() => {
                self.threads[current].entry = None;
                self.monitors.0.insert(lock, (current, times));
                self.happens(Deed::WaitAcquire(lock));
                Outcome::Value(Value::Null)
            }
            Some(_) => Outcome::Waits,
        }
    }

    /// `object.notifyAll()`.
    pub(super) fn notify_all(&mut self, object: ObjectId) -> Outcome {
        for thread in &mut self.threads {
            if let Some(Entry::Waits(on, times)) = thread.entry
                && on == object
            {
                thread.entry = Some(Entry::Woken(object, times));
            }
        }
        self.happens(Deed::NotifyAll(Lock::Object(object)));
        Outcome::Value(Value::Null)
    }
}
