/* The quiz: errors of one player are asked again, later the better they are known. A card has
 * {key, one: the decision, box, due: a day}; a file keeps them in the browser, the engine in its collection, which
 * has a note of the player, too. */
const BOXES = [1, 3, 7, 21, 60], ROUND = 10;
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 6e4) / 864e5);
const quiz = {cards: [], round: [], at: 0, missed: []};

/* ---- boxes ---- */

/* Where a card comes next: right goes a box up, an error comes tomorrow, a blunder or no answer begins again. */
const nextPlace = (box, loss) => {
  const up = loss < ERROR ? Math.min(BOXES.length, box + 1) : loss < BLUNDER ? box : 1;
  return {box: up, due: today() + (loss < ERROR ? BOXES[up - 1] : 1)};
};
/* Ten that are due, never two of one game in a row where others are left. */
const roundOf = cards => {
  const left = cards.filter(card => card.due <= today()), round = [];
  while (left.length > 0 && round.length < ROUND) {
    const last = round[round.length - 1], i = left.findIndex(card => !last || card.game !== last.game);
    round.push(...left.splice(Math.max(0, i), 1));
  }
  return round;
};
const isAsked = one => ['play', 'no_double', 'double', 'take', 'pass'].includes(one.a) && (one.c || one.q) && !isToBeaver(one);
const STORE = `fibsbot quiz ${location.pathname}`;
const kept = () => { try { return JSON.parse(localStorage.getItem(STORE)) || {}; } catch { return {}; } };
const cardsOfFile = () => {
  const known = kept(), who = +filter.who || 0;
  const cards = least => LIST.filter(one => one.p === who && one.l >= least && isAsked(one)).map(one => {
    const key = hash(one);
    return {key, one, game: one.g, box: 1, due: 0, ...known[key]};
  });
  const large = cards(0.04);
  return large.some(card => card.due <= today()) ? large : cards(ERROR);
};
const loadCards = async () => ENGINE === undefined ? cardsOfFile() : (await send('cards', {day: today()})).cards.filter(card => isAsked(card.one));
const keepCard = card => {
  if (ENGINE !== undefined) return send('card', {key: card.key, box: card.box, due: card.due}).catch(error => say(`Not kept: ${error.message}`));
  try { localStorage.setItem(STORE, JSON.stringify({...kept(), [card.key]: {box: card.box, due: card.due}})); } catch { /* a browser that keeps nothing */ }
};
const keepNote = card => send('card', {key: card.key, box: card.box, due: card.due, note: card.note});
const dayWords = due => due - today() === 1 ? 'tomorrow' : due - today() < 7 ? `on ${new Date(due * 864e5).toLocaleDateString('en', {weekday: 'long', timeZone: 'UTC'})}` : `in ${due - today()} days`;

/* ---- what is shown ---- */

const boxDots = box => `<span class="box" role="img" aria-label="box ${box} of 5">${BOXES.map((_, i) => `<i${i < box ? ' class="full"' : ''}></i>`).join('')}</span>`;
const QUESTION = {play: one => `<b>${dash(one.d)}.</b> What do you play?`, no_double: () => 'Do you double?', double: () => 'Do you double?', take: () => 'You are doubled.', pass: () => 'You are doubled.'};
const CHOICES = {no_double: [['no_double', 'No double'], ['double', 'Double']], take: [['take', 'Take'], ['pass', 'Pass']]};
CHOICES.double = CHOICES.no_double;
CHOICES.pass = CHOICES.take;
const choicesOf = one => [...CHOICES[one.a], ...isAnswer(one) && readXgid(one.x).hasBeavers ? [['beaver', 'Beaver']] : []];
const scoreWords = one => {
  const at = readXgid(one.x), [mine, theirs] = scoreOf(one, one.p);
  return at.length ? `${mine}–${theirs} in a match to ${at.length}${at.isCrawford ? ', Crawford' : ''}` : 'money play';
};
const quizHead = card => `<div class="line"><h2>Quiz: ${quiz.at + 1} of ${quiz.round.length}</h2>${boxDots(card.box)}</div><div class="bar"><i style="width:${100 * (quiz.at + 1) / quiz.round.length}%"></i></div>`;
const showQuestion = (card, html) => {
  const {one} = card, who = nameOf(one, 1 - one.p);
  by('where').textContent = `${nameOf(one, one.p)} against ${who}, game ${gameOf(one)}, ${scoreWords(one)}`;
  by('sentence').innerHTML = html;
  clearWords('weighed');
  legend([]);
  drawSeats(one);
};

