/* The table: shows the views that the program sends, and posts what one does. The rules are
 * the program's. */
import {BAR, OFF, byMine, live, make, man} from './board.js';
import {START, afterPlay, makeQueue} from './queue.js';
import {gamesOf, moveNumber, recordParts} from './record.js';
import {sound, wake} from './sound.js';
import {chart, cubeTable, hintTable, resultTable, summary, verdict} from './side.js';
import {LEAST_LOSS, LEVEL_WORDS, boardName, boardWords, can, decision, gameWords, isFirst, isMyTurn, isThere, lastEvent, lastPlay, lastWords, levelAdvice,
  matchWords, me, news, opponent, percent, pips, placeName, resignWords, role, score, sentence, signed, t, targetsOf, tellsAll, tone, turnWords,
  tutorMode, warningWords} from './words.js';

const el = id => document.getElementById(id);
const table = live();
table.svg.id = 'board';
el('board-place').append(table.svg);
const on = (target, kind, done, more) => target.addEventListener(kind, done, more);
const setText = (e, text) => { if (e.textContent !== text) e.textContent = text; };
const kept = name => { try { return localStorage.getItem(name); } catch { return null; } };
const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a private window */ } };
const hasKeys = () => kept('keys') !== 'off';

/* ---- what one does goes to the program ---- */

const refuse = text => {
  t.refusal = text;
  show();
  setText(el('alarm'), text);
};
let sending = null; /* {since, stop} of the oldest that has no answer */
const NO_ANSWER_S = 3, LOST_S = 12;
const post = async (action, more) => {
  const stop = new AbortController();
  sending ??= {since: Date.now(), stop};
  try {
    const answer = await fetch('act', {method: 'POST', headers: {'Content-Type': 'application/json'}, signal: stop.signal,
      body: JSON.stringify({do: action, ...more})});
    const said = await answer.json();
    if (answer.ok) take(said);
    return answer.ok ? '' : said.error;
  } catch {
    return stop.signal.aborted ? '' : 'The program does not answer.';
  }
};
/* What the program shows until the last answer has come may be older than what one does. */
let posts = 0;
const act = async (action, more) => {
  if (action === t.sent) return;
  t.refusal = '';
  if (action !== 'hop') t.sent = action;
  posts++;
  const refusal = await post(action, more);
  posts--;
  if (action === t.sent) t.sent = '';
  if (posts === 0) [sending, t.waited] = [null, 0];
  follow();
  if (refusal) refuse(refusal);
};
const actIf = (action, more) => { if (can(action)) act(action, more); };

/* ---- plays ---- */

/* Moves at once; the program's view, or its refusal, has the last word. */
const play = ({from, to, hits, via = []}) => {
  const mine = [...t.drawn.mine], theirs = [...t.drawn.theirs];
  t.chosen = null;
  if (mine[from] > 0) { /* else the view is older than the last hop */
    mine[from]--;
    mine[to]++;
    for (const point of [...via, to].filter((_, i) => hits[i])) theirs[BAR] += theirs[point]--;
    t.live = t.drawn = {...t.drawn, mine, theirs};
    table.show(t.drawn, t.view.set.left, tone(true));
    sound(hits.includes(true) ? 'hit' : 'checker');
  }
  act('hop', {from, to});
};
const targetAt = (from, to) => targetsOf(from).find(target => target.to === to);
/* The hop that a click makes: with the first die, or else with the other one. */
const hopOf = (point, isOther) => {
  const single = targetsOf(point).filter(target => target.dice.length === 1);
  const first = (t.isSwapped ? Math.min : Math.max)(...t.view.play ? t.view.play.left : []);
  return single.find(target => (target.dice[0] === first) !== isOther) || single[0];
};
const canSwap = () => can('hop') && t.view.play.hops.length === 0 && new Set(t.view.play.left).size > 1;
const swap = () => {
  if (!canSwap()) return;
  t.isSwapped = !t.isSwapped;
  show();
};
const pressPlace = (place, isOther) => {
  if (place === 'cube') return actIf('double');
  if (place === 'dice') return can('roll') ? act('roll') : can('done') ? act('done') : swap();
  const point = Number(place), target = t.chosen === null || t.chosen === point ? hopOf(point, isOther) : targetAt(t.chosen, point);
  if (target) return play(target);
  t.chosen = null;
  return showMarks();
};

