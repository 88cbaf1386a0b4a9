/* What stands beside the board and in the summaries. */
import {BAR, OFF, byMine, make, picture} from './board.js';
import {cut, opponent, percent, reasons, signed, t, tone} from './words.js';

const header = (...names) => make('thead', {}, make('tr', {}, ...names.map((name, i) => make('th', i ? 'n' : '', name))));
const row = (name, ...cells) => make('tr', name, ...cells);
const number = (text, name = '') => make('td', `n ${name}`, `${text}`);
const bold = text => make('b', {}, text);

/* "13/11 24/18*\/14 6/5(2)" as [[13, 11], [24, 18], [18, 14], [6, 5], [6, 5]] */
const arrowsOf = text => text.split(' ').flatMap(part => {
  const times = Number((/\((\d)\)/.exec(part) || [])[1] || 1);
  const stops = part.replace(/\(\d\)|\*/g, '').split('/').map(word => ({bar: BAR, off: OFF})[word] ?? Number(word));
  if (stops.some(Number.isNaN)) return [];
  return Array(times).fill(stops.slice(1).map((to, i) => [stops[i], to])).flat();
});

/* ---- tutor ---- */

/* `play` takes a hint, `preview` shows it. */
const hintRow = (h, play, preview) => {
  const button = make('button', {}, h.text), loss = h.loss > 0 ? h.loss.toFixed(3) : 'best';
  const tr = row(h.loss > 0 ? '' : 'best', make('td', {}, button), number(signed(h.equity, 3)),
    number(loss, h.loss >= 0.08 ? 'bad' : 'soft'), number(percent(h.win)), number(percent(h.gammon)));
  tr.onclick = () => play(h.text);
  tr.onmouseenter = button.onfocus = () => preview(arrowsOf(h.text));
  tr.onmouseleave = button.onblur = () => preview(null);
  return tr;
};
export const hintTable = (hints, play, preview) => make('table', 'hints', make('caption', 'sr', 'Best plays'),
  header('Play', 'Equity', 'Loss', 'Win %', 'Gammon %'), make('tbody', {}, ...hints.map(h => hintRow(h, play, preview))));
export const cubeTable = c => make('table', 'hints', make('caption', '', `Best: ${c.best}. Win ${percent(c.win)} %, gammon ${percent(c.gammon)} %.`),
  header('Cube', 'Equity'), make('tbody', {}, ...c.rows.map(([name, equity, isBest]) =>
    row(isBest ? 'best' : '', make('td', {}, bold(name)), number(signed(equity, 3))))));
/* "24/22 13/9 loses 0.085. Better: 8/4 6/4.", of a decision that is made or was asked about. */
export const verdict = ({text, loss, better, why}, isAll) => loss < 0.0005 ? [bold(text), ' is best.']
  : [bold(text), ' loses ', ...loss < 0.02 ? [`${loss.toFixed(3)}: as good.`] : [make('b', 'bad', loss.toFixed(3)), '.',
    ...isAll ? [' Better: ', bold(better), '.', make('span', 'why', reasons(better, why))] : []]];

/* ---- the curve of [[turn, value], ...], with the ends of games [[turn, "1-0"], ...] ---- */

/* A value is the chance 0..1 to win the match, or in money play points of the game. */
export const curveTitle = length => length ? 'Your chance of winning the match' : 'Your equity, in points';
export const curveValue = (length, value) => length ? `${percent(value)}\u00a0%` : signed(value, 2);
/* Lowest, middle and highest value, with their names. */
const axisOf = (length, points) => {
  if (length) return [[0, '0 %'], [0.5, '50 %'], [1, '100 %']];
  const most = Math.ceil(Math.max(1, ...points.map(([, value]) => Math.abs(value))));
  return [[-most, signed(-most, 0)], [0, '0'], [most, signed(most, 0)]];
};