/* ---- one card ---- */

const askPlay = card => {
  const {one} = card;
  let hand = newHand(readXgid(one.x));
  const draw = (says = 'Move the checkers on the board. Nothing is told before you answer.') => {
    by('board').innerHTML = handBoard(hand, isAboveOf(one), 'The board of the question');
    drawTask(`${quizHead(card)}<p class="soft says" role="status">${says}</p>` +
      buttons([['unknown', 'Do not know'], ['undo', 'Undo', false, hand.hops.length === 0], ['done', 'Done', true, !isPlayed(hand)]]));
  };
  const move = next => { nextTurn(); hand = next; draw(); };
  const undo = () => move(undone(hand)), unknown = () => tellAnswer(card, null, Infinity);
  const done = () => isPlayed(hand) && !task.turn.isAsking && answerPlay(card, hand, draw);
  Object.assign(task, {press: point => move(handPressed(hand, turnedPoint(point, isAboveOf(one)))),
    act: {undo, done, unknown}, keys: {' ': done, Enter: done, Backspace: undo, '?': unknown, Escape: goHome}});
  draw();
};
const askCube = card => {
  const {one} = card, choices = choicesOf(one), unknown = () => tellAnswer(card, null, Infinity);
  const act = Object.fromEntries(choices.map(([name]) => [name, () => tellAnswer(card, name, lossOfAction(one, name))]));
  const letters = {no_double: 'n', double: 'd', take: 't', pass: 'p', beaver: 'b'};
  by('board').innerHTML = boardFor(one, []);
  Object.assign(task, {press: null, act: {...act, unknown}, keys: {...Object.fromEntries(choices.map(([name]) => [letters[name], act[name]])), '?': unknown, Escape: goHome}});
  drawTask(`${quizHead(card)}<p class="soft says" role="status">Nothing is told before you answer.</p>${buttons([['unknown', 'Do not know'], ...choices])}`);
};
const askCard = () => {
  const card = quiz.round[quiz.at];
  if (!card) return endRound();
  task.one = card.one;
  task.arrows = null;
  shown.candidate = -1;
  showQuestion(card, QUESTION[card.one.a](card.one));
  (isCube(card.one) ? askCube : askPlay)(card);
};
const answerPlay = async (card, hand, draw) => {
  const {one} = card, play = playText(hand.hops);
  let i = found(one, hand.men);
  if (i < 0 && ENGINE !== undefined) {
    draw('The engine thinks.');
    try {
      const answer = await ask({xgid: one.x, play, by: '2-ply'}, () => null);
      if (!answer) return;
      card.one = task.one = {...one, c: answer.c, why: answer.why || one.why};
      i = found(card.one, hand.men);
    } catch (error) { return draw(plain(error.message)); }
  }
  const c = card.one.c, last = c[c.length - 1];
  if (i >= 0) return tellAnswer(card, c[i][0], Math.max(0, c[0][1] - c[i][1]));
  tellAnswer(card, play, Math.max(BLUNDER, c[0][1] - last[1]), `Not among the ${c.length} best: worse than ${lossText(c[0][1] - last[1])}.`);
};
const answerWords = (one, answer, loss) => {
  const best = isCube(one) ? ACTION[one.b] : one.c[0][0], words = isCube(one) ? ACTION[answer] : answer;
  if (answer === null) return `Best: <b>${wholeHops(best)}</b>.`;
  if (loss < LEAST) return `<b>${wholeHops(words)}</b> is best.`;
  return `<b>${wholeHops(words)}</b> loses <b class="${lossClass(loss)}">${lossText(loss)}</b>${loss < ERROR ? ': good enough' : ': not yet'}. Best: <b>${wholeHops(best)}</b>.`;
};
/* Marks the play that was answered now among the candidates. */
const markNow = (one, answer) => {
  for (const row of by('weighed').querySelectorAll('[data-candidate]'))
    if (one.c[+row.dataset.candidate][0] === answer) row.cells[0].insertAdjacentHTML('beforeend', ' <small class="soft">now</small>');
};
const tellAnswer = (card, answer, loss, words) => {
  const {one} = card;
  nextTurn();
  Object.assign(card, nextPlace(card.box, loss));
  if (loss >= ERROR) quiz.missed.push(card);
  showQuestion(card, words ? `${plain(words)} Best: <b>${plain(one.c[0][0])}</b>.` : answerWords(one, answer, loss));
  by('why').textContent = whole(one.why || '');
  by('comment').textContent = commentWords(one);
  by('weighed').innerHTML = weighed(one).replaceAll('>played<', '>in the match<');
  if (!isCube(one)) {
    markNow(one, answer);
    task.arrows = [...answer && loss >= LEAST ? [['made', answer]] : [], ['best', one.c[0][0]]];
    drawArrows(one, task.arrows);
  }
  const next = () => { quiz.at++; askCard(); };
  Object.assign(task, {press: null, act: {next, open: () => openCard(card)}, keys: {' ': next, Enter: next, e: () => openCard(card), Escape: goHome}});
  const note = ENGINE === undefined ? '' : `<p><input data-note maxlength="300" placeholder="Your note" aria-label="Your note" value="${plain(card.note || '')}"></p>`;
  drawTask(`${quizHead(card)}<p class="soft says" role="status">Comes again ${dayWords(card.due)}.</p>${note}${buttons([['open', 'Open in the review'], ['next', 'Next', true]])}`);
  keepCard(card);
  const line = by('task').querySelector('[data-note]');
  if (line) line.onchange = () => { card.note = line.value; keepNote(card).catch(error => say(`The note is not kept: ${error.message}`)); };
};
const openCard = card => {
  if (card.href) { location.href = ENGINE + card.href; return; }
  endTask();
  show(LIST.findIndex(one => hash(one) === card.key));
};

