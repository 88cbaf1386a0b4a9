/* Steps through an analysed match. What it shows is the document of match/report/match_review.h,
 * in the page; where the page has none, it is a table of matches and nothing is done here. */
const DOC = JSON.parse(document.getElementById('data').textContent);
const LIST = DOC.decisions, NAMES = DOC.players;
const ERROR = 0.02, BLUNDER = 0.08, HUGE = 0.16, LEAST = 0.0005;
const by = id => document.getElementById(id);
/* Names come from files of others: nothing in them becomes markup. */
const plain = text => String(text).replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
const signed = (number, digits = 3) => (+number.toFixed(digits) < 0 ? '−' : '+') + Math.abs(number).toFixed(digits);
/* A number and its percent sign stay together. */
const whole = text => text.replaceAll(' %', '\u00a0%');
/* A difference of stored equities, as it is stored itself. */
const lossText = loss => (Math.round(loss * 1e4) / 1e4).toFixed(3);
const lossClass = loss => loss >= BLUNDER ? 'bad' : loss >= ERROR ? 'warn' : 'soft';
const lossWord = loss => loss >= BLUNDER ? ', a blunder' : loss >= ERROR ? ', an error' : '';
const isCube = one => one.a !== 'play';
const isAnswer = one => ['take', 'pass', 'beaver', 'raccoon', 'redouble'].includes(one.a);
/* Its XGID is the double: it does not say how often the cube was turned since. */
const isToBeaver = one => isAnswer(one) && !readXgid(one.x).isOffered;
/* The file has a roll without a play that could be played. */
const isUnplayed = one => one.m === null;
/* Points beyond the length of the match are not shown. */
const cutAt = (length, points) => length ? Math.min(length, points) : points;
const dash = dice => dice ? `${dice[0]}-${dice[1]}` : '';
const shown = {at: -1, candidate: -1, isTurned: false, curve: 'chance'};
const filter = {who: '', kind: '', min: `${ERROR}`};

/* ---- words ---- */

const DONE = {no_double: 'Not doubling', double: 'Doubling', take: 'Taking', pass: 'Passing', beaver: 'The beaver', raccoon: 'The raccoon', redouble: 'Redoubling'};
const ACTION = {no_double: 'No double', double: 'Double', take: 'Take', pass: 'Pass', beaver: 'Beaver', raccoon: 'Raccoon', redouble: 'Redouble'};
const MADE = {no_double: 'no double', take: 'takes', pass: 'passes', beaver: 'beavers', raccoon: 'raccoons', redouble: 'redoubles'};
const playWords = play => play || 'No legal play';
/* Broken only between two hops. */
const wholeHops = words => words.split(' ').map(hop => `<span class="hop">${plain(hop)}</span>`).join(' ');
const madeWords = one => isCube(one) ? DONE[one.a] : isUnplayed(one) ? 'The roll was not played' : playWords(one.m);
const bestWords = one => isCube(one) ? ACTION[one.b] : playWords(one.b);
const recordWords = one => one.a === 'double' ? `doubles to ${2 * readXgid(one.x).cube}`
  : isCube(one) ? MADE[one.a] : isUnplayed(one) ? 'not played' : one.m || 'no play';
const sentence = one => {
  if (one.l === null) return `<b>${plain(madeWords(one))}</b>${isUnplayed(one) ? '.' : ' is not analysed.'}`;
  if (one.l >= LEAST)
    return `<b>${wholeHops(madeWords(one))}</b> loses <b class="${lossClass(one.l)}">${one.l.toFixed(3)}</b>${lossWord(one.l)}. Best: <b>${wholeHops(bestWords(one))}</b>.`;
  return `<b>${wholeHops(madeWords(one))}</b>${one.m === '' ? '.' : !one.c && !isCube(one) ? ' is the only play.' : ' is best.'}`;
};
/* A decision of another match brings its own context: of. */
const nameOf = (one, player) => (one.of ? one.of.names : NAMES)[player];
const scoreOf = (one, player) => [player, 1 - player].map(p => (one.of ? one.of.score : DOC.games[one.g - 1].score)[p]);
const gameOf = one => one.of ? one.of.number : DOC.games[one.g - 1].number;
const where = one => {
  const score = readXgid(one.x);
  return `Game ${gameOf(one)}, turn ${one.t}, ${nameOf(one, one.p)}${one.d ? `, ${dash(one.d)}` : ''}${score.isCrawford ? ', Crawford' : ''}`;
};
const note = one => [one.j ? `Judged by ${one.j}.` : '', one.before ? `${one.before}.` : '', one.u ? `Luck of the roll ${signed(one.u)}.` : '',
  one.y ? `${one.y[0]}: ${one.y[1] >= LEAST ? `−${one.y[1].toFixed(3)}` : 'best'}.` : ''].filter(Boolean).join(' ');

