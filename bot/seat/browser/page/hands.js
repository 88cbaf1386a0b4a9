/* What mouse, fingers, keys and buttons do. The page begins here. */
import {BAR, OFF} from './board.js';
import {openNew, openOptions, openResign, start} from './dialogs.js';
import {THEMES, el, hasKeys, keep, kept, on, open, table, theme} from './page.js';
import {wake} from './sound.js';
import {BUTTONS, STEPS, act, actIf, connect, endShow, focusOn, focused, lookAt, lookBack, noteFocus, play, pressPlace, show, showMarks, stepBack, swap,
  targetAt} from './table.js';
import {boardWords, can, t, targetsOf, tellsAll} from './words.js';

/* ---- mouse and touch ---- */

let press = null; /* {point, x, y, isDrag} */
const choose = () => {
  t.chosen = press.point;
  showMarks();
};
const release = () => {
  press = null;
  t.chosen = null;
  table.drop();
  showMarks();
};
let isSkip = false; /* the click of a press that has ended something is none */
on(el('board-place'), 'pointerdown', event => {
  isSkip = endShow();
  const point = Number(event.target.dataset.place);
  if (isSkip || event.button !== 0 || !t.view || targetsOf(point).length === 0) return;
  press = {point, x: event.clientX, y: event.clientY, isDrag: false};
});
on(window, 'pointermove', event => {
  if (!press) {
    if (event.pointerType === 'mouse') lookAt(table.svg.contains(event.target) ? table.pointAt(event) : null);
    return;
  }
  if (!press.isDrag && Math.hypot(event.clientX - press.x, event.clientY - press.y) < 6) return;
  press.isDrag = true;
  if (t.chosen !== press.point) choose();
  table.hold(press.point, event);
});
let wasDrag = false; /* the click that ends a drag is none */
on(window, 'pointerup', event => {
  wasDrag = press !== null && press.isDrag;
  if (!press) return;
  const target = targetAt(press.point, table.pointAt(event));
  release();
  if (wasDrag && target) play(target);
});
on(window, 'pointercancel', () => { if (press) release(); });
let isRecord = false; /* a press there, which held up what is new */
on(el('record'), 'pointerdown', () => { isRecord = true; });
for (const end of ['pointerup', 'pointercancel']) on(window, end, () => {
  if (isRecord) setTimeout(show);
  isRecord = false;
});
/* A finger that holds a checker does not scroll the page. */
on(el('board-place'), 'touchmove', event => { if (press) event.preventDefault(); }, {passive: false});
on(el('board-place'), 'click', event => {
  const {place} = event.target.dataset;
  if (t.view && place && !wasDrag && !isSkip) pressPlace(place, event.shiftKey);
  wasDrag = false;
});

/* ---- keys ---- */

const ROWS = [[13, 14, 15, 16, 17, 18, BAR, 19, 20, 21, 22, 23, 24, 'cube'], [12, 11, 10, 9, 8, 7, BAR, 6, 5, 4, 3, 2, 1, OFF, 'dice']]
  .map(row => row.map(String));
const neighbour = (key, place) => {
  const row = ROWS[0].includes(place) ? 0 : 1, at = ROWS[row].indexOf(place);
  if (key === 'ArrowUp' || key === 'ArrowDown') return ROWS[key === 'ArrowUp' ? 0 : 1][Math.min(at, 13)];
  return ROWS[row][at + ((key === 'ArrowRight') !== t.view.set.left ? 1 : -1)] ?? place;
};
let typed = ''; /* digits of a point */
const enter = isOther => {
  const point = typed;
  typed = '';
  if (point === '') { pressPlace(focused, isOther); return; }
  focusOn(Number(point));
  if (t.chosen !== null) pressPlace(point, isOther);
  else if (targetsOf(Number(point)).length > 0) {
    t.chosen = Number(point);
    showMarks();
  }
};
const boardKey = ({key, shiftKey}) => {
  if (key.startsWith('Arrow')) focusOn(neighbour(key, focused));
  else if (key === 'Home' || key === 'End') focusOn(key === 'Home' ? BAR : OFF);
  else if (/^\d$/.test(key)) typed = Number(typed + key) > BAR ? key : typed + key;
  else if (key === 'Enter') enter(shiftKey);
  else return false;
  return true;
};
const space = () => {
  const action = ['roll', 'done', 'next'].find(can);
  if (action) act(action);
  else if (!el('b-start').hidden) start();
};
const LETTERS = {d: 'double', t: 'take', p: 'pass', a: 'accept', u: 'undo', backspace: 'undo', h: () => { if (tellsAll()) actIf('hint'); }, r: openResign, s: () => swap(), n: openNew, '?': openOptions,
  b: () => { el('heard').textContent = boardWords(); }};
on(window, 'keydown', event => {
  const at = document.activeElement, key = event.key.toLowerCase();
  if (!t.view || document.querySelector('dialog[open]') || event.ctrlKey || event.altKey || event.metaKey) return;
  if ((key === 'escape' || (key === ' ' || key === 'enter') && at.tagName !== 'BUTTON') && endShow()) event.preventDefault();
  else if (t.back !== null && key === 'escape') lookBack(null);
  else if (event.key in STEPS && !table.svg.contains(at)) {
    event.preventDefault();
    stepBack(event.key);
  } else if (key === 'escape') {
    typed = '';
    t.chosen = null;
    showMarks();
  } else if (table.svg.contains(at) && boardKey(event)) event.preventDefault();
  else if (key === ' ' && !at.matches('button,summary')) {
    event.preventDefault();
    space();
  } else if (key in LETTERS && hasKeys()) {
    event.preventDefault();
    if (typeof LETTERS[key] === 'string') actIf(LETTERS[key]);
    else LETTERS[key]();
  }
});
on(el('board-place'), 'focusin', ({target}) => {
  typed = '';
  noteFocus(target.dataset.place);
  lookAt(target.matches(':focus-visible') ? Number(focused) : null);
});
on(el('board-place'), 'focusout', () => lookAt(null));

/* ---- buttons, and the start ---- */

const showTheme = () => {
  document.documentElement.dataset.theme = theme();
  el('b-colours').setAttribute('aria-label', `Colours: ${theme()}`);
};
const setTheme = name => {
  keep('colours', name);
  showTheme();
};
const nextTheme = () => setTheme(THEMES[(THEMES.indexOf(theme()) + 1) % 3]);
for (const name of BUTTONS.slice(1)) on(el(`b-${name}`), 'click', () => act(name));
for (const [name, done] of Object.entries({resign: openResign, start, new: openNew, keys: () => t.view && openOptions(), hint: () => actIf('hint'),
  try: connect, colours: nextTheme, invite: () => open('invite')})) on(el(`b-${name}`), 'click', () => done());
on(el('b-back'), 'click', () => lookBack(null));
for (const button of document.querySelectorAll('[data-step]')) on(button, 'click', () => stepBack(button.dataset.step));
on(el('colours'), 'change', () => setTheme(el('colours').value));
on(el('b-why'), 'click', () => {
  t.why = JSON.stringify(t.view.tutor.last);
  show();
});
on(el('sounds'), 'change', () => {
  keep('sounds', el('sounds').checked ? 'on' : 'off');
  wake(el('sounds').checked);
});
for (const press of ['pointerdown', 'keydown']) on(window, press, () => { if (kept('sounds') === 'on') wake(true); });
on(window, 'storage', showTheme);
showTheme();
connect();
