/* What the table says in words. Reads the state `t` alone, which table.js changes. */
import {BAR, OFF} from './board.js';

export const t = {
  newest: null, /* the view that the program sent last */
  view: null, /* what the page shows: the newest one, when the queue (queue.js) has ended */
  live: null, /* what the board shows of it (queue.js) */
  drawn: null, /* what the board shows: that, or what one looks back at */
  isUp: false, /* the program is there */
  isSwapped: false, /* the lower die is played first */
  events: [], /* all of the match */
  back: null, /* the decision that one looks back at, by its number; null: none */
  chosen: null, /* the point whose targets are shown: typed, held or dragged */
  looked: null, /* the point under the mouse or the focus */
  told: '', /* the decision of which the tutor tells all */
  why: '', /* the judgement of which it does */
  sent: '', /* the last action but hops, while it has no answer */
  waited: 0, /* for so many seconds, from NO_ANSWER_S on */
  refusal: '', /* why the last action was not taken */
};

export const can = action => t.isUp && t.back === null && !t.waited && t.view.allowed.includes(action);
export const opponent = () => t.view.opponent.name || 'fibsbot';
/* Of the bot: as chosen, or as it was started. */
export const botLevel = () => t.view.opponent.level || t.view.usual || '';
/* 'host', 'guest' or 'watcher' in a match of two persons; '': with the bot. */
export const role = () => t.view.company?.role ?? '';
export const me = () => role() === 'watcher' ? t.view.me.name : 'You';
/* "You win", "fibsbot wins" */
export const says = (isMine, you, they) => isMine && me() === 'You' ? `You ${you}` : `${isMine ? me() : opponent()} ${they}`;
export const tone = isMine => isMine === !t.view.set.dark ? 'lt' : 'dk';
export const lastEvent = (...kinds) => t.view.events.findLast(e => kinds.includes(e.kind));
export const lastPlay = () => lastEvent('play', 'dance', 'game', 'opening');
/* Points beyond the length of the match are not shown. */
export const cut = (points, length) => points.map(count => Math.min(count, length || Infinity));
export const lengthNow = () => t.view.match?.length || 0;
export const score = () => cut((t.view.match || t.view.over || {score: [0, 0]}).score, lengthNow());
export const signed = (value, digits) => (+value.toFixed(digits) < 0 ? '\u2212' : '+') + Math.abs(value).toFixed(digits);
/* A number and its percent sign stay together. */
export const whole = text => text.replaceAll(' %', '\u00a0%');
/* Reasons after the better play, which they need not name again. */
export const reasons = (better, why) => whole(why.startsWith(`${better} `) ? `It${why.slice(better.length)}` : why);
export const percent = value => (100 * value).toFixed(1);

export const targetsOf = point => can('hop') ? t.view.play.targets.filter(target => target.from === point) : [];
const colour = isMine => tone(isMine) === 'lt' ? 'white' : 'black';
export const pips = () => ['mine', 'theirs'].map(side => t.drawn[side].reduce((sum, count, p) =>
  sum + count * (side === 'mine' || p === OFF || p === BAR ? p : BAR - p), 0));
export const points = count => `${count} point${count === 1 ? '' : 's'}`;
const pointName = point => point === BAR ? 'bar' : point === OFF ? 'off' : `${point}`;

/* ---- places of the board ---- */

const diceName = ({dice, roller}) => can('roll') ? 'Roll the dice' : !dice ? 'No dice'
  : `Dice ${dice.join(' and ')}${roller === 'me' ? `, ${dice[0]} first` : ''}`;
