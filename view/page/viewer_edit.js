/* The editor of positions: checkers are put on the board below, the rest stands in the card; one
 * XGID says it all and can be typed. Who decides sits below and has the capital letters of the XGID. */
const OPENING = '-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10';
const emptyMen = () => Array(26).fill(0);
const count = men => men.reduce((sum, n) => sum + n, 0);

/* ---- XGID ---- */

const xgidOf = e => {
  const men = Array.from({length: 26}, (_, i) => e.mine[i] ? String.fromCharCode(64 + e.mine[i]) : e.theirs[25 - i] ? String.fromCharCode(96 + e.theirs[25 - i]) : '-').join('');
  const rule = e.length ? +e.isCrawford : e.hasJacoby + 2 * e.hasBeavers;
  return `XGID=${men}:${Math.log2(e.cube || 1)}:${e.owner}:${e.dice === 'D' ? -1 : 1}:${e.dice}:${e.score[0]}:${e.score[1]}:${rule}:${e.length}:${e.cube ? 10 : 0}`;
};
const SHAPE = /^(XGID=)?[-a-oA-O]{26}:\d{1,2}:(0|1|-1):(1|-1):([1-6]{2}|00|[DBR]):\d{1,2}:\d{1,2}:[0-3]:\d{1,2}(:\d{1,2})?$/;
/* The state of an XGID, with who decides as `mine`; null: it is none. */
const editOf = id => {
  if (!SHAPE.test(id)) return null;
  const [, , owner, turn, dice, mine, theirs, rule, length, most] = id.replace('XGID=', '').split(':'), at = readXgid(id);
  const isTheirs = (turn === '-1') !== /[DBR]/.test(dice);
  const e = {mine: at.mine, theirs: at.theirs, cube: most === '0' ? 0 : at.cube, owner: +owner, dice: /[DBR]/.test(dice) ? 'D' : dice, score: [+mine, +theirs], length: +length,
    isCrawford: +length > 0 && rule === '1', hasJacoby: +length === 0 && rule % 2 === 1, hasBeavers: +length === 0 && rule > 1};
  return isTheirs ? {...e, mine: e.theirs, theirs: e.mine, owner: -e.owner, score: [e.score[1], e.score[0]]} : e;
};
/* What is wrong with a position, or ''. */
const faultOf = e => {
  const counts = [count(e.mine), count(e.theirs)], both = e.mine.findIndex((n, p) => p > 0 && p < 25 && n > 0 && e.theirs[25 - p] > 0);
  const many = counts.findIndex(n => n > 15);
  if (many >= 0) return `${many ? 'Black' : 'White'} has ${counts[many]} checkers.`;
  if (both >= 0) return `Both hold the ${both} point.`;
  if (counts.includes(0)) return counts[0] === counts[1] ? 'Nobody has a checker.' : `${counts[0] ? 'Black' : 'White'} has won.`;
  if (e.length && Math.max(...e.score) >= e.length) return `The match to ${e.length} is over.`;
  if (e.isCrawford && e.score.every(n => n !== e.length - 1)) return 'A Crawford game needs a player one point away.';
  if (!e.cube && !+e.dice) return 'Without a cube only plays are judged: choose dice.';
  return '';
};

/* ---- the board ---- */

