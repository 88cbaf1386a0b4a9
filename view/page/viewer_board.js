/* The board of the viewer as SVG in text; a checker is 40 units wide. Classes and colours are
 * those of style.css. A position has the checkers of the side that decides and of the other, each
 * by its own numbers: 25 the bar, 0 off. */
'use strict';
const PITCH = 42, EDGE = 12, TOP = 26, DEEP = 468, BAR = 48, HALF = 6 * PITCH;
const RIGHT = EDGE + HALF + BAR, TRAY = RIGHT + HALF + 10, WIDE = TRAY + 62, TALL = DEEP + 2 * TOP;
const MIDDLE = TOP + DEEP / 2, XBAR = EDGE + HALF + BAR / 2, STEP = 39.4;
/* places of pips on a face, row by row */
const FACES = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

const readXgid = id => {
  const [men, cube, owner, , dice, , , rule, length, most] = id.replace('XGID=', '').split(':');
  const mine = Array(26).fill(0), theirs = Array(26).fill(0);
  [...men].forEach((c, i) => {
    const count = c === '-' ? 0 : c.toLowerCase().charCodeAt(0) - 96;
    if (c < 'a') mine[i] = count; else theirs[25 - i] = count;
  });
  return {mine, theirs, cube: 2 ** +cube, owner: +owner, isOffered: /[A-Z]/.test(dice),
    dice: /^[1-6]{2}$/.test(dice) ? [+dice[0], +dice[1]] : null,
    length: +length, isCrawford: rule === '1' && +length > 0, hasBeavers: rule > 1 && +length === 0, hasCube: +length !== 1 && most !== '0'};
};
const pips = men => men.reduce((sum, count, point) => sum + count * point, 0);
const off = men => 15 - men.reduce((sum, count) => sum + count, 0);

/* "24/20*(2) bar/22" -> [[24, 20], [24, 20], [25, 22]] */
const hopsOf = play => play.split(' ').flatMap(word => {
  const times = +(/\((\d)\)/.exec(word) || [0, 1])[1];
  const stops = word.replace(/\(\d\)|\*/g, '').split('/').map(at => at === 'bar' ? 25 : at === 'off' ? 0 : +at);
  const hops = stops.slice(1).map((to, i) => [stops[i], to]);
  return hops.some(hop => hop.some(Number.isNaN)) ? [] : Array(times).fill(hops).flat();
});

const xOf = point => {
  const column = point > 12 ? point - 13 : 12 - point;
  return EDGE + column * PITCH + PITCH / 2 + (column > 5 ? BAR : 0);
};
const yOf = (point, i) => {
  const up = 20.5 + Math.min(i, 4) * STEP;
  return point > 12 ? TOP + up : TOP + DEEP - up;
};
const rect = (name, x, y, width, height, rx = 0) =>
  `<rect class="${name}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}"/>`;
const checker = (tone, x, y, number) => `<g class="${tone}" transform="translate(${x} ${y.toFixed(1)})">` +
  '<circle class="shade" cy="1.6" r="19.6"/><circle class="rim" r="19.4"/><circle class="body" r="18"/>' +
  `<circle class="ring" r="12"/>${number ? `<text class="num" y="6">${number}</text>` : ''}</g>`;
const manOf = tone => `<svg class="man" viewBox="-20 -20 40 42" aria-hidden="true">${checker(tone, 0, 0)}</svg>`;

