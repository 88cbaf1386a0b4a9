/* What the table says in words. Reads the state `t` alone, which table.js changes. */
import {BAR, OFF} from './board.js';

export const t = {
  newest: null,     /* the view that the program sent last */
  view: null,       /* what the page shows: the newest one, when the queue (queue.js) has ended */
  live: null,       /* what the board shows of it (queue.js) */
  drawn: null,      /* what the board shows: that, or what one looks back at */
  isUp: false,      /* the program is there */
  isSwapped: false, /* the lower die is played first */
  events: [],       /* all of the match */
  back: null,       /* the decision that one looks back at, by its number; null: none */
  chosen: null,     /* the point whose targets are shown: typed, held or dragged */
  looked: null,     /* the point under the mouse or the focus */
  refusal: '',      /* why the last action was not taken */
};

export const can = action => t.isUp && t.back === null && t.view.allowed.includes(action);
export const opponent = () => t.view.opponent.name || 'fibsbot';
export const tone = isMine => isMine === !t.view.set.dark ? 'lt' : 'dk';
export const lastEvent = (...kinds) => t.view.events.findLast(e => kinds.includes(e.kind));
export const lastPlay = () => lastEvent('play', 'dance', 'game', 'opening');
export const score = () => (t.view.match || t.view.over || {score: [0, 0]}).score;
export const signed = (value, digits) => (value < 0 ? '\u2212' : '+') + Math.abs(value).toFixed(digits);
export const percent = value => (100 * value).toFixed(1);

export const targetsOf = point => can('hop') ? t.view.play.targets.filter(target => target.from === point) : [];
const colour = isMine => tone(isMine) === 'lt' ? 'white' : 'black';
export const pips = () => ['mine', 'theirs'].map(side => t.drawn[side].reduce((sum, count, p) =>
  sum + count * (side === 'mine' || p === OFF || p === BAR ? p : BAR - p), 0));
const points = count => `${count} point${count === 1 ? '' : 's'}`;
const pointName = point => point === BAR ? 'bar' : point === OFF ? 'off' : `${point}`;
const isHit = target => target.hits.includes(true);

/* ---- places of the board ---- */

const diceName = ({dice, roller}) => can('roll') ? 'Roll the dice' : !dice ? 'No dice'
  : `Dice ${dice.join(' and ')}${roller === 'me' ? `, ${dice[0]} first` : ''}`;
const cubeName = ({cube}) => {
  if (!cube) return 'No cube';
  const whose = cube.offeredBy ? 'offered' : {me: 'you own it', them: `${opponent()} owns it`}[cube.owner] || 'in the middle';
  return `Cube ${cube.value}, ${whose}${can('double') ? ', press to double' : ''}`;
};
/* "24 point, 2 white, plays to 20, 18 hitting, 14" */
export const placeName = place => {
  if (place === 'dice') return diceName(t.drawn);
  if (place === 'cube') return cubeName(t.drawn);
  const point = Number(place), mine = t.drawn.mine[point], theirs = t.drawn.theirs[point];
  const to = targetsOf(point).map(target => pointName(target.to) + (isHit(target) ? ' hitting' : ''));
  return [{[BAR]: 'Bar', [OFF]: 'Off'}[point] || `${point} point`, mine > 0 && `${mine} ${colour(true)}`,
    theirs > 0 && `${theirs} ${colour(false)}`, mine + theirs === 0 && 'empty',
    point % BAR > 0 && mine + theirs === 1 && 'blot', to.length > 0 && `plays to ${to.join(', ')}`].filter(Boolean).join(', ');
};
export const boardName = () => `Board. You are ${colour(true)} and move from 24 to 1.`;

/* "24 point, 2 white; 22 point, 2 black; ... Pips 149 to 153. Cube 2, you own it." */
export const boardWords = () => {
  const {mine, theirs} = t.drawn, full = mine.map((_, point) => point).filter(point => mine[point] + theirs[point] > 0).reverse();
  return `${full.map(point => placeName(point).replace(/, plays.*/, '')).join('; ')}. Pips ${pips().join(' to ')}. ${cubeName(t.drawn)}.`;
};

/* ---- sentences: what is to be done, as [bold, plain] ---- */

