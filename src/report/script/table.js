// The table of generators, a page at a time, and the keys that move in it.

const PAGE = 100;

let page = 0;
let selected = -1;

const rowsBody = byId('rows').querySelector('tbody');

// A reason is shown without the clauses that it shares with another one of the report, if these are long.
const LONGEST_SHARED = 40;

function withoutShared(reasons) {
    const short = new Map();
    const sorted = [...reasons].sort();
    const sharedWith = (one, other) => {
        let end = 0;
        while (end < one.length && one[end] === other?.[end]) end++;
        return end;
    };
    sorted.forEach((reason, index) => {
        const shared = Math.max(...[sorted[index - 1], sorted[index + 1]].map(other => (other === undefined ? 0 : sharedWith(reason, other))));
        const cut = Math.max(reason.lastIndexOf('; ', shared), reason.lastIndexOf(': ', shared)) + 1;
        short.set(reason, shared > LONGEST_SHARED && cut > 0 ? `\u2026 ${reason.slice(cut).trim()}` : reason);
    });
    return short;
}

let shortWhys = null;
function whyOf(text) {
    shortWhys ??= withoutShared([...new Set(generators.why)].map(why => strings[why]));
    return shortWhys.get(strings[text]);
}

// Each cell says the most telling thing first, and the rest small below it.
function cells(row) {
    const { file, line, column, event, property, callee, why } = generators;
    const point = strings[callee[row]] ? simpleName(strings[callee[row]]) : 'a method that is not known';
    const how = `${data.moments[generators.moment[row]]} ${data.kinds[generators.kind[row]]}`;
    return [
        element('td', {}, code(`${nameOf(file[row])}:${line[row]}:${column[row]}`), element('small', {}, packageOf(file[row]))),
        element('td', {}, code(strings[event[row]]),
            properties.length > 1 ? element('small', {}, properties[property[row]].name) : null),
        element('td', {}, code(point), element('small', {}, how)),
        element('td', {}, badge(row)),
        element('td', {}, element('div', { class: 'why', title: strings[why[row]] }, whyOf(why[row]))),
    ];
}

function tableRow(row, index) {
    const isSelected = row === selected;
    const attributes = { 'data-row': row, 'aria-rowindex': index + 2, 'aria-selected': isSelected, tabindex: isSelected ? 0 : -1 };
    return element('tr', attributes, ...cells(row));
}

function showPage() {
    const pages = Math.max(1, Math.ceil(shown.length / PAGE));
    page = Math.min(Math.max(page, 0), pages - 1);
    const first = page * PAGE;
    const rows = shown.slice(first, first + PAGE).map((row, index) => tableRow(row, first + index));
    rowsBody.replaceChildren(...rows);
    if (rows.length && !rowsBody.querySelector('[tabindex="0"]')) rows[0].setAttribute('tabindex', 0);
    byId('rows').setAttribute('aria-rowcount', shown.length + 1);
    byId('page').textContent = `page ${numberOf(page + 1)} of ${numberOf(pages)}`;
    for (const button of byId('pages').querySelectorAll('button')) {
        button.disabled = /first|previous/.test(button.dataset.page) ? page === 0 : page === pages - 1;
    }
    byId('pages').hidden = pages === 1;
}

// The selected row is the one that the keys reach.
function markSelected() {
    for (const row of rowsBody.children) {
        const isSelected = Number(row.dataset.row) === selected;
        row.setAttribute('aria-selected', isSelected);
        row.setAttribute('tabindex', isSelected ? 0 : -1);
    }
}

function showCount() {
    let kept = 0;
    for (const row of shown) if (isKept(row)) kept++;
    const of = shown.length === COUNT ? '' : ` of ${numberOf(COUNT)}`;
    byId('hint').textContent = shown.length || COUNT === 0 ? '' : 'No call passes all filters: "Show all" drops them.';
    byId('count').textContent =
        `${numberOf(shown.length)}${of} monitored calls: ${numberOf(kept)} kept, ${numberOf(shown.length - kept)} silenced`;
}

function showOrder() {
    for (const button of byId('rows').querySelectorAll('[data-order]')) {
        const direction = order.descending ? 'descending' : 'ascending';
        button.parentNode.setAttribute('aria-sort', button.dataset.order === order.key ? direction : 'none');
    }
}

// After the filter or the order has changed.
function refresh() {
    applyFilter();
    page = 0;
    showCount();
    showOrder();
    showPage();
}

// Selects the row at a position of what is shown, and goes to its page.
function select(position, focus, isStep = false) {
    if (!shown.length) return;
    const at = Math.min(Math.max(position, 0), shown.length - 1);
    selected = shown[at];
    if (page === Math.floor(at / PAGE)) {
        markSelected();
    } else {
        page = Math.floor(at / PAGE);
        showPage();
    }
    showDetail(selected);
    writeAddress(isStep);
    const row = rowsBody.querySelector('[tabindex="0"]');
    if (focus) row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
}

const MOVES = {
    ArrowDown: at => at + 1,
    ArrowUp: at => at - 1,
    PageDown: at => at + PAGE,
    PageUp: at => at - PAGE,
    Home: () => 0,
    End: () => shown.length - 1,
};

function moveByKey(event) {
    const row = event.target.closest('tr[data-row]');
    if (!row || isModified(event)) return;
    const at = shown.indexOf(Number(row.dataset.row));
    if (event.key === 'Enter' || event.key === ' ') {
        select(at, true);
        byId('detail').focus();
    } else if (MOVES[event.key]) {
        select(MOVES[event.key](at), true);
    } else {
        return;
    }
    event.preventDefault();
}

function turnPage(event) {
    const target = event.target.closest('[data-page]');
    if (!target) return;
    page = { first: 0, previous: page - 1, next: page + 1, last: Infinity }[target.dataset.page];
    showPage();
}

function reorder(event) {
    const target = event.target.closest('[data-order]');
    if (!target) return;
    order.descending = order.key === target.dataset.order && !order.descending;
    order.key = target.dataset.order;
    refresh();
    writeAddress();
}
