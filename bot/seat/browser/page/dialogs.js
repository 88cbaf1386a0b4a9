/* The dialogs: a new match, resigning, options, warnings, summaries, invitations. */
import {make} from './board.js';
import {BY_US, THEMES, close, el, hasKeys, ifNew, keep, kept, on, open, pace, setText, theme} from './page.js';
import {summary} from './side.js';
import {act, actIf, painters, show} from './table.js';
import {LEVEL_WORDS, botLevel, can, chanceLeft, decision, gameWords, isFirst, isThere, lastEvent, levelAdvice, matchWords, me, opponent, points, resignWords, role, score, signed, t,
  tellsAll, tutorMode, warningWords} from './words.js';

const onAnswer = (id, done) => on(el(id), 'close', () => {
  const answer = el(id).returnValue;
  el(id).returnValue = '';
  if (answer !== BY_US) done(answer);
});
const fillSelect = (id, values, chosen) => {
  el(id).replaceChildren(...values.map(one => [one].flat()).map(([value, text = value]) => make('option', {value}, text)));
  el(id).value = chosen;
};
const UPPER = 4; /* levels in one row */
const LENGTHS = [...Array.from({length: 25}, (_, i) => [i + 1, points(i + 1)]), [0, 'money']];
const MODES = ['off', 'warns', 'full'];
/* The rows to choose from; the strongest share the last one. */
const levelRows = () => {
  const {levels, usual} = t.view, low = levels.slice(0, -UPPER), isOther = usual && !levels.some(({name}) => name === usual);
  return [...isOther ? [['usual', usual, 'As the program was started.', '']] : [],
    ...low.map(({name, rating}) => [name, name, LEVEL_WORDS[name] || '', rating]),
    ['up', `${levels[low.length].name} and up`, 'Four levels up to the strongest.', `${levels[low.length].rating}+`]];
};
const showUpper = () => { el('upper').hidden = chosenRow() !== 'up'; };
const chosenRow = () => el('levels').querySelector(':checked').value;
const showLevels = level => {
  const upper = t.view.levels.slice(-UPPER).map(({name}) => name), rows = levelRows();
  const chosen = upper.includes(level) ? 'up' : rows.some(([value]) => value === level) ? level : rows[0][0];
  el('levels').replaceChildren(...rows.map(([value, name, text, rating]) => make('li', {}, make('label', {},
    make('input', {type: 'radio', name: 'level', value, ...value === chosen ? {checked: ''} : {}}), make('b', {}, name),
    make('span', 'text', `${text}${name === 'novice' ? ' Good to start with.' : ''}`), make('span', 'soft small', `${rating}`)))));
  fillSelect('level-up', upper, upper.includes(level) ? level : upper[0]);
  showUpper();
};
export const openNew = () => {
  if (!t.isUp || el('new').open || role() && !t.view.allowed.includes('new')) return;
  const {match, phase, saved} = t.view, level = botLevel() || kept('level') || 'novice', advice = levelAdvice(level);
  showLevels(level);
  if (role()) setText(el('new-title'), `A match with ${opponent()}`);
  setText(el('new-advice'), advice);
  el('new-advice').hidden = !advice;
  fillSelect('new-tutor', MODES, isFirst() ? 'warns' : tutorMode());
  fillSelect('length', LENGTHS, match ? match.length : kept('length') || 3);
  el('new-warns').hidden = !saved && (!match || phase === 'over');
  open('new');
};
export const start = () => t.view.saved ? act('resume') : openNew();
onAnswer('new', answer => {
  if (answer !== 'new') return;
  keep('length', el('length').value);
  const level = chosenRow() === 'up' ? el('level-up').value : chosenRow();
  if (level !== 'usual' && !role()) keep('level', level);
  if (!role() && el('new-tutor').value !== tutorMode()) setMode(el('new-tutor').value);
  act('new', {length: Number(el('length').value), ...role() ? {} : {level}, ...el('new-warns').hidden ? {} : {drop: true}});
});
/* The links for a friend and for watchers. */
const showInvite = () => {
  const {link, watch} = t.view.company || {}, isHost = role() === 'host';
  el('b-invite').hidden = !isHost;
  el('b-new').hidden = role() !== '' && !isHost;
  document.body.classList.toggle('watches', role() === 'watcher');
  document.body.classList.toggle('people', role() !== '');
  if (!isHost) return;
  [el('link').value, el('watch').value] = [link, watch];
  setText(el('invited'), `${opponent()} is ${isThere() ? '' : 'not '}here.`);
};
/* A page by an address of the house's own network has no clipboard of its own. */
const copy = async from => {
  let isCopied = true;
  el(from).select();
  try { await navigator.clipboard.writeText(el(from).value); } catch { isCopied = document.execCommand('copy'); }
  setText(el('invited'), isCopied ? 'The link is copied.' : 'The browser copies nothing: copy the link by Ctrl-C.');
};
export const openResign = () => {
  if (!can('resign')) return;
  el('resign').querySelectorAll('button').forEach((button, i) => { if (i > 0) setText(button, resignWords(i)); });
  const left = chanceLeft();
  setText(el('chance-left'), left);
  el('chance-left').hidden = !left;
  open('resign');
};
onAnswer('resign', answer => { if (answer) act('resign', {number: Number(answer)}); });