/* What the file's writer said of it. */
const commentWords = one => one.n ? `Comment: ${one.n}` : '';

/* ---- what was weighed ---- */

const candidates = one => {
  const best = one.c[0][1];
  const rows = one.c.map((c, i) => {
    const [play, equity, judge, win, gammon, backgammon, lostGammon, lostBackgammon, error] = c;
    const loss = Math.max(0, best - equity), isMade = play === one.m;
    return `<tr class="can${i ? '' : ' best'}${shown.candidate === i ? ' on' : ''}" data-candidate="${i}"><td>${wholeHops(playWords(play))}${isMade ? ' <small class="soft">played</small>' : ''}</td>` +
      `<td class="n equity">${signed(equity)}</td><td class="n ${lossClass(loss)}">${i ? lossText(loss) : 'best'}${error ? ` <small>± ${error.toFixed(3)}</small>` : ''}</td>` +
      `<td class="n rule">${win.toFixed(1)}</td><td class="n">${gammon.toFixed(1)}</td><td class="n long soft">${backgammon.toFixed(1)}</td>` +
      `<td class="n rule long">${(100 - win).toFixed(1)}</td><td class="n">${lostGammon.toFixed(1)}</td><td class="n long soft">${lostBackgammon.toFixed(1)}</td><td class="n long soft">${judge.replace('-ply', '')}</td></tr>`;
  });
  return '<table><thead><tr><th>Play</th><th class="n equity">Equity</th><th class="n">Loss</th><th class="n rule">Win</th><th class="n">G</th><th class="n long">BG</th>' +
    '<th class="n rule long">Lose</th><th class="n">G<span class="short"> lost</span></th><th class="n long">BG</th><th class="n long">Ply</th></tr></thead>' +
    `<tbody>${rows.join('')}</tbody></table>`;
};
const facts = pairs => `<dl>${pairs.map(([name, value]) => `<dt class="soft">${name}</dt><dd>${value}</dd>`).join('')}</dl>`;
/* The figures of a take are those of a beaver, where one is right. */
const isBeaver = one => readXgid(one.x).hasBeavers && one.q.e[1] < 0;
/* The editor has positions, too, in which nobody may. */
const mayDouble = one => {
  const at = readXgid(one.x);
  return at.hasCube && !at.isCrawford && at.owner !== (at.isOffered ? 1 : -1);
};
const cubeTable = one => {
  const q = one.q, [none, take, pass] = q.e, [win, gammon, , lost] = q.o, whose = isAnswer(one) ? 'Doubler’s equity' : 'Equity';
  const isTooGood = q.right === 'too_good', doubled = Math.min(take, pass), right = isTooGood ? 'no_double' : q.right;
  const rows = [[isTooGood ? 'Too good' : 'No double', none, 'no_double'], [isBeaver(one) ? 'Double, beaver' : 'Double, take', take, 'double_take'], ['Double, pass', pass, 'double_pass']];
  const wrong = [['No double', doubled - none], ['Double', none - doubled], ['Take', take - pass], ['Pass', pass - take]];
  const costs = wrong.filter(([, loss]) => loss >= LEAST && mayDouble(one)).map(([words, loss]) => [`${words} costs`, `<span class="${lossClass(loss)}">${lossText(loss)}</span>`]);
  return `<div class="cubes"><div><table><thead><tr><th>Cube action</th><th class="n">${whose}</th></tr></thead><tbody>` +
    rows.map(([words, equity, name]) => `<tr class="${name === right ? 'best' : ''}"><td>${words}</td><td class="n">${signed(equity)}</td></tr>`).join('') +
    `</tbody></table>${facts(costs)}</div>${facts([['Doubler wins', `${win.toFixed(1)} %`], ['Gammons', `${gammon.toFixed(1)}, lost ${lost.toFixed(1)} %`],
      ['Take point', `${q.tp[0].toFixed(1)} %`], ['with a live cube', `${q.tp[1].toFixed(1)} %`], ['Gammon value', `${q.gv.map(v => v.toFixed(2)).join(', taker ')}`],
      ...q.mk ? [['Market losers', `${q.mk[0].toFixed(0)} %`], ['Volatility', q.mk[1].toFixed(2)]] : []])}</div>`;
};
const weighed = one => one.c ? candidates(one) : one.q ? cubeTable(one)
  : `<p class="soft">${isCube(one) || (one.m && one.l > 0) ? 'No figures were kept of this decision.' : 'There was no choice.'}</p>`;

