/* The table: shows the views that the program sends, and posts what one does. The rules are
 * the program's. */
import {BAR, OFF, byMine, make, man} from './board.js';
import {close, el, ifNew, on, pace, setText, table} from './page.js';
import {CENTRED, START, afterPlay, makeQueue} from './queue.js';
import {gamesOf, moveNumber, recordParts} from './record.js';
import {chart, cubeTable, curveTitle, curveValue, hintTable, resultTable, verdict} from './side.js';
import {sound} from './sound.js';
import {LEAST_LOSS, boardName, botLevel, can, isMyTurn, isThere, lastEvent, lastPlay, lastWords, lengthNow, me, news, opponent, percent, pips, placeName, points, role,
  score, sentence, t, targetsOf, tellsAll, tone, turnWords} from './words.js';

/* ---- what one does goes to the program ---- */

const refuse = text => {
  t.refusal = text;
  show();
  setText(el('alarm'), text);
};
let sending = null; /* {since, stop} of those that have no answer */
const NO_ANSWER_S = 3, LOST_S = 12;
const post = async (action, more) => {
  const {stop} = sending ??= {since: Date.now(), stop: new AbortController()};
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
/* Until the last answer has come the page may show less than was done: a refused hop or undo then is not told. */
let posts = 0;
const later = []; /* presses that wait for it */
export const act = async (action, more) => {
  if (action === t.sent) return;
  const isLate = posts++ > 0 && 'hop undo'.includes(action);
  t.refusal = '';
  if (action !== 'hop' && action !== 'set') t.sent = action; /* of those, each counts */
  const refusal = await post(action, more);
  posts--;
  if (action === t.sent) t.sent = '';
  if (posts === 0) {
    [sending, t.waited] = [null, 0];
    later.splice(0).forEach(go => go());
  }
  follow();
  if (refusal && !isLate) refuse(refusal);
};
export const actIf = (action, more) => { if (can(action)) act(action, more); };

/* ---- plays ---- */

/* Moves at once; the program's view, or its refusal, has the last word. */
export const play = ({from, to, hits, via = []}) => {
  const mine = [...t.drawn.mine], theirs = [...t.drawn.theirs];
  t.chosen = null;
  if (mine[from] > 0) { /* else the view is older than the last hop */
    mine[from]--;
    mine[to]++;
    for (const point of [...via, to].filter((at, i) => hits[i] && theirs[at] > 0)) theirs[BAR] += theirs[point]--; /* unless the hop before has hit it */
    t.live = t.drawn = {...t.drawn, mine, theirs};
    table.show(t.drawn, t.view.set.left, tone(true));
    sound(hits.includes(true) ? 'hit' : 'checker');
  }
  act('hop', {from, to});
};
export const targetAt = (from, to) => targetsOf(from).find(target => target.to === to);
/* The hop that a click makes: with the first die, or else with the other one. */
const hopOf = (point, isOther) => {
  const single = targetsOf(point).filter(target => target.dice.length === 1);
  const first = (t.isSwapped ? Math.min : Math.max)(...t.view.play?.left ?? []);
  return single.find(target => (target.dice[0] === first) !== isOther) || single[0];
};
const canSwap = () => can('hop') && t.view.play.hops.length === 0 && new Set(t.view.play.left).size > 1;
export const swap = () => {
  if (!canSwap()) return;
  t.isSwapped = !t.isSwapped;
  show();
};
export const pressPlace = async (place, isOther) => {
  if (place === 'cube') return actIf('double');
  if (place === 'dice') return can('roll') ? act('roll') : can('done') ? act('done') : swap();
  while (posts > 0 && !t.sent && !t.waited) await new Promise(go => later.push(go)); /* for the dice that are left */
  const point = Number(place), target = t.chosen === null || t.chosen === point ? hopOf(point, isOther) : targetAt(t.chosen, point);
  if (target) return play(target);
  t.chosen = null;
  return showMarks();
};

/* ---- the board ---- */

const cubeOf = b => {
  if (!b || t.view.match?.crawford) return null;
  const offeredBy = {offered: 'them', doubled: 'me'}[t.view.phase] || null;
  return {value: offeredBy ? b.offered || 2 * b.cube : b.cube, owner: b.owner, offeredBy};
};
/* The dice on the board: those rolled last, until others are. */
const diceOf = ({board, play: p}) => {
  const last = lastEvent('roll', 'opening', 'game', 'match');
  const left = t.view.events.some(e => e.n > last?.n && (e.kind === 'play' || e.kind === 'dance')) ? [] : null;
  if (board && board.dice[0] > 0 && (p || board.turn === 'them')) {
    const [high, low] = [...board.dice].sort((x, y) => y - x);
    return {dice: t.isSwapped ? [low, high] : [high, low], roller: board.turn, left: p ? p.left : left};
  }
  if (!board || !last || last.kind === 'game' || last.kind === 'match') return {dice: null, roller: 'me', left: null};
  return {dice: last.dice, roller: last.mine ? 'me' : 'them', left};
};
/* The checkers: a board that is older than the last play is not shown any more. */
const checkersOf = ({board, phase}) => {
  const counts = {mine: board ? board.mine : START, theirs: byMine(board ? board.theirs : START)}, last = lastEvent('play', 'game');
  return last?.kind === 'play' && phase !== 'to_play' ? afterPlay(counts, last) : counts;
};
const drawing = () => ({...checkersOf(t.view), cube: cubeOf(t.view.board), ...diceOf(t.view), moved: [], said: ['', ''],
  isDim: false, isToRoll: can('roll')});
/* Where the checkers of the opponent's last play came to lie. */
const movedByThem = () => {
  const last = lastPlay(), ends = {};
  const isShown = last?.kind === 'play' && !last.mine && isMyTurn() && !(t.view.play?.hops.length > 0);
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
export const showMarks = () => {
  const from = t.chosen ?? t.looked, to = targetsOf(from).map(target => target.to);
  table.mark([...movedByThem(), ...to.length > 0 ? marksOf(from, to) : []]);
  showState();
};
const preview = arrows => arrows ? table.mark(arrows.flatMap(([from, to]) => marksOf(from, [to]))) : showMarks();
const isLive = place => place === 'dice' ? can('roll') || can('done') || canSwap()
  : place === 'cube' ? can('double') : targetsOf(Number(place)).length > 0;
export let focused = '24'; /* the place of the board that Tab reaches */
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
export const lookAt = point => {
  if (t.looked === point || !t.view) return;
  t.looked = point;
  showMarks();
};
export const noteFocus = place => { focused = place; };
export const focusOn = place => {
  table.areas[focused].setAttribute('tabindex', -1);
  focused = `${place}`;
  table.areas[focused].setAttribute('tabindex', 0);
  table.areas[focused].focus();
};

/* ---- around the board ---- */

/* "to play"; of the bot that has nothing to show: "thinks" after a while */
const turn = isMine => {
  const words = turnWords(isMine);
  if (isMine || words !== 'to play' || !isThere()) return words ? make('span', 'turn', words) : '';
  return make('span', 'turn thinks', 'thinks', ...[1, 2, 3].map(() => make('i', {}, '.')));
};
const seat = isMine => {
  const who = isMine ? t.view.me : t.view.opponent, i = isMine ? 0 : 1, length = lengthNow();
  const span = (name, text) => text ? make('span', name, text) : '';
  ifNew(`seat${i}`, [t.view.set, !t.view.board, who, isThere(), opponent(), botLevel(), turnWords(isMine), lastWords(), pips()[i], score()[i], length], () => el(isMine ? 'seat-mine' : 'seat-theirs').replaceChildren(man(tone(isMine)), make('b', {}, isMine ? me() : opponent()),
    span('soft level', !isMine && (role() && !isThere() ? 'not here' : botLevel())), turn(isMine), span('soft last', !isMine && lastWords()),
    make('span', 'end', span('soft', t.view.board && t.view.set.pips && `${pips()[i]} pips`),
      make('span', {class: 'score', 'aria-label': `score ${score()[i]}${length ? ` of ${length}` : ''}`}, `${score()[i]}`))));
};
/* Undo and Done stay through a play, so that nothing moves under the mouse. */
export const BUTTONS = ['resign', 'double', 'undo', 'pass', 'reject', 'roll', 'done', 'take', 'accept', 'next'];
const showButtons = () => {
  const at = document.activeElement, isHere = el('acts').contains(at);
  for (const name of BUTTONS) {
    const button = el(`b-${name}`), isSent = t.waited > 0 && t.sent === name;
    button.hidden = t.back !== null || !t.view.allowed.includes(name) && !(t.view.phase === 'to_play' && (name === 'undo' || name === 'done'));
    button.disabled = !can(name);
    button.dataset.label ??= button.textContent;
    button.style.width = isSent ? `${button.offsetWidth}px` : '';
    button.classList.toggle('sent', isSent);
    setText(button, isSent ? 'Sending\u2026' : button.dataset.label);
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
  ifNew('match', m && [m.length, m.game], () => el('match').replaceChildren(...m ? [m.length ? points(m.length) : 'Money', make('span', 'game-number', m.game ? `, game ${m.game}` : '')] : []));
  el('crawford').hidden = !m?.crawford;
  document.title = `${isMyTurn() ? 'Your turn' : m ? score().join('\u2013') : 'Table'} \u2013 fibsbot`;
};
const showTutor = () => {
  const {tutor, set} = t.view, shown = tutor.hints?.[0] || tutor.cube, isWrong = tutor.last?.loss >= (set.warn || LEAST_LOSS);
  const isAll = tellsAll() || t.why === JSON.stringify(tutor.last);
  el('tutor').hidden = !set.tutor || role() !== '';
  setText(el('chance'), !tellsAll() ? 'warns' : tutor.busy ? 'thinking' : shown ? `you win ${percent(shown.win)} %` : '');
  el('b-hint').hidden = shown || t.view.over || !tellsAll();
  el('b-hint').disabled = !can('hint') || tutor.busy;
  el('b-why').hidden = isAll || !isWrong;
  ifNew('tutor', [tutor.last, tutor.hints, tutor.cube, isAll, isWrong], () => {
    el('verdict').replaceChildren(...tutor.last && (isAll || isWrong) ? verdict(tutor.last, isAll) : []);
    el('hints').replaceChildren(...tutor.hints ? [hintTable(tutor.hints, text => act('play', {text}), preview)]
      : tutor.cube ? [cubeTable(tutor.cube)] : []);
    if (shown) reveal(el('hints'), el('hints').closest('.side'));
  });
};
const showCurve = () => {
  const {tutor: {curve}, set} = t.view, isShown = set.tutor && curve?.length > 1 && !t.view.over;
  el('curve-card').hidden = !isShown;
  if (!isShown) return;
  const length = lengthNow();
  setText(el('curve-title'), curveTitle(length));
  setText(el('curve-now'), curveValue(length, curve.at(-1)[1]));
  ifNew('curve', [curve, length], () => chart(el('curve'), curve, [], length));
};
const showResults = () => {
  const {results, me, phase} = t.view;
  el('results-card').hidden = results.length === 0 || phase !== 'lobby' && phase !== 'over';
  setText(el('rating'), me.rating ? `rating ${me.rating.toFixed(0)}` : '');
  ifNew('results', results, () => el('results').replaceChildren(resultTable(results)));
};

/* ---- the record ---- */

let games = [], cells = []; /* of the match, as record.js has them; a cell that is being played comes last */
const readRecord = () => {
  const last = lastEvent('play', 'dance', 'double', 'take', 'pass', 'resign', 'reject', 'game', 'game_end', 'match');
  games = gamesOf(t.events.filter(e => !last || e.n <= last.n), t.view.match?.crawford);
  cells = games.flatMap(game => game.cells);
  cells.forEach((cell, i) => { cell.i = i; });
  if (t.view.phase === 'to_play' && games.length > 0)
    games.at(-1).cells.push({mine: true, dice: t.view.board.dice.join('-'), text: '\u2026', isNow: true});
  if (t.back !== null && t.back >= cells.length) t.back = null;
};
/* Scrolls boxes, the inner one first, till all of `e` is seen, or its beginning. */
const reveal = (e, ...boxes) => {
  for (const box of boxes) {
    const at = e.getBoundingClientRect(), seen = box.getBoundingClientRect();
    if (at.top < seen.top || at.bottom > seen.bottom) box.scrollTop += Math.min(at.top - seen.top, (at.top + at.bottom - seen.top - seen.bottom) / 2);
  }
};
const showRecord = () => {
  const {match} = t.view, first = Math.max(1, (match?.game || 0) - games.length + 1), box = el('record');
  el('record-card').hidden = cells.length === 0;
  setText(el('record-title'), `${match?.game ? `Game ${match.game}` : 'Record'}${t.events[0]?.resumed ? ', since it was resumed' : ''}`);
  setText(el('record-score'), match ? score().join('\u2013') : '');
  setText(el('record-at'), t.back === null ? '' : `move ${moveNumber(games, cells[t.back])}`);
  /* a press on a cell would be lost with the cell */
  if (!box.matches(':active')) ifNew('record', [games.map(game => [game.end, game.cells.map(cell => cell.text)]), t.back, first], () => {
    box.replaceChildren(...recordParts(games, first, lookBack));
    const at = box.querySelector('.on') || [...box.querySelectorAll('tr')].pop();
    if (at) reveal(at, box, ...el('tutor').hidden ? [box.closest('.side')] : []);
  });
  document.body.classList.toggle('looks', t.back !== null);
};
/* Shows the board of a cell; null: the game again. */
export const lookBack = i => {
  t.back = i;
  t.backMove = i === null ? 0 : moveNumber(games, cells[i]);
  t.chosen = t.looked = null;
  show();
};
export const STEPS = {Home: () => 0, ArrowLeft: () => t.back === null ? cells.length - 1 : Math.max(0, t.back - 1),
  ArrowRight: () => t.back === null || t.back === cells.length - 1 ? null : t.back + 1, End: () => null};
export const stepBack = key => { if (cells.length > 0) lookBack(STEPS[key]()); };
/* All events of the match: a view has the newest. */
let seen = 0;
const gather = async isWhole => {
  const {events} = t.newest, isGap = events[0]?.n > seen + 1;
  if (isWhole) [t.events, seen] = [[], 0];
  t.events.push(...events.filter(e => e.n > seen && e.kind !== 'says'));
  seen = events.at(-1)?.n ?? seen;
  t.events = t.events.slice(Math.max(0, t.events.findLastIndex(e => e.kind === 'match' && !e.resumed)));
  if (!isWhole && !isGap) return;
  const answer = await fetch('record').catch(() => ({ok: false}));
  if (!answer.ok) return;
  const all = (await answer.json()).events, last = all.at(-1)?.n ?? 0;
  t.events = [...all, ...t.events.filter(e => e.n > last)];
  if (t.view) show();
};

/* ---- the whole page ---- */

export const painters = []; /* of dialogs.js */
export const show = () => {
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
  for (const paint of painters) paint();
  hear();
  return moved;
};
let heard = 0;
const hear = () => {
  const [polite, loud, last] = news(heard);
  heard = last;
  if (polite) el('heard').textContent = polite;
  if (loud) el('alarm').textContent = loud;
};

/* ---- the queue ---- */

/* What one may do while it runs; the rest comes with the last step. */
const ALWAYS = ['resign', 'leave', 'level', 'set', 'new'];
const queue = makeQueue({
  context: () => ({pace: pace(), isStill: matchMedia('(prefers-reduced-motion: reduce)').matches, who: e => e.mine ? me() : opponent(),
    cube: t.newest.match?.crawford ? null : CENTRED}),
  show: (scene, number) => {
    queue.shown = number;
    t.live = {...scene, isToRoll: false};
    const past = t.view.match ? t.view : t.newest, isPast = t.newest.events.some(e => e.n > number && (e.kind === 'game' || e.kind === 'game_end'));
    t.view = {...past, match: !isPast && t.newest.match || past.match, phase: 'busy', play: null, allowed: t.newest.allowed.filter(action => ALWAYS.includes(action)),
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
  const {events} = t.newest, last = events.at(-1)?.n ?? 0;
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
};
/* A press while something is shown ends it, and does nothing else. */
export const endShow = () => {
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
  const isGuest = role() === 'guest' || role() === 'watcher';
  setText(el('off-text'), `The connection is lost. Your match is safe. Next try in ${left} s.${isGuest && tries > 2 ? ' Your link may hold no longer: ask for a new one.' : ''}`);
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
export const connect = () => {
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