/* ---- the board ---- */

const cubeOf = b => {
  if (!b || t.view.match && t.view.match.crawford) return null;
  const offeredBy = {offered: 'them', doubled: 'me'}[t.view.phase] || null;
  return {value: offeredBy ? b.offered || 2 * b.cube : b.cube, owner: b.owner, offeredBy};
};
/* The dice on the board: those rolled last, until others are. */
const diceOf = ({board, play: p}) => {
  if (board && board.dice[0] > 0 && (p || board.turn === 'them')) {
    const [high, low] = [...board.dice].sort((x, y) => y - x);
    return {dice: t.isSwapped ? [low, high] : [high, low], roller: board.turn, left: p ? p.left : null};
  }
  const last = lastEvent('roll', 'opening', 'game', 'match');
  if (!board || !last || last.kind === 'game' || last.kind === 'match') return {dice: null, roller: 'me', left: null};
  const isMade = t.view.events.some(e => e.n > last.n && (e.kind === 'play' || e.kind === 'dance'));
  return {dice: last.dice, roller: last.mine ? 'me' : 'them', left: isMade ? [] : null};
};
/* The checkers: a board that is older than the last play is not shown any more. */
const checkersOf = ({board, phase}) => {
  const counts = {mine: board ? board.mine : START, theirs: byMine(board ? board.theirs : START)}, last = lastEvent('play', 'game');
  return last && last.kind === 'play' && phase !== 'to_play' ? afterPlay(counts, last) : counts;
};
const drawing = () => ({...checkersOf(t.view), cube: cubeOf(t.view.board), ...diceOf(t.view), moved: [], said: ['', ''],
  isDim: false, isToRoll: can('roll')});
/* Where the checkers of the opponent's last play came to lie. */
const movedByThem = () => {
  const last = lastPlay(), ends = {};
  const isShown = last && !last.mine && last.kind === 'play' && isMyTurn() && !(t.view.play && t.view.play.hops.length > 0);
  for (const {from, to} of t.back !== null ? [] : queue.isBusy ? t.drawn.moved : isShown ? last.hops : []) {
    ends[to] = (ends[to] || 0) + 1;
    if (ends[from] > 0) ends[from]--;
  }
  return Object.entries(ends).flatMap(([to, count]) => Array.from({length: count}, (_, i) => {
    const point = to > 0 ? 25 - to : OFF;
    return {kind: 'moved', mine: false, point, i: Math.max(0, t.drawn.theirs[point] - 1 - i)};
  }));
};
const marksOf = (from, ends) => [{kind: 'sel', mine: true, point: from, i: Math.max(0, t.drawn.mine[from] - 1)},
  ...ends.map(to => t.drawn.theirs[to] === 1 && to !== OFF ? {kind: 'sel', mine: false, point: to, i: 0}
    : {kind: 'dot', mine: true, point: to, i: t.drawn.mine[to]})];
const showState = () => {
  el('state').classList.toggle('beat', t.waited > 0);
  const [bold, plain] = sentence(), text = [bold, plain].filter(Boolean).join(' ');
  if (el('state').textContent !== text) el('state').replaceChildren(make('b', {}, bold), bold && plain ? ' ' : '', plain);
};
const showMarks = () => {
  const from = t.chosen ?? t.looked, to = targetsOf(from).map(target => target.to);
  table.mark([...movedByThem(), ...to.length > 0 ? marksOf(from, to) : []]);
  showState();
};
const preview = arrows => arrows ? table.mark(arrows.flatMap(([from, to]) => marksOf(from, [to]))) : showMarks();
const isLive = place => place === 'dice' ? can('roll') || can('done') || canSwap()
  : place === 'cube' ? can('double') : targetsOf(Number(place)).length > 0;
