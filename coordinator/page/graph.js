// SPDX-License-Identifier: MIT
// The picture of scenes. Where things are was decided by the program; this only draws them.
'use strict';

const kSvg = 'http://www.w3.org/2000/svg';

function svg(tag, attributes, ...children) {
  const node = document.createElementNS(kSvg, tag);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined) node.setAttribute(key, visible(value));
  }
  return append(node, children);
}

function shortened(text, most) {
  const signs = Array.from(visible(text));
  return signs.length <= most ? signs.join('') : signs.slice(0, most - 1).join('') + '\u2026';
}

// A smooth line through the points, upright at none of them.
function linePath(points) {
  let path = 'M' + points[0].join(' ');
  for (let i = 1; i < points.length; ++i) {
    const [x0, y0] = points[i - 1];
    const [x1, y1] = points[i];
    const bend = Math.max(18, Math.abs(x1 - x0) / 2) * (x1 >= x0 ? 1 : -1);
    path += x0 === x1
      ? ' C' + [x0 + 34, y0, x1 + 34, y1, x1, y1].join(' ')
      : ' C' + [x0 + bend, y0, x1 - bend, y1, x1, y1].join(' ');
  }
  return path;
}

function arrowHead(tip, from) {
  const back = tip[0] > from[0] ? -9 : tip[0] < from[0] ? 9 : 9;
  return svg('path', {class: 'arrow', d: 'M' + tip.join(' ') + 'l' + back + ' -4.5l0 9z'});
}

function drawEdge(edge, graph) {
  const from = graph.nodes[edge.from].name;
  const to = graph.nodes[edge.to].name;
  const says = from + (edge.both ? ' and ' : ' to ') + to + (edge.both ? ', both ways' : '') +
    (edge.events.length ? ': ' + edge.events.join('; ') : '') +
    (edge.more ? '; and ' + edge.more + ' more' : '');
  const points = edge.points;
  const last = points.length - 1;
  return svg('g', {},
    svg('path', {class: 'edge', d: linePath(points)}, svg('title', {}, says)),
    arrowHead(points[last], points[last - 1]),
    edge.both ? arrowHead(points[0], points[1]) : null);
}

function drawNode(node, game) {
  const kinds = [node.needed.length ? 'needed' : '', node.fatal ? 'sprung' : '', node.seen ? '' : 'unseen'];
  const lines = [];
  if (node.start) lines.push('\u25b6 start');
  if (node.done.length) lines.push('\u2691 ' + counted(node.done.length, 'quest') + ' done here');
  if (node.needed.length) lines.push('\u2605 needed for ' + counted(node.needed.length, 'quest'));
  if (node.fatal) lines.push('\u2717 ' + counted(node.fatal, 'fatal event'));
  const quests = (list) => list.map((q) => game.quests[q].name).join(', ');
  const says = node.name + (node.seen ? '' : ', on no walk that is shown') +
    (node.done.length ? '; done here: ' + quests(node.done) : '') +
    (node.needed.length ? '; every completion comes here: ' + quests(node.needed) : '');
  const middle = node.x + node.width / 2;
  return svg('g', {class: kinds.filter(Boolean).join(' ') || null},
    svg('title', {}, says),
    svg('rect', {x: node.x, y: node.y, width: node.width, height: node.height, rx: 8}),
    svg('text', {class: 'name', x: middle, y: node.y + 20, 'text-anchor': 'middle'}, shortened(node.name, 21)),
    lines.map((line, i) => svg('text', {class: 'small', x: middle, y: node.y + 37 + 15 * i, 'text-anchor': 'middle'}, line)));
}

function neededText(quest) {
  const {events, more: rest, unknown} = quest.needed;
  const heading = el('strong', {}, name(quest.name));
  if (unknown) return el('p', {}, heading, ': not known (', name(unknown), ')');
  if (!events.length) return el('p', {}, heading, ': no single event, there is always another way');
  return el('details', {}, el('summary', {}, heading, ': ' + counted(events.length + rest, 'event')),
    el('ol', {}, events.map((event) => el('li', {}, name(event)))), more(rest, 'events'));
}

