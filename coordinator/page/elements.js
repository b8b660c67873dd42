// SPDX-License-Identifier: MIT
// Pieces that all sections are made of. Text of a game reaches the page as text nodes only: nothing here, or in
// the other scripts, reads it as markup.
'use strict';

// Characters that would hide, or turn round what stands beside them, become signs that can be seen.
const kHiding = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function visible(text) {
  return String(text).replace(kHiding, (sign) =>
    '\u27e8U+' + sign.codePointAt(0).toString(16).toUpperCase().padStart(4, '0') + '\u27e9');
}

function append(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : document.createTextNode(visible(child)));
  }
  return parent;
}

// el('p', {class: 'soft'}, 'text', node, [more]). A listener is an attribute whose value is a function.
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? '' : visible(value));
  }
  return append(node, children);
}

// A name or text out of a game: what it holds cannot reach beyond it.
const name = (text) => el('bdi', {}, text);
const code = (text) => el('code', {}, name(text));

const kSigns = {proved: '\u2713', refuted: '\u2717', unknown: '?'};

function verdictMark(verdict) {
  return el('span', {class: 'verdict ' + (kSigns[verdict] ? verdict : 'unknown')},
    el('span', {'aria-hidden': 'true'}, (kSigns[verdict] || '?') + ' '), verdict);
}

const kNumbers = new Intl.NumberFormat('en-US');
const number = (value) => kNumbers.format(value);
const counted = (value, one, many) => number(value) + ' ' + (value === 1 ? one : many || one + 's');

// A share as people read it; it never rounds to none or all.
function percent(share) {
  if (share === 0 || share === 1) return share * 100 + '\u00a0%';
  const shown = Math.min(99.99, Math.max(0.01, share * 100));
  return shown.toFixed(2) + '\u00a0%';
}

let freshIds = 0;
const freshId = (stem) => stem + '-' + ++freshIds;

// A section with a heading; `level` is that of the heading.
function section(level, heading, ...children) {
  const id = freshId('section');
  return el('section', {'aria-labelledby': id}, el('h' + level, {id}, heading), children);
}

// What is wider than the page scrolls in a place of its own, which the keyboard reaches.
const scroller = (label, ...children) =>
  el('div', {class: 'scroll', role: 'region', tabindex: '0', 'aria-label': label}, children);

function more(count, what) {
  return count > 0 ? el('p', {class: 'soft more'}, 'and ' + number(count) + ' more ' + what) : null;
}

// Columns: {title, number, sort: row => value, cell: row => content, head: true for the row's own heading}.
// A column with `sort` has a button that sorts by it, one way and the other.
function table(options, columns, rows) {
  const body = el('tbody', {});
  const heads = columns.map((column) => {
    const label = column.sort ? el('button', {type: 'button'}, column.title) : column.title;
    return el('th', {scope: 'col', class: column.number ? 'number' : null}, label);
  });
  const shown = {rows: rows.slice()};
  const draw = () => {
    body.replaceChildren(...shown.rows.filter(shown.filter || (() => true)).map((row) => {
      const cells = columns.map((column) => el(column.head ? 'th' : 'td',
        {class: column.number ? 'number' : null, scope: column.head ? 'row' : null}, column.cell(row)));
      return el('tr', {class: options.rowClass ? options.rowClass(row) : null}, cells);
    }));
  };
  const sortBy = (index, descending) => {
    const key = columns[index].sort;
    shown.rows = rows.map((row, place) => [key(row), place, row]).sort((a, b) => {
      if ((a[0] === null) !== (b[0] === null)) return a[0] === null ? 1 : -1;  // not known: last
      const order = a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
      return (descending ? -order : order) || a[1] - b[1];
    }).map((entry) => entry[2]);
    heads.forEach((head, i) => {
      if (i === index) head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    });
    draw();
  };
  heads.forEach((head, i) => {
    const button = head.querySelector('button');
    if (!button) return;
    button.addEventListener('click', () => sortBy(i, head.getAttribute('aria-sort') === 'ascending'));
  });
  draw();
  const node = scroller(options.label, el('table', {class: options.class || null},
    el('caption', {class: options.hideCaption ? 'visually-hidden' : null}, options.label),
    el('thead', {}, el('tr', {}, heads)), body));
  const filter = (keep) => {
    shown.filter = keep;
    draw();
    return body.rows.length;
  };
  return {node, filter};
}