let focused = '24'; /* the place of the board that Tab reaches */
/* Returns what moved. One's own play glides, in this tab or another. */
let wasPlaying = false;
const showBoard = () => {
  if (!queue.isBusy) t.live = drawing();
  t.drawn = t.back === null ? t.live : {...cells[t.back].scene, isToRoll: false};
  const isPlaying = t.view.phase === 'to_play' && t.back === null, moved = table.show(t.drawn, t.view.set.left, tone(true), !(isPlaying && wasPlaying));
  wasPlaying = isPlaying;
  table.svg.dataset.shown = queue.isBusy ? queue.shown : queue.last;
  table.svg.toggleAttribute('data-busy', queue.isBusy);
  table.svg.setAttribute('aria-label', boardName());
  for (const [place, area] of Object.entries(table.areas)) {
    area.setAttribute('aria-label', placeName(place));
    area.setAttribute('class', isLive(place) ? 'live' : '');
    area.setAttribute('tabindex', place === focused ? 0 : -1);
  }
  return moved;
};
const lookAt = point => {
  if (t.looked === point || !t.view) return;
  t.looked = point;
  showMarks();
};
const focusOn = place => {
  table.areas[focused].setAttribute('tabindex', -1);
  focused = `${place}`;
  table.areas[focused].setAttribute('tabindex', 0);
  table.areas[focused].focus();
};

/* ---- around the board ---- */

const shownParts = {};
/* A part that has not changed is left alone: focus and scrolling stay. */
const ifNew = (name, shown, draw) => {
  const key = JSON.stringify(shown);
  if (shownParts[name] !== key) draw();
  shownParts[name] = key;
};

