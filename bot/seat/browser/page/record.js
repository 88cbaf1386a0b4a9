/* The record of the match: what was done in each game, with the board of each decision, and
 * stepping back through it. */
import {make} from './board.js';
import {CENTRED, sceneAfter, sceneBefore} from './queue.js';
import {lower, me, opponent, resultKind, says, t} from './words.js';

const DONE = {play: e => e.text, dance: () => 'no play', double: e => `doubles to ${e.points}`, take: () => 'takes', pass: () => 'passes',
  resign: () => 'resigns', reject: () => 'plays on'};

/* Events as [{cells: [{mine, dice, text, scene}, ...], end: {mine, words} or null}, ...] by game;
 * the last of them may have no cell yet, and no cube. */
export const gamesOf = (events, isCrawford) => {
  const games = [], lastGame = events.findLastIndex(e => e.kind === 'game');
  let scene = null;
  for (const [i, e] of events.entries()) {
    const cube = isCrawford && i >= lastGame ? null : CENTRED;
    if (e.kind === 'game' || e.kind === 'match') scene = null;
    if (e.kind === 'game' || games.length === 0) games.push({cells: [], end: null});
    const game = games.at(-1);
    if (e.kind in DONE) {
      const isRolled = e.kind === 'play' || e.kind === 'dance';
      game.cells.push({mine: e.mine, dice: isRolled ? e.dice.join('-') : '', text: DONE[e.kind](e), scene: sceneBefore(scene, e, cube)});
    }
    if (e.kind === 'game_end') game.end = {mine: e.mine, points: e.points, kind: resultKind(e.points, scene?.cube?.value ?? 1)};
    scene = sceneAfter(scene, e, cube);
  }
  return games.filter((game, i) => game.cells.length > 0 || i === games.length - 1);
};

/* "Game 1: you win 2 (gammon)" */
const gameLine = (game, number) => {
  const {end} = game;
  return `Game ${number}${end ? `: ${lower(says(end.mine, 'win', 'wins'))} ${end.points}${end.kind ? ` (${end.kind})` : ''}` : ''}`;
};
/* Cells as rows of [mine, theirs]; a turn of mine that follows one of theirs begins a row. */
const rowsOf = cells => {
  const rows = [];
  for (const cell of cells) {
    const side = cell.mine ? 0 : 1, last = rows.at(-1);
    if (!last || last[side] || side === 0 && last[1]) rows.push([]);
    rows.at(-1)[side] = cell;
  }
  return rows;
};
const cellOf = (cell, pick) => {
  if (!cell) return make('td');
  const button = make('button', {tabindex: -1, 'data-i': cell.i, class: cell.i === t.back || cell.isNow && t.back === null ? 'on' : ''},
    make('span', 'dd', cell.dice), cell.text.replaceAll('*(', '*\u2060('));
  button.onclick = () => pick(cell.isNow ? null : cell.i);
  return make('td', '', button);
};
const gameTable = (game, pick) => make('table', 'rec', make('thead', {}, make('tr', {}, make('th', {}, make('span', 'sr', 'Move')), make('th', {}, me()), make('th', {}, opponent()))),
  make('tbody', {}, ...rowsOf(game.cells).map((row, i) => make('tr', {}, make('td', 'no', `${i + 1}`), cellOf(row[0], pick), cellOf(row[1], pick)))));
/* The games before are folded. `pick(i)` looks back at a cell, or at the game for null. */
export const recordParts = (games, first, pick) => games.map((game, i) => {
  const isLast = i === games.length - 1, isLooked = game.cells.some(cell => cell.i === t.back);
  return isLast ? gameTable(game, pick) : make('details', isLooked ? {open: ''} : {}, make('summary', {}, gameLine(game, first + i)), gameTable(game, pick));
});
/* Of a cell: the number of its row in its game. */
export const moveNumber = (games, cell) => 1 + rowsOf(games.find(game => game.cells.includes(cell)).cells).findIndex(row => row.includes(cell));