/* ---- board and seats ---- */

/* The legend explains best and played only. */
const arrowOf = (one, i) => [[i ? 'other' : 'best', one.c[i][0]]];
const arrowsFor = one => {
  if (isCube(one)) return [];
  if (shown.candidate >= 0 && one.c && one.c[shown.candidate]) return arrowOf(one, shown.candidate);
  if (!one.m) return [];
  return one.l >= LEAST ? [['made', one.m], ['best', one.b]] : [['best', one.m]];
};
const boardFor = (one, arrows, marks) => boardOf(readXgid(one.x), (one.p === 1) !== shown.isTurned, arrows, `Position before the decision of ${plain(nameOf(one, one.p))}`, marks);
const seatFor = (one, player, tone) => {
  const at = readXgid(one.x), men = one.p === player ? at.mine : at.theirs;
  const turn = one.p === player ? isAnswer(one) ? 'to answer' : 'on roll' : '';
  return `${manOf(tone)}<b>${plain(nameOf(one, player))}</b><span class="turn">${turn}</span><span class="end"><span class="soft">${pips(men)} pips</span><span class="score">${scoreOf(one, player)[0]}</span></span>`;
};
const drawSeats = one => {
  const below = shown.isTurned ? 1 : 0;
  by('seat-above').innerHTML = seatFor(one, 1 - below, 'dk');
  by('seat-below').innerHTML = seatFor(one, below, 'lt');
};

/* ---- the curve ---- */

const CURVES = {chance: `${NAMES[0]}’s ${DOC.length ? 'chance of winning' : 'equity of the game in points'}`, lost: 'Equity lost', luck: `Luck of ${NAMES[0]} less that of ${NAMES[1]}`};
const sums = (one, sum) => {
  if (shown.curve === 'lost') sum[one.p] += one.l || 0;
  else sum[0] += (one.p ? -1 : 1) * (one.u || 0);
  return [...sum];
};
/* Points of one or two lines: [[value by decision], ...]; null: no value. */
const lines = () => {
  if (shown.curve === 'chance') return [LIST.map(one => DOC.length ? one.w : one.pt)];
  const sum = [0, 0], all = LIST.map(one => sums(one, sum));
  return shown.curve === 'lost' ? [all.map(s => s[0]), all.map(s => s[1])] : [all.map(s => s[0])];
};
const valueNear = (values, at) => {
  for (let d = 0; d < values.length; d++)
    for (const i of [at - d, at + d]) if (values[i] !== null && values[i] !== undefined) return values[i];
  return 0;
};
/* What the curve has at the decision that is shown. */
const nowWords = values => values.some(v => v === null || v === undefined) ? '' : shown.curve === 'lost' ? values.map((v, i) => `${NAMES[i]} ${v.toFixed(3)}`).join(', ')
  : shown.curve === 'luck' ? signed(values[0]) : DOC.length ? `${values[0].toFixed(1)} %` : signed(values[0], 2);
