// What is known of the selected generator: its line, its reason, and its way to a report.

function facts(row) {
    const { event, property, class: owner, enclosing, callee, group } = generators;
    const { message } = properties[property[row]];
    const list = [
        ['Event', code(strings[event[row]])],
        ['Property', [code(properties[property[row]].name), ...(message ? [': ', ...prose(message)] : [])]],
        ['Point', [`${data.moments[generators.moment[row]]} ${data.kinds[generators.kind[row]]} `,
            code(strings[callee[row]] ? readable(strings[callee[row]]) : 'a method that is not known')]],
        ['In', code(`${strings[owner[row]]}.${readable(strings[enclosing[row]])}`)],
    ];
    if (group[row] >= 0) list.push(['Together with', groupLinks(row)]);
    return element('dl', {}, ...list.map(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]).flat());
}

// The others of its group, which are silent only with it; the first ones.
function groupLinks(row) {
    const others = [];
    for (let other = 0; other < COUNT && others.length <= 12; other++) {
        if (other !== row && generators.group[other] === generators.group[row]) others.push(other);
    }
    if (!others.length) return 'no other';
    const links = others.slice(0, 12).map(other => [element('a', { href: `#g${other}` }, placeOf(other)), ' ']);
    return [...links.flat(), others.length > 12 ? 'and more' : ''];
}

function stateChip(property, name) {
    const { states, bad } = properties[property];
    const isBad = bad.includes(states.indexOf(name));
    return element('span', { class: isBad ? 'chip bad' : 'chip' }, name);
}

function witnessStep(property, step, isHere) {
    const [event, , to, file, line, column] = step;
    const by = element('p', {}, 'by ', code(strings[event]), isHere ? element('strong', {}, ' (this call)') : null,
        file < 0 ? ', which no line of the program raises' : null);
    const place = file < 0 ? [] : excerpt(`${nameOf(file)}:${line}:${column}`, file, line, column, 0);
    const state = element('p', { class: 'state-line' }, stateChip(property, strings[to]));
    return element('li', {}, by, ...place, state);
}

// Cuts a drawing, which is in the page, to what is on the way in it.
function cutToWay(drawing) {
    const boxes = [...drawing.querySelectorAll('.on-way')].map(node => node.getBBox());
    if (!boxes.length) return;
    const [left, top] = ['x', 'y'].map(axis => Math.min(...boxes.map(box => box[axis])) - MARGIN_OF_WAY);
    const [right, bottom] = [['x', 'width'], ['y', 'height']]
        .map(([axis, size]) => Math.max(...boxes.map(box => box[axis] + box[size])) + MARGIN_OF_WAY);
    drawing.setAttribute('viewBox', [left, top, right - left, bottom - top].join(' '));
    drawing.setAttribute('width', right - left);
    drawing.setAttribute('height', bottom - top);
    drawing.style.minWidth = `${(right - left) * LEAST_SCALE}px`;
}

const MARGIN_OF_WAY = 12;

// A drawing is not made smaller than this to fit: its words could not be read.
const LEAST_SCALE = 0.8;

// The drawing of the property with the way marked in it.
function wayDrawn(property, steps) {
    const drawing = byId(`automaton-${property}`);
    if (!drawing) return null;
    const copy = drawing.cloneNode(true);
    copy.removeAttribute('id');
    copy.removeAttribute('aria-labelledby');
    copy.setAttribute('aria-hidden', 'true');
    copy.querySelectorAll('[id]').forEach(node => node.removeAttribute('id'));
    copy.classList.add('way');
    const { states } = properties[property];
    for (const [, from, to] of steps) {
        const ends = [from, to].map(name => states.indexOf(strings[name]));
        ends.forEach(state => copy.querySelector(`[data-state="${state}"]`)?.classList.add('on-way'));
        copy.querySelectorAll(`.stays[data-from="${ends[0]}"][data-to="${ends[1]}"]`)
            .forEach(edge => edge.classList.add('on-way'));
    }
    return copy;
}

