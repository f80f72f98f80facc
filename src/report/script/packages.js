// Counts for packages and files. A package shows its files when it is opened.

const PACKAGES_AT_FIRST = 100;

// How many generators of a file each step has, kept ones first.
const countsOfFile = files.map(() => new Uint32Array(STEP_CLASSES.length));
for (let row = 0; row < COUNT; row++) countsOfFile[generators.file[row]][generators.step[row]]++;

const total = counts => counts.reduce((sum, count) => sum + count, 0);

function countsOf(one) {
    const sum = new Uint32Array(STEP_CLASSES.length);
    one.files.forEach(file => countsOfFile[file].forEach((count, step) => { sum[step] += count; }));
    return sum;
}

function bar(counts) {
    const scale = 120 / Math.max(1, total(counts));
    let start = 0;
    const parts = [...counts].slice(1).map((count, index) => {
        const part = drawn('rect', { class: STEP_CLASSES[index + 1], x: start, width: count * scale, height: 10 });
        start += count * scale;
        return part;
    });
    return drawn('svg', { class: 'bar', width: 120, height: 10, 'aria-hidden': 'true' },
        drawn('rect', { class: 'rest', width: 120, height: 10 }), ...parts);
}

// A link to the calls in the table that these attributes name.
function tableLink(attributes, text) {
    const link = element('a', attributes, text);
    link.setAttribute('href', `#${written(namesIn({ ...nothing, ...changesOf(link.dataset) }))}`);
    return link;
}

// The numbers of a package or a file; the first leads to its calls in the table.
function countCells(counts, inTable) {
    const all = total(counts);
    return [tableLink(inTable, numberOf(all)), numberOf(all - counts[0]), numberOf(counts[0])].map(count => element('td', { class: 'number' }, count))
        .concat(element('td', {}, bar(counts)));
}

function fileRow(file) {
    const link = element('a', { href: `#source=${encodeURIComponent(pathOf(file))}`, 'data-source': file }, nameOf(file));
    const inTable = { 'data-file': file, 'aria-label': `${numberOf(total(countsOfFile[file]))}: calls of ${nameOf(file)} in the table` };
    return element('tr', { class: 'file' }, element('td', {}, link), ...countCells(countsOfFile[file], inTable));
}

// A name that breaks behind its points.
const breakable = name => name.split(/(?<=\.)/).flatMap((part, index) => (index ? [element('wbr'), part] : [part]));

function packageRow(index) {
    const one = packages[index];
    const counts = countsOfPackage[index];
    const toggle = element('button', { type: 'button', 'aria-expanded': 'false', 'data-open': index },
        element('span', { 'aria-hidden': 'true' }, '\u25b8 '), ...breakable(one.name));
    const inTable = { 'data-package': index, 'aria-label': `${numberOf(total(counts))}: calls of ${one.name} in the table` };
    return element('tr', {}, element('td', {}, toggle), ...countCells(counts, inTable));
}

const countsOfPackage = packages.map(countsOf);

const packagesByKept = countsOfPackage.map((counts, index) => [counts[0], index])
    .filter(([, index]) => total(countsOfPackage[index]))
    .sort(([a, i], [b, j]) => b - a || (packages[i].name < packages[j].name ? -1 : 1)).map(([, index]) => index);

function showPackages(many) {
    byId('tree').querySelector('tbody').replaceChildren(...packagesByKept.slice(0, many).map(packageRow));
    byId('all-packages').hidden = packagesByKept.length <= many;
}

function togglePackage(button) {
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    const row = button.closest('tr');
    if (isOpen) {
        while (row.nextSibling?.classList.contains('file')) row.nextSibling.remove();
    } else {
        const inside = [...packages[Number(button.dataset.open)].files];
        inside.sort((a, b) => countsOfFile[b][0] - countsOfFile[a][0] || (pathOf(a) < pathOf(b) ? -1 : 1));
        row.after(...inside.filter(file => total(countsOfFile[file])).map(fileRow));
    }
    button.setAttribute('aria-expanded', String(!isOpen));
    button.firstChild.textContent = isOpen ? '\u25b8 ' : '\u25be ';
}