const curve = () => {
  const all = lines(), isChance = DOC.length > 0 && shown.curve === 'chance', last = Math.max(1, LIST.length - 1);
  const flat = all.flat().filter(v => v !== null);
  /* of luck and points the middle is 0 */
  const largest = Math.max(0.5, ...flat.map(Math.abs)), most = largest > 2 ? Math.ceil(largest) : Math.ceil(2 * largest) / 2, high = isChance ? 100 : most, low = isChance || shown.curve === 'lost' ? 0 : -most;
  const x = i => (100 * i / last).toFixed(2), y = v => (100 - 100 * (v - low) / (high - low)).toFixed(1);
  let svg = '', html = '', before = -1;
  for (const v of [low, (low + high) / 2, high]) {
    svg += `<line class="grid" x1="0" x2="100" y1="${y(v)}" y2="${y(v)}"/>`;
    html += `<i class="y" style="top:${y(v)}%">${isChance ? v : shown.curve === 'lost' ? v.toFixed(v % 1 ? 1 : 0) : v ? signed(v, v % 1 ? 1 : 0) : '0'}</i>`;
  }
  DOC.games.forEach((game, g) => {
    const from = LIST.findIndex(one => one.g === g + 1), to = LIST.findLastIndex(one => one.g === g + 1);
    if (from < 0) return;
    if (shown.at >= 0 && LIST[shown.at].g === g + 1) html += `<i class="band" style="left:${x(from)}%;width:${(x(to) - x(from)).toFixed(2)}%"></i>`;
    const score = [0, 1].map(i => cutAt(DOC.length, game.score[i] + game.points[i])).join('–'), isEnd = to === LIST.length - 1;
    svg += `<line class="ends" x1="${x(to)}" x2="${x(to)}" y1="0" y2="100"/>`;
    if (isEnd || (x(to) - before > 12 && x(to) < 84)) {
      html += `<i class="x" style="left:${x(to)}%;${isEnd ? 'transform:translateX(-100%)' : ''}">${score}</i>`;
      before = x(to);
    }
  });
  all.forEach((values, i) => {
    const points = values.map((v, k) => [k, v]).filter(([, v]) => v !== null);
    svg += `<path class="${i ? 'second' : 'first'}" d="M${points.map(([k, v]) => `${x(k)} ${y(v)}`).join('L')}"/>`;
  });
  LIST.forEach((one, i) => {
    if (!isFound(one)) return;
    const size = one.l >= HUGE ? 12 : one.l >= BLUNDER ? 9 : 6, on = all[Math.min(one.p, all.length - 1)];
    html += `<i class="disc${one.p ? ' theirs' : ''}" data-at="${i}" style="left:${x(i)}%;top:${y(valueNear(on, i))}%;width:${size}px;height:${size}px"></i>`;
  });
  by('now').textContent = shown.at < 0 ? '' : nowWords(all.map(values => values[shown.at]));
  if (shown.at >= 0) svg += `<line class="here" x1="${x(shown.at)}" x2="${x(shown.at)}" y1="-4" y2="104"/>`;
  by('curve').innerHTML = `<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">${svg}</svg>${html}`;
  by('curve').setAttribute('aria-label', CURVES[shown.curve]);
};

/* ---- filters and the record ---- */

const isFound = one => one.l >= +filter.min && (filter.who === '' || one.p === +filter.who) &&
  (filter.kind === '' || (filter.kind === 'cube') === isCube(one));
