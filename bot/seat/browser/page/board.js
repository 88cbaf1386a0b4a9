/* Draws boards. A checker is 40 units wide. Points have my numbers: I move from 24 to 1, 25 is
 * the bar, 0 is off; the opponent's checkers are counted by the same numbers. What is drawn is
 *   {mine, theirs: checkers by point, 0..25
 *    dice: [6, 4] or null, roller: 'me' or 'them', left: the dice that are not used yet, null: all
 *    cube: {value: to show, owner: 'me', 'them' or 'centre', offeredBy: 'me', 'them' or null} or null
 *    isToRoll, arrows: those of a picture} */
const PITCH = 42, BAR_WIDTH = 48, TRAY = 50, SIDE = 12, NUMBERS = 26, HEIGHT = 468;
const HALF = 6 * PITCH, X_BAR = SIDE + HALF, X_HOME = X_BAR + BAR_WIDTH, X_TRAY = X_HOME + HALF + 10;
const WIDTH = X_TRAY + TRAY + SIDE, BOTTOM = NUMBERS + HEIGHT, TALL = BOTTOM + NUMBERS;
const MIDDLE = NUMBERS + HEIGHT / 2, STEP = 39.4;
export const OFF = 0, BAR = 25;
/* places of pips on a face, row by row */
const FACES = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const DRAWN = new Set('svg g path rect circle text line'.split(' '));

/* Makes an element; `attributes` may be a class. Children that are no elements become text, so
 * that nothing that another user wrote can become markup. */