const ground = isTurned => {
  let svg = rect('frame', 0, 0, WIDE, TALL, 10);
  for (const x of [EDGE, RIGHT]) svg += rect('field', x, TOP, HALF, DEEP);
  for (const y of [TOP, MIDDLE + 28]) svg += rect('tray', TRAY, y, 50, DEEP / 2 - 28, 4);
  for (let point = 1; point <= 24; point++) {
    const x = xOf(point), y = point > 12 ? TOP : TOP + DEEP, s = point > 12 ? 1 : -1;
    svg += `<path class="${point % 2 ? 'odd' : 'even'}" d="M${x - 20.4} ${y}C${x - 13} ${y + s * 70} ${x - 3.5} ` +
      `${y + s * 150} ${x} ${y + s * 207}C${x + 3.5} ${y + s * 150} ${x + 13} ${y + s * 70} ${x + 20.4} ${y}Z"/>` +
      `<text class="label" x="${x}" y="${point > 12 ? 18 : TALL - 9}">${isTurned ? 25 - point : point}</text>`;
  }
  return svg;
};
/* The checkers of the side that bears off below, or above if `isAbove`. */
const men = (counts, tone, isAbove) => {
  let svg = '';
  for (let point = 1; point <= 24; point++)
    for (let i = 0; i < Math.min(counts[point], 5); i++) {
      const at = isAbove ? 25 - point : point;
      svg += checker(tone, xOf(at), yOf(at, i), i === 4 && counts[point] > 5 ? counts[point] : 0);
    }
  for (let i = 0; i < Math.min(counts[25], 3); i++)
    svg += checker(tone, XBAR, MIDDLE + (isAbove ? 1 : -1) * (54 + i * STEP), i === 2 && counts[25] > 3 ? counts[25] : 0);
  for (let i = 0; i < off(counts); i++)
    svg += `<g class="${tone}">${rect('flat', TRAY + 5, isAbove ? TOP + 1.6 + i * 12.6 : TOP + DEEP - 12.6 - i * 12.6, 40, 11, 3)}</g>`;
  return svg;
};
const cubeOf = (at, isAbove) => {
  if (at.isCrawford || !at.hasCube) return '';
  const isMine = (at.owner > 0) !== isAbove;
  const y = at.isOffered || !at.owner ? MIDDLE - 20 : isMine ? TOP + DEEP - 44 : TOP + 4;
  const x = at.isOffered ? (isAbove ? RIGHT : EDGE) + HALF / 2 - 20 : XBAR - 20;
  const value = at.isOffered ? 2 * at.cube : at.cube;
  return `<g class="cube" transform="translate(${x} ${y})">${rect('', 0, 0, 40, 40, 6.5)}<text x="20" y="28"` +
    `${value > 999 ? ' textLength="34" lengthAdjust="spacingAndGlyphs"' : ''}>${value > 1 ? value : 64}</text></g>`;
};
const diceOf = (at, isAbove) => !at.dice ? '' : at.dice.map((face, i) => {
  const x = (isAbove ? EDGE : RIGHT) + HALF / 2 - 44 + 50 * i;
  return `<g class="${isAbove ? 'dk' : 'lt'}">${rect('die', x, MIDDLE - 19, 38, 38, 7.5)}${FACES[face].map(k =>
    `<circle class="pip" r="3.7" cx="${x + 9 + 10 * (k % 3)}" cy="${MIDDLE - 10 + 10 * Math.floor(k / 3)}"/>`).join('')}</g>`;
}).join('');

/* One bowed arrow with a white halo: solid for the best play, dotted for the one made. */
const arrow = ([x1, y1], [x2, y2], kind, times) => {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1, bow = (kind === 'made' ? -1 : 1) * Math.min(34, length * 0.16);
  const mx = (x1 + x2) / 2 - (y2 - y1) / length * bow, my = (y1 + y2) / 2 + (x2 - x1) / length * bow;
  const left = Math.hypot(x2 - mx, y2 - my) || 1, tx = (x2 - mx) / left, ty = (y2 - my) / left;
  const ex = x2 - tx * 4, ey = y2 - ty * 4, n = v => v.toFixed(1);
  const line = `M${n(x1)} ${n(y1)}Q${n(mx)} ${n(my)} ${n(ex)} ${n(ey)}`;
  const head = `M${n(ex - ty * 9 - tx * 12)} ${n(ey + tx * 9 - ty * 12)}L${n(ex)} ${n(ey)}L${n(ex + ty * 9 - tx * 12)} ${n(ey - tx * 9 - ty * 12)}`;
  const words = times > 1 ? `<text class="times" x="${n((x1 + 2 * mx + x2) / 4)}" y="${n((y1 + 2 * my + y2) / 4)}">×${times}</text>` : '';
  return `<path class="arrow halo" d="${line}${head}"/><path class="arrow ${kind}" d="${line}"/><path class="arrow ${kind} tip" d="${head}"/>${words}`;
};
/* Equal hops are one arrow. */
const arrowsOf = (counts, play, kind, isAbove) => {
  const now = [...counts], seen = new Map();
  for (const hop of hopsOf(play)) seen.set(`${hop}`, (seen.get(`${hop}`) || 0) + 1);
  return [...seen].map(([key, times]) => {
    const [from, to] = key.split(',').map(Number), turn = point => isAbove ? 25 - point : point;
    const i = Math.max(0, now[from] - 1);
    now[from] -= times;
    const start = from === 25 ? [XBAR, MIDDLE + (isAbove ? 54 : -54)] : [xOf(turn(from)), yOf(turn(from), i)];
    const end = to === 0 ? [TRAY + 25, isAbove ? TOP + 60 : TOP + DEEP - 60] : [xOf(turn(to)), yOf(turn(to), now[to])];
    if (to > 0) now[to] += times;
    return arrow(start, end, kind, times);
  }).join('');
};
/* The board before a decision. `isAbove`: who decides sits above; arrows: [[kind, play], ...]; marks: SVG on top. */
const boardOf = (at, isAbove, arrows, label, marks = '') => {
  const below = isAbove ? at.theirs : at.mine, above = isAbove ? at.mine : at.theirs;
  return `<svg class="board" viewBox="0 0 ${WIDE} ${TALL}" role="img" aria-label="${label}">${ground(isAbove)}` +
    men(below, 'lt', false) + men(above, 'dk', true) + cubeOf(at, isAbove) + diceOf(at, isAbove) +
    arrows.map(([kind, play]) => arrowsOf(at.mine, play, kind, isAbove)).join('') + marks + '</svg>';
};
