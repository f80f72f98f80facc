// Which reports are shown. The address says it: `#kind=race&words=Main.java` shows the same to others.

const reports = [...document.querySelectorAll('article.report')];
const rows = [...document.querySelectorAll('#rows tbody tr')];
const runs = [...document.querySelectorAll('section.run')];

// The texts of a report that a word is looked for in: all but the lines of source.
const SEARCHED = 'h3, .sentence, .lanes th, .act, .where, .stack li';

const textOf = report => [...report.querySelectorAll(SEARCHED)].map(node => node.textContent).join('\n').toLowerCase();

// The texts, once they are needed.
let texts = null;

const isShown = report => !report.classList.contains('filtered');

const inWords = count => `${count} ${count === 1 ? 'report' : 'reports'}`;

function applyFilter() {
    const words = byId('words').value.toLowerCase().split(/\s+/).filter(Boolean);
    const kind = byId('kind').value;
    texts ??= reports.map(textOf);
    let count = 0;
    reports.forEach((report, index) => {
        const passes = (kind === '' || report.dataset.kind === kind) && words.every(word => texts[index].includes(word));
        report.classList.toggle('filtered', !passes);
        rows[index].classList.toggle('filtered', !passes);
        if (passes) count++;
    });
    for (const run of runs) {
        const own = [...run.querySelectorAll('article.report')];
        run.classList.toggle('filtered', own.length > 0 && !own.some(isShown));
    }
    byId('count').textContent = count === reports.length ? inWords(count) : `${count} of ${inWords(reports.length)}`;
}

function writeAddress() {
    const said = [['kind', byId('kind').value], ['words', byId('words').value]].filter(([, text]) => text !== '');
    const next = said.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&');
    try {
        history.replaceState(null, '', `#${next}`);
    } catch (refused) {
        console.debug(refused);
    }
}

function showAll() {
    byId('filters').reset();
    applyFilter();
}

// Shows what the address says: filters, or one report, which no filter may hide.
function followAddress() {
    const hash = location.hash.slice(1);
    if (hash.includes('=')) {
        const said = new URLSearchParams(hash);
        byId('words').value = said.get('words') ?? '';
        const kind = said.get('kind') ?? '';
        byId('kind').value = [...byId('kind').options].some(option => option.value === kind) ? kind : '';
        applyFilter();
        return;
    }
    const report = reports.find(one => one.id === hash);
    if (!report) return;
    if (!isShown(report)) showAll();
    report.scrollIntoView();
    report.focus({ preventScroll: true });
}
