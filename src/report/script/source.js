// The source of a file with its monitored calls marked. Lines far from all calls are folded.

// Lines beside a call that are never folded.
const NEAR = 3;

// A fold hides more than this.
const SHORTEST_FOLD = 2;

let openFile = -1;
let openLine = 0;

// The call that was opened from the source, where Escape leads back to.
let cameFrom = -1;

// The rows of each file by line, once they are needed.
let rowsByFile = null;
function rowsIn(file) {
    if (!rowsByFile) {
        rowsByFile = files.map(() => new Map());
        for (let row = 0; row < COUNT; row++) {
            const lines = rowsByFile[generators.file[row]];
            if (!lines.has(generators.line[row])) lines.set(generators.line[row], []);
            lines.get(generators.line[row]).push(row);
        }
    }
    return rowsByFile[file];
}

// Kept ones first: of several calls at a word the kept one gives its look.
const keptFirst = (a, b) => generators.step[a] - generators.step[b] || a - b;

function callMark(rows, word) {
    const [first] = rows.sort(keptFirst);
    const others = rows.length > 1 ? `, and ${rows.length - 1} more here` : '';
    const name = `${word}: ${stepOf(first)}, ${strings[generators.event[first]]} of ${properties[generators.property[first]].name}${others}`;
    return element('a', {
        class: `call ${STEP_CLASSES[generators.step[first]]}`, href: `#g${first}`, 'data-call': first,
        'data-rows': rows.join(' '), title: name, 'aria-label': name,
    }, word);
}

// The text of a line, its words with calls as links. A call that has no word of its own stands behind the line.
function markedText(text, rows) {
    const byColumn = new Map();
    for (const row of rows) {
        const column = generators.column[row];
        if (!byColumn.has(column)) byColumn.set(column, []);
        byColumn.get(column).push(row);
    }
    const parts = [];
    const behind = [];
    let end = 0;
    for (const column of [...byColumn.keys()].sort((a, b) => a - b)) {
        const start = column - 1;
        if (start < end || start >= text.length) {
            behind.push(...byColumn.get(column));
            continue;
        }
        const word = wordAt(text, column);
        parts.push(text.slice(end, start), callMark(byColumn.get(column), word));
        end = start + word.length;
    }
    parts.push(text.slice(end));
    if (behind.length) parts.push(' ', callMark(behind, `${behind.length} more`));
    return parts;
}

// How many calls of a line have each step, in words.
function fates(rows) {
    const counts = STEP_CLASSES.map((_, step) => rows.filter(row => generators.step[row] === step).length);
    return counts.flatMap((count, step) => (count ? [`${count} ${step ? data.steps[step - 1] : 'kept'}`] : [])).join(', ');
}

// Kept and silenced calls of a line, before it, as a link to them in the table.
function tally(file, line, rows) {
    const kept = rows.filter(isKept).length;
    const text = [['\u25cf', kept], ['\u25cb', rows.length - kept]].map(([symbol, count]) => (count ? symbol + count : '')).join('');
    const name = `${text}: line ${line} has ${fates(rows)}; in the table`;
    return tableLink({ class: 'tally', 'data-file': file, 'data-line': line, tabindex: -1, title: fates(rows), 'aria-label': name }, text);
}

function numberedLine(file, number, text, rows) {
    return element('span', { class: rows.length ? 'line has-calls' : 'line', 'data-number': number },
        element('span', { class: 'line-number' }, String(number).padStart(5)),
        element('span', { class: 'symbol' }, rows.length ? tally(file, number, rows) : null),
        ...(rows.length ? markedText(text, rows) : [text]),
        rows.length ? element('span', { class: 'fates' }, fates(rows)) : null, '\n');
}

const linesInWords = count => `${numberOf(count)} ${count === 1 ? 'line' : 'lines'}`;

function foldButton(from, to) {
    return element('button', { type: 'button', class: 'fold', 'data-from': from, 'data-to': to },
        `\u25b8 ${linesInWords(to - from + 1)} without a monitored call`);
}

function absence(from, to) {
    return element('span', { class: 'fold' }, `\u22ef ${linesInWords(to - from + 1)} not in this report`, '\n');
}

// The nodes of a file from top to bottom: lines, folds, and gaps where the report has no lines.
function sourceNodes(file) {
    const rows = rowsIn(file);
    const near = new Set();
    for (const line of rows.keys()) for (let at = line - NEAR; at <= line + NEAR; at++) near.add(at);
    const nodes = [];
    let next = 1;
    for (const [first, texts] of chunksOf(file)) {
        if (first > next) nodes.push(absence(next, first - 1));
        for (let index = 0; index < texts.length; index++) {
            const line = first + index;
            let behind = index;
            while (behind < texts.length && !near.has(first + behind)) behind++;
            if (behind - index > SHORTEST_FOLD && rows.size) {
                nodes.push(foldButton(line, first + behind - 1));
                index = behind - 1;
            } else {
                nodes.push(numberedLine(file, line, texts[index], rows.get(line) ?? []));
            }
        }
        next = first + texts.length;
    }
    if (next <= files[file].lines) nodes.push(absence(next, files[file].lines));
    return nodes;
}