const edit = {at: null, colour: 'mine', row: 0, column: 7, down: null, by: '2-ply'};
/* The places of the cursor, as the board shows them from below. */
const PLACES = [[12, 11, 10, 9, 8, 7, 25, 6, 5, 4, 3, 2, 1], [13, 14, 15, 16, 17, 18, 25, 19, 20, 21, 22, 23, 24]];
const placed = () => PLACES[edit.row][edit.column];
/* A point of the board (25: the bar of the chosen colour) as an index of its men. */
const indexOf = (point, colour) => point === 25 ? 25 : colour === 'mine' ? point : 25 - point;
const putOn = (point, colour, change) => {
  if (point === 0) return;
  const i = indexOf(point, colour), men = [...edit.at[colour]];
  men[i] = Math.max(0, Math.min(15, men[i] + change));
  if (count(men) <= 15) edit.at = {...edit.at, [colour]: men};
};
const colourOn = point => ['mine', 'theirs'].find(colour => point > 0 && edit.at[colour][indexOf(point, colour)] > 0 && (point !== 25 || colour === edit.colour));
const isOthers = (point, colour) => {
  const other = colour === 'mine' ? 'theirs' : 'mine';
  return point % 25 > 0 && edit.at[other][indexOf(point, other)] > 0;
};
const add = (point, colour) => { if (!isOthers(point, colour)) putOn(point, colour, 1); };
const remove = point => { const colour = colourOn(point); if (colour) putOn(point, colour, -1); };
const dropped = (from, to) => {
  const colour = colourOn(from);
  if (!colour || isOthers(to, colour)) return;
  putOn(from, colour, -1);
  putOn(to, colour, 1);
};
const released = event => {
  if (!edit.down || task.name !== 'edit') return;
  const {point, when} = edit.down, to = pointOf(event);
  edit.down = null;
  if (to !== point) dropped(point, to);
  else if (event.button === 2 || Date.now() - when >= 400) remove(point);
  else add(point, edit.colour);
  drawEdit();
};
const pointOf = event => pointAt(event, by('board').querySelector('svg').getBoundingClientRect());
const cursor = () => {
  const p = placed(), [x, y] = p === 25 ? [XBAR, MIDDLE + (edit.row ? -54 : 54)] : [xOf(p), yOf(p, 0)];
  return `<circle class="ring halo" cx="${x}" cy="${y}" r="18"/><circle class="ring sel" cx="${x}" cy="${y}" r="18"/>`;
};

/* ---- the card ---- */

const option = (value, words, now) => `<option value="${value}"${`${value}` === `${now}` ? ' selected' : ''}>${words}</option>`;
const DICE = [...Array(6).keys()].flatMap(a => [...Array(a + 1).keys()].map(b => `${a + 1}${b + 1}`));
const CUBES = Array.from({length: 11}, (_, i) => 2 ** i);
const field = (name, label, html) => `<label class="small soft">${label}${html}</label>`;
const pickField = (name, label, options) => field(name, label, `<select data-edit="${name}">${options}</select>`);
const numberField = (name, label, value) => field(name, label, `<input data-edit="${name}" type="number" min="0" max="99" value="${value}">`);
const boxField = (name, label, value) => `<label class="small"><input data-edit="${name}" type="checkbox"${value ? ' checked' : ''}> ${label}</label>`;
const fields = e => '<div class="fields">' +
  pickField('dice', 'Dice', option('00', 'to roll: cube', e.dice) + option('D', 'doubled: take?', e.dice) + DICE.map(d => option(d, dash(d), e.dice)).join('')) +
  pickField('cube', 'Cube', option(0, 'none', e.cube) + CUBES.map(n => option(n, n, e.cube)).join('')) +
  pickField('owner', 'Owner', option(0, 'nobody', e.owner) + option(1, 'white', e.owner) + option(-1, 'black', e.owner)) +
  numberField('length', 'Match to (0: money)', e.length) + (e.length ? numberField('mine', 'White', e.score[0]) + numberField('theirs', 'Black', e.score[1]) + boxField('isCrawford', 'Crawford', e.isCrawford)
    : `<span class="boxes">${boxField('hasJacoby', 'Jacoby', e.hasJacoby)}${boxField('hasBeavers', 'Beavers', e.hasBeavers)}</span>`) + '</div>';
