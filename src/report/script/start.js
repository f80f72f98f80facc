// What the controls do, and the first look of the page.

const controls = ['words', 'property', 'event', 'decision', 'step', 'way', 'package'];

const CHIP = 50;
const cutShort = text => (text.length > CHIP ? `${text.slice(0, CHIP)}\u2026` : text);

// Filters that no control holds are shown as chips.
function showChips() {
    const chip = (kind, text) => element('button', { type: 'button', class: 'chip', 'data-drop': kind }, text, ' \u00d7');
    const chips = [];
    if (filter.file >= 0) chips.push(chip('file', pathOf(filter.file)));
    if (filter.why >= 0) chips.push(chip('why', cutShort(whyOf(filter.why))));
    if (filter.cause >= 0) chips.push(chip('cause', cutShort(data.causes[filter.cause].what.replaceAll('`', ''))));
    byId('chips').replaceChildren(...chips);
}

function readControls() {
    offerEvents(byId('property').value === '' ? -1 : Number(byId('property').value));
    const value = id => byId(id).value;
    const index = id => (value(id) === '' ? -1 : Number(value(id)));
    Object.assign(filter, {
        words: value('words'), property: index('property'), event: index('event'), decision: value('decision'), step: index('step'),
        way: value('way'), package: index('package'),
    });
    refresh();
}

const showTable = () => byId('generators').scrollIntoView();

// Shows the calls that these filters and no others let through.
function filterOnly(changes) {
    byId('filters').reset();
    byId('unknown').textContent = '';
    Object.assign(filter, { file: -1, why: -1, cause: -1 }, changes);
    offerEvents(changes.property ?? -1);
    for (const id of controls) if (id in changes && changes[id] !== -1) byId(id).value = changes[id];
    showChips();
    readControls();
}

// The same after a click, which the address remembers.
function showOnly(changes) {
    selected = -1;
    filterOnly(changes);
    writeAddress(true);
    showTable();
}

// The filters of a link to calls: of a property and an event of it, of a reason, of a cause, of a package, of a file and a
// line of it; null where a link leads elsewhere.
function changesOf({ property, event: raised, decision, why, cause, package: inside, file, line }) {
    if (cause !== undefined) return { cause: Number(cause), decision: 'keep' };
    if (why !== undefined) return { why: strings.indexOf(why), decision: 'keep' };
    if (inside !== undefined) return { package: Number(inside) };
    if (file !== undefined) return line === undefined ? { file: Number(file) } : { file: Number(file), words: `:${line}` };
    if (property === undefined) return null;
    const changes = { property: Number(property) };
    if (raised !== undefined) changes.event = strings.indexOf(raised);
    if (decision) changes.decision = decision;
    return changes;
}

// Gives the links of the page to calls the addresses that they lead to, for those who copy them.
function nameLinks() {
    for (const link of document.querySelectorAll('main a[href="#generators"]')) {
        const changes = changesOf(link.dataset);
        if (changes) link.setAttribute('href', `#${written(namesIn({ ...nothing, ...changes }))}`);
    }
}

function followLink(event) {
    const target = event.target.closest('a, button');
    if (!target) return;
    const { open, drop, call, source, line, row } = target.dataset;
    const changes = changesOf(target.dataset);
    if (call !== undefined) openCall(Number(call));
    else if (source !== undefined) openSource(Number(source), Number(line ?? 0), Number(row ?? -1));
    else if (target.getAttribute('href')?.startsWith('#source=')) followSource(readAddress(target.getAttribute('href')));
    else if (changes) showOnly(changes);
    else if (target.getAttribute('href') === '#generators') {
        writeAddress(true);
        showTable();
    } else if (open !== undefined) togglePackage(target);
    else if (drop !== undefined) {
        filter[drop] = -1;
        showChips();
        refresh();
        writeAddress(true);
    } else return;
    event.preventDefault();
}

function followAddress() {
    isFollowing = true;
    showAddressed();
    isFollowing = false;
}

// Shows what the address says. A call that its filters do not let through is shown among all.
function showAddressed() {
    const said = readAddress(location.hash);
    if (!said) {
        if (location.hash === '') filterOnly({});
        openPart(location.hash);
        return;
    }
    const [, column] = /^-?(\w+)$/.exec(said.get('order') ?? '') ?? [];
    if (column in orders) Object.assign(order, { key: column, descending: said.get('order').startsWith('-') });
    selected = -1;
    const changes = filterOf(said);
    filterOnly(changes);
    const unknown = unknownIn(said, changes);
    byId('unknown').textContent = unknown.length ? `Not in this report: ${unknown.join(', ')}` : '';
    const row = Number(ROW.exec(said.get('call') ?? '')?.[1] ?? -1);
    if (row >= 0 && row < COUNT) {
        if (!shown.includes(row)) filterOnly({});
        select(shown.indexOf(row), true);
        firstRow()?.scrollIntoView({ block: 'center' });
        reopen(said);
    } else if (!followSource(said)) {
        showTable();
    }
}

