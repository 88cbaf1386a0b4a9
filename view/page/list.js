/* The list of a collection: matches, and what one player loses by time, theme, opponent and site.
 * What it shows is collection_list() (bot/review/collection/collection.h). */
'use strict';
const by = id => document.getElementById(id);
/* Names come from files of others: nothing in them becomes markup. */
const plain = text => String(text).replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
const state = {doc: null, player: '', open: new Set(), text: '', asked: 0};
const SIDE = ['decisions', 'loss', 'squares', 'errors', 'blunders', 'luck'];
const sideOf = cells => Object.fromEntries(SIDE.map((name, i) => [name, cells[i]]));
const matchOf = ([id, path, date, event, site, player1, player2, length, score1, score2, isDone, ...rest]) =>
  ({id, path, date, event, site, players: [player1, player2], length, score: [score1, score2], isDone, sides: [sideOf(rest.slice(0, 6)), sideOf(rest.slice(6))]});

/* ---- sums ---- */

const none = () => ({matches: 0, decisions: 0, loss: 0, squares: 0, errors: 0, blunders: 0, luck: 0});
const added = (sum, side) => { for (const name of SIDE) sum[name] += side[name]; sum.matches++; return sum; };
const rate = side => side.decisions ? 500 * side.loss / side.decisions : NaN;
/* The standard error of the PR, from the spread of the losses. */
const rateError = ({decisions: n, loss, squares}) => n > 1 ? 500 * Math.sqrt(Math.max(0, squares / n - (loss / n) ** 2) / (n - 1)) : NaN;
const rateWords = side => side.decisions ? `${rate(side).toFixed(2)}${side.decisions > 1 ? ` ± ${rateError(side).toFixed(2)}` : ''}` : '–';
/* [the player's side, the other's name, the match] of what is analysed */
const played = () => state.doc.matches.filter(match => match.isDone).flatMap(match => [0, 1].filter(i => match.players[i] === state.player)
  .map(i => ({side: match.sides[i], opponent: match.players[1 - i], match})));
const groups = keyOf => {
  const all = new Map();
  for (const one of played()) {
    const key = keyOf(one);
    all.set(key, added(all.get(key) || none(), one.side));
  }
  return [...all];
};
const monthOf = ({match}) => /^\d{4}[.-]\d\d/.test(match.date) ? match.date.slice(0, 7).replace('.', '-') : 'no date';

const signed = number => (+number.toFixed(2) < 0 ? '−' : '+') + Math.abs(number).toFixed(2);

/* ---- tables ---- */

const row = (cells, tag = 'td') => `<tr>${cells.map((cell, i) => `<${tag}${i ? ' class="n"' : ''}>${cell}</${tag}>`).join('')}</tr>`;
const table = (id, head, rows) => { by(id).innerHTML = `<thead>${row(head, 'th')}</thead><tbody>${rows.map(cells => row(cells)).join('')}</tbody>`; };
const groupTable = (id, name, list) => table(id, [name, 'matches', 'PR', 'decisions', 'errors', 'blunders', 'luck'],
  list.map(([key, sum]) => [plain(key || 'not known'), sum.matches, rateWords(sum), sum.decisions, sum.errors, sum.blunders, signed(sum.luck)]));
const scoreWords = match => match.score.map(points => match.length ? Math.min(match.length, points) : points).join('–');
/* A match whose file was not given cannot be opened. */
const nameOf = ({id, players, path}) => state.open.has(id) ? `<a href="m/${id}">${plain(players[0])} – ${plain(players[1])}</a>`
  : `<span class="soft" title="${plain(path)}">${plain(players[0])} – ${plain(players[1])}</span>`;
const matchRow = match => [nameOf(match), scoreWords(match), match.length || 'money',
  ...match.isDone ? [rateWords(match.sides[0]), rateWords(match.sides[1]), match.sides.map(side => side.errors).join(', ')] : ['not analysed', '', ''], plain(match.date)];
const drawMatches = () => {
  const wanted = by('find').value.toLowerCase();
  const found = state.doc.matches.filter(match => [...match.players, match.event, match.site, match.path].join(' ').toLowerCase().includes(wanted));
  by('none').textContent = state.doc.matches.length === 0 ? 'No matches yet: give fibsbot review a file or a folder.' : found.length === 0 ? 'No such match.' : '';
  table('matches', ['match', 'score', 'points', 'PR 1', 'PR 2', 'errors', 'date'], found.map(matchRow));
};
/* Rows of errors, the costliest first; keyOf(theme, score), '' leaves out. */
const themeTable = (id, name, keyOf) => {
  const all = new Map();
  for (const [player, theme, score, count, loss] of state.doc.themes) {
    const key = player === state.player ? keyOf(theme, score) : '';
    if (key) { const sum = all.get(key) || [0, 0]; all.set(key, [sum[0] + count, sum[1] + loss]); }
  }
  const whole = [...all.values()].reduce((sum, [, loss]) => sum + loss, 0);
  table(id, [name, 'errors', 'lost', 'each', 'share'], [...all].sort((a, b) => b[1][1] - a[1][1]).map(([key, [count, loss]]) =>
    [plain(key), count, loss.toFixed(3), (loss / count).toFixed(3), `${(100 * loss / whole).toFixed(0)} %`]));
};
const PLAYS = ['opening', 'race', 'contact', 'back game'];
const themeWords = theme => ({'no double': 'cube: double missed', double: 'cube: wrong double', take: 'cube: wrong take', pass: 'cube: wrong pass'}[theme] || theme);

