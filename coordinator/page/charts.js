// SPDX-License-Identifier: MIT
// Plots. What a plot shows stands beside it as a table too.
'use strict';

const charts = [];  // {build, chart}

function colour(role) {
  return getComputedStyle(document.documentElement).getPropertyValue('--' + role).trim();
}

function makeChart(entry) {
  if (entry.chart) entry.chart.destroy();
  Chart.defaults.color = colour('text');
  Chart.defaults.borderColor = colour('line');
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.animation = false;
  entry.chart = new Chart(entry.canvas, entry.build());
}

// Made when it first comes near the part of the page that is seen: a page of a hundred games stays fast.
const comingIntoView = new IntersectionObserver((sightings) => {
  for (const sighting of sightings) {
    const entry = charts.find((candidate) => candidate.canvas === sighting.target);
    if (!sighting.isIntersecting || !entry || entry.chart) continue;
    makeChart(entry);
    comingIntoView.unobserve(entry.canvas);
  }
}, {rootMargin: '600px'});

function chart(label, build) {
  const canvas = el('canvas', {role: 'img', 'aria-label': label});
  const entry = {canvas, build, chart: null};
  charts.push(entry);
  comingIntoView.observe(canvas);
  return {node: el('div', {class: 'chart'}, canvas), redraw: () => entry.chart && makeChart(entry)};
}

function redrawCharts(all) {
  for (const entry of charts) {
    if (entry.chart || (all && entry.canvas.isConnected)) makeChart(entry);
  }
}

const kLineColours = ['accent', 'second', 'third', 'fourth', 'text', 'soft'];
const kPoints = ['circle', 'rect', 'triangle', 'rectRot', 'cross', 'star'];

function lineChart(options) {
  const many = options.labels.length > 60;
  return {
    type: 'line',
    data: {
      labels: options.labels.map(visible),
      datasets: options.lines.map((line, i) => ({
        label: visible(line.label),
        data: line.values,
        borderColor: colour(line.role || kLineColours[i % kLineColours.length]),
        backgroundColor: colour(line.role || kLineColours[i % kLineColours.length]),
        borderWidth: 2,
        borderDash: i < kLineColours.length ? [] : [6, 3],
        pointStyle: kPoints[i % kPoints.length],
        pointRadius: many ? 0 : 3.5,
        stepped: false,
        spanGaps: true,
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      interaction: {mode: 'index', intersect: false},
      plugins: {legend: {display: options.lines.length > 1, labels: {usePointStyle: true}}},
      scales: {
        x: {title: {display: true, text: options.x}, ticks: {maxRotation: 40, autoSkipPadding: 12}},
        y: {title: {display: true, text: options.y}, beginAtZero: !options.logarithmic,
          type: options.logarithmic ? 'logarithmic' : 'linear', grace: '4%',
          ticks: options.logarithmic || options.y === 'seconds' ? {} : {precision: 0},
          suggestedMax: options.logarithmic ? undefined : 1},
      },
    },
  };
}

// States level by level, with a switch between two scales and the figures as a table.
function levelSection(level, game) {
  const points = game.levels.points;
  if (!points.length) {
    return section(level, 'Growth of the state space', el('p', {}, game.levels.note));
  }
  const largest = points.reduce((best, point) => point[1] > best[1] ? point : best, points[0]);
  const says = 'States first reached after so many steps: ' + counted(game.levels.count, 'level') +
    ', the largest, level ' + number(largest[0]) + ', with ' + counted(largest[1], 'state') + '.';
  let logarithmic = false;
  const plot = chart(says, () => lineChart({
    labels: points.map((point) => point[0]), x: 'level (steps from the start)', y: 'states', logarithmic,
    lines: [{label: 'states', values: points.map((point) => point[1])}],
  }));
  const box = el('input', {type: 'checkbox', change: () => {
    logarithmic = box.checked;
    plot.redraw();
  }});
  const rows = table({label: 'States per level', hideCaption: true}, [
    {title: 'Level', number: true, head: true, cell: (point) => number(point[0])},
    {title: 'States', number: true, cell: (point) => number(point[1])},
  ], points.slice(0, 300));
  return section(level, 'Growth of the state space', el('p', {}, says),
    game.levels.note ? el('p', {class: 'soft'}, game.levels.note) : null,
    el('p', {class: 'screen'}, el('label', {}, box, 'logarithmic scale')), plot.node,
    el('details', {class: 'screen'}, el('summary', {}, 'The figures as a table'), rows.node,
      more(points.length - 300, 'levels')));
}

function historySection(history) {
  if (!history || history.nights.length === 0) return null;
  const plots = history.series.map((series) => {
    const id = freshId('series');
    const says = series.title + ', night by night: ' + series.lines.map((line) =>
      line.label + ' ' + line.values.filter((v) => v !== null).slice(-1).map(number).join('')).join(', ') + '.';
    const plot = chart(says, () => lineChart({labels: history.nights, x: 'night', y: series.unit, lines: series.lines}));
    return el('section', {'aria-labelledby': id}, el('h3', {id}, series.title), plot.node);
  });
  const columns = [{title: 'Night', head: true, cell: (row) => name(row.night)}];
  history.series.forEach((series, s) => series.lines.forEach((line, l) => columns.push({
    title: series.lines.length > 1 ? line.label : series.title, number: true,
    cell: (row) => row.values[s][l] === null ? '\u2013' : number(row.values[s][l]),
  })));
  const rows = history.nights.map((night, i) => ({
    night, values: history.series.map((series) => series.lines.map((line) => line.values[i])),
  }));
  return section(2, 'History', history.more ? more(history.more, 'older nights in the sweep\u2019s history') : null,
    el('div', {class: 'charts'}, plots),
    el('details', {}, el('summary', {}, 'The figures as a table'),
      table({label: 'Figures of every night', hideCaption: true}, columns, rows).node));
}