const options = [...el('options').querySelectorAll('input[name]')];
export const openOptions = () => {
  for (const input of options) input.checked = input.name === 'keys' ? hasKeys() : t.view.set[input.name];
  fillSelect('warn', [0, 0.02, 0.04, 0.08, 0.16].map(value => [value, value ? value.toFixed(3) : 'never']), t.view.set.warn);
  fillSelect('mode', MODES, tutorMode());
  el('sounds').checked = kept('sounds') === 'on';
  fillSelect('colours', THEMES, theme());
  fillSelect('pace', [[0, 'calm'], [1, 'normal'], [2, 'quick']], pace());
  open('options');
};
onAnswer('options', answer => { if (answer === 'new') openNew(); });
const setOption = ({target: {name, checked}}) => name === 'keys' ? keep('keys', checked ? 'on' : 'off') : act('set', {[name]: checked});

const showWarning = () => {
  const {warning} = t.newest.tutor;
  if (!warning || t.sent) return close('warning');
  const [title, text, sure] = warningWords(warning);
  setText(el('warning-title'), title);
  setText(el('warning-text'), text);
  setText(el('warning-sure'), sure);
  el('warning').querySelector('[value=show]').hidden = tellsAll();
  return open('warning');
};
/* A look keeps the play on the board; "Show me" tells all of this decision. */
onAnswer('warning', async answer => {
  if (answer === 'sure') { act('sure'); return; }
  if (answer === 'show') t.told = decision();
  await act('unhint');
  if (answer === 'show') act('hint');
});
const setMode = mode => act('set', {tutor: mode !== 'off', full: mode === 'full'});

let readEnd = ''; /* the end of a game or match whose summary was closed */
const endKey = () => `${t.view.phase} ${(lastEvent('game_end', 'match_end') || {n: 0}).n}`;
const summaryWords = () => {
  const {match, over, phase} = t.view;
  if (phase === 'between') return `The score is ${score().join('\u2013')}${match?.length ? ` in the match to ${match.length}` : ''}.`;
  if (role() === 'watcher') return `Against ${over?.won ? opponent() : me()}.`;
  return `Against ${opponent()}${botLevel() ? `, ${botLevel()}` : ''}.${over?.change ? ` Your rating changes by ${signed(over.change, 2)}.` : ''}`;
};
const showSummary = () => {
  const isOver = t.view.phase === 'over', s = t.view.tutor.summary;
  if (!isOver && (t.view.phase !== 'between' || t.view.set.next)) return close('summary');
  if (readEnd === endKey() || el('new').open) return undefined;
  ifNew('summary', [endKey(), s, t.view.set, t.view.over, t.view.files], () => {
    setText(el('summary-title'), isOver ? matchWords() : gameWords());
    setText(el('summary-text'), summaryWords());
    el('summary-files').hidden = !t.view.files;
    el('summary-files').lastChild.hidden = !isOver;
    setText(el('summary-next'), isOver ? 'New match' : 'Next game');
    el('summary-next').hidden = !t.view.allowed.includes(isOver ? 'new' : 'next');
    el('summary').classList.toggle('broad', s?.done === 1 && s.worst.length > 0);
    el('summary-body').replaceChildren(...summary(s));
  });
  return open('summary');
};
onAnswer('summary', answer => {
  readEnd = endKey();
  if (answer === 'next') t.view.phase === 'over' ? openNew() : actIf('next');
});

/* ---- what they come with ---- */

let hasGreeted = false;
/* Asks who has just come for a match, or for a friend. */
const greet = () => {
  const {phase, saved, company} = t.view;
  if (hasGreeted || phase === 'offline' || phase === 'busy') return;
  hasGreeted = true;
  if (phase === 'lobby' && !saved && isFirst()) openNew();
  if (role() === 'host' && !company.there) open('invite');
};
/* What it says of the points is no longer so, or another tab has made a play that is asked about. */
const endResign = () => { if (!t.newest.allowed.includes('resign') || el('warning').open) close('resign'); };
painters.push(showWarning, showSummary, showInvite, greet, endResign);

for (const button of document.querySelectorAll('[data-copy]')) on(button, 'click', () => copy(button.dataset.copy));
for (const input of options) on(input, 'change', setOption);
on(el('warn'), 'change', () => act('set', {warn: Number(el('warn').value)}));
on(el('mode'), 'change', () => setMode(el('mode').value));
on(el('levels'), 'change', showUpper);
on(el('pace'), 'change', () => keep('pace', el('pace').value));
