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
export const pace = () => Number(kept('pace') ?? 1);

const shownParts = {};
/* A part that has not changed is left alone: focus and scrolling stay. */
export const ifNew = (name, shown, draw) => {
  const key = JSON.stringify(shown);
  if (shownParts[name] !== key) draw();
  shownParts[name] = key;
};

export const BY_US = 'closed by the page';
export const open = id => { if (!el(id).open) el(id).showModal(); };
export const close = id => { if (el(id).open) el(id).close(BY_US); };

export const THEMES = ['automatic', 'light', 'dark'], theme = () => kept('colours') || THEMES[0];
