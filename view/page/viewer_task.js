/* What one does with a decision besides looking at it: another play is tried, a deeper judge is
 * asked. A task has the card #task, the board and the keys until it ends. With an engine behind the
 * page (data-engine: where its addresses begin) that judges; a file has what the match kept. */
const ENGINE = document.documentElement.dataset.engine;
const COMMANDS = {'3-ply': '--ply 3', roller: '--roller roller', 'roller+': '--roller roller+', 'roller++': '--roller roller++', rollout: '--rollout'};
/* name: '' none; one: the decision on the board if it is none of the list; arrows: those on it if they are not the
 * decision's; press, keys, act: what it does with them;
 * turn: another object as soon as nobody waits for the answer to what was asked before */
const task = {name: '', one: null, arrows: null, press: null, keys: {}, act: {}, turn: {isAsking: false}};
const current = () => task.one || LIST[shown.at];

/* ---- the engine ---- */

const send = async (path, body) => {
  const answer = await fetch(ENGINE + path, body === undefined ? {} : {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)})
    .catch(() => { throw Error('The program does not answer. Start fibsbot review again.'); });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Error(said.error || answer.statusText);
  return said;
};
const pause = ms => new Promise(done => setTimeout(done, ms));
/* Asks and waits; tell() hears of the progress. null: it was stopped, or nobody waits for it any more; nobody
 * does as soon as something else is asked. */
const ask = async (question, tell) => {
  if (task.turn.isAsking) task.turn = {isAsking: false};
  const {turn} = task, isWaited = () => task.turn === turn;
  turn.isAsking = true;
  try {
    let state = await send('ask', question);
    const {number} = state;
    for (let wait = 30; isWaited() && !state.isDone; wait = Math.min(300, wait * 1.5)) {
      await pause(wait);
      state = await send('state');
      if (state.number !== number) throw Error('Another page has asked the engine.');
      if (isWaited()) tell(state);
    }
    if (state.error) throw Error(state.error);
    return isWaited() && !state.isStopped ? state.answer : null;
  } catch (error) {
    if (isWaited()) throw error;
    return null;
  } finally { turn.isAsking = false; }
};
const stopAsking = () => ENGINE !== undefined && send('stop', {}).catch(() => null);
const nextTurn = () => {
  if (task.turn.isAsking) stopAsking();
  task.turn = {isAsking: false};
};

/* ---- the note of an error, or of what once was one ---- */

const askNote = (link, note) => send('note', {match: +location.pathname.split('/').pop(), link, note});
const keepOwnNote = line => askNote(line.dataset.link, line.value).catch(error => say(`The note is not kept: ${error.message}`));
const showOwnNote = async one => {
  const line = by('own-note');
  line.hidden = true;
  if (ENGINE === undefined) return;
  try {
    const link = hash(one).slice(1), {note} = await askNote(link);
    if (note === undefined || current() !== one || task.name) return;
    line.dataset.link = link;
    line.value = note;
    line.hidden = false;
  } catch { /* it is shown without */ }
};
const clearWords = (...more) => {
  by('own-note').hidden = true;
  for (const id of ['why', 'note', 'comment', 'copied', ...more]) by(id).textContent = '';
};

/* ---- the card ---- */

const buttons = (list, before = '') => `<p class="buttons">${before}${list.map(([name, words, isMain, isOff]) =>
  `<button data-act="${name}"${isMain ? ' class="main"' : ''}${isOff ? ' disabled' : ''}>${words}</button>`).join('')}</p>`;
/* Focus stays on the same field or button, or goes to the main one where that can be pressed no more. */
const drawTask = html => {
  const at = document.activeElement, {edit: name, act} = at.dataset, isHere = by('task').contains(at);
  by('task').innerHTML = html;
  if (isHere) by('task').querySelector(`${name ? `[data-edit=${name}]` : `[data-act=${act}]:enabled`},.main:enabled`)?.focus();
};
/* The heading names the match that is open: a quiz asks from all. */
const HEADING = document.querySelector('.top h1'), TITLE = HEADING.textContent;
const beginTask = (name, state) => {
  nextTurn();
  HEADING.textContent = name === 'quiz' ? 'Quiz' : TITLE;
  Object.assign(task, {name, one: null, arrows: null, press: null, keys: {}, act: {}}, state);
  if (!by('task').contains(document.activeElement)) document.activeElement.blur(); // Space and Enter are for the task
  by('task').hidden = false;
  by('review').dataset.task = name;
};
const endTask = () => {
  if (!task.name) return;
  nextTurn();
  HEADING.textContent = TITLE;
  task.name = '';
  task.one = task.arrows = task.press = null;
  by('task').hidden = true;
  delete by('review').dataset.task;
};
const pressBoard = event => {
  const svg = by('board').querySelector('svg');
  if (task.press && svg) task.press(pointAt(event, svg.getBoundingClientRect()));
};

/* ---- what if ---- */

