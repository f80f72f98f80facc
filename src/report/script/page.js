// What the parts of the page are made of: sentences, badges and lines of source.

const SVG = 'http://www.w3.org/2000/svg';

const drawn = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

const code = text => element('code', {}, text);

// A sentence in which what stands between backquotes is code. A single backquote stays.
function prose(text) {
    const parts = text.split('`');
    return parts.map((part, index) => {
        if (index % 2 === 0) return part;
        return index + 1 < parts.length ? code(part) : `\`${part}`;
    });
}

function badge(row) {
    return element('span', { class: `badge ${STEP_CLASSES[generators.step[row]]}` }, stepOf(row));
}

// The word of a line at a column, or the character there.
const wordAt = (text, column) => /^[\p{L}\p{N}_$]*/u.exec(text.slice(column - 1))[0] || text.slice(column - 1, column);

// A line of source with its number; the word at the column is marked.
function sourceLine(number, text, column) {
    const line = element('span', { class: column > 0 ? 'line here' : 'line' },
        element('span', { class: 'line-number' }, String(number).padStart(5)));
    if (column > 0 && column <= text.length) {
        const word = wordAt(text, column);
        line.append(text.slice(0, column - 1), element('mark', {}, word), text.slice(column - 1 + word.length));
    } else {
        line.append(text);
    }
    line.append('\n');
    return line;
}

// Scrolls the lines of an excerpt sideways, so that the marked word can be seen.
function revealMark(node) {
    const mark = node.querySelector('mark');
    const lines = mark?.closest('pre');
    if (!lines) return;
    const [inside, outside] = [mark, lines].map(one => one.getBoundingClientRect());
    if (inside.right > outside.right) lines.scrollLeft += inside.right - outside.right + outside.width / 4;
}

// How far all lines are indented.
function indentOf(lines) {
    const indents = lines.filter(([, text]) => text.trim()).map(([, text]) => /^\s*/.exec(text)[0].length);
    return indents.length ? Math.min(...indents) : 0;
}

// The lines around a place, below its name.
function excerpt(name, file, line, column, context) {
    const lines = linesAround(file, line, context);
    const indent = indentOf(lines);
    const shownLine = ([number, text]) => sourceLine(number, text.slice(indent), number === line ? column - indent : 0);
    const shown = lines.length
        ? element('pre', {}, ...lines.map(shownLine))
        : element('p', { class: 'hint' }, 'The source was not at hand when the report was made.');
    return [element('p', { class: 'where' }, code(name)), shown];
}
