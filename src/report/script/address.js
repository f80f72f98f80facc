// The rows that are shown and the selected one, as the part of the address behind `#`: a link to
// `#property=lifecycle&decision=keep&call=g7` shows the same as here. Texts stand there, no numbers of this report, so
// that a link holds for the next one. `#g7` alone is a call.

const ROW = /^g(\d+)$/;

function address() {
    return written({
        ...namesIn(filter),
        order: order.key === 'place' && !order.descending ? '' : (order.descending ? '-' : '') + order.key,
        call: selected < 0 ? '' : `g${selected}`,
        source: openFile < 0 ? '' : pathOf(openFile) + (openLine ? `:${openLine}` : ''),
    });
}

// What a filter says, in texts.
function namesIn(one) {
    return {
        words: one.words,
        property: one.property < 0 ? '' : properties[one.property].name,
        event: one.event < 0 ? '' : strings[one.event],
        decision: one.decision,
        reason: one.step < 0 ? '' : data.steps[one.step - 1],
        path: one.way,
        package: one.package < 0 ? '' : packages[one.package].name,
        file: one.file < 0 ? '' : pathOf(one.file),
        why: one.why < 0 ? '' : strings[one.why],
        cause: one.cause < 0 ? '' : data.causes[one.cause].what,
    };
}

function written(parts) {
    const said = Object.entries(parts).filter(([, text]) => text !== '');
    return said.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&');
}

const KNOWN = ['words', 'property', 'event', 'decision', 'reason', 'path', 'package', 'file', 'why', 'cause', 'order', 'call', 'source'];

// The parts of an address that this report does not have: they filter nothing.
function unknownIn(said, changes) {
    const names = namesIn({ ...nothing, ...changes });
    const isKnown = ([name, text]) => KNOWN.includes(name)
        && (!(name in names) || names[name] === text) && (name !== 'decision' || ['keep', 'silence'].includes(text));
    return [...said].filter(part => !isKnown(part)).map(([name, text]) => `${name}=${text}`);
}

// Says in the address what is shown. A step of the user is a page of its own in the browser's list, so that Back leads to
// what was shown before; what is typed and each row that a key passes are none. A browser may refuse a hundred changes in
// half a minute: then the next one that it takes says all.
let isFollowing = false;
function writeAddress(isStep = false) {
    const next = `#${address()}`;
    if (next === location.hash || (next === '#' && location.hash === '')) return;
    try {
        if (isStep && !isFollowing) history.pushState(null, '', next);
        else history.replaceState(null, '', next);
    } catch (refused) {
        console.debug(refused);
    }
}

// Returns what an address says, or null where it names a part of the page.
function readAddress(hash) {
    const text = hash.replace(/^#/, '');
    if (ROW.test(text)) return new URLSearchParams({ call: text });
    return text.includes('=') ? new URLSearchParams(text) : null;
}

// The changes of the filter that an address stands for. What this report does not have lets everything through.
function filterOf(said) {
    const found = (list, textOf, name) => (said.has(name) ? list.findIndex(one => textOf(one) === said.get(name)) : -1);
    const step = found(data.steps, one => one, 'reason');
    return {
        words: said.get('words') ?? '',
        property: found(properties, one => one.name, 'property'),
        event: found(strings, one => one, 'event'),
        decision: said.get('decision') ?? '',
        step: step < 0 ? -1 : step + 1,
        way: said.get('path') ?? '',
        package: found(packages, one => one.name, 'package'),
        file: found(files.map((_, file) => file), pathOf, 'file'),
        why: found(strings, one => one, 'why'),
        cause: found(data.causes, one => one.what, 'cause'),
    };
}