const isAboveOf = one => (one.p === 1) !== shown.isTurned;
const found = (one, men) => (one.c || []).findIndex(c => isSame(afterPlay(readXgid(one.x), c[0]), men));
const command = (one, by, play) => `fibsbot analyse ${COMMANDS[by] || ''}${play ? ` --played '${play}'` : ''} '${one.x}'`.replace(/ +/g, ' ');
const lossWords = (one, i) => i === 0 ? 'is best' : `loses ${lossText(Math.max(0, one.c[0][1] - one.c[i][1]))}`;
const notKept = one => {
  const last = one.c[one.c.length - 1];
  return `Not among the ${one.c.length} plays that were kept${one.c.length > 1 ? `: ${plain(last[0])} loses ${lossText(one.c[0][1] - last[1])}` : ''}.`;
};
const whatIf = () => {
  const one = current();
  if (!one.c) return;
  const first = `Move the checkers of ${plain(nameOf(one, one.p))}.`;
  let hand = newHand(readXgid(one.x)), says = first;
  const draw = () => {
    const isDone = isPlayed(hand), play = playText(hand.hops);
    by('board').innerHTML = handBoard(hand, isAboveOf(one), 'Your own play');
    legend([]);
    drawTask(`<h2>What if</h2><p class="says" role="status">${says}</p>` + buttons([['undo', 'Undo', false, hand.hops.length === 0],
      ['done', isDone && play ? `What if ${plain(play)}?` : 'What if ...?', true, !isDone], ['leave', 'Back']]));
  };
  const tell = (i, why = '') => {
    drawWords(one);
    says = i < 0 ? `${notKept(one)} <code>${plain(command(one, '', playText(hand.hops)))}</code>` : `<b>${plain(one.c[i][0])}</b> ${signed(one.c[i][1])}, ${lossWords(one, i)}.${why ? ` ${plain(whole(why))}` : ''}`;
    shown.candidate = i;
    by('weighed').innerHTML = weighed(one);
    draw();
  };
  const move = next => {
    nextTurn();
    hand = next;
    says = first;
    draw();
  };
  const done = async () => {
    if (!isPlayed(hand) || task.turn.isAsking) return;
    const i = found(one, hand.men);
    if (i >= 0 || ENGINE === undefined) return tell(i);
    says = 'The engine thinks.';
    draw();
    try {
      const answer = await ask({xgid: one.x, play: playText(hand.hops), by: '2-ply'}, () => null);
      if (!answer) return;
      takeAnswer(one, answer);
      tell(found(one, hand.men), answer.why);
    } catch (error) { says = plain(error.message); draw(); }
  };
  beginTask('what if', {
    press: point => move(handPressed(hand, turnedPoint(point, isAboveOf(one)))),
    act: {undo: () => move(undone(hand)), done, leave: goHome},
    keys: {Enter: done, ' ': done, Escape: goHome, w: goHome, Backspace: () => move(undone(hand))}
  });
  draw();
};

/* ---- deeper ---- */

/* The figures of an answer take the place of those of a decision; what was said before stays as a note. */
const takeAnswer = (one, answer) => {
  if (!answer) return;
  const best = one.b;
  if (one.l !== null) one.before = `${one.j} said ${one.l >= LEAST ? `−${one.l.toFixed(3)}` : 'best'}`;
  const made = one.m, men = made ? afterPlay(readXgid(one.x), made) : null;
  for (const name of ['c', 'q', 'j']) if (answer[name] !== undefined) one[name] = answer[name];
  if (answer.c && made) {
    const i = found(one, men);
    if (i >= 0) one.m = one.c[i][0], one.l = Math.max(0, one.c[0][1] - one.c[i][1]);
  }
  one.b = answer.c ? one.c[0][0] : bestAction(one);
  if (one.b !== best) delete one.why; // it spoke for another play
  if (answer.q && one.a) one.l = lossOfAction(one, one.a);
};
/* What each action is worth to who decides. A beaver doubles the stakes of a take; where one is right, the doubler's
 * equity is that after it. */
const actionValues = one => {
  const [none, taken, pass] = one.q.e, take = isBeaver(one) ? taken / 2 : taken;
  if (!isAnswer(one)) return {no_double: none, double: Math.min(taken, pass)};
  return {take: -take, pass: -pass, ...one.a === 'beaver' || readXgid(one.x).hasBeavers ? {beaver: -2 * take} : {}};
};
const bestAction = one => Object.entries(actionValues(one)).reduce((best, now) => now[1] > best[1] ? now : best)[0];
const lossOfAction = (one, action) => {
  const values = actionValues(one);
  return Math.max(...Object.values(values)) - values[action];
};
const progressWords = ({by: name, share, error_bar: error}) => `${name}: ${Math.round(100 * share)} %${error ? `, standard error ${error.toFixed(4)}` : ''}`;
const deeper = async by_ => {
  const one = current();
  if (ENGINE === undefined) return copy(command(one, by_, one.m), 'The command for it is copied.');
  beginTask('deeper', {act: {leave: stopAsking}, keys: {Escape: stopAsking}});
  const {turn} = task;
  // the button stays the same element: a press on it may last longer than from one report to the next
  drawTask(`<h2>Judging deeper</h2><p class="says" role="status"></p><div class="bar"><i></i></div>${buttons([['leave', 'Stop']])}`);
  const [says, bar] = by('task').querySelectorAll('.says, .bar i');
  const tell = state => {
    says.textContent = progressWords(state);
    bar.style.width = `${100 * state.share}%`;
  };
  tell({by: by_, share: 0});
  let words = '';
  try {
    const answer = await ask({xgid: one.x, play: one.m || '', by: by_}, tell);
    words = answer ? answer.words || '' : 'Stopped.';
    takeAnswer(one, answer);
  } catch (error) { words = error.message; }
  if (task.turn !== turn) return;
  show(shown.at);
  by('copied').textContent = words;
};