const sign = one => one.l >= BLUNDER ? '??' : one.l >= ERROR ? '?' : '';
const entry = i => {
  if (i === null) return '<span></span>';
  const one = LIST[i], mark = sign(one);
  return `<button data-at="${i}" class="${i === shown.at ? 'on' : ''}${isFound(one) ? '' : ' dim'}"${i === shown.at ? ' aria-current="true"' : ''}><span class="dice">${dash(one.d)}</span><span class="play">${plain(recordWords(one))}</span>` +
    (mark ? `<span class="sign ${lossClass(one.l)}"><span class="long">${one.l.toFixed(3)} </span>${mark}</span>` : '') + '</button>';
};
const scrollToChosen = id => {
  const on = by(id).querySelector('.on'), box = by(id).parentElement;
  if (on && box.scrollHeight > box.clientHeight + 4) box.scrollTop = on.offsetTop - box.offsetTop - box.clientHeight / 2;
};
const record = game => {
  const rows = [];
  let number = 0;
  LIST.forEach((one, i) => {
    if (one.g !== game || (one.a === 'no_double' && one.l < ERROR && i !== shown.at)) return;
    let row = rows[rows.length - 1];
    const before = LIST[i - 1], isSame = before?.a === 'no_double' && before.p === one.p && row?.[one.p] === i - 1; // the play of a turn that has a row
    if (!row || row[one.p] !== null || (one.p === 0 && row[1] !== null)) rows.push(row = [null, null, isSame ? '' : ++number]);
    row[one.p] = i;
  });
  by('record').innerHTML = `<span></span><h3>${plain(NAMES[0])}</h3><h3>${plain(NAMES[1])}</h3>` +
    rows.map(row => `<span class="no">${row[2]}</span>${entry(row[0])}${entry(row[1])}`).join('');
  scrollToChosen('record');
};

/* ---- showing ---- */

const hash = one => `#${one.g}.${one.t}${isAnswer(one) ? `.${one.a}` : isCube(one) ? '.cube' : ''}`;
const address = text => {
  const query = new URLSearchParams(Object.entries(filter).filter(([k, v]) => v !== (k === 'min' ? `${ERROR}` : '')));
  try { history.replaceState(null, '', `${location.pathname}${`${query}` ? `?${query}` : ''}${text}`); } catch { /* a page without an address */ }
};
const legend = arrows => {
  for (const kind of ['best', 'made']) by(`legend-${kind}`).hidden = !arrows.some(([name]) => name === kind);
};
const drawArrows = (one, arrows) => {
  by('board').innerHTML = boardFor(one, arrows, task.name === 'edit' ? cursor() : '');
  legend(arrows);
};
const drawBoard = () => {
  drawArrows(current(), shown.candidate < 0 && task.arrows || arrowsFor(current()));
  for (const row of by('weighed').querySelectorAll('[data-candidate]'))
    if (row.classList.toggle('on', +row.dataset.candidate === shown.candidate)) row.scrollIntoView({block: 'nearest'});
};
const showReview = () => {
  by('summary').hidden = true;
  by('review').hidden = false;
  by('to-summary').hidden = LIST.length === 0;
};
const drawWords = one => {
  by('where').innerHTML = plain(where(one)).replace(/, (\d-\d)/, ', <span class="hop">$1</span>');
  by('sentence').innerHTML = sentence(one);
  by('why').textContent = whole(one.why || '');
  by('note').textContent = note(one);
  by('comment').textContent = commentWords(one);
};
const show = at => {
  endTask();
  shown.at = Math.max(0, Math.min(LIST.length - 1, at));
  shown.candidate = -1;
  const one = LIST[shown.at];
  showReview();
  by('weighed').innerHTML = weighed(one);
  drawSeats(one);
  by('what-if').disabled = !one.c;
  by('deeper').disabled = isToBeaver(one);
  drawWords(one);
  by('copied').textContent = '';
  showOwnNote(one);
  by('games').innerHTML = DOC.games.map((game, g) => `<button data-game="${g + 1}" class="${g + 1 === one.g ? 'on' : ''}"${ofGame(g + 1) < 0 ? ' disabled' : ''} aria-label="Game ${game.number}">${game.number}</button>`).join('');
  drawBoard();
  curve();
  record(one.g);
  scrollToChosen('games');
  address(hash(one));
};
/* To where a quiz or the editor was begun: in a page without a match, that was the list of them. */
const goHome = () => {
  const list = LIST.length === 0 && document.querySelector('.top a');
  if (list) location.href = list.href; else if (shown.at >= 0) show(shown.at); else showSummary();
};
const showSummary = () => {
  endTask();
  by('summary').hidden = false;
  by('review').hidden = true;
  by('to-summary').hidden = true;
  by('begin').firstChild.disabled = !LIST.some(isFound);
  shown.at = -1;
  address('');
};
const costliest = () => {
  const worst = LIST.map((one, i) => [one.l || 0, i]).filter(([loss]) => loss >= ERROR).sort((a, b) => b[0] - a[0]).slice(0, 3);
  by('costly').hidden = worst.length === 0;
  by('three').innerHTML = worst.map(([, i]) => `<button data-at="${i}">${boardFor(LIST[i], arrowsFor(LIST[i]))}<p class="soft small">${plain(where(LIST[i]))}</p><p>${sentence(LIST[i])}</p></button>`).join('');
};