/* "to play"; of the bot that has nothing to show: "thinks" after a while */
const turn = isMine => {
  const words = turnWords(isMine);
  if (isMine || words !== 'to play') return words ? make('span', 'turn', words) : '';
  return make('span', 'turn thinks', 'thinks', ...[1, 2, 3].map(() => make('i', {}, '.')));
};
const seat = isMine => {
  const who = isMine ? t.view.me : t.view.opponent, i = isMine ? 0 : 1, length = t.view.match ? t.view.match.length : 0;
  const span = (name, text) => text ? make('span', name, text) : '';
  ifNew(`seat${i}`, [t.view.set, who, isThere(), opponent(), turnWords(isMine), lastWords(), pips()[i], score()[i], length], () => el(isMine ? 'seat-mine' : 'seat-theirs').replaceChildren(man(tone(isMine)), make('b', {}, isMine ? me() : opponent()),
    span('soft level', !isMine && (role() && !isThere() ? 'not here' : who.level)), turn(isMine), span('soft last', !isMine && lastWords()),
    make('span', 'end', span('soft', t.view.board && t.view.set.pips && `${pips()[i]} pips`),
      make('span', {class: 'score', 'aria-label': `score ${score()[i]}${length ? ` of ${length}` : ''}`}, `${score()[i]}`))));
};
/* Undo and Done stay through a play, so that nothing moves under the mouse. */
const BUTTONS = ['resign', 'double', 'undo', 'pass', 'reject', 'roll', 'done', 'take', 'accept', 'next'];
const showButtons = () => {
  const at = document.activeElement, isHere = el('acts').contains(at);
  for (const name of BUTTONS) {
    el(`b-${name}`).hidden = !t.view.allowed.includes(name) && !(t.view.phase === 'to_play' && (name === 'undo' || name === 'done'));
    el(`b-${name}`).disabled = !can(name);
    const button = el(`b-${name}`), isSent = t.waited > 0 && t.sent === name;
    button.dataset.label ??= button.textContent;
    button.style.width = isSent ? `${button.offsetWidth}px` : '';
    button.classList.toggle('sent', isSent);
    setText(button, isSent ? 'Sending\u2026' : button.dataset.label);
    if (t.back !== null) el(`b-${name}`).hidden = true;
  }
  el('b-back').hidden = t.back === null;
  setText(el('b-back'), `Back to the game${isMyTurn() ? ': your turn' : ''}`);
  el('b-start').hidden = t.back !== null || role() && !can('new') || t.view.phase !== 'lobby' && t.view.phase !== 'over';
  setText(el('b-start'), t.view.saved ? 'Go on' : 'New match');
  if (isHere && (at.hidden || at.disabled))
    (el('acts').querySelector('button.main:not([hidden]):not(:disabled)') || table.areas[focused]).focus();
};
const showTop = () => {
  const m = t.view.match;
  setText(el('match'), m ? `${m.length ? `${m.length} point${m.length > 1 ? 's' : ''}` : 'Money'}${m.game ? `, game ${m.game}` : ''}` : '');
  el('crawford').hidden = !(m && m.crawford);
  document.title = `${isMyTurn() ? 'Your turn' : m ? m.score.join('\u2013') : 'Table'} \u2013 fibsbot`;
};
const showTutor = () => {
  const {tutor, set} = t.view, shown = tutor.hints ? tutor.hints[0] : tutor.cube, isWrong = tutor.last && tutor.last.loss >= (set.warn || LEAST_LOSS);
  const isAll = tellsAll() || t.why === JSON.stringify(tutor.last);
  el('tutor').hidden = !set.tutor || role() !== '';
  setText(el('chance'), !tellsAll() ? 'warns' : tutor.busy ? 'thinking' : shown ? `you win ${percent(shown.win)} %` : '');
  el('b-hint').hidden = Boolean(shown) || !tellsAll();
  el('b-hint').disabled = !can('hint') || tutor.busy;
  el('b-why').hidden = isAll || !isWrong;
  ifNew('tutor', [tutor.last, tutor.hints, tutor.cube, isAll, isWrong], () => {
    el('verdict').replaceChildren(...isAll ? verdict(tutor.last) : isWrong ? ['You lost ', make('b', 'bad', tutor.last.loss.toFixed(3)), '.'] : []);
    el('hints').replaceChildren(...tutor.hints ? [hintTable(tutor.hints, text => act('play', {text}), preview)]
      : tutor.cube ? [cubeTable(tutor.cube)] : []);
  });
};
const showCurve = () => {
  const {tutor: {curve}, set} = t.view, isShown = set.tutor && curve && curve.length > 1;
  el('curve-card').hidden = !isShown;
  if (!isShown) return;
  setText(el('curve-now'), `${percent(curve[curve.length - 1][1])} %`);
  ifNew('curve', curve, () => chart(el('curve'), curve, []));
};
const showResults = () => {
  const {results, me, phase} = t.view;
  el('results-card').hidden = results.length === 0 || phase !== 'lobby' && phase !== 'over';
  setText(el('rating'), me.rating ? `rating ${me.rating.toFixed(0)}` : '');
  ifNew('results', results, () => el('results').replaceChildren(resultTable(results)));
};

/* ---- the record ---- */

