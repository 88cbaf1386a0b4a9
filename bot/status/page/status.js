'use strict';
/* Keeps the page up to date: fetches it every few seconds and replaces the elements with
 * `data-part` that have changed, but none in which text is marked, and none while one is pressed: the press
 * would be lost with its button. */
(() => {
const EVERY_MS = 3000, LIMIT_MS = 8000;
const el = id => document.getElementById(id);
let seen = Date.now(), isLost = false;

const showAge = () => {
  el('live').textContent = isLost ? 'disconnected' : `updated ${Math.round((Date.now() - seen) / 1000)} s ago`;
  el('off').hidden = !isLost;
  document.body.classList.toggle('stale', isLost);
};

const lose = () => {
  if (!isLost) el('since').textContent = `${new Date(seen).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  isLost = true;
  showAge();
};

const swap = (was, is) => {
  if (was.outerHTML === is.outerHTML) return;
  const at = document.activeElement, id = was.contains(at) && at.id, marked = getSelection();
  if (!marked.isCollapsed && was.contains(marked.anchorNode)) return;
  was.replaceWith(is);
  if (id && el(id)) el(id).focus();
};

const names = page => Array.from(page.querySelectorAll('[data-part]'), part => part.id);

const show = page => {
  document.title = page.title;
  const are = names(page);
  if (are.join() !== names(document).join()) el('main').replaceWith(page.getElementById('main'));
  for (const id of are) if (page.getElementById(id)) swap(el(id), page.getElementById(id));
};

const look = async () => {
  const stop = new AbortController(), late = setTimeout(() => stop.abort(), LIMIT_MS);
  try {
    const got = await fetch('/', {cache: 'no-store', signal: stop.signal});
    if (!got.ok) throw got.status;
    const text = await got.text();
    seen = Date.now();
    isLost = false;
    if (!el('main').matches(':active')) show(new DOMParser().parseFromString(text, 'text/html'));
    showAge();
  } catch {
    lose();
  }
  clearTimeout(late);
  setTimeout(look, EVERY_MS);
};

document.addEventListener('click', async event => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not copied';
  }
});

document.documentElement.classList.add('js');
showAge();
setInterval(showAge, 1000);
setTimeout(look, EVERY_MS);
})();