export const make = (tag, attributes = {}, ...children) => {
  const e = document.createElementNS(`http://www.w3.org/${DRAWN.has(tag) ? '2000/svg' : '1999/xhtml'}`, tag);
  if (typeof attributes === 'string') attributes = {class: attributes};
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  e.append(...children);
  return e;
};
/* Their checkers by my numbers. */
export const byMine = counts => counts.map((count, p) => p === OFF || p === BAR ? count : counts[BAR - p]);
const rect = (name, x, y, width, height, rx) => make('rect', {class: name, x, y, width, height, rx});
const shift = ([x, y]) => `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;

/* ---- where things stand; `left`: I bear off at the left ---- */

const turned = (left, x) => left ? WIDTH - x : x;
const xOfPoint = (left, point) => {
  const column = point > 12 ? point - 13 : 12 - point;
  return turned(left, SIDE + column * PITCH + PITCH / 2 + (column > 5 ? BAR_WIDTH : 0));
};
const xOfHalf = (left, isMine) => turned(left, (isMine ? X_HOME : SIDE) + HALF / 2);
/* The middle of checker i on a point. */
const placeOf = (left, isMine, point, i) => {
  if (point === OFF)
    return [turned(left, X_TRAY + TRAY / 2), isMine ? BOTTOM - 7.1 - 12.6 * i : NUMBERS + 7.1 + 12.6 * i];
  if (point === BAR)
    return [turned(left, X_BAR + BAR_WIDTH / 2), MIDDLE + (isMine ? -1 : 1) * (50 + STEP * Math.min(i, 2))];
  const up = Math.min(i, 4) * STEP + 20.5;
  return [xOfPoint(left, point), point > 12 ? NUMBERS + up : BOTTOM - up];
};
const placeOfCube = (left, {owner, offeredBy}) => {
  if (offeredBy) return [xOfHalf(left, offeredBy === 'me'), MIDDLE];
  return [turned(left, X_BAR + BAR_WIDTH / 2), {me: BOTTOM - 24, them: NUMBERS + 24}[owner] || MIDDLE];
};

/* ---- parts ---- */

const pointShape = (left, point) => {
  const x = xOfPoint(left, point), y = point > 12 ? NUMBERS : BOTTOM, s = point > 12 ? 1 : -1;
  const d = `M${x - 20.4} ${y}C${x - 13} ${y + s * 70} ${x - 3.5} ${y + s * 150} ${x} ${y + s * 207}` +
    `C${x + 3.5} ${y + s * 150} ${x + 13} ${y + s * 70} ${x + 20.4} ${y}Z`;
  return make('path', {class: point % 2 ? 'odd' : 'even', d});
};
const base = left => {
  const g = make('g', 'base', rect('frame', 0, 0, WIDTH, TALL, 10));
  const at = (x, width) => left ? WIDTH - x - width : x;
  g.append(rect('bar', at(X_BAR, BAR_WIDTH), NUMBERS, BAR_WIDTH, HEIGHT, 0));
  for (const x of [SIDE, X_HOME]) g.append(rect('field', at(x, HALF), NUMBERS, HALF, HEIGHT, 0));
  for (const y of [NUMBERS, MIDDLE + 28]) g.append(rect('tray', at(X_TRAY, TRAY), y, TRAY, HEIGHT / 2 - 28, 4));
  for (let point = 1; point <= 24; point++) {
    g.append(pointShape(left, point));
    const y = point > 12 ? NUMBERS - 8 : TALL - 9;
    g.append(make('text', {class: 'label', x: xOfPoint(left, point), y}, `${point}`));
  }
  return g;
};
const checker = tone => make('g', `ck ${tone}`, make('circle', {class: 'shade', cy: 1.6, r: 19.6}),
  make('circle', {class: 'rim', r: 19.4}), make('circle', {class: 'body', r: 18}),
  make('circle', {class: 'ring', r: 12}), rect('flat', -20, -5.5, 40, 11, 3));
const put = (g, left, isMine, point, i) => {
  g.style.transform = shift(placeOf(left, isMine, point, i));
  g.classList.toggle('off', point === OFF);
};
/* The number on a stack that is higher than it is drawn. */
const stackNumber = (left, isMine, point, count, tone) => {
  const most = point === BAR ? 3 : 5;
  if (point === OFF || count <= most) return null;
  const [x, y] = placeOf(left, isMine, point, count);
  return make('text', {class: `num ${tone}`, x, y: y + 6}, `${count}`);
};
const die = (x, face, tone, isUsed) => {
  const g = make('g', tone + (isUsed ? ' used' : ''), rect('die', x - 19, MIDDLE - 19, 38, 38, 7.5));
  for (const at of FACES[face])
    g.append(make('circle', {class: 'pip', r: 3.7, cx: x - 10 + 10 * (at % 3), cy: MIDDLE - 10 + 10 * Math.floor(at / 3)}));
  return g;
};
/* Which of the dice are used: those that are not left any more. */
const usedDice = view => {
  const shown = view.dice[0] === view.dice[1] ? Array(4).fill(view.dice[0]) : view.dice;
  const left = [...(view.left || shown)];
  return shown.map(face => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return [face, at < 0];
  });
};
const dice = (view, left, tone) => {
  const isMine = view.roller !== 'them', all = usedDice(view), middle = xOfHalf(left, isMine);
  return all.map(([face, isUsed], i) => die(middle + 50 * (i - (all.length - 1) / 2), face, tone(isMine), isUsed));
};
const cubeText = value => make('text', {y: 8, ...value > 99 ? {textLength: 34, lengthAdjust: 'spacingAndGlyphs'} : {}}, `${value > 1 ? value : 64}`);
/* From one place to another, bowed to one side for the best play (`best`) and to the other for
 * the play made (`made`); with a white halo. */
const arrow = (kind, [x1, y1], [x2, y2]) => {
  const long = Math.hypot(x2 - x1, y2 - y1) || 1, bow = (kind === 'made' ? -1 : 1) * Math.min(34, 0.16 * long);
  const mx = (x1 + x2) / 2 - bow * (y2 - y1) / long, my = (y1 + y2) / 2 + bow * (x2 - x1) / long;
  const end = Math.hypot(x2 - mx, y2 - my) || 1, ux = (x2 - mx) / end, uy = (y2 - my) / end;
  const line = `M${x1} ${y1}Q${mx} ${my} ${x2 - 4 * ux} ${y2 - 4 * uy}`;
  const head = [1, -1].map(side => `M${x2 - 16 * ux - 9 * side * uy} ${y2 - 16 * uy + 9 * side * ux}L${x2 - 4 * ux} ${y2 - 4 * uy}`).join('');
  return [make('path', {class: 'arrow halo', d: line + head}), make('path', {class: `arrow ${kind}`, d: line}), make('path', {class: `arrow ${kind} head`, d: head})];
};

/* The middle of one checker, to stand beside a name. */
export const man = tone => make('svg', {viewBox: '-20 -20 40 42', 'aria-hidden': 'true'}, checker(tone));

/* ---- the board that one plays on ---- */

/* Returns {svg, show(view, left, myTone, isStill), mark(marks), ...}; `areas` by place can be pressed. Its
 * checkers stay the same elements, so that they glide to where the next view has them. */
export const live = () => {
  const layer = name => svg.appendChild(make('g', name));
  const svg = make('svg', {class: 'board', viewBox: `0 0 ${WIDTH} ${TALL}`, role: 'group'});
  const ground = layer('ground'), places = layer('place'), men = layer('men'), nums = layer('nums'), cubes = layer('cube'), rolled = layer('dice'), marks = layer('marks'), hit = layer('hit');
  marks.setAttribute('aria-hidden', 'true');
  cubes.append(rect('', -20, -20, 40, 40, 6.5), cubeText(1));
  let left, myTone, sides;
  const areas = {};

  const tone = isMine => isMine === (myTone === 'lt') ? 'lt' : 'dk';
  const addArea = (id, x, y, width, height) => {
    areas[id] = make('rect', {role: 'button', tabindex: -1, 'data-place': id, x: left ? WIDTH - x - width : x, y, width, height, rx: 4});
    hit.append(areas[id]);
  };
  const addAreas = () => {
    hit.replaceChildren();
    for (let p = 24; p >= 1; p--)
      addArea(p, xOfPoint(false, p) - PITCH / 2, p > 12 ? NUMBERS : MIDDLE, PITCH, HEIGHT / 2);
    addArea(BAR, X_BAR, NUMBERS + 52, BAR_WIDTH, HEIGHT - 104);
    addArea(OFF, X_TRAY, MIDDLE, TRAY, HEIGHT / 2);
    addArea('dice', X_HOME + HALF / 2 - 100, MIDDLE - 25, 200, 50);
    addArea('cube', X_BAR, MIDDLE - 24, BAR_WIDTH, 48);
  };
  /* Draws all that does not change while direction and colours stay. */
  const lay = () => {
    ground.replaceChildren(base(left));
    men.replaceChildren();
    sides = [true, false].map(isMine => Array.from({length: 15}, () =>
      ({g: men.appendChild(checker(tone(isMine))), point: OFF, at: 0})));
    addAreas();
  };
  /* Moves the fewest checkers so that `counts` lie there. Returns those that moved. */
  const arrange = (all, counts) => {
    const piles = counts.map(() => []), loose = [], moved = [];
    for (const one of [...all].sort((a, b) => a.at - b.at)) piles[one.point].push(one);
    for (let p = BAR; p >= OFF; p--) while (piles[p].length > counts[p]) loose.push(piles[p].pop());
    for (let p = BAR; p >= OFF; p--) {
      while (piles[p].length < counts[p] && loose.length > 0) {
        const one = loose.shift();
        one.point = p;
        piles[p].push(one);
        moved.push(one);
      }
    }
    piles.forEach(pile => pile.forEach((one, i) => { one.at = i; }));
    return moved;
  };
  /* Returns what moved, as show(). */
  const showMen = (isMine, counts) => {
    const all = sides[isMine ? 0 : 1], moved = arrange(all, counts).map(one => ({one, g: one.g, from: one.g.style.transform}));
    for (const {g} of moved) men.append(g); /* above those that lie still */
    if (moved.length > 0) svg.getBoundingClientRect(); /* they start from where they were */
    for (const one of all) put(one.g, left, isMine, one.point, one.at);
    counts.forEach((count, point) => {
      const number = stackNumber(left, isMine, point, count, tone(isMine));
      if (number) nums.append(number);
    });
    return moved.map(({one, g, from}) => ({g, from, to: one.g.style.transform}));
  };
  const showCube = view => {
    const from = cubes.style.transform;
    cubes.toggleAttribute('hidden', !view.cube);
    if (!view.cube) return [];
    cubes.lastChild.replaceWith(cubeText(view.cube.value));
    cubes.style.transform = shift(placeOfCube(left, view.cube));
    return from && from !== cubes.style.transform ? [{g: cubes, from, to: cubes.style.transform}] : [];
  };
  const showDice = view => {
    const key = view.dice ? JSON.stringify([view.dice, view.roller, view.left, left, myTone]) : '';
    if (rolled.dataset.key === key) return;
    rolled.dataset.key = key;
    rolled.replaceChildren(...view.dice ? dice(view, left, tone) : []);
  };
  const showPlaces = view => {
    places.replaceChildren();
    if (!view.isToRoll) return;
    const x = xOfHalf(left, true);
    places.append(rect('', x - 46, MIDDLE - 20, 92, 40, 7.5), make('text', {x, y: MIDDLE + 5}, 'Roll'));
  };
  /* Returns what moved: [{g, from, to}, ...], with transforms. It glides there by itself unless `isStill`. */
  const show = (view, isLeft, tones, isStill) => {
    const isNew = isLeft !== left || tones !== myTone;
    [left, myTone] = [isLeft, tones];
    if (isNew) lay();
    svg.classList.toggle('still', isNew || Boolean(isStill));
    svg.classList.toggle('dim', Boolean(view.isDim));
    nums.replaceChildren();
    const moved = [...showMen(true, view.mine), ...showMen(false, view.theirs), ...showCube(view)];
    showDice(view);
    showPlaces(view);
    if (isNew) svg.getBoundingClientRect(); /* so that nothing glides from nowhere */
    return moved;
  };
  /* [{kind: 'sel' | 'dot' | 'moved', mine, point, i}, ...] */
  const mark = list => marks.replaceChildren(...list.flatMap(({kind, mine, point, i}) => {
    const [cx, cy] = placeOf(left, mine, point, i), flat = point === OFF;
    const ring = (name, r) => make('circle', {class: name, cx, cy, r});
    if (kind === 'moved') return flat ? [] : [make('circle', {class: `moved ${tone(mine)}`, cx, cy: i > 4 ? cy + 13 : cy, r: 3.6})]; /* beside a number */
    return kind === 'dot' ? [ring('dot', 7.5)] : [ring('halo', 18), ring('sel', 18)];
  }));
  const toUnits = event => {
    const box = svg.getBoundingClientRect(), scale = WIDTH / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  };
  /* The point, bar or tray under the pointer; null: none. */
  const pointAt = event => {
    const [x0, y] = toUnits(event), x = turned(left, x0);
    if (y < 0 || y > TALL || x < 0 || x > WIDTH) return null;
    if (x >= X_TRAY - 10) return OFF;
    if (x >= X_BAR && x < X_HOME) return BAR;
    const column = Math.max(0, Math.min(11, Math.floor((x < X_BAR ? x - SIDE : x - SIDE - BAR_WIDTH) / PITCH)));
    return y < MIDDLE ? 13 + column : 12 - column;
  };
  /* Lets my top checker of `point` follow the pointer. */
  let held = null;
  const hold = (point, event) => {
    if (!held) {
      held = sides[0].filter(one => one.point === point).sort((a, b) => b.at - a.at)[0];
      men.append(held.g);
      held.g.classList.add('held');
    }
    held.g.style.transform = shift(toUnits(event));
  };
  const drop = () => {
    if (!held) return;
    held.g.classList.remove('held');
    svg.getBoundingClientRect(); /* it glides back from where it is */
    put(held.g, left, true, held.point, held.at);
    held = null;
  };
  /* Draws arrows for the hops [[from, to], ...] of a play of mine. */
  const point = (kind, hops, counts) => {
    const now = [...counts];
    for (const [from, to] of hops)
      marks.append(...arrow(kind, placeOf(left, true, from, Math.max(0, --now[from])), placeOf(left, true, to, now[to]++)));
  };
  return {svg, show, mark, point, pointAt, hold, drop, areas, hit};
};

/* A board that does not change, with `arrows` {made, best}, hops [[from, to], ...] of plays of mine. */
export const picture = (view, left, myTone, label) => {
  const {svg, show, point, hit} = live();
  show(view, left, myTone);
  for (const kind of ['made', 'best']) point(kind, view.arrows[kind], view.mine);
  hit.remove();
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  return svg;
};
