/* Shows what has happened in its own time: the program sends the truth at once, and each event
 * of it becomes steps {scene, glide, rest, sound}. A step draws its scene, what moves glides for
 * `glide` ms, its sound is heard, and the next step comes `rest` ms later. A scene is what the board shows
 * (board.js) and
 *   moved: their hops that are marked, said: the sentence as [bold, plain], isDim */
import {BAR, OFF, byMine} from './board.js';
import {points} from './words.js';

/* By pace: calm, normal, quick. [glide, rest] */
export const PACES = [
  {roll: 1000, hop: [420, 160], hit: [320, 0], settle: 500, dance: 1400, double: [450, 300], answer: [400, 300], end: 1000},
  {roll: 600, hop: [260, 100], hit: [220, 0], settle: 300, dance: 900, double: [300, 200], answer: [250, 200], end: 700},
  {roll: 250, hop: [150, 40], hit: [130, 0], settle: 100, dance: 500, double: [180, 0], answer: [150, 0], end: 300}];
/* Where the reader wants nothing to move. */
const STILL = {roll: 600, hop: [0, 250], hit: [0, 250], settle: 300, dance: 900, double: [0, 300], answer: [0, 300], end: 700};
/* A play that another one waits for. */
const RUSHED = {roll: 0, hop: [60, 0], hit: [60, 0], settle: 0, dance: 0, double: [60, 0], answer: [60, 0], end: 0};
const PAST_MAX = 3000; /* more of it is not shown */
const LATER_HOPS = 0.7; /* of the time, from the third hop of a double on */
const EASE = 'cubic-bezier(.3,0,.2,1)';

/* ---- what an event leads to ---- */

export const START = Array.from({length: 26}, (_, p) => ({24: 2, 13: 5, 8: 3, 6: 5})[p] || 0);
const isSame = (a, b) => a.mine.join() === b.mine.join() && a.theirs.join() === b.theirs.join();
const before = e => ({mine: e.before.mine, theirs: byMine(e.before.theirs)});
const hopped = (counts, from, to) => counts.map((count, p) => count - (p === from) + (p === to));
const step = (scene, [glide, rest], sound) => ({scene, glide, rest, sound});
const rolled = (scene, e) => ({...scene, dice: e.dice, roller: e.mine ? 'me' : 'them', left: e.dice[0] === e.dice[1]
  ? Array(4).fill(e.dice[0]) : e.dice, moved: []});

/* Hop by hop; a blot that is hit goes to the bar when the hop has landed. */
const hopSteps = (scene, e, times) => {
  const [own, other] = e.mine ? ['mine', 'theirs'] : ['theirs', 'mine'], place = p => e.mine || p === OFF || p === BAR ? p : BAR - p;
  const steps = [];
  let now = {...rolled(scene, e), ...before(e)};
  e.hops.forEach(({from, to}, i) => {
    const share = e.hops.length === 4 && i > 1 ? LATER_HOPS : 1;
    now = {...now, [own]: hopped(now[own], place(from), place(to))};
    steps.push(step(now, times.hop.map(ms => ms * share), 'checker'));
    if (to === OFF || now[other][place(to)] !== 1) return;
    now = {...now, [other]: hopped(now[other], place(to), BAR)};
    steps.push(step(now, times.hit, 'hit'));
  });
  return steps;
};
const act = (who, verb, end) => `${who} ${verb}${who === 'You' ? '' : end}`;
const playSteps = (scene, e, times, who) => {
  const hops = hopSteps(scene, e, times), last = hops.at(-1).scene;
  const end = {...last, left: [], moved: e.mine ? [] : e.hops, said: ['', `${who(e)} played ${e.dice.join('-')}: ${e.text}.`]};
  if (e.mine && isSame(scene, end)) return [step(end, [0, 0])];
  return [...hops, step(end, [0, times.settle])];
};
export const CENTRED = {value: 1, owner: 'centre', offeredBy: null};
const cubeAt = (scene, more) => ({...scene, cube: {...CENTRED, ...scene.cube, offeredBy: null, ...more}});
const taken = (scene, e, who) => ({...cubeAt(scene, {owner: e.mine ? 'me' : 'them'}), said: ['', `${act(who(e), 'take', 's')}.`]});
const begin = scene => ({...FRESH, cube: scene.cube});
const STEPS = {
  match: scene => [step(begin(scene), [0, 0])],
  game: (scene, e, times, who, cube) => [step({...begin(scene), cube}, [0, 0])],
  roll: (scene, e, times, who) => [step({...rolled(scene, e), said: ['', `${who(e)} rolled ${e.dice.join('-')}.`]},
    [0, e.mine ? 0 : times.roll], 'dice')],
  play: playSteps,
  /* The roll has been seen for its time already. */
  dance: (scene, e, times) => [step({...scene, said: [`${e.dice.join('-')}.`, 'No legal play.']},
    [0, Math.max(0, times.dance - (e.mine ? 0 : times.roll))]), step({...scene, left: []}, [0, 0])],
  double: (scene, e, times, who) => [step({...cubeAt(scene, {value: e.points, offeredBy: e.mine ? 'me' : 'them'}),
    said: [`${act(who(e), 'double', 's')} to ${e.points}.`, '']}, times.double, 'cube')],
  take: (scene, e, times, who) => [step(taken(scene, e, who), times.answer, 'cube')],
  pass: (scene, e, times, who) => [step({...scene, isDim: true, said: ['', `${act(who(e), 'pass', 'es')}.`]}, times.answer)],
  game_end: (scene, e, times, who) => [step({...scene, said: ['', `${act(who(e), 'win', 's')} ${points(e.points)}.`]}, [0, times.end])],
};
STEPS.opening = STEPS.roll;
/* The checkers after a play of which `counts` are those before; else `counts`. */
export const afterPlay = (counts, e) => {
  const {scene: {mine, theirs}} = hopSteps(counts, e, RUSHED).pop();
  return isSame(counts, before(e)) ? {mine, theirs} : counts;
};
/* `who` names the side of an event, `cube` is that of a new game. */
export const stepsOf = (scene, e, times, who, cube) => e.kind in STEPS ? STEPS[e.kind](scene, e, times, who, cube) : [];