/* "24 to 20, 18 (hits) or 14" */
const targetWords = point => {
  const list = targetsOf(point).map(target => pointName(target.to) + (isHit(target) ? ' (hits)' : '')), last = list.pop();
  return `${pointName(point)} to ${list.length > 0 ? `${list.join(', ')} or ${last}` : last}`;
};
const playWords = () => {
  const {play, board} = t.view, from = t.chosen ?? t.looked;
  if (!play) return ['', ''];
  if (play.complete && play.hops.length > 0) return [play.text, 'Press Done.'];
  const bold = play.hops.length > 0 ? `${play.left.join(' ')} left.` : `${board.dice.join('-')}.`;
  if (play.complete) return [bold, 'No legal play. Press Done.'];
  if (targetsOf(from).length > 0) return [bold, targetWords(from)];
  return [bold, t.drawn.mine[BAR] > 0 ? 'You are on the bar.' : 'Pick a checker.'];
};
export const resultKind = (count, cube) => ({2: 'gammon', 3: 'backgammon'})[count / cube] || '';
/* "You win a gammon: 4 points (2 x cube 2)." */
export const gameWords = () => {
  const end = lastEvent('game_end'), before = t.view.events.findLast(e => end && e.n < end.n && e.kind !== 'says');
  if (!end) return 'The game is over.';
  const winner = end.mine ? 'You win' : `${opponent()} wins`, cube = t.view.board ? t.view.board.cube : 1, times = end.points / cube;
  if (before && before.kind === 'pass') return `${before.mine ? 'You pass' : `${opponent()} passes`}: ${end.mine ? 'you win' : `${opponent()} wins`} ${points(end.points)}.`;
  return `${winner} a ${resultKind(end.points, cube) || 'single game'}: ${points(end.points)}${cube > 1 && times > 1 ? ` (${times} \u00d7 cube ${cube})` : ''}.`;
};
/* The winner's points first. */
export const matchWords = () => t.view.over
  ? `${t.view.over.won ? 'You win' : `${opponent()} wins`} the match ${[...t.view.over.score].sort((x, y) => y - x).join('\u2013')}.` : 'The match is over.';
const isAway = () => t.view.opponent.online ? '' : ` ${opponent()} is not there yet.`;
const SENTENCES = {
  busy: () => t.live.said,
  offline: () => ['', `Waiting for the server. ${t.view.reason}`],
  lobby: () => ['', `${t.view.saved ? 'Your match is saved.' : 'No match yet.'}${isAway()}`],
  inviting: () => ['', isAway() || `${opponent()} is asked to play.`],
  waiting: () => ['', `${opponent()} plays.`],
  to_roll: () => ['', can('double') ? 'Roll or double.' : 'Roll.'],
  to_play: playWords,
  offered: () => [`${opponent()} doubles to ${t.drawn.cube.value}.`, `Passing loses ${points(t.view.board.cube)}.`],
  doubled: () => [`You double to ${t.drawn.cube.value}.`, `${opponent()} has to answer.`],
  resign_offered: () => [`${opponent()} wants to resign:`, `you win ${points(t.view.board.resign)}.`],
  resigned: () => ['', `You want to resign. ${opponent()} has to answer.`],
  between: () => [gameWords(), `The score is ${score().join('\u2013')}.`],
  over: () => [matchWords(), ''],
};
export const sentence = () => t.back !== null ? [`Looking back at move ${t.backMove}.`, 'The match waits.'] : t.refusal ? ['', t.refusal] : SENTENCES[t.view.phase]();

const TURNS = [{to_roll: 'to roll', to_play: 'to play', offered: 'to take or pass', resign_offered: 'to answer'},
  {waiting: 'to play', doubled: 'to take or pass', resigned: 'to answer'}];
export const turnWords = isMine => TURNS[isMine ? 0 : 1][t.view.phase];
export const isMyTurn = () => t.view.phase in TURNS[0];
/* "5-2: 13/8 6/4", the opponent's last play */
export const lastWords = () => {
  const last = lastPlay();
  return !last || last.mine || last.kind === 'game' ? null
    : `${last.dice.join('-')}: ${{dance: 'no play', opening: 'begins'}[last.kind] || last.text}`;
};

/* ---- read aloud ---- */

const whose = (e, mine, theirs) => e.mine ? mine : `${opponent()} ${theirs}`;
const POLITE = {
  roll: e => e.mine && `You rolled ${e.dice.join('-')}.`,
  opening: e => `${whose(e, 'You begin', 'begins')} with ${e.dice.join('-')}.`,
  play: e => !e.mine && `${opponent()} played ${e.dice.join('-')}: ${e.text}.`,
  dance: e => `${whose(e, 'You have', 'has')} no legal play.`,
  take: e => whose(e, 'You take.', 'takes.'),
  pass: e => whose(e, 'You pass.', 'passes.'),
  reject: e => whose(e, 'You play on.', 'plays on.'),
  says: e => e.text,
};
const LOUD = {double: e => !e.mine && `${opponent()} doubles.`, game_end: gameWords, match_end: matchWords};
/* What is new since event `heard`: [politely, loudly, number of the newest]. */
export const news = heard => {
  const {events} = t.view, last = events.length > 0 ? events[events.length - 1].n : 0;
  const fresh = heard === 0 || last < heard ? events.slice(-1) : events.filter(e => e.n > heard);
  const words = table => fresh.map(e => e.kind in table && table[e.kind](e)).filter(Boolean).join(' ');
  return [words(POLITE), words(LOUD), last];
};