let games = [], cells = []; /* of the match, as record.js has them; a cell that is being played comes last */
const isPlayed = () => t.view.phase === 'to_play' || t.view.phase === 'to_roll';
const readRecord = () => {
  const last = lastEvent('play', 'dance', 'double', 'take', 'pass', 'resign', 'reject', 'game', 'game_end', 'match');
  games = gamesOf(t.events.filter(e => !last || e.n <= last.n), t.view.match && t.view.match.crawford ? null : {value: 1, owner: 'centre', offeredBy: null});
  cells = games.flatMap(game => game.cells);
  cells.forEach((cell, i) => { cell.i = i; });
  if (t.view.phase === 'to_play' && games.length > 0)
    games[games.length - 1].cells.push({mine: true, dice: t.view.board.dice.join('-'), text: '\u2026', isNow: true});
  if (t.back !== null && t.back >= cells.length) t.back = null;
};
const looked = () => t.back === null ? null : el('record').querySelector('.on');
const showRecord = () => {
  const {match} = t.view, first = Math.max(1, (match ? match.game : 0) - games.length + 1), box = el('record');
  el('record-card').hidden = cells.length === 0;
  setText(el('record-title'), match && match.game ? `Game ${match.game}` : 'Record');
  setText(el('record-score'), match ? score().join('\u2013') : '');
  setText(el('record-at'), t.back === null ? '' : `move ${moveNumber(games, cells[t.back])}`);
  ifNew('record', [games.map(game => [game.end, game.cells.map(cell => cell.text)]), t.back, first], () => {
    box.replaceChildren(...recordParts(games, first, lookBack));
    const on = looked();
    box.scrollTop = on ? on.offsetTop - box.offsetTop - box.clientHeight / 2 : box.scrollHeight;
    if (!on && el('record-card').parentElement.scrollHeight > el('record-card').parentElement.clientHeight)
      el('record-card').parentElement.scrollTop = el('record-card').parentElement.scrollHeight;
  });
  document.body.classList.toggle('looks', t.back !== null);
};
/* Shows the board of a cell; null: the game again. */
const lookBack = i => {
  t.back = i;
  t.backMove = i === null ? 0 : moveNumber(games, cells[i]);
  t.chosen = t.looked = null;
  show();
};
const STEPS = {Home: () => 0, ArrowLeft: () => t.back === null ? cells.length - 1 : Math.max(0, t.back - 1),
  ArrowRight: () => t.back === null || t.back === cells.length - 1 ? null : t.back + 1, End: () => null};
const stepBack = key => { if (cells.length > 0) lookBack(STEPS[key]()); };
/* All events of the match: a view has the newest. */
let seen = 0;
const gather = async isWhole => {
  const {events} = t.newest, isGap = events.length > 0 && events[0].n > seen + 1;
  if (isWhole) [t.events, seen] = [[], 0];
  t.events.push(...events.filter(e => e.n > seen && e.kind !== 'says'));
  if (events.length > 0) seen = events[events.length - 1].n;
  t.events = t.events.slice(Math.max(0, t.events.findLastIndex(e => e.kind === 'match' && !e.resumed)));
  if (!isWhole && !isGap) return;
  const answer = await fetch('record').catch(() => ({ok: false}));
  if (!answer.ok) return;
  const all = (await answer.json()).events, last = all.length > 0 ? all[all.length - 1].n : 0;
  t.events = [...all, ...t.events.filter(e => e.n > last)];
  if (t.view) show();
};

/* ---- dialogs ---- */