function graphSection(level, game) {
  const graph = game.graph;
  if (!graph) return null;
  const edges = graph.edges.map((edge) => drawEdge(edge, graph));
  const nodes = graph.nodes.map((node) => drawNode(node, game));
  const says = 'Scenes and the ways between them: ' + counted(graph.nodes.length, 'scene') + ', ' +
    counted(graph.edges.length, 'connection') + '. The table below tells the same.';
  const picture = svg('svg', {width: graph.width, height: graph.height, role: 'img', 'aria-label': says,
    viewBox: '0 0 ' + graph.width + ' ' + graph.height}, edges, nodes);

  const ways = [{text: 'no way'}];
  game.quests.forEach((quest, i) => {
    const {trap, completion} = graph.routes[i];
    if (trap) ways.push({text: quest.name + ': into the trap', trap: true, ...trap});
    if (completion) ways.push({text: quest.name + ': shortest completion', ...completion});
  });
  const id = freshId('way');
  const choice = el('select', {id, change: () => {
    const way = ways[choice.selectedIndex];
    edges.forEach((edge, i) => {
      const line = edge.querySelector('.edge');
      line.classList.toggle('on', (way.edges || []).includes(i));
      line.classList.toggle('trap', Boolean(way.trap));
    });
    nodes.forEach((node, i) => node.classList.toggle('on-node', (way.nodes || []).includes(i)));
  }}, ways.map((way) => el('option', {}, way.text)));

  const rows = table({label: 'Scenes', hideCaption: true}, [
    {title: 'Scene', head: true, cell: (node) => name(node.name)},
    {title: 'Leads to', cell: (node) => {
      const here = graph.nodes.indexOf(node);
      const next = graph.edges.flatMap((edge) => edge.from === here ? [edge.to] : edge.both && edge.to === here ? [edge.from] : []);
      return next.length ? next.map((n, i) => [i ? ', ' : '', name(graph.nodes[n].name)]) : '\u2013';
    }},
    {title: 'Quests done here', cell: (node) => node.done.map((q, i) => [i ? ', ' : '', name(game.quests[q].name)])},
    {title: 'Every completion comes here', cell: (node) => node.needed.map((q, i) => [i ? ', ' : '', name(game.quests[q].name)])},
    {title: 'Fatal events', number: true, cell: (node) => number(node.fatal)},
  ], graph.nodes);

  const needed = game.quests.filter((quest) => quest.needed);
  return section(level, 'Scenes and bottlenecks', el('p', {}, graph.note),
    el('div', {class: 'filters screen'}, el('div', {class: 'field'}, el('label', {for: id}, 'Show on the picture'), choice)),
    el('ul', {class: 'legend'},
      el('li', {}, '\u25b6 start'), el('li', {}, '\u2691 a quest is done here'),
      graph.needed_known ? el('li', {}, '\u2605 and a thick frame: bottleneck, every completion comes here') : null,
      el('li', {}, '\u2717 fatal events'),
      graph.from_game ? el('li', {}, 'dashed frame: no walk that is shown comes here') : null),
    el('div', {class: 'graph', role: 'region', tabindex: '0', 'aria-label': 'Picture of the scenes'}, picture),
    el('details', {class: 'screen'}, el('summary', {}, 'The scenes as a table'), rows.node),
    needed.length ? [
      el('h' + (level + 1), {}, 'Bottlenecks: what every completion needs'),
      needed.some((quest) => quest.needed.walking_aside)
        ? el('p', {class: 'soft'}, 'Walking that costs nothing was not looked at.') : null,
      el('ul', {class: 'cards'}, needed.map((quest) => el('li', {}, neededText(quest)))),
    ] : null);
}

function pictureSection(level, game) {
  if (!game.picture) return null;
  return section(level, 'The level', el('figure', {},
    el('figcaption', {}, name(game.picture.caption)),
    el('div', {class: 'picture', role: 'region', tabindex: '0', 'aria-label': 'Drawing of the level'},
      el('img', {src: game.picture.source, alt: 'Drawing of the level ' + game.name + '. ' + game.picture.caption}))));
}