/* ---- going ---- */

const search = way => {
  for (let i = (shown.at < 0 && way < 0 ? LIST.length : shown.at) + way; i >= 0 && i < LIST.length; i += way) if (isFound(LIST[i])) return i;
  return -1;
};
const goFound = way => {
  const at = search(way);
  if (at >= 0) return show(at);
  by('copied').textContent = LIST.some(isFound) ? way > 0 ? 'That was the last one.' : 'That was the first one.' : 'No such decision.';
};
/* Decisions that have a row in the record. */
const step = way => {
  let i = shown.at + way;
  while (LIST[i] && LIST[i].a === 'no_double' && LIST[i].l < ERROR) i += way;
  if (LIST[i]) show(i);
};
const ofGame = (g, isEnd) => isEnd ? LIST.findLastIndex(one => one.g === g) : LIST.findIndex(one => one.g === g);
const GO = {
  back: () => step(-1), on: () => step(1), first: () => show(ofGame(LIST[shown.at].g, false)), last: () => show(ofGame(LIST[shown.at].g, true)),
  next: () => goFound(1), before: () => goFound(-1), start: () => show(0),
  game: () => show(Math.max(0, LIST.findIndex(one => one.g > LIST[shown.at].g)))
};
const pick = candidate => {
  const all = (current().c || []).length;
  if (all === 0) return;
  shown.candidate = candidate < 0 || candidate >= all || candidate === shown.candidate ? -1 : candidate;
  drawBoard();
};
/* Where it can be seen: a task hides the line of the buttons for copying. */
const say = words => { (task.name ? by('task').querySelector('.says') || by('sentence') : by('copied')).textContent = words; };
const copy = async (text, words) => {
  try { await navigator.clipboard.writeText(text); say(words); } catch { say(text); }
};
const asText = one => [where(one), by('sentence').textContent, ...one.n ? [commentWords(one)] : [], ...(one.c || []).map(c => `${signed(c[1])}  ${playWords(c[0])}`),
  ...one.q ? [`no double ${signed(one.q.e[0])}, double/take ${signed(one.q.e[1])}, double/pass ${signed(one.q.e[2])}`] : [], one.x].join('\n');
const copyId = () => copy(current().x, 'XGID copied.');
const copyText = () => copy(asText(current()), 'Text copied.');
const turn = () => { shown.isTurned = !shown.isTurned; show(shown.at); };
const editThis = () => startEdit(shown.at >= 0 ? current().x : OPENING);

const KEYS = {ArrowLeft: GO.back, ArrowRight: GO.on, Home: GO.first, End: GO.last, n: GO.next, ' ': GO.next, p: GO.before, g: GO.game,
  ArrowUp: () => pick(shown.candidate < 0 ? LIST[shown.at].c?.length - 1 : shown.candidate - 1), ArrowDown: () => pick(shown.candidate + 1),
  c: copyId, t: copyText, f: turn, s: showSummary, Escape: showSummary, w: () => whatIf(), q: () => startQuiz(), e: editThis};
