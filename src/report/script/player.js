// A path to a report, a step at a time: the state and the transition in the drawing, the line in the code, and the step
// in the list, all at once.

const PAUSE = 1600;
const MOVE = 700;

let player = null;

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function stopPlaying() {
    if (!player) return;
    clearInterval(player.timer);
    player.timer = 0;
    player.play.textContent = '\u25b6 Play';
}

// Forgets the path: its detail is gone.
function closePlayer() {
    stopPlaying();
    player = null;
}

const middleOf = state => {
    const box = state.querySelector('rect');
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(name => Number(box.getAttribute(name)));
    return [x + width / 2, y + height / 2];
};

// Sends the token along the line from one state to the next, or puts it there at once.
function moveToken(line, from, to) {
    const { token } = player;
    const path = line?.querySelector('path');
    const put = (x, y) => { token.setAttribute('cx', x); token.setAttribute('cy', y); };
    const rest = () => token.setAttribute('class', 'token');
    if (!path || isStill()) return rest();
    const length = path.getTotalLength();
    const start = path.getPointAtLength(0);
    const distance = ([x, y]) => Math.hypot(start.x - x, start.y - y);
    const isReversed = from !== to && distance(middleOf(to)) < distance(middleOf(from));
    const began = performance.now();
    const run = ++player.run;
    token.setAttribute('class', 'token moves');
    const frame = now => {
        if (player?.run !== run) return;
        const part = Math.min(1, Math.max(0, (now - began) / MOVE));
        const { x, y } = path.getPointAtLength(length * (isReversed ? 1 - part : part));
        put(x, y);
        if (part < 1) requestAnimationFrame(frame);
        else rest();
    };
    put(start.x, start.y);
    requestAnimationFrame(frame);
    return undefined;
}

function markInDrawing(at) {
    const { drawing, property, steps } = player;
    if (!drawing) return;
    drawing.querySelectorAll('.now').forEach(node => node.classList.remove('now'));
    const { states } = properties[property];
    const step = steps[at - 1];
    const [from, to] = step ? [step[1], step[2]].map(name => states.indexOf(strings[name])) : [-1, states.indexOf(strings[steps[0][1]])];
    const state = number => drawing.querySelector(`[data-state="${number}"]`);
    state(to)?.classList.add('now');
    const parts = [...drawing.querySelectorAll(`.stays[data-from="${from}"][data-to="${to}"]`)];
    parts.forEach(part => part.classList.add('now'));
    player.run += 1;
    if (step && state(from) && state(to)) moveToken(parts.find(part => part.classList.contains('edge')), state(from), state(to));
    else player.token.setAttribute('class', 'token');
}

function codeOf(step) {
    if (!step) return [element('p', { class: 'hint' }, 'Before the first event.')];
    const [, , , file, line, column] = step;
    if (file < 0) return [element('p', { class: 'hint' }, 'No line of the program raises this event.')];
    return excerpt(`${pathOf(file)}:${line}:${column}`, file, line, column, 2);
}

// Goes to a step; 0 is the beginning.
function showStep(at) {
    const { steps, items, status, stage, buttons } = player;
    player.at = Math.min(Math.max(at, 0), steps.length);
    const step = steps[player.at - 1];
    items.forEach((item, index) => {
        if (index === player.at) item.setAttribute('aria-current', 'step');
        else item.removeAttribute('aria-current');
    });
    status.replaceChildren(...(step
        ? [`Step ${player.at} of ${steps.length}: `, code(strings[step[0]]), ' leads from ', code(strings[step[1]]), ' to ', code(strings[step[2]])]
        : ['Start: ', code(strings[steps[0][1]])]));
    stage.replaceChildren(...codeOf(step));
    revealMark(stage);
    markInDrawing(player.at);
    for (const name of ['first', 'back']) buttons[name].setAttribute('aria-disabled', player.at === 0);
    for (const name of ['forward', 'last']) buttons[name].setAttribute('aria-disabled', player.at === steps.length);
}

function playOrStop() {
    if (player.timer) {
        stopPlaying();
        return;
    }
    if (player.at === player.steps.length) showStep(0);
    player.play.textContent = '\u2016 Stop';
    player.timer = setInterval(() => {
        showStep(player.at + 1);
        if (player.at === player.steps.length) stopPlaying();
    }, PAUSE);
}

const STEPPING = { first: () => 0, back: at => at - 1, forward: at => at + 1, last: () => player.steps.length };

function stepBy(name) {
    stopPlaying();
    showStep(STEPPING[name](player.at));
    player.stage.scrollIntoView({ block: 'nearest' });
    player.status.scrollIntoView({ block: 'nearest' });
}

// The buttons, the step in words and the line of code; `drawing` is the automaton, or null.
function playerOf(property, steps, drawing, items) {
    const button = (name, text) => element('button', { type: 'button', 'data-step': name }, text);
    const buttons = {
        first: button('first', '\u21e4 Start'), back: button('back', '\u2190 Back'), play: button('play', '\u25b6 Play'),
        forward: button('forward', 'Forward \u2192'), last: button('last', 'End \u21e5'),
    };
    const status = element('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
    const stage = element('div', { class: 'stage' });
    const token = drawn('circle', { class: 'token', r: 7 });
    drawing?.append(token);
    player = { property, steps, drawing, items, buttons, play: buttons.play, status, stage, token, at: 0, timer: 0, run: 0 };
    showStep(0);
    return [element('div', { class: 'player', role: 'group', 'aria-label': 'Steps of the path' },
        element('p', { class: 'buttons' }, ...Object.values(buttons)), status, stage)];
}

function playerClick(event) {
    const name = event.target.closest('[data-step]')?.dataset.step;
    if (!player || !name) return;
    if (name === 'play') playOrStop();
    else stepBy(name);
}

function playerKey(event) {
    const name = { ArrowLeft: 'back', ArrowRight: 'forward' }[event.key];
    if (!player || !name || isModified(event)) return;
    stepBy(name);
    event.preventDefault();
}