// A number with a bar beside it, as a part of `most`.
function bar(value, most, text, risk) {
  if (value === null || value === undefined) return el('span', {class: 'soft'}, 'not known');
  const fill = el('span', {class: 'fill'});
  fill.style.width = (most > 0 ? Math.min(100, 100 * value / most) : 0) + '%';
  return el('span', {class: 'bar' + (risk ? ' risk' : '')},
    el('span', {class: 'track', 'aria-hidden': 'true'}, fill), el('span', {class: 'value'}, text));
}

// "harbor.quest:12" of a longer path, which is there to be looked up.
const shortPlace = (where) => el('bdi', {title: where}, where.slice(where.lastIndexOf('/') + 1));

function place(where, quote) {
  if (!where) return null;
  return el('p', {class: 'where'}, shortPlace(where), quote ? el('code', {}, name(quote)) : null);
}

const change = (c) => [code(c[0]), ' ', name(c[1]), ' \u2192 ', name(c[2])];

// A walk as cards. `end`: what is to be said of the last step; `fatal`: it is the step into the trap.
function storyboard(walk, end, fatal) {
  const cards = [];
  walk.steps.forEach((step, i) => {
    if (step.gap) {
      cards.push(el('li', {class: 'gap'}, counted(step.gap, 'step') + ' left out here'));
      return;
    }
    const last = i === walk.steps.length - 1;
    const kinds = [last && fatal ? 'fatal' : last ? 'end' : '', step.move ? 'walk' : ''].filter(Boolean);
    cards.push(el('li', {class: kinds.join(' ') || null},
      last && end ? el('strong', {class: 'badge'}, (fatal ? '\u2717 ' : '\u2713 ') + end) : null,
      el('p', {class: 'head'}, el('span', {}, step.scene ? name(step.scene) : 'everywhere'),
        el('span', {class: 'number'}, 'step ' + number(step.number))),
      el('p', {class: 'does'}, name(step.label)),
      step.trigger !== 'player' ? el('p', {}, el('span', {class: 'tag'}, 'not the player: ' + step.trigger)) : null,
      step.move ? el('p', {}, el('span', {class: 'tag'}, 'walking, not counted')) : null,
      step.chance.length ? el('p', {}, 'Chance picks: ', step.chance.map((c, k) => [k ? '; ' : '', name(c)])) : null,
      step.changes.length
        ? el('ul', {'aria-label': 'What changes'}, step.changes.map((c) => el('li', {class: 'change'}, change(c))))
        : el('p', {class: 'soft'}, 'Nothing changes.'),
      step.changes_more ? more(step.changes_more, 'changes') : null,
      place(step.where, step.quote)));
  });
  const beginning = el('p', {class: 'soft'}, 'Start: ', name(walk.start), '. ',
    counted(walk.length, 'step') +
      (walk.moves ? ', and ' + number(walk.moves) + ' of free walking, which is not counted' : '') + '.');
  const list = fatal && cards.length > 8 ? freshId('step') : null;
  if (list) cards[cards.length - 1].id = list;
  return [beginning, list ? el('p', {class: 'screen'}, el('a', {href: '#' + list}, 'Go to the fatal step')) : null,
    cards.length ? el('ol', {class: 'story'}, cards) : null];
}

function pairs(list) {
  return el('dl', {class: 'pairs'}, list.map(([label, value]) => [el('dt', {}, label), el('dd', {}, name(value))]));
}
