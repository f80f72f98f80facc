// Which rows are shown, and in which order.

const nothing = { words: '', property: -1, event: -1, decision: '', step: -1, way: '', package: -1, file: -1, why: -1, cause: -1 };
const filter = { ...nothing };
const order = { key: 'place', descending: false };

let shown = [];

const lowered = strings.map(text => text.toLowerCase());
const loweredProperties = properties.map(property => property.name.toLowerCase());

// The texts of a row that a word before a colon chooses: `event:open` is in the names of events alone.
const FIELDS = {
    event: row => strings[generators.event[row]],
    property: row => properties[generators.property[row]].name,
    file: row => pathOf(generators.file[row]),
    class: row => strings[generators.class[row]],
    package: row => packages[packageOfFile[generators.file[row]]].name,
    method: row => strings[generators.enclosing[row]],
    calls: row => strings[generators.callee[row]],
    why: row => strings[generators.why[row]],
    decision: row => (isKept(row) ? 'kept' : 'silenced'),
};

// The files that a text names: those that are called so, or whose path ends with it behind a `/`; where there are none,
// those whose paths have it.
function filesNamed(text) {
    const paths = files.map((_, file) => pathOf(file).toLowerCase());
    const exact = paths.map(path => path === text || path.endsWith(`/${text}`));
    return exact.includes(true) ? exact : paths.map(path => path.includes(text));
}

// What a word of the filter has to do with a row: `File.java:12` is a place, `g7` a generator, `kept` and `silenced` are
// decisions, `event:open` is in one of the fields, anything else is in any of its texts. Each text is looked at once,
// however many rows have it.
function meaning(word) {
    const [, field, text] = /^([a-z]+):(.+)$/.exec(word) ?? [];
    if (field in FIELDS) return row => FIELDS[field](row).toLowerCase().includes(text);
    if (word === 'kept' || word === 'silenced') return row => isKept(row) === (word === 'kept');
    const place = /^(.*):(\d+)$/.exec(word);
    if (place) {
        const line = Number(place[2]);
        const named = filesNamed(place[1]);
        return row => generators.line[row] === line && named[generators.file[row]];
    }
    if (/\.[a-z]+$/.test(word) && files.some((_, file) => nameOf(file).toLowerCase() === word)) {
        const named = filesNamed(word);
        return row => named[generators.file[row]];
    }
    const inTexts = lowered.map(text => text.includes(word));
    const inProperties = loweredProperties.map(text => text.includes(word));
    const id = /^g\d+$/.test(word) ? Number(word.slice(1)) : -1;
    const inPackages = packages.map(one => one.name.toLowerCase().includes(word));
    const { event, file, class: owner, enclosing, callee, why, property } = generators;
    return row => row === id || inPackages[packageOfFile[file[row]]] || inTexts[event[row]] || inTexts[files[file[row]].path] || inTexts[owner[row]]
        || inTexts[enclosing[row]] || inTexts[callee[row]] || inTexts[why[row]] || inProperties[property[row]];
}

function wayOf(row) {
    const witness = generators.witness[row];
    if (witness < 0) return 'none';
    return data.witnesses[witness][0] ? 'ordered' : 'unordered';
}

// The tests that a row has to pass.
function tests() {
    const found = filter.words.toLowerCase().split(/\s+/).filter(Boolean).map(meaning);
    const { property, event, step, file, why } = generators;
    if (filter.cause >= 0) {
        const concerned = rowsOfCause(filter.cause);
        found.push(row => concerned.has(row));
    }
    if (filter.event >= 0) found.push(row => event[row] === filter.event);
    if (filter.property >= 0) found.push(row => property[row] === filter.property);
    if (filter.decision) found.push(row => isKept(row) === (filter.decision === 'keep'));
    if (filter.step >= 0) found.push(row => step[row] === filter.step);
    if (filter.way) found.push(row => wayOf(row) === filter.way);
    if (filter.package >= 0) found.push(row => packageOfFile[file[row]] === filter.package);
    if (filter.file >= 0) found.push(row => file[row] === filter.file);
    if (filter.why >= 0) found.push(row => why[row] === filter.why);
    return found;
}

// The place of each text among those of a column, so that rows are compared by numbers.
function ranks(column, textOf) {
    const distinct = [...new Set(column)];
    const texts = new Map(distinct.map(value => [value, textOf(value)]));
    distinct.sort((a, b) => (texts.get(a) < texts.get(b) ? -1 : texts.get(a) > texts.get(b) ? 1 : a - b));
    const rank = new Map(distinct.map((value, index) => [value, index]));
    return column.map(value => rank.get(value));
}

const orders = {
    place: () => null,
    event: () => ranks(generators.event, value => strings[value]),
    point: () => ranks(generators.callee, value => strings[value]),
    decision: () => generators.step,
    why: () => ranks(generators.why, value => strings[value]),
};
const knownOrders = {};

function ordered(rows) {
    knownOrders[order.key] ??= orders[order.key]();
    const rank = knownOrders[order.key];
    if (rank) rows.sort((a, b) => rank[a] - rank[b] || a - b);
    return order.descending ? rows.reverse() : rows;
}

function applyFilter() {
    const passes = tests();
    const rows = [];
    for (let row = 0; row < COUNT; row++) {
        if (passes.every(test => test(row))) rows.push(row);
    }
    shown = ordered(rows);
}