const BY_US = 'closed by the page';
const open = id => { if (!el(id).open) el(id).showModal(); };
const close = id => { if (el(id).open) el(id).close(BY_US); };
const onAnswer = (id, done) => on(el(id), 'close', () => {
  const answer = el(id).returnValue;
  el(id).returnValue = '';
  if (answer !== BY_US) done(answer);
});
const fillSelect = (id, values, chosen) => {
  el(id).replaceChildren(...values.map(([value, text]) => make('option', {value}, text)));
  el(id).value = chosen;
};
const UPPER = 4; /* levels in one row */
const LENGTHS = [...Array.from({length: 25}, (_, i) => [i + 1, `${i + 1} point${i > 0 ? 's' : ''}`]), [0, 'money']];
const MODES = [['off', 'off'], ['warns', 'warns'], ['full', 'full']];
const levelNow = () => t.view.opponent.level || t.view.usual || kept('level') || 'novice';
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
  fillSelect('level-up', upper.map(name => [name, name]), upper.includes(level) ? level : upper[0]);
  showUpper();
};
const openNew = () => {
  if (!t.isUp || el('new').open) return;
  if (role() && !t.view.allowed.includes('new')) return;
  const {match, phase, saved} = t.view, level = levelNow(), advice = levelAdvice(level);
  showLevels(level);
  el('new').classList.toggle('people', role() !== '');
  if (role()) setText(el('new-title'), `A match with ${opponent()}`);
  setText(el('new-advice'), advice);
  el('new-advice').hidden = !advice;
  fillSelect('new-tutor', MODES, isFirst() ? 'warns' : tutorMode());
  fillSelect('length', LENGTHS, match ? match.length : kept('length') || 3);
  el('new-warns').hidden = !saved && (!match || phase === 'over');
  open('new');
};
const start = () => t.view.saved ? act('resume') : openNew();
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
const copy = async from => {
  el(from).select();
  await navigator.clipboard.writeText(el(from).value).catch(() => document.execCommand('copy'));
  setText(el('invited'), 'The link is copied.');
};
const openResign = () => {
  if (!can('resign')) return;
  el('resign').querySelectorAll('button').forEach((button, i) => { if (i > 0) button.replaceChildren(...resignWords(i)); });
  open('resign');
};
onAnswer('resign', answer => { if (answer) act('resign', {number: Number(answer)}); });

const options = [...el('options').querySelectorAll('input[name]')];
const openOptions = () => {
  for (const input of options) input.checked = input.name === 'keys' ? hasKeys() : t.view.set[input.name];
  fillSelect('warn', [0, 0.02, 0.04, 0.08, 0.16].map(value => [value, value ? value.toFixed(3) : 'never']), t.view.set.warn);
  fillSelect('mode', MODES, tutorMode());
  el('sounds').checked = kept('sounds') === 'on';
  fillSelect('colours', THEMES.map(name => [name, name]), theme());
  fillSelect('pace', [[0, 'calm'], [1, 'normal'], [2, 'quick']], pace());
  open('options');
};
onAnswer('options', answer => { if (answer === 'new') openNew(); });
const setOption = ({target: {name, checked}}) => name === 'keys' ? keep('keys', checked ? 'on' : 'off') : act('set', {[name]: checked});

const showWarning = () => {
  const {warning} = t.view.tutor;
  if (!warning) return close('warning');
  const [title, text] = warningWords(warning);
  setText(el('warning-title'), title);
  setText(el('warning-text'), text);
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
  const {match, over, phase, opponent: {level}} = t.view;
  if (phase === 'between') return `The score is ${score().join('\u2013')}${match && match.length ? ` in the match to ${match.length}` : ''}.`;
  return `Against ${opponent()}${level ? `, ${level}` : ''}.${over && over.change ? ` Your rating changes by ${signed(over.change, 2)}.` : ''}`;
};
const showSummary = () => {
  const isOver = t.view.phase === 'over', s = t.view.tutor.summary;
  if (!isOver && (t.view.phase !== 'between' || t.view.set.next)) return close('summary');
  if (readEnd === endKey() || el('new').open) return undefined;
  ifNew('summary', [endKey(), s, t.view.set, t.view.over, t.view.files], () => {
    setText(el('summary-title'), isOver ? matchWords() : gameWords());
    setText(el('summary-text'), summaryWords());
    el('summary-files').hidden = !t.view.files;
    setText(el('summary-next'), isOver ? 'New match' : 'Next game');
    el('summary-next').hidden = !t.view.allowed.includes(isOver ? 'new' : 'next');
    el('summary').classList.toggle('broad', Boolean(s && s.done === 1 && s.worst.length > 0));
    el('summary-body').replaceChildren(...summary(s));
  });
  return open('summary');
};
onAnswer('summary', answer => {
  readEnd = endKey();
  if (answer === 'next') t.view.phase === 'over' ? openNew() : actIf('next');
});

