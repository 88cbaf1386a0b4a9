/* What all of the table's page stands on: its elements, the board, what the browser keeps. */
import {live} from './board.js';

export const el = id => document.getElementById(id);
export const table = live();
table.svg.id = 'board';
el('board-place').append(table.svg);
export const on = (target, kind, done, more) => target.addEventListener(kind, done, more);
export const setText = (e, text) => { if (e.textContent !== text) e.textContent = text; };
export const kept = name => { try { return localStorage.getItem(name); } catch { return null; } };
export const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a private window */ } };
export const hasKeys = () => kept('keys') !== 'off';