function unfold(button) {
    const [from, to] = [Number(button.dataset.from), Number(button.dataset.to)];
    const lines = chunksOf(openFile).flatMap(([first, texts]) => texts.map((text, index) => [first + index, text]))
        .filter(([line]) => line >= from && line <= to);
    const shown = lines.map(([line, text]) => numberedLine(openFile, line, text, []));
    button.replaceWith(...shown);
    shown[0]?.scrollIntoView({ block: 'nearest' });
}

const marks = () => [...byId('source').querySelectorAll('a.call')];

function goToMark(step) {
    const all = marks();
    const at = all.indexOf(document.activeElement);
    const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + step, 0), all.length - 1)];
    next?.focus({ preventScroll: true });
    if (next) showLine(next);
}

// Scrolls the source to a node of it, and the page no more than it has to.
function showLine(node) {
    const lines = node.closest('pre');
    const [inside, outside] = [node, lines].map(one => one.getBoundingClientRect());
    lines.scrollTop += inside.top - outside.top - lines.clientHeight / 2;
    node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function sourceHead(file) {
    const counts = countsOfFile[file];
    const all = total(counts);
    const buttons = [[-1, '\u2191 Previous call'], [1, '\u2193 Next call']].map(([step, text]) =>
        element('button', { type: 'button', 'data-mark': step }, text));
    return [
        element('h3', {}, code(pathOf(file))),
        element('p', {}, `${numberOf(all)} monitored ${all === 1 ? 'call' : 'calls'}: ${numberOf(counts[0])} kept, ${numberOf(all - counts[0])} silenced. `,
            tableLink({ 'data-file': file }, 'In the table')),
        all ? element('p', { class: 'buttons' }, ...buttons) : null,
    ].filter(Boolean);
}

function showSource(file) {
    openFile = file;
    const nodes = sourceNodes(file);
    const text = nodes.length
        ? element('pre', { class: 'source', tabindex: 0, role: 'region', 'aria-label': `Source of ${nameOf(file)}` }, ...nodes)
        : element('p', { class: 'hint' }, 'The source was not at hand when the report was made.');
    byId('source').replaceChildren(...sourceHead(file), text);
}

// Opens the package of a file in the table of packages, and marks the file there.
function markInTree(file) {
    const tree = byId('tree');
    const toggle = tree.querySelector(`[data-open="${packageOfFile[file]}"]`);
    if (toggle?.getAttribute('aria-expanded') === 'false') togglePackage(toggle);
    tree.querySelectorAll('[aria-current]').forEach(link => link.removeAttribute('aria-current'));
    tree.querySelector(`[data-source="${file}"]`)?.setAttribute('aria-current', 'true');
}

// Opens a file at a line, or at the mark of a call. A fold around the line is opened.
function openSource(file, line = 0, row = -1) {
    if (openFile !== file) showSource(file);
    openLine = line;
    markInTree(file);
    const source = byId('source');
    const fold = [...source.querySelectorAll('button.fold')].find(one => Number(one.dataset.from) <= line && line <= Number(one.dataset.to));
    if (fold) unfold(fold);
    source.querySelectorAll('.line.here').forEach(one => one.classList.remove('here'));
    const found = source.querySelector(`[data-number="${line}"]`);
    found?.classList.add('here');
    const mark = marks().find(one => one.dataset.rows.split(' ').includes(String(row))) ?? found?.querySelector('a.call');
    byId('packages').scrollIntoView();
    (mark ?? source.querySelector('pre') ?? source).focus({ preventScroll: true });
    if (mark ?? found) showLine(mark ?? found);
    writeAddress(true);
}

// Opens the detail of a call; Escape there leads back here.
function openCall(row) {
    if (!shown.includes(row)) filterOnly({});
    select(shown.indexOf(row), false, true);
    showTable();
    byId('detail').focus({ preventScroll: true });
    cameFrom = row;
}

// The place in an address, as the file's number and the line; the file is -1 where there is none.
function placeIn(text) {
    const [, path, line] = /^(.*?)(?::(\d+))?$/s.exec(text);
    return [files.findIndex((_, file) => pathOf(file) === path), Number(line ?? 0)];
}

function sourceKey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || isModified(event) || !event.target.closest('a.call, [data-mark]')) return;
    goToMark(step);
    event.preventDefault();
}

function sourceClick(event) {
    const button = event.target.closest('button');
    if (button?.dataset.mark) goToMark(Number(button.dataset.mark));
    else if (button?.classList.contains('fold')) unfold(button);
}