/* ---- the curve ---- */

/* PR by month, each with a bar of its standard error. */
const chart = months => {
  const known = months.filter(([key, sum]) => key !== 'no date' && sum.decisions > 1), last = Math.max(1, known.length - 1);
  const high = Math.max(4, ...known.map(([, sum]) => rate(sum) + rateError(sum)));
  const x = i => known.length < 2 ? '50.00' : (100 * i / last).toFixed(2), y = v => (100 - 100 * v / high).toFixed(1);
  let svg = '', html = '';
  for (const v of [0, high / 2, high]) {
    svg += `<line class="grid" x1="0" x2="100" y1="${y(v)}" y2="${y(v)}"/>`;
    html += `<i class="y" style="top:${y(v)}%">${v.toFixed(1)}</i>`;
  }
  known.forEach(([, sum], i) => { svg += `<line class="error" x1="${x(i)}" x2="${x(i)}" y1="${y(Math.max(0, rate(sum) - rateError(sum)))}" y2="${y(rate(sum) + rateError(sum))}"/>`; });
  if (known.length > 1) svg += `<path class="first" d="M${known.map(([, sum], i) => `${x(i)} ${y(rate(sum))}`).join('L')}"/>`;
  known.forEach(([key, sum], i) => { html += `<i class="now" style="left:${x(i)}%;top:${y(rate(sum))}%" title="${key}: ${rateWords(sum)}"></i>`; });
  const ends = known.length > 1 ? [0, last] : known.length ? [0] : [];
  html += ends.map((i, n) => `<i class="x ${n ? 'right' : known.length > 1 ? 'left' : ''}" style="left:${x(i)}%">${known[i][0]}</i>`).join('');
  by('chart').hidden = known.length === 0;
  by('chart').innerHTML = `<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">${svg}</svg>${html}`;
};

/* ---- all ---- */

const draw = () => {
  const {doc} = state, months = groups(monthOf).sort((a, b) => a[0] < b[0] ? -1 : 1);
  const whole = played().reduce((sum, one) => added(sum, one.side), none());
  const names = [...new Set(doc.matches.flatMap(match => match.players))].sort();
  if (names.join('\n') !== [...by('player').options].map(option => option.value).join('\n'))
    by('player').innerHTML = names.map(name => `<option>${plain(name)}</option>`).join('');
  by('player').value = state.player;
  for (const section of by('summary').querySelectorAll('section')) section.hidden = doc.matches.length === 0 && !section.contains(by('none'));
  by('left').textContent = doc.left ? `${doc.left} of ${doc.matches.length} still to be analysed` : '';
  by('rate').textContent = `PR ${rateWords(whole)} in ${whole.matches} ${whole.matches === 1 ? 'match' : 'matches'}`;
  chart(months);
  groupTable('months', 'month', months);
  groupTable('opponents', 'opponent', groups(one => one.opponent).sort((a, b) => b[1].matches - a[1].matches));
  groupTable('sites', 'site', groups(one => one.match.site).sort((a, b) => b[1].matches - a[1].matches));
  themeTable('themes', 'theme', themeWords);
  themeTable('scores', 'cube action and score', (theme, score) => PLAYS.includes(theme) ? '' : `${themeWords(theme)}, ${score}`);
  drawMatches();
};
/* While matches are analysed it asks again; what is the same stays, as do a menu that is open and a press. */
const load = async () => {
  const number = ++state.asked;
  let text = '', answer = {left: 1};
  try {
    text = await (await fetch('list')).text();
    answer = JSON.parse(text);
  } catch { /* said below */ }
  if (number !== state.asked) return;
  if (!answer.matches) by('left').textContent = answer.error || 'The program does not answer. Start fibsbot review again.';
  else if (text !== state.text) {
    Object.assign(state, {doc: {...answer, matches: answer.matches.map(matchOf)}, player: answer.player, open: new Set(answer.open)});
    draw();
  }
  state.text = text;
  if (answer.left) setTimeout(() => number === state.asked && load(), 2000);
};
by('find').oninput = drawMatches;
by('player').onchange = async event => {
  const answer = await fetch('player', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({name: event.target.value})}).catch(() => null);
  if (answer && !answer.ok) {
    draw(); // the player of before
    by('left').textContent = (await answer.json()).error;
    return;
  }
  load();
};
load();
