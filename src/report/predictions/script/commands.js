// Buttons that copy commands, where the browser lets a page do so.

function addCopyButtons() {
    if (!navigator.clipboard) return;
    for (const command of document.querySelectorAll('code.command')) {
        const button = element('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${command.textContent}` }, 'Copy');
        const say = text => { button.textContent = text; };
        button.addEventListener('click', () => {
            navigator.clipboard.writeText(command.textContent).then(() => say('Copied'), () => say('Not copied'));
        });
        command.after(button);
    }
}