/* ---- the whole page ---- */

const show = () => {
  readRecord();
  showTop();
  const moved = showBoard();
  seat(false);
  seat(true);
  showMarks();
  showButtons();
  showRecord();
  showTutor();
  showCurve();
  showResults();
  showWarning();
  showSummary();
  showInvite();
  hear();
  return moved;
};
let heard = 0, hasGreeted = false;
const hear = () => {
  const [polite, loud, last] = news(heard);
  heard = last;
  if (polite) el('heard').textContent = polite;
  if (loud) el('alarm').textContent = loud;
};

/* ---- the queue ---- */

/* What one may do while it runs; the rest comes with the last step. */
const ALWAYS = ['resign', 'leave', 'level', 'set', 'new'];
const pace = () => Number(kept('pace') ?? 1);
const queue = makeQueue({
  context: () => ({pace: pace(), isStill: matchMedia('(prefers-reduced-motion: reduce)').matches, who: e => e.mine ? me() : opponent(),
    cube: t.newest.match && t.newest.match.crawford ? null : {value: 1, owner: 'centre', offeredBy: null}}),
  show: (scene, number) => {
    queue.shown = number;
    t.live = {...scene, isToRoll: false};
    t.view = {...t.view, phase: 'busy', play: null, allowed: t.newest.allowed.filter(action => ALWAYS.includes(action)),
      events: t.newest.events.filter(e => e.n <= number)};
    return show();
  },
  hear: sound,
  end: () => settle(),
});
const playOf = view => view && JSON.stringify([view.phase, view.play]);
const LONG_MS = 5000; /* of waiting, after which one's turn is heard */
let waits = 0;        /* since when */
/* Shows the newest view. */
const settle = () => {
  if (playOf(t.view) !== playOf(t.newest)) t.chosen = null;
  if (t.newest.phase !== 'to_play') t.isSwapped = false;
  t.view = t.newest;
  if (isMyTurn() && waits && Date.now() - waits > LONG_MS) sound('turn');
  waits = isMyTurn() ? 0 : waits || Date.now();
  table.svg.dataset.version = t.view.version;
  show();
};
/* Leads the page on to the newest view: by the events that are new, or at once. */
const follow = isWhole => {
  if (!t.newest) return;
  const {events} = t.newest, last = events.length > 0 ? events[events.length - 1].n : 0;
  if (isWhole || !t.view || document.hidden || last < queue.last) {
    t.view ??= t.newest;
    queue.jump(last);
  } else queue.add(events.filter(e => e.n > queue.last), t.live);
  if (!queue.isBusy) settle();
};
/* Takes a view, unless there is a newer one; the first of a line is whole: the program may have started again. */
const take = (next, isWhole) => {
  if (t.newest && next.version < t.newest.version && !isWhole) return;
  if (!t.newest || next.version !== t.newest.version) t.refusal = next.phase === 'offline' ? '' : next.reason;
  t.newest = {...next, tutor: next.tutor || {}};
  gather(isWhole);
  if (isWhole || posts === 0) follow(isWhole);
  if (!hasGreeted && next.phase === 'lobby' && !next.saved && isFirst()) openNew();
  if (!hasGreeted && next.company && next.company.role === 'host' && !next.company.there && t.view) open('invite');
  hasGreeted = next.phase !== 'offline';
};
/* A press while something is shown ends it, and does nothing else. */
const endShow = () => {
  const isBusy = queue.isBusy;
  if (isBusy) queue.press();
  return isBusy;
};
on(document, 'visibilitychange', () => { if (queue.isBusy) queue.jump(queue.last); });

/* ---- the line to the program ---- */

