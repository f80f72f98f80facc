// The map of the events of a run: one of its cells is in the order of tabs, arrows lead to the others, most events first.

const CELL_MOVES = {
    ArrowRight: at => at + 1, ArrowDown: at => at + 1, ArrowLeft: at => at - 1, ArrowUp: at => at - 1,
    Home: () => 0, End: () => Infinity,
};

function makeMapMovable(map) {
    const cells = [...map.querySelectorAll('.cell')].sort((a, b) => a.dataset.rank - b.dataset.rank);
    const reach = cell => cells.forEach(one => one.setAttribute('tabindex', one === cell ? 0 : -1));
    reach(cells[0]);
    map.addEventListener('keydown', event => {
        const at = cells.indexOf(event.target.closest('.cell'));
        if (at < 0 || !CELL_MOVES[event.key] || isModified(event)) return;
        const next = cells[Math.min(Math.max(CELL_MOVES[event.key](at), 0), cells.length - 1)];
        reach(next);
        next.focus();
        event.preventDefault();
    });
}
