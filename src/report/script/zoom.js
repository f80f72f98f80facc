// Automata that zoom: buttons, the keys + - 0, the wheel with Ctrl, and drawings that are dragged.

const STEP = 1.25;
const [SMALLEST, LARGEST] = [0.1, 8];

// The size of a drawing as it was made.
const naturalSize = drawing => drawing.getAttribute('viewBox').split(' ').slice(2).map(Number);

const zoomOf = drawing => drawing.getBoundingClientRect().width / naturalSize(drawing)[0] || 1;

function say(box, text) {
    box.previousElementSibling.querySelector('output').textContent = text;
}

// Zooms so that what lies at a point of the box stays there.
function zoomTo(box, factor, [x, y] = [box.clientWidth / 2, box.clientHeight / 2]) {
    const drawing = box.querySelector('.automaton');
    const before = zoomOf(drawing);
    const next = Math.min(Math.max(factor, SMALLEST), LARGEST);
    const [left, top] = [box.scrollLeft + x, box.scrollTop + y];
    drawing.classList.remove('shrinks');
    const [width, height] = naturalSize(drawing);
    drawing.setAttribute('width', width * next);
    drawing.setAttribute('height', height * next);
    box.scrollLeft = left * next / before - x;
    box.scrollTop = top * next / before - y;
    box.classList.add('zoomed');
    say(box, `${Math.round(next * 100)} %`);
}

function fit(box) {
    const drawing = box.querySelector('.automaton');
    const [width, height] = naturalSize(drawing);
    drawing.setAttribute('width', width);
    drawing.setAttribute('height', height);
    drawing.classList.add('shrinks');
    box.classList.remove('zoomed');
    say(box, 'fits');
}

function zoom(box, how) {
    if (how === 'fit') fit(box);
    else zoomTo(box, zoomOf(box.querySelector('.automaton')) * (how === 'in' ? STEP : 1 / STEP));
}

const ZOOM_KEYS = { '+': 'in', '=': 'in', '-': 'out', _: 'out', 0: 'fit' };

function dragged(box) {
    let from = null;
    box.addEventListener('pointerdown', event => {
        if (event.button !== 0 || event.pointerType === 'touch') return;
        from = [event.clientX + box.scrollLeft, event.clientY + box.scrollTop];
        box.setPointerCapture(event.pointerId);
        box.classList.add('dragged');
    });
    box.addEventListener('pointermove', event => {
        if (from) [box.scrollLeft, box.scrollTop] = [from[0] - event.clientX, from[1] - event.clientY];
    });
    for (const name of ['pointerup', 'pointercancel']) {
        box.addEventListener(name, () => { from = null; box.classList.remove('dragged'); });
    }
}

function makeZoomable(box) {
    const button = (how, text, name) => element('button', { type: 'button', 'data-zoom': how, 'aria-label': name, title: name }, text);
    const bar = element('div', { class: 'zoom', role: 'group', 'aria-label': 'Zoom' },
        button('in', '+', 'Zoom in'), button('out', '\u2212', 'Zoom out'), button('fit', 'Fit', 'Fit to the page'), element('output', {}, 'fits'));
    box.before(bar);
    if (!box.querySelector('.shrinks')) say(box, '100 %');
    bar.addEventListener('click', event => {
        const how = event.target.closest('[data-zoom]')?.dataset.zoom;
        if (how) zoom(box, how);
    });
    box.addEventListener('keydown', event => {
        const how = ZOOM_KEYS[event.key];
        if (!how || isModified(event)) return;
        zoom(box, how);
        event.preventDefault();
    });
    box.addEventListener('wheel', event => {
        if (!event.ctrlKey) return;
        const { left, top } = box.getBoundingClientRect();
        zoomTo(box, zoomOf(box.querySelector('.automaton')) * STEP ** (-event.deltaY / 100), [event.clientX - left, event.clientY - top]);
        event.preventDefault();
    }, { passive: false });
    dragged(box);
}
