// The rows that are shown and the selected one, as the part of the address behind `#`: a link to
// `#property=lifecycle&decision=keep&call=g7` shows the same as here. Texts stand there, no numbers of this report, so
// that a link holds for the next one. `#g7` alone is a call.

const ROW = /^g(\d+)$/;

function address() {
    const parts = {
        words: filter.words,
        property: filter.property < 0 ? '' : properties[filter.property].name,
        event: filter.event < 0 ? '' : strings[filter.event],
        decision: filter.decision,
        reason: filter.step < 0 ? '' : data.steps[filter.step - 1],
        path: filter.way,
        package: filter.package < 0 ? '' : packages[filter.package].name,
        file: filter.file < 0 ? '' : pathOf(filter.file),
        why: filter.why < 0 ? '' : strings[filter.why],
        cause: filter.cause < 0 ? '' : data.causes[filter.cause].what,
        order: order.key === 'place' && !order.descending ? '' : (order.descending ? '-' : '') + order.key,
        call: selected < 0 ? '' : `g${selected}`,
        source: openFile < 0 ? '' : pathOf(openFile) + (openLine ? `:${openLine}` : ''),
    };
    const said = Object.entries(parts).filter(([, text]) => text !== '');
    return said.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&');
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