const NOBODY = () => '';
export const FRESH = {mine: START, theirs: byMine(START), cube: null, dice: null, roller: 'me', left: null, moved: [], said: ['', ''], isDim: false};
/* What the board shows when an event has been shown, from the scene of before or null. */
export const sceneAfter = (scene, e, cube) => stepsOf(scene || {...FRESH, cube}, e, RUSHED, NOBODY, cube).reduce((_, one) => one.scene, scene);
/* What it showed to who decided so. */
export const sceneBefore = (scene, e, cube) => {
  const now = scene || {...FRESH, cube};
  if (e.kind === 'double') return {...now, dice: null};
  return {...e.kind === 'play' ? {...rolled(now, e), ...before(e)} : now, moved: []};
};

const isTheirPlay = e => e.kind === 'play' && !e.mine;
/* How long events take that follow one another; only their times count. */
const lengthOf = (events, times) => events.reduce((sum, e) => sum + (isTheirPlay(e)
  ? times.settle + e.hops.reduce(all => all + times.hop[0] + times.hop[1], 0)
  : e.kind === 'roll' && !e.mine ? times.roll : e.kind in times ? [times[e.kind]].flat().reduce((a, b) => a + b) : 0), 0);

/* ---- showing it ---- */

/* `show(scene, number)` draws a step of an event and returns what moved, [{g, from, to}, ...];
 * `context()` gives {pace, isStill, who, cube}; `hear(sound)` is called when something has
 * landed, `end()` when all is shown. */
export const makeQueue = ({show, context, hear, end}) => {
  const queue = {last: 0, isBusy: false};
  let scene, waiting = [], running = null, steps = [], glides = [], now, isLanded, began = 0, presses = 0;

  const times = () => context().isStill ? STILL : PACES[context().pace] || PACES[1];
  const timesNow = () => waiting.filter(isTheirPlay).length + (isTheirPlay(running) ? 1 : 0) > 1 ? RUSHED : times();
  const endGlides = () => { for (const glide of glides) glide.cancel(); };
  const draw = next => {
    [now, isLanded] = [next, false];
    scene = next.scene;
    endGlides();
    glides = show(scene, running.n).filter(() => next.glide > 0).map(({g, from, to}) => {
      const glide = g.animate([{transform: from}, {transform: to}], {duration: next.glide, easing: EASE, fill: 'both'});
      glide.pause();
      return glide;
    });
  };
  const finish = () => {
    endGlides();
    glides = [];
    [queue.isBusy, presses, now] = [false, 0, null];
    end();
  };
  const land = passed => {
    if (isLanded || passed < now.glide) return;
    isLanded = true;
    hear(now.sound);
  };
  /* Begins the next step; one that takes no time is done with. */
  const advance = time => {
    for (now = null; !now;) {
      if (steps.length === 0) {
        if (waiting.length === 0) { finish(); return; }
        running = waiting.shift();
        const {who, cube} = context();
        steps = stepsOf(scene, running, timesNow(), who, cube);
      } else {
        draw(steps.shift());
        began = time;
        land(0);
        if (now.glide + now.rest <= 0) now = null;
      }
    }
  };
  const frame = time => {
    if (!queue.isBusy) return;
    const passed = time - began;
    if (now) {
      for (const glide of glides) glide.currentTime = Math.min(passed, now.glide);
      land(passed);
    }
    if (!now || passed >= now.glide + now.rest) advance(time);
    if (queue.isBusy) requestAnimationFrame(frame);
  };
  /* What is too long ago is taken as it ended, but for the last turn. */
  const dropPast = () => {
    const keep = Math.max(0, waiting.findLastIndex(e => e.kind === 'roll' && !e.mine)), {who, cube} = context();
    for (let i = 0; i < keep && lengthOf(waiting, times()) > PAST_MAX; i++) {
      if (steps.length > 0) scene = steps.at(-1).scene;
      [steps, now] = [[], null];
      scene = stepsOf(scene, waiting.shift(), RUSHED, who, cube).reduce((_, one) => one.scene, scene);
    }
  };

  /* Shows events after those that wait; `from` is the scene if none does. */
  queue.add = (events, from) => {
    if (events.length === 0) return;
    queue.last = events.at(-1).n;
    waiting.push(...events);
    if (queue.isBusy) { dropPast(); return; }
    scene = from;
    dropPast();
    queue.isBusy = true;
    requestAnimationFrame(time => { advance(time); if (queue.isBusy) requestAnimationFrame(frame); });
  };
  /* Takes all events up to `number` as shown. */
  queue.jump = number => {
    waiting = [];
    steps = [];
    queue.last = number;
    if (queue.isBusy) finish();
  };
  /* A press ends the event that runs, a second one all. */
  queue.press = () => {
    const last = steps.at(-1) || now;
    if (++presses > 1 || !last) return queue.jump(queue.last);
    steps = [step(last.scene, [0, 0])];
    now = null;
    return undefined;
  };
  return queue;
};