/* The program beats each second. Ticks stop where the machine sleeps. */
const SILENT_TICKS = 7;
let source = null, tries = 0, nextTry = 0, timer = 0, silent = 0;
const setUp = isUp => {
  if (t.isUp === isUp) return;
  t.isUp = isUp;
  document.body.classList.toggle('gone', !isUp);
  el('off').hidden = isUp;
  if (!isUp) for (const id of ['new', 'resign', 'warning', 'summary']) close(id);
  if (t.view) show();
};
const tellTry = () => {
  const left = Math.ceil((nextTry - Date.now()) / 1000);
  if (left <= 0) { connect(); return; }
  setText(el('off-text'), `The connection is lost. Your match is safe. Next try in ${left} s.`);
  timer = setTimeout(tellTry, 500);
};
/* An order is never sent again by itself: when the line is back, the page reads what is so. */
const wait = () => {
  const waited = sending ? Math.floor((Date.now() - sending.since) / 1000) : 0;
  if (waited < NO_ANSWER_S) return;
  t.waited = waited;
  if (waited < LOST_S) { show(); return; }
  sending.stop.abort();
  lose();
};
setInterval(() => {
  if (t.isUp && t.view) wait();
  if (!t.isUp || ++silent < SILENT_TICKS) return;
  setUp(false);
  setText(el('off-text'), 'The program does not answer. Your match is safe, and goes on when it does.');
}, 500);
const lose = () => {
  source.close();
  setUp(false);
  tries++;
  nextTry = Date.now() + 1000 * Math.min(5, tries);
  tellTry();
};
const connect = () => {
  clearTimeout(timer);
  if (source) source.close();
  const mine = source = new EventSource('events');
  let isFirst = true;
  source.onmessage = event => {
    if (mine !== source) return;
    const next = JSON.parse(event.data);
    tries = silent = 0;
    if (next || !isFirst) setUp(true);
    if (next) take(next, isFirst);
    isFirst &&= !next;
  };
  source.onerror = () => { if (mine === source) lose(); };
};

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
const LETTERS = {d: 'double', t: 'take', p: 'pass', a: 'accept', u: 'undo', backspace: 'undo', h: () => { if (tellsAll()) actIf('hint'); }, r: openResign, s: swap, n: openNew, '?': openOptions,
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
  else if (key === ' ' && at.tagName !== 'BUTTON') {
    event.preventDefault();
    space();
  } else if (key in LETTERS && hasKeys()) {
    event.preventDefault();
    if (typeof LETTERS[key] === 'string') actIf(LETTERS[key]);
    else LETTERS[key]();
  }
});
on(el('board-place'), 'focusin', ({target}) => {
  focused = target.dataset.place;
  lookAt(target.matches(':focus-visible') ? Number(focused) : null);
});
on(el('board-place'), 'focusout', () => lookAt(null));

/* ---- the start ---- */

const THEMES = ['automatic', 'light', 'dark'], theme = () => kept('colours') || THEMES[0];
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
for (const button of document.querySelectorAll('[data-copy]')) on(button, 'click', () => copy(button.dataset.copy));
for (const button of document.querySelectorAll('[data-step]')) on(button, 'click', () => stepBack(button.dataset.step));
for (const input of options) on(input, 'change', setOption);
on(el('warn'), 'change', () => act('set', {warn: Number(el('warn').value)}));
on(el('colours'), 'change', () => setTheme(el('colours').value));
on(el('mode'), 'change', () => setMode(el('mode').value));
on(el('levels'), 'change', showUpper);
on(el('b-why'), 'click', () => {
  t.why = JSON.stringify(t.view.tutor.last);
  show();
});
on(el('sounds'), 'change', () => {
  keep('sounds', el('sounds').checked ? 'on' : 'off');
  wake(el('sounds').checked);
});
on(window, 'pointerdown', () => { if (kept('sounds') === 'on') wake(true); });
on(el('pace'), 'change', () => keep('pace', el('pace').value));
on(window, 'storage', showTheme);
showTheme();
connect();
