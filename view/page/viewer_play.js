/* Plays made by hand on the board of the viewer: which hops are legal, and where a press is. The
 * checkers are those of readXgid(): mine and theirs, each by its own numbers. */

const hopped = ({mine, theirs}, from, to) => {
  mine = [...mine];
  theirs = [...theirs];
  mine[from]--;
  if (to > 0) {
    mine[to]++;
    theirs[25] += theirs[25 - to];
    theirs[25 - to] = 0;
  }
  return {mine, theirs};
};
/* Where a die leads, or -1. */
const landing = ({mine, theirs}, from, die) => {
  if (!mine[from] || (mine[25] && from !== 25)) return -1;
  const to = from - die, rear = mine.findLastIndex(count => count > 0);
  if (to > 0) return theirs[25 - to] < 2 ? to : -1;
  return rear <= 6 && (to === 0 || from === rear) ? 0 : -1;
};
const without = (dice, die) => dice.filter((_, i) => i !== dice.indexOf(die));
/* [from, to, die] of every hop of one die */
const hopsNow = (men, dice) => [...new Set(dice)].flatMap(die => men.mine.map((_, from) => [from, landing(men, from, die), die]))
  .filter(([from, to]) => from > 0 && to >= 0);
/* How many of the dice can be played. */
const mostDice = (men, dice) => {
  let most = 0;
  for (const [from, to, die] of hopsNow(men, dice)) {
    most = Math.max(most, 1 + mostDice(hopped(men, from, to), without(dice, die)));
    if (most === dice.length) break;
  }
  return most;
};
/* The hops after which as many dice as possible are played; of two dice of which one can be, the higher. */
const legalHops = (men, dice) => {
  const most = mostDice(men, dice);
  const all = hopsNow(men, dice).filter(([from, to, die]) => 1 + mostDice(hopped(men, from, to), without(dice, die)) === most);
  const high = Math.max(...all.map(hop => hop[2]));
  return most === 1 && dice.length === 2 ? all.filter(hop => hop[2] === high) : all;
};
const allDice = ([a, b]) => a === b ? [a, a, a, a] : [a, b];
const afterPlay = (at, play) => hopsOf(play).reduce((men, [from, to]) => hopped(men, from, to), {mine: at.mine, theirs: at.theirs});
const isSame = (a, b) => `${a.mine}` === `${b.mine}` && `${a.theirs}` === `${b.theirs}`;
/* "13/8 13/7*" of hops, the longest first */
const playText = hops => hops.map(([from, to, , isHit]) => `${from === 25 ? 'bar' : from}/${to || 'off'}${isHit ? '*' : ''}`).join(' ');

/* A play that is being made: {at: the position, men, dice: that are left, hops, from: the point that is pressed}. */
const newHand = at => ({at, men: {mine: at.mine, theirs: at.theirs}, dice: allDice(at.dice), hops: [], from: 0});
const isPlayed = hand => legalHops(hand.men, hand.dice).length === 0;
const undone = hand => hand.hops.slice(0, -1).reduce((h, hop) => handAfter(h, hop), newHand(hand.at));
const handAfter = (hand, [from, to, die]) => ({...hand, men: hopped(hand.men, from, to), dice: without(hand.dice, die), from: 0,
  hops: [...hand.hops, [from, to, die, to > 0 && hand.men.theirs[25 - to] > 0]]});
/* The hand after a press on a point: one that goes on from the checker pressed before, or has pressed this one. */
const handPressed = (hand, point) => {
  const legal = legalHops(hand.men, hand.dice), on = legal.find(([from, to]) => from === hand.from && to === point);
  if (on) return handAfter(hand, on);
  const from = legal.filter(hop => hop[0] === point);
  if (from.length === 0) return {...hand, from: 0};
  return from.length === 1 || hand.from === point ? handAfter(hand, from[0]) : {...hand, from: point};
};

/* The point of a press, by the numbers of who sits below: 25 the bar, 0 beside the board. */
const pointAt = (event, box) => {
  const x = (event.clientX - box.left) / box.width * WIDE, y = (event.clientY - box.top) / box.height * TALL;
  if (x > TRAY - 5) return 0;
  if (Math.abs(x - XBAR) < BAR / 2) return 25;
  const column = Math.max(0, Math.min(11, Math.floor((x - EDGE - (x > XBAR ? BAR : 0)) / PITCH)));
  return y < MIDDLE ? 13 + column : 12 - column;
};
const turnedPoint = (point, isAbove) => isAbove && point > 0 && point < 25 ? 25 - point : point;
/* A ring on the checker that is pressed, and dots where it can go. */
const marksOf = (hand, isAbove) => {
  const place = (point, i) => point === 25 ? [XBAR, MIDDLE + (isAbove ? 54 : -54)]
    : point === 0 ? [TRAY + 25, isAbove ? TOP + 60 : TOP + DEEP - 60] : [xOf(turnedPoint(point, isAbove)), yOf(turnedPoint(point, isAbove), i)];
  const legal = legalHops(hand.men, hand.dice);
  const circle = (name, [x, y], r) => `<circle class="${name}" cx="${x}" cy="${y}" r="${r}"/>`;
  if (!hand.from) return [...new Set(legal.map(hop => hop[0]))].map(point => circle('dot', place(point, Math.max(0, hand.men.mine[point] - 1)), 5)).join('');
  const ring = place(hand.from, hand.men.mine[hand.from] - 1);
  return circle('ring halo', ring, 18) + circle('ring sel', ring, 18) +
    legal.filter(hop => hop[0] === hand.from).map(([, to]) => circle('dot', place(to, to ? hand.men.mine[to] : 0), 7.5)).join('');
};
const handBoard = (hand, isAbove, label) => boardOf({...hand.at, ...hand.men}, isAbove, [], label, marksOf(hand, isAbove));