/* What is typed is no number of an XGID always. */
const numberOf = ({type, value}) => type === 'number' ? Math.max(0, Math.min(99, Math.round(+value))) : +value;
const changeEdit = event => {
  const {edit: name} = event.target.dataset, e = {...edit.at}, {value} = event.target, number = numberOf(event.target);
  if (name === 'id') return typed(value);
  if (name === 'by') { edit.by = value; return; }
  if (name === 'mine' || name === 'theirs') e.score = name === 'mine' ? [number, e.score[1]] : [e.score[0], number];
  else e[name] = event.target.type === 'checkbox' ? event.target.checked : name === 'dice' ? value : number;
  edit.at = e;
  setTimeout(drawEdit); // by then focus is in the next field
};
const typed = async id => {
  let at = editOf(id.trim());
  const {turn} = task;
  if (!at && ENGINE !== undefined) {
    try { at = editOf((await send('read', {id: id.trim()})).xgid); } catch (error) { return task.turn === turn && sayEdit(error.message, true); }
  }
  if (task.turn !== turn) return;
  if (!at) return sayEdit('This is no XGID.', true);
  edit.at = at;
  drawEdit();
};
const sayEdit = (words, isBad = false) => {
  by('edit-says').textContent = words;
  by('edit-says').classList.toggle('bad', isBad);
};
const showGnu = async xgid => {
  const {turn} = task;
  if (ENGINE === undefined) return;
  try {
    const {gnu} = await send('read', {id: xgid});
    if (task.turn === turn) by('edit-gnu').textContent = gnu;
  } catch (error) { if (task.turn === turn) sayEdit(error.message, true); }
};
const drawEdit = () => {
  nextTurn();
  task.arrows = null;
  const e = edit.at, id = xgidOf(e), fault = faultOf(e), isCube = e.dice === '00' || e.dice === 'D';
  task.one = {x: id, p: 0, a: e.dice === 'D' ? 'take' : isCube ? 'double' : 'play', d: isCube ? undefined : e.dice, m: null, l: null, of: {names: ['White', 'Black'], score: e.score, number: 0}};
  by('board').innerHTML = boardOf(readXgid(id), false, [], 'The position that is edited', cursor());
  by('weighed').innerHTML = '';
  legend([]);
  drawSeats(task.one);
  drawEditCard(e, id, fault);
  address(`#edit?${id}`);
  if (!fault) showGnu(id);
};
const drawEditCard = (e, id, fault) => {
  const colours = [['white', 'White', 'mine', 'lt'], ['black', 'Black', 'theirs', 'dk']].map(([act, words, colour, tone]) =>
    `<button data-act="${act}" aria-pressed="${edit.colour === colour}">${manOf(tone)}${words}</button>`).join(''), tools = [['clear', 'Clear'], ['opening', 'Opening'], ['swap', 'Swap sides'], ['mirror', 'Mirror']];
  const judges = ENGINE === undefined ? [] : [['scores', 'At other scores', false, fault || !isNaN(+e.dice) && e.dice !== '00'], ['judge', 'Judge', true, Boolean(fault)]];
  drawTask('<h2>Edit position</h2><p class="soft small">A press adds a checker, a right or a long press takes one off, dragging moves it. Keys: arrows, w or b to add, Delete.</p>' +
    `${buttons(tools, colours)}${fields(e)}<label class="small soft">XGID${ENGINE === undefined ? '' : ' or GNU id'}<input data-edit="id" value="${plain(id)}" spellcheck="false" aria-describedby="edit-says"></label>` +
    `<p class="small soft" id="edit-gnu"></p><p class="says${fault ? ' bad' : ''}" id="edit-says" role="status">${plain(fault)}</p>${ENGINE === undefined ? '' : pickField('by', 'Judged by', ['2-ply', ...Object.keys(COMMANDS)].map(name => option(name, name, edit.by)).join(''))}${buttons([['leave', 'Back'], ['link', 'Copy link'], ...judges])}<div id="scores"></div>`);
};

/* ---- judged by the engine ---- */

