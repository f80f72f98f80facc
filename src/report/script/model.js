// The data of the page, and words for it. A generator goes by its row number.

const data = JSON.parse(document.getElementById('data').textContent);
const { strings, files, generators, properties } = data;
const COUNT = generators.line.length;

const pathOf = file => strings[files[file].path];
const rootedPathOf = file => [strings[files[file].root].replace(/\/$/, ''), pathOf(file)].filter(Boolean).join('/');
const isKept = row => generators.step[row] === 0;
const placeOf = row => `${pathOf(generators.file[row])}:${generators.line[row]}:${generators.column[row]}`;
const stepOf = row => (isKept(row) ? 'kept' : data.steps[generators.step[row] - 1]);
const numberOf = value => value.toLocaleString('en');
const nameOf = file => pathOf(file).split('/').pop();

// The rows that a cause concerns: the data have the distance of each from the one before.
const causeRows = [];
function rowsOfCause(cause) {
    if (!causeRows[cause]) {
        let row = 0;
        causeRows[cause] = new Set(data.causes[cause].rows.map(distance => { row += distance; return row; }));
    }
    return causeRows[cause];
}
const causesOf = row => data.causes.map((_, cause) => cause).filter(cause => rowsOfCause(cause).has(row));

// The classes of the style sheet for what became of a generator, by its step.
const STEP_CLASSES = ['stays', 'residual0', 'residual1', 'residual2', 'nop'];

// `Iterator.next` of `java.util.Iterator.next()Ljava/lang/Object;`.
const simpleName = callee => callee.split('(')[0].split('.').slice(-2).join('.');

const PRIMITIVES = {
    B: 'byte', C: 'char', D: 'double', F: 'float', I: 'int', J: 'long', S: 'short', V: 'void', Z: 'boolean',
};

// `next(int, String[])` of `next(I[Ljava/lang/String;)V`: a name with the parameters of its descriptor.
function readable(signature) {
    const [, name, descriptor] = /^([^(]*)(?:\(([^)]*)\).*)?$/s.exec(signature) ?? [null, signature, undefined];
    if (descriptor === undefined) return name;
    const types = (descriptor.match(/\[*(?:L[^;]*;|[A-Z])/g) ?? []).map(type => {
        const element = type.replace(/^\[+/, '');
        const simple = PRIMITIVES[element] ?? element.slice(1, -1).split('/').pop();
        return simple + '[]'.repeat(type.length - element.length);
    });
    return `${name}(${types.join(', ')})`;
}

// The package of a class of each file, which need not be its folder below the root; of a file without a call the folder.
const packageNames = files.map(() => null);
for (let row = 0; row < COUNT; row++) {
    const name = strings[generators.class[row]];
    packageNames[generators.file[row]] ??= name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

function packageOf(file) {
    const path = pathOf(file);
    const name = packageNames[file] ?? path.slice(0, Math.max(0, path.lastIndexOf('/'))).replaceAll('/', '.');
    return name || '(no package)';
}

// Packages by name, each with its files; a file has the number of its package.
const packages = (() => {
    const byName = new Map();
    files.forEach((_, file) => {
        const name = packageOf(file);
        if (!byName.has(name)) byName.set(name, []);
        byName.get(name).push(file);
    });
    return [...byName].map(([name, inside]) => ({ name, files: inside }));
})();
const packageOfFile = new Int32Array(files.length);
packages.forEach((one, index) => one.files.forEach(file => { packageOfFile[file] = index; }));

// For each file the lines of it that are shown, not parsed yet: most are never looked at.
let excerptTexts = null;
function excerpts() {
    excerptTexts ??= document.getElementById('excerpts').textContent.split('\n');
    return excerptTexts;
}

// The chunks of a file: the number of the first line, and the texts.
let lastChunks = [-1, []];
function chunksOf(file) {
    if (lastChunks[0] !== file) lastChunks = [file, JSON.parse(excerpts()[file])];
    return lastChunks[1];
}

// The lines of an excerpt around a line, as [number, text].
function linesAround(file, line, context) {
    const found = [];
    for (const [first, texts] of chunksOf(file)) {
        texts.forEach((text, index) => {
            if (Math.abs(first + index - line) <= context) found.push([first + index, text]);
        });
    }
    return found;
}
