// Elements. Texts become text nodes and nothing else ever does.

const byId = id => document.getElementById(id);

function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children.flat().filter(child => child !== null && child !== undefined));
    return node;
}

const element = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

// A key with one of these has a meaning of the browser.
const isModified = event => event.altKey || event.ctrlKey || event.metaKey;