/* ---- a round ---- */

const nothingDue = () => {
  const later = quiz.cards.filter(card => card.due > today()).sort((a, b) => a.due - b.due), first = later[0];
  if (!first) return 'There is no error to ask for.';
  return `Nothing is due. Next: ${later.filter(card => card.due === first.due).length} ${dayWords(first.due)}.`;
};
const endRound = (fault = '') => {
  const asked = quiz.round.length;
  by('where').textContent = 'Quiz';
  by('sentence').innerHTML = asked ? `<b>Right: ${asked - quiz.missed.length} of ${asked}.</b>` : plain(fault) || nothingDue();
  clearWords('weighed', 'seat-above', 'seat-below', 'board');
  const again = quiz.missed.map((card, i) => `<button data-act="missed${i}">${plain(nameOf(card.one, card.one.p))}: ${isCube(card.one) ? ACTION[card.one.b] : plain(card.one.c[0][0])}</button>`).join('');
  Object.assign(task, {press: null, act: {leave: goHome, more: startQuiz, ...Object.fromEntries(quiz.missed.map((card, i) => [`missed${i}`, () => openCard(card)]))}, keys: {Escape: goHome}});
  drawTask(`${again ? `<h2>These come again tomorrow</h2><p class="list">${again}</p>` : ''}${buttons([['leave', 'Back'], ...asked ? [['more', 'Next round', true]] : []])}`);
};
const startQuiz = async () => {
  showReview();
  beginTask('quiz', {keys: {Escape: goHome}});
  const {turn} = task;
  let fault = '';
  Object.assign(quiz, {cards: [], round: [], at: 0, missed: []});
  try { quiz.cards = await loadCards(); } catch (error) { fault = error.message; }
  if (task.turn !== turn) return;
  quiz.round = roundOf(quiz.cards);
  if (quiz.round.length === 0) endRound(fault); else askCard();
};