const judge = async () => {
  const one = task.one, isDouble = one.a !== 'play';
  sayEdit('The engine thinks.');
  if (!by('scores').firstElementChild) by('scores').textContent = '';
  try {
    const answer = await ask({xgid: one.x, play: '', by: edit.by}, state => sayEdit(progressWords(state)));
    if (!answer) return;
    Object.assign(one, answer, {l: 0, m: null});
    showJudged(one, (isDouble ? `<b>${one.a === 'take' ? ACTION[bestAction(one)] : RIGHTLY[one.q.right]}</b>.${mayDouble(one) ? '' : ' The cube cannot be turned.'}` : `Best: <b>${plain(one.c[0][0] || 'no legal play')}</b>.`) + ` <span class="soft">${plain(one.words || '')}</span>`);
  } catch (error) { sayEdit(error.message, true); }
};
const RIGHTLY = {no_double: 'No double', double_take: 'Double, take', double_pass: 'Double, pass', too_good: 'Too good to double'};
const showJudged = (one, words) => {
  by('weighed').innerHTML = weighed(one);
  by('edit-says').innerHTML = words;
  if (one.a !== 'play') return;
  task.arrows = one.c[0][0] ? [['best', one.c[0][0]]] : [];
  drawArrows(one, task.arrows);
};
const SHORT = {no_double: 'ND', double_take: 'D/T', double_pass: 'D/P', too_good: 'TG'};
/* The cube action at every score from 2 to 9 away: rows are White's, columns Black's. */
const scoresTable = ({least, is_theirs: isTheirs, rows}) => {
  const away = rows.map((_, i) => least + i), [doubler, taker] = isTheirs ? ['Black', 'White'] : ['White', 'Black'];
  return `<h2>Cube action of ${doubler} by points away (rows ${doubler}, columns ${taker})</h2><div class="wide"><table class="scores"><thead><tr><th></th>` +
    away.map(n => `<th class="n">${n}</th>`).join('') + '</tr></thead><tbody>' + rows.map((row, i) => `<tr><th>${away[i]}</th>` +
    row.map(([action, none, take, pass]) => `<td class="n ${action}" title="no double ${signed(none)}, double/take ${signed(take)}, double/pass ${signed(pass)}">${SHORT[action]}</td>`).join('') + '</tr>').join('') +
    '</tbody></table></div><p class="soft small">ND no double, D/T double and take, D/P double and pass, TG too good.</p>';
};
const askScores = async () => {
  by('scores').textContent = 'The engine thinks.';
  if (task.turn.isAsking) sayEdit('');
  try { const rows = await ask({xgid: task.one.x, play: '', by: 'scores'}, () => null); if (rows) by('scores').innerHTML = scoresTable(rows); } catch (error) { by('scores').textContent = error.message; }
};

/* ---- life ---- */

const swapped = e => ({...e, mine: e.theirs, theirs: e.mine, owner: -e.owner, score: [e.score[1], e.score[0]]});
const mirrored = men => men.map((_, p) => p === 0 || p === 25 ? men[p] : men[p < 13 ? 13 - p : 37 - p]);
const set = at => () => { edit.at = {...edit.at, ...at()}; drawEdit(); };
const EDIT_ACTS = {
  white: () => { edit.colour = 'mine'; drawEdit(); }, black: () => { edit.colour = 'theirs'; drawEdit(); },
  clear: set(() => ({mine: emptyMen(), theirs: emptyMen()})), opening: set(() => { const {mine, theirs} = readXgid(OPENING); return {mine, theirs}; }),
  swap: set(() => swapped(edit.at)), mirror: set(() => ({mine: mirrored(edit.at.mine), theirs: mirrored(edit.at.theirs)})),
  link: () => copy(location.href, 'Link copied.'), judge, scores: askScores, leave: () => goHome()
};
const goBy = (rows, columns) => () => {
  if (rows) edit.row = 1 - edit.row;
  edit.column = Math.max(0, Math.min(12, edit.column + columns));
  drawEdit();
};
const addBy = colour => () => { add(placed(), colour); drawEdit(); };
/* White's checkers on the bar lie above, Black's below. */
const removeBy = () => {
  if (placed() === 25) putOn(25, edit.row ? 'mine' : 'theirs', -1); else remove(placed());
  drawEdit();
};
const EDIT_KEYS = {ArrowLeft: goBy(0, -1), ArrowRight: goBy(0, 1), ArrowUp: goBy(1, 0), ArrowDown: goBy(1, 0), w: addBy('mine'), b: addBy('theirs'), Delete: removeBy, Backspace: removeBy, Escape: EDIT_ACTS.leave};
const startEdit = id => {
  showReview();
  beginTask('edit', {act: EDIT_ACTS, keys: EDIT_KEYS});
  edit.at = editOf(id) || editOf(OPENING);
  clearWords('sentence', 'where');
  shown.isTurned = false; // the editor has white below
  drawEdit();
};
const listenToEditor = () => {
  by('board').addEventListener('pointerdown', event => { if (task.name === 'edit') edit.down = {point: pointOf(event), when: Date.now()}; });
  by('board').addEventListener('pointerup', released);
  by('board').addEventListener('contextmenu', event => task.name === 'edit' && event.preventDefault());
  by('task').addEventListener('change', event => event.target.dataset.edit && changeEdit(event));
};