// The things in the program that keep a call monitored and that its owner may change, each with a link to its remedy.
function causesLine(row) {
    const causes = isKept(row) ? causesOf(row) : [];
    if (!causes.length) return null;
    const links = causes.slice(0, 3).map(cause => {
        const { what, remedy, rows, alone } = data.causes[cause];
        const gain = `${numberOf(rows.length)} calls at most, ${numberOf(alone)} because of this alone`;
        return element('li', {}, element('a', { href: `#cause-${cause}` }, ...prose(what)), remedy ? [': ', ...prose(remedy)] : null,
            element('small', {}, ` (${gain})`));
    });
    const more = causes.length > 3 ? element('li', {}, element('a', { href: '#unresolved' }, `${causes.length - 3} more`)) : null;
    const told = causes.length > 1 ? 'For these reasons. To rule it out, change all of them:' : 'For this reason, which you may change:';
    return element('div', {}, element('h4', {}, 'Code that the analysis does not see may reach it'), element('p', { class: 'hint' }, told), element('ul', { class: 'causes' }, ...links, more));
}

function way(row) {
    const witness = generators.witness[row];
    if (witness < 0) {
        return isKept(row) ? [element('p', { class: 'hint' }, 'No run leads from this call to a report. The call is kept for the reason above.')] : [];
    }
    const [isOrdered, objects, order, ...numbers] = data.witnesses[witness];
    const steps = numbers.filter(number => number >= 0).map(number => data.witness_steps[number]);
    const property = generators.property[row];
    const isHere = ([event, , , file, line, column]) => event === generators.event[row] && file === generators.file[row]
        && line === generators.line[row] && column === generators.column[row];
    const subject = strings[objects];
    const ofProgram = subject === 'the program';
    const who = ofProgram ? 'the program' : 'an object';
    const isAlone = numbers.length === 1;
    const said = isAlone
        ? 'This event alone leads to what the user sees, as far as the analysis knows:'
        : isOrdered
        ? `Through here ${who} may come to what the user sees, as far as the analysis knows:`
        : `Together these events lead ${who} to what the user sees; whether it comes to them, and in this order, is not known:`;
    const start = element('p', { class: 'state-line' }, stateChip(property, strings[steps[0][1]]), ' at first');
    const oneToTheAnalysis = ofProgram
        ? 'none: the property is about the program as a whole'
        : `${subject}: the analysis cannot distinguish these objects, and each read of a field or an array gives one of them or another object`;
    const isReport = properties[property].bad.includes(properties[property].states.indexOf(strings[steps.at(-1)[2]]));
    const items = [start, ...steps.map(step => witnessStep(property, step, isHere(step)))];
    const rest = items.slice(1);
    const drawing = wayDrawn(property, steps);
    return [
        element('h4', {}, `The run that could end in ${isReport ? 'a violation' : 'an action of the monitor'}`),
        element('p', {}, said),
        element('dl', {}, element('dt', {}, 'Objects'), element('dd', {}, oneToTheAnalysis),
            ...(isAlone ? [] : [element('dt', {}, 'Order'), element('dd', {}, `${isOrdered ? '' : 'not known: '}${strings[order]}`)])),
        drawing ? element('div', { class: 'drawing' }, drawing) : null,
        ...playerOf(property, steps, drawing, items),
        start,
        element('ol', { class: 'steps' }, ...numbers.map(number => number < 0
            ? element('li', { class: 'left-out' }, `.. ${-number} steps are not shown`)
            : rest.shift())),
    ];
}

function showDetail(row) {
    const { file, line, column } = generators;
    closePlayer();
    cameFrom = -1;
    const place = `${pathOf(file[row])}:${line[row]}`;
    const inFile = element('a', { href: `#source=${encodeURIComponent(place)}`, 'data-source': file[row], 'data-line': line[row], 'data-row': row },
        'In its file');
    const detail = byId('detail');
    detail.classList.add('filled');
    detail.replaceChildren(...[
        element('h3', {}, badge(row), ' ', code(`${nameOf(file[row])}:${line[row]}`), ' ', element('span', { class: 'hint' }, `g${row}`)),
        element('p', { class: 'reason' }, strings[generators.why[row]], '.'),
        ...excerpt(`${rootedPathOf(file[row])}:${line[row]}:${column[row]}`, file[row], line[row], column[row], 2),
        element('p', { class: 'links' }, inFile),
        facts(row),
        causesLine(row),
        ...way(row),
    ].filter(Boolean));
    detail.querySelectorAll('.automaton.way').forEach(cutToWay);
    detail.scrollTop = 0;
    revealMark(detail);
}