const word = (name, text, place) => {
  const i = make('i', name, text);
  for (const [side, percents] of Object.entries(place)) i.style[side] = `${percents}%`;
  return i;
};
const APART = 17; /* percents between two scores at the foot */
/* Those that have room; the last one has it first. */
const roomy = (ends, x) => {
  const last = ends.length - 1;
  let before = -APART;
  return ends.filter(([turn], i) => {
    const fits = i === last || x(turn) >= before + APART && x(turn) <= x(ends[last][0]) - APART;
    if (fits) before = x(turn);
    return fits;
  });
};
export const chart = (place, points, ends, length) => {
  const first = points[0][0], [end, now] = points.at(-1), x = turn => 100 * (turn - first) / (end - first || 1);
  const line = (name, x1, x2, y1, y2) => make('line', {class: name, x1, x2, y1, y2});
  const axis = axisOf(length, points), low = axis[0][0], high = axis[2][0], y = value => 100 * (high - value) / (high - low);
  const d = `M${points.map(([turn, value]) => `${x(turn).toFixed(2)} ${y(value).toFixed(2)}`).join('L')}`;
  const svg = make('svg', {viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true'},
    ...axis.map(([value]) => line('grid', 0, 100, y(value), y(value))),
    ...ends.map(([turn]) => line('game', x(turn), x(turn), 0, 100)), make('path', {class: 'first', d}));
  place.setAttribute('aria-label', `${curveTitle(length)}, by turns; now ${curveValue(length, now)}`);
  place.replaceChildren(svg, ...axis.map(([value, name]) => word('y', name, {top: y(value)})),
    ...roomy(ends, x).map(([turn, text]) => word('x', text.replace('-', '\u2013'), {left: x(turn)})), word('now', '', {left: 100, top: y(now)}));
};

/* ---- results ---- */

const day = when => new Date(when).toLocaleDateString(undefined, {day: 'numeric', month: 'short'});
export const resultTable = results => make('table', {}, header('Day', 'Level', 'Points', 'Score', 'Rating'), make('tbody', {},
  ...results.map(r => row('', make('td', {}, day(r.when)), number(r.level || ''), number(r.length || 'money'),
    number(cut(r.score, r.length).join('\u2013'), r.score[0] > r.score[1] ? 'good' : ''), number(r.rating ? r.rating.toFixed(0) : '')))));

/* ---- summary of a game or match ---- */

const worst = w => {
  const shown = {...w.board, theirs: byMine(w.board.theirs), roller: 'me', arrows: {made: arrowsOf(w.text.replace(/^\d-\d: /, '')), best: arrowsOf(w.better)}};
  return make('li', {}, picture(shown, t.view.set.left, tone(true), `Game ${w.game}, ${w.text}`), make('p', {},
    make('span', 'soft', `Game ${w.game}`), make('br'), bold(w.text), ' lost ', make('b', 'bad', w.loss.toFixed(3)),
    make('br'), 'Better: ', bold(w.better), make('span', 'why', reasons(w.better, w.why))));
};
const ROWS = [['Error rate (PR)', s => s.pr.toFixed(1)], ['Errors (blunders)', s => `${s.errors} (${s.blunders})`],
  ['Luck', s => s.luck]];
export const summary = s => {
  if (!s) return [];
  if (s.done < 1) return [make('p', 'soft', `The analysis is under way: ${Math.floor(100 * s.done)} %`)];
  const parts = [make('table', 'sum', make('caption', '', `Judged at ${s.judge}`), header(s.game ? `Game ${s.game}` : 'Match', 'You', opponent()), make('tbody', {},
    ...ROWS.map(([name, value]) => row('', make('td', {}, name), ...s.sides.map(side => number(value(side)))))))];
  if (s.curve?.length > 1) {
    const place = make('div', {class: 'chart', role: 'img'});
    chart(place, s.curve, s.games || [], s.length);
    parts.push(make('h3', {}, curveTitle(s.length)), place);
  }
  if (s.worst.length > 0) parts.push(make('h3', {}, 'Your costliest decisions: dotted as you played, blue the better play'), make('ol', 'worst', ...s.worst.map(worst)));
  return parts;
};
