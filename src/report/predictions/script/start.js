// What the keys and the controls do, and the first look of the page.

function showKeys() {
    if (!byId('keys').open) byId('keys').showModal();
}

// Goes to the report behind or before the one that has the focus.
function step(by) {
    const shown = reports.filter(isShown);
    if (shown.length === 0) return;
    const at = shown.indexOf(document.activeElement?.closest('article.report'));
    const next = at < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(Math.max(at + by, 0), shown.length - 1);
    shown[next].scrollIntoView();
    shown[next].focus({ preventScroll: true });
}

function filterKey(event) {
    if (event.key !== 'Escape' || isModified(event)) return;
    byId('words').value = '';
    applyFilter();
    writeAddress();
    event.preventDefault();
}

function globalKey(event) {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (isTyping || isModified(event) || byId('keys').open) return;
    if (event.key === '?') showKeys();
    else if (event.key === 'n') step(1);
    else if (event.key === 'p') step(-1);
    else if (event.key === '/' && byId('words')) {
        byId('words').focus();
        byId('words').select();
    } else return;
    event.preventDefault();
}

document.documentElement.classList.add('js');
if (byId('filters')) {
    byId('filters').addEventListener('input', () => { applyFilter(); writeAddress(); });
    byId('filters').addEventListener('submit', event => event.preventDefault());
    byId('words').addEventListener('keydown', filterKey);
    byId('show-all').addEventListener('click', () => { showAll(); writeAddress(); });
    window.addEventListener('hashchange', followAddress);
    applyFilter();
    followAddress();
}
addCopyButtons();
byId('show-keys').addEventListener('click', showKeys);
byId('hide-keys').addEventListener('click', () => byId('keys').close());
document.addEventListener('keydown', globalKey);
