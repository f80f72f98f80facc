//! From the parts of all units to the program: ids become the program's.

use index_vec::IndexVec;
use ir::{
    AllocationId, AllocationKind, AllocationSite, Body, CallSite, CallSiteId, Method, MethodId,
    PointId, Program, SourceFile, StatementKind,
};
use java_types::hierarchy::Hierarchy;

use crate::numbering::Numbering;
use crate::part::Part;

/// How far the ids of a part move.
#[derive(Debug, Clone, Copy)]
struct Offsets {
    methods: usize,
    calls: usize,
    points: usize,
    allocations: usize,
}

impl Offsets {
    fn of(program: &Program) -> Self {
        Offsets {
            methods: program.methods.len(),
            calls: program.calls.len(),
            points: program.points.len(),
            allocations: program.allocations.len(),
        }
    }

    fn method(self, id: MethodId) -> MethodId {
        id + self.methods
    }

    fn call(self, id: CallSiteId) -> CallSiteId {
        id + self.calls
    }

    fn point(self, id: PointId) -> PointId {
        id + self.points
    }

    fn allocation(self, id: AllocationId) -> AllocationId {
        id + self.allocations
    }
}

/// The program of these parts, one a file, in order. Diagnostics are the caller's.
pub(crate) fn join(
    files: Vec<SourceFile>,
    numbering: Numbering,
    parts: Vec<Part>,
    hierarchy: Hierarchy,
) -> Program {
    let Numbering {
        classes, fields, ..
    } = numbering;
    let mut program = Program {
        files: IndexVec::from_vec(files),
        classes,
        fields,
        methods: IndexVec::new(),
        calls: IndexVec::new(),
        points: IndexVec::new(),
        allocations: IndexVec::new(),
        hierarchy,
        annotations: Vec::new(),
        gaps: Vec::new(),
        missing: Vec::new(),
        diagnostics: Vec::new(),
    };

    for part in parts {
        add(&mut program, part);
    }

    for (id, method) in program.methods.iter_enumerated() {
        program.classes[method.class].methods.push(id);
    }

    program
}

/// A program with the code of properties: `parts` are theirs, one for each of `files`, and
/// `numbering` goes on where the program's ends. Ids of the program stay. O(size of the program).
pub(crate) fn joined_to(
    program: &Program,
    files: Vec<SourceFile>,
    numbering: Numbering,
    parts: Vec<Part>,
) -> Program {
    let Numbering {
        classes, fields, ..
    } = numbering;
    let added = classes.iter().skip(program.classes.len());
    let hierarchy = program
        .hierarchy
        .with(added.map(|class| class.info.clone()));
    let mut joined = Program {
        files: program.files.iter().cloned().chain(files).collect(),
        classes,
        fields,
        methods: program.methods.clone(),
        calls: program.calls.clone(),
        points: program.points.clone(),
        allocations: program.allocations.clone(),
        hierarchy,
        annotations: program.annotations.clone(),
        gaps: program.gaps.clone(),
        missing: program.missing.clone(),
        diagnostics: program.diagnostics.clone(),
    };

    let first = joined.methods.next_idx();
    for part in parts {
        add(&mut joined, part);
    }
    let added = joined.methods.iter_enumerated().skip(first.index());
    for (id, method) in added {
        joined.classes[method.class].methods.push(id);
    }

    joined
}

fn add(program: &mut Program, part: Part) {
    let offsets = Offsets::of(program);
    let Part {
        methods,
        calls,
        points,
        allocations,
        gaps,
        ..
    } = part;
    program.methods.extend(
        methods
            .into_iter()
            .map(|method| moved_method(method, offsets)),
    );
    program.calls.extend(calls.into_iter().map(|site| CallSite {
        method: offsets.method(site.method),
        point: offsets.point(site.point),
        ..site
    }));
    program.points.extend(points);
    program.allocations.extend(
        allocations
            .into_iter()
            .map(|site| moved_allocation(site, offsets)),
    );

    program.gaps.extend(gaps);
}

fn moved_method(mut method: Method, offsets: Offsets) -> Method {
    let blocks = method
        .body
        .iter_mut()
        .flat_map(|body: &mut Body| &mut body.blocks);
    for statement in blocks.flat_map(|block| &mut block.statements) {
        match &mut statement.kind {
            StatementKind::Call(site) => *site = offsets.call(*site),
            StatementKind::Allocate { site, .. } => *site = offsets.allocation(*site),
            _ => {}
        }
    }
    method
}

fn moved_allocation(mut site: AllocationSite, offsets: Offsets) -> AllocationSite {
    site.method = offsets.method(site.method);
    if let AllocationKind::Functional { body, .. } = &mut site.kind {
        *body = offsets.method(*body);
    }
    site
}