const cubeName = ({cube}) => {
  if (!cube) return 'No cube';
  const whose = cube.offeredBy ? 'offered' : {me: 'you own it', them: `${opponent()} owns it`}[cube.owner] || 'in the middle';
  return `Cube ${cube.value}, ${whose}${can('double') ? ', press to double' : ''}`;
};
/* Where its checkers can go, with `hit` after a blot that is hit. */
const targetNames = (point, hit) => targetsOf(point).map(target => pointName(target.to) + (target.hits.includes(true) ? hit : ''));
/* "24 point, 2 white, plays to 20, 18 hitting, 14" */
export const placeName = place => {
  if (place === 'dice') return diceName(t.drawn);
  if (place === 'cube') return cubeName(t.drawn);
  const point = Number(place), mine = t.drawn.mine[point], theirs = t.drawn.theirs[point];
  const to = targetNames(point, ' hitting');
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
  const list = targetNames(point, ' (hits)'), last = list.pop();
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
export const lower = text => text.replace(/^You /, 'you ');
/* "You win a gammon: 4 points (2 x cube 2)." */
export const gameWords = () => {
  const end = lastEvent('game_end'), before = t.view.events.findLast(e => end && e.n < end.n && e.kind !== 'says');
  if (!end) return 'The game is over.';
  const winner = says(end.mine, 'win', 'wins'), cube = t.view.board?.cube ?? 1, times = end.points / cube;
  if (before?.kind === 'pass') return `${says(before.mine, 'pass', 'passes')}: ${lower(winner)} ${points(end.points)}.`;
  return `${winner} a ${resultKind(end.points, cube) || 'single game'}: ${points(end.points)}${cube > 1 && times > 1 ? ` (${times} \u00d7 cube ${cube})` : ''}.`;
};
/* The winner's points first. */
export const matchWords = () => t.view.over
  ? `${says(t.view.over.won, 'win', 'wins')} the match ${cut(t.view.over.score, lengthNow()).sort((x, y) => y - x).join('\u2013')}.` : 'The match is over.';
export const isThere = () => t.view.company?.there ?? t.view.opponent.online;
const isAway = () => isThere() ? '' : ` ${opponent()} is not there yet.`;
/* What one waits for while the opponent is to act. */
const awaited = (here, always = '') => [always, role() && !isThere() ? `${opponent()} is not here: the game waits.` : here];
const isGameOver = () => t.view.events.findLast(e => e.kind !== 'says')?.kind === 'game_end';
const SENTENCES = {
  busy: () => t.live.said,
  offline: () => ['', `Waiting for the server. ${t.view.reason}`],
  lobby: () => ['', `${t.view.saved ? 'Your match is saved.' : 'No match is under way.'}${isAway() || (role() === 'guest' ? ` ${opponent()} begins it.` : '')}`],
  inviting: () => ['', isAway() || `${opponent()} is asked to play.`],
  waiting: () => !t.view.board ? ['', 'Waiting for the board.'] : awaited(role() && isGameOver() ? `${opponent()} has not gone on to the next game yet.` : `${opponent()} plays.`),
  to_roll: () => ['', can('double') ? 'Roll or double.' : 'Roll.'],
  to_play: playWords,
  offered: () => [OFFERS.offered(), `Passing loses ${points(t.view.board.cube)}.`],
  doubled: () => awaited(`${opponent()} has to answer.`, `You double to ${t.drawn.cube.value}.`),
  resign_offered: () => [`${opponent()} wants to resign:`, `you win ${points(t.view.board.resign)}.`],
  resigned: () => awaited(`${opponent()} has to answer.`, 'You want to resign.'),
  between: () => [gameWords(), `The score is ${score().join('\u2013')}.`],
  over: () => [matchWords(), ''],
};
/* "friend doubles to 4. host is to answer.", to watchers */
const OFFERS = {offered: () => `${opponent()} doubles to ${t.drawn.cube.value}.`, doubled: () => `${me()} doubles to ${t.drawn.cube.value}.`,
  resign_offered: () => `${opponent()} wants to resign.`, resigned: () => `${me()} wants to resign.`};
const watched = () => {
  const turn = [true, false].find(turnWords), {phase} = t.view;
  return turn === undefined || phase === 'busy' ? null : [phase in OFFERS ? OFFERS[phase]() : '', `${turn ? me() : opponent()} is ${turnWords(turn)}.`];
};
export const sentence = () => t.waited ? ['', `No answer for ${t.waited} s.`] : t.back !== null ? [`Looking back at move ${t.backMove}.`, t.view.over ? '' : isMyTurn() || isGameOver() ? 'The match waits.' : 'The match goes on.'] : t.refusal ? ['', t.refusal[0].toUpperCase() + t.refusal.slice(1).replace(/[^.!?]$/, '$&.')] : me() !== 'You' && watched() || SENTENCES[t.view.phase]();

const TURNS = [{to_roll: 'to roll', to_play: 'to play', offered: 'to answer', resign_offered: 'to answer'},
  {waiting: 'to play', doubled: 'to answer', resigned: 'to answer'}];
export const turnWords = isMine => t.view.board ? TURNS[isMine ? 0 : 1][t.view.phase] : undefined;
export const isMyTurn = () => me() === 'You' && t.view.phase in TURNS[0];
/* "5-2: 13/8 6/4", the opponent's last play */
export const lastWords = () => {
  const last = lastPlay();
  return !last || last.mine || last.kind === 'game' ? null
    : `${last.dice.join('-')}: ${{dance: 'no play', opening: 'begins'}[last.kind] || last.text}`;
};

/* ---- read aloud ---- */

const POLITE = {
  roll: e => e.mine && `You rolled ${e.dice.join('-')}.`,
  opening: e => `${says(e.mine, 'begin', 'begins')} with ${e.dice.join('-')}.`,
  play: e => !e.mine && `${opponent()} played ${e.dice.join('-')}: ${e.text}.`,
  dance: e => `${says(e.mine, 'have', 'has')} no legal play.`,
  take: e => says(e.mine, 'take.', 'takes.'),
  pass: e => says(e.mine, 'pass.', 'passes.'),
  reject: e => says(e.mine, 'play on.', 'plays on.'),
  says: e => e.text,
};
const LOUD = {double: e => !e.mine && `${opponent()} doubles.`, game_end: gameWords, match_end: matchWords};
/* What is new since event `heard`: [politely, loudly, number of the newest]. */
export const news = heard => {
  const {events} = t.view, last = events.at(-1)?.n ?? 0;
  const fresh = heard === 0 || last < heard ? events.slice(-1) : events.filter(e => e.n > heard);
  const words = table => fresh.map(e => e.kind in table && table[e.kind](e)).filter(Boolean).join(' ');
  return [words(POLITE), words(LOUD), last];
};

/* ---- levels, resignations, the tutor ---- */

export const LEVEL_WORDS = {beginner: 'Makes big mistakes; learn with it.', novice: 'Knows the rules, leaves many blots.',
  casual: 'Plays now and then, makes points.', intermediate: 'Plays in clubs, errs less often.',
  advanced: 'Few blunders, sound with the cube.', expert: 'Few errors, and none of them big.'};
/* Nobody has chosen a level yet. */
export const isFirst = () => !t.newest.company && !t.newest.opponent.level && t.newest.results.length === 0;
/* "You won three in a row. Try casual?" */
export const levelAdvice = level => {
  const {levels, results} = t.view, last = results.slice(0, 3), at = levels.findIndex(({name}) => name === level);
  if (at < 0 || last.length < 3 || last.some(r => r.level !== level)) return '';
  const won = last.filter(({score: [mine, theirs]}) => mine > theirs).length, next = levels[at + (won > 0 ? 1 : -1)];
  return won % 3 > 0 || !next ? '' : `You ${won > 0 ? 'won' : 'lost'} three in a row. Try ${next.name}?`;
};
/* "Gammon: fibsbot gets 4 points, 4-3 becomes 4-7: the match." of a resignation. */
export const resignWords = games => {
  const {match, board} = t.view, cost = games * board.cube, [mine, theirs] = score(), after = Math.min(theirs + cost, match.length || Infinity);
  const change = `${mine}\u2060\u2013\u2060${theirs} becomes ${mine}\u2060\u2013\u2060${after}`, isEnd = after === match.length;
  return `${['Single game', 'Gammon', 'Backgammon'][games - 1]}: ${opponent()} gets ${points(cost)}, ${change}${isEnd ? ': the match' : ''}.`;
};
/* "You still win 12 %.", as the tutor that tells all saw it last. */
export const chanceLeft = () => {
  const {hints, cube, curve = []} = t.view.tutor, shown = hints?.[0] || cube, last = curve.at(-1);
  return !tellsAll() || role() || !shown && !last ? '' : `You still win ${Math.round(100 * (shown ? shown.win : last[2]))} %.`;
};
export const LEAST_LOSS = 0.02;
const sizeWords = loss => loss < 0.04 ? 'a slip' : loss < 0.08 ? 'an error' : 'a blunder';
export const tutorMode = () => !t.view.set.tutor ? 'off' : t.view.set.full === false ? 'warns' : 'full';
/* The decision that one has to make, in short. */
export const decision = () => `${t.view.phase} ${t.view.events.at(-1)?.n}`;
export const tellsAll = () => tutorMode() === 'full' || t.told === decision();
const isCube = text => ['roll', 'double', 'take', 'pass'].includes(text);
/* Title and text before something costly is sent, and what sends it. */
export const warningWords = ({text, loss, better, why, question}) => {
  const sure = isCube(text) ? text[0].toUpperCase() + text.slice(1) : 'Play it';
  return tellsAll() ? [`${text} loses ${loss.toFixed(3)}: ${isCube(text) ? 'do' : 'play'} it?`, `Better: ${better}.${why && ` ${reasons(better, why)}`}`, sure]
    : isCube(text) ? ['Think about the cube', 'Look once more?', sure]
      : ['There is a better play', `${text} is ${sizeWords(loss)}. ${question || 'Look once more?'}`, sure];
};