// Opens the table of a part of the page that an address names.
function openPart(hash) {
    const part = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
    const folded = part?.closest('details') ?? part?.querySelector(':scope > details');
    if (folded) folded.open = true;
    if (part?.tagName === 'SECTION') part.querySelectorAll('.wide').forEach(box => { box.scrollTop = 0; });
    else part?.scrollIntoView();
}

// Shows the source that an address names, and nothing where it names none.
function followSource(said) {
    const [file, line] = placeIn(said.get('source') ?? '');
    if (file >= 0) openSource(file, line);
    return file >= 0;
}

// The source beside a call that an address names, without a move to it.
function reopen(said) {
    const [file, line] = placeIn(said.get('source') ?? '');
    if (file < 0) return;
    showSource(file);
    openLine = line;
    writeAddress();
}

function showKeys() {
    if (!byId('keys').open) byId('keys').showModal();
}

const firstRow = () => rowsBody.querySelector('[tabindex="0"]');

// From the filter Arrow down leads into the rows, Enter to the first one's detail, and Escape empties it.
function filterKey(event) {
    if (event.target.id !== 'words' || isModified(event)) return;
    if (event.key === 'ArrowDown' && shown.length) select(Math.max(0, shown.indexOf(selected)), true);
    else if (event.key === 'Enter' && shown.length) {
        select(Math.max(0, shown.indexOf(selected)), true);
        byId('detail').focus();
    } else if (event.key === 'Escape') {
        if (byId('words').value === '') firstRow()?.focus();
        byId('words').value = '';
        readControls();
        writeAddress();
    } else return;
    event.preventDefault();
}

// Leaves the detail: to the mark in the source if it was opened from there, and to its row otherwise.
function leaveDetail() {
    if (cameFrom >= 0 && openFile === generators.file[cameFrom]) openSource(openFile, generators.line[cameFrom], cameFrom);
    else firstRow()?.focus();
    cameFrom = -1;
}

function globalKey(event) {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (isModified(event) || byId('keys').open) return;
    if (event.key === '/' && !isTyping) {
        byId('words').focus();
        byId('words').select();
        event.preventDefault();
    }
    if (event.key === '?' && !isTyping) showKeys();
    if (event.key === 'Escape' && byId('detail').contains(event.target)) leaveDetail();
}

function fillPackages() {
    const named = packages.map((one, index) => [one.name, index]).sort(([a], [b]) => (a < b ? -1 : 1));
    byId('package').append(...named.map(([name, index]) => element('option', { value: index }, name)));
}

// Offers the events of the chosen property, or those of all.
let offered = null;
function offerEvents(property) {
    if (offered === property) return;
    offered = property;
    const isOf = (_, row) => property < 0 || generators.property[row] === property;
    const events = [...new Set(generators.event.filter(isOf))].sort((a, b) => (strings[a] < strings[b] ? -1 : 1));
    const before = byId('event').value;
    byId('event').replaceChildren(element('option', { value: '' }, 'all'), ...events.map(event => element('option', { value: event }, strings[event])));
    if (events.includes(Number(before))) byId('event').value = before;
}

document.documentElement.classList.add('js');
fillPackages();
nameLinks();
byId('filters').addEventListener('input', () => { readControls(); writeAddress(); });
byId('filters').addEventListener('keydown', filterKey);
byId('filters').addEventListener('submit', event => event.preventDefault());
byId('show-all').addEventListener('click', () => showOnly({}));
byId('rows').addEventListener('keydown', moveByKey);
byId('rows').addEventListener('click', event => {
    reorder(event);
    const row = event.target.closest('tr[data-row]');
    if (row) select(shown.indexOf(Number(row.dataset.row)), true);
});
byId('pages').addEventListener('click', turnPage);
byId('all-packages').addEventListener('click', () => showPackages(Infinity));
byId('source').addEventListener('keydown', sourceKey);
byId('source').addEventListener('click', sourceClick);
byId('detail').addEventListener('keydown', playerKey);
byId('detail').addEventListener('click', playerClick);
byId('show-keys').addEventListener('click', showKeys);
byId('hide-keys').addEventListener('click', () => byId('keys').close());
document.querySelectorAll('#properties .drawing').forEach(makeZoomable);
document.querySelectorAll('#treemap').forEach(makeMapMovable);
document.addEventListener('click', followLink);
document.addEventListener('keydown', globalKey);
window.addEventListener('hashchange', followAddress);
readControls();
showPackages(PACKAGES_AT_FIRST);
byId('detail').append(element('p', { class: 'hint' }, 'Select a monitored call to see its line, its reason and its path to a report.'));
byId('source').append(element('p', { class: 'hint' }, 'Open a package and select a file to see its lines with the monitored calls marked.'));
followAddress();
performance.mark('ready');