const press = event => {
  if (event.ctrlKey || event.metaKey || event.altKey || by('help').open || /^(SELECT|INPUT)$/.test(event.target.tagName)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((key === ' ' || key === 'Enter') && /^(BUTTON|A)$/.test(event.target.tagName)) return;
  if (key === '?' && !task.keys['?']) return by('help').showModal();
  const isSummary = shown.at < 0, action = task.name ? task.keys[key] : /^[1-6]$/.test(key) ? () => pick(key - 1) : KEYS[key];
  if (!action || (!task.name && isSummary && !['n', 'p', ' ', 'q', 'e'].includes(key))) return;
  event.preventDefault();
  action();
};
const click = event => {
  const at = event.target.closest('[data-at],[data-go],[data-game],[data-candidate],[data-act]');
  if (!at) return;
  const {go, game, candidate, act} = at.dataset;
  if (act) task.act[act]();
  else if (go) GO[go]();
  else if (game) show(Math.max(0, ofGame(+game, false)));
  else if (candidate) task.press || pick(+candidate);
  else show(+at.dataset.at);
};
/* The nearest decision to a press on the curve. */
const pressCurve = event => {
  if (event.target.closest('[data-at]')) return;
  const box = by('curve').getBoundingClientRect();
  show(Math.round((event.clientX - box.left) / box.width * (LIST.length - 1)));
};
const hover = event => {
  const row = event.target.closest('[data-candidate]');
  if (row && !task.press) drawArrows(current(), arrowOf(current(), +row.dataset.candidate));
};
const paper = () => {
  shown.candidate = -1;
  by('paper').innerHTML = LIST.filter(isFound).map(one => `<section><div>${boardFor(one, arrowsFor(one))}<p class="soft small">${plain(note(one))} ${one.x}</p></div><div><h2>${plain(where(one))}</h2><p class="sentence">${sentence(one)}</p><p>${plain(whole(one.why || ''))}</p><p>${plain(commentWords(one))}</p>${weighed(one)}</div></section>`).join('');
};
const fromAddress = () => LIST.findIndex(one => hash(one) === location.hash);
const setFilters = () => {
  const query = new URLSearchParams(location.search);
  by('who').innerHTML = `<option value="">Both</option>${NAMES.map((name, i) => `<option value="${i}">${plain(name)}</option>`).join('')}`;
  for (const key of Object.keys(filter)) {
    const select = by(key), asked = query.get(key);
    if ([...select.options].some(option => option.value === asked)) filter[key] = asked;
    select.value = filter[key];
    select.onchange = () => { filter[key] = select.value; curve(); record(LIST[shown.at].g); address(hash(LIST[shown.at])); };
  }
};
/* An address that somebody has typed may be no code of one. */
const unescaped = text => { try { return decodeURIComponent(text); } catch { return text; } };
const openAddress = () => {
  const at = fromAddress(), {hash: text} = location;
  if (text.startsWith('#edit?')) { if (task.name !== 'edit' || `#edit?${xgidOf(edit.at)}` !== text) startEdit(unescaped(text.slice(6))); }
  else if (text === '#quiz') startQuiz();
  else if (at >= 0) show(at);
};
const start = () => {
  if (LIST.length > 0) {
    setFilters();
    costliest();
    by('begin').hidden = false;
    by('begin').firstChild.disabled = !LIST.some(isFound);
  }
  by('to-help').hidden = by('to-quiz').hidden = by('to-edit').hidden = false;
  by('to-quiz').onclick = () => startQuiz();
  by('to-edit').onclick = editThis;
  by('to-help').onclick = () => by('help').showModal();
  by('to-summary').onclick = showSummary;
  by('copy-id').onclick = copyId;
  by('copy-text').onclick = copyText;
  by('curve').onclick = pressCurve;
  by('weighed').onmouseover = hover;
  by('weighed').onmouseleave = () => !task.press && current() && drawBoard();
  by('own-note').onchange = event => keepOwnNote(event.target);
  by('board').onclick = pressBoard;
  by('what-if').onclick = () => whatIf();
  by('deeper').onchange = event => { deeper(event.target.value); event.target.value = ''; };
  by('curve-kind').onchange = event => { shown.curve = event.target.value; curve(); };
  for (const option of by('curve-kind').options) option.textContent = CURVES[option.value];
  addEventListener('click', click);
  addEventListener('keydown', press);
  addEventListener('beforeprint', paper);
  addEventListener('hashchange', openAddress);
  listenToEditor();
  openAddress();
};
start();
