// SPDX-License-Identifier: MIT
// Draws the report out of the block of data in the page. What the keys mean: page_data.h.
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);
const main = document.getElementById('main');

// --- light and dark -------------------------------------------------------------------------------

const kThemes = ['system', 'light', 'dark'];

function storedTheme() {
  try {
    const kept = localStorage.getItem('questproof-theme');
    return kThemes.includes(kept) ? kept : 'system';
  } catch (problem) {  // a file that the browser gives no storage
    return 'system';
  }
}

function showTheme(theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.getElementById('theme').textContent = 'Colours: ' + theme;
  redrawCharts(false);
}

function setUpTheme() {
  let theme = storedTheme();
  showTheme(theme);
  document.getElementById('theme').addEventListener('click', () => {
    theme = kThemes[(kThemes.indexOf(theme) + 1) % kThemes.length];
    try {
      localStorage.setItem('questproof-theme', theme);
    } catch (problem) {  // then it holds for this visit only
    }
    showTheme(theme);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => redrawCharts(false));
}

// On paper everything is open and light; afterwards the page is as it was.
function setUpPrinting() {
  let opened = [];
  let theme;
  addEventListener('beforeprint', () => {
    const every = data.night ? 'details.job.attention, details[open] details' : 'details:not(.screen)';
    opened = [...document.querySelectorAll(every)].filter((details) => !details.open);
    opened.forEach((details) => {
      details.dispatchEvent(new Event('fill'));
      details.open = true;
    });
    theme = document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = 'light';
    redrawCharts(true);
  });
  addEventListener('afterprint', () => {
    opened.forEach((details) => details.open = false);
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    redrawCharts(false);
  });
}

// --- verdicts -------------------------------------------------------------------------------------

function questName(row) {
  return [name(row.name), row.title ? el('span', {class: 'title'}, name(row.title)) : null];
}

function lengthCell(key) {
  return (row) => row[key] === null ? '\u2013' : number(row[key]);
}

function verdictColumns(rows) {
  const columns = [{title: 'Quest', head: true, sort: (row) => row.name, cell: questName}];
  const order = {refuted: 0, unknown: 1, proved: 2};
  if (data.night) columns.unshift({title: 'Job', sort: (row) => row.job, cell: (row) => el('a', {href: '#job-' + row.job_number}, name(row.job))});
  columns.push({title: 'Verdict', sort: (row) => order[row.verdict], cell: (row) => [
    verdictMark(row.verdict),
    row.as_expected === false ? [' ', el('span', {class: 'tag bad'}, 'not as expected: ' + row.expected)] : null,
    row.before && row.before !== row.verdict ? [' ', el('span', {class: 'tag warn'}, 'was ' + row.before)] : null,
    row.carried ? [' ', el('span', {class: 'tag'}, 'carried over')] : null,
  ]});
  columns.push({title: 'Done in', number: true, sort: (row) => row.shortest, cell: lengthCell('shortest')});
  columns.push({title: 'Trap after', number: true, sort: (row) => row.trap_length, cell: lengthCell('trap_length')});
  if (rows.some((row) => row.farthest !== undefined)) {
    columns.push({title: 'Farthest', number: true, sort: (row) => row.farthest, cell: lengthCell('farthest')});
    columns.push({title: 'Blocked states', number: true, sort: (row) => row.blocked, cell: (row) => number(row.blocked)});
  }
  columns.push({title: 'Fatal transitions', number: true, sort: (row) => row.fatal_transitions, cell: (row) => number(row.fatal_transitions)});
  return columns;
}

function verdictSection(rows) {
  const count = (verdict) => rows.filter((row) => row.verdict === verdict).length;
  const tiles = el('ul', {class: 'tiles'}, ['refuted', 'unknown', 'proved'].map((verdict) =>
    el('li', {class: count(verdict) ? verdict : null},
      el('span', {class: 'figure'}, kSigns[verdict] + ' ' + number(count(verdict))), 'quests ' + verdict)));
  if (data.night) {
    const unexpected = rows.filter((row) => row.as_expected === false).length;
    tiles.append(el('li', {class: unexpected ? 'refuted' : null},
      el('span', {class: 'figure'}, number(unexpected)), 'not as expected'));
  }
  const list = table({label: 'Verdict of every quest', class: 'quests', hideCaption: true, rowClass: (row) => row.verdict},
    verdictColumns(rows), rows);

  const status = el('p', {role: 'status', 'aria-live': 'polite', class: 'soft'});
  const text = el('input', {type: 'search', id: 'filter-text', autocomplete: 'off', spellcheck: 'false'});
  const boxes = ['refuted', 'unknown', 'proved'].map((verdict) =>
    el('input', {type: 'checkbox', id: 'filter-' + verdict, value: verdict, checked: true}));
  const other = el('input', {type: 'checkbox', id: 'filter-attention'});
  const otherLabel = data.night ? 'only changed or not as expected' : 'only main quests';
  const apply = () => {
    const wanted = text.value.trim().toLowerCase();
    const verdicts = boxes.filter((box) => box.checked).map((box) => box.value);
    const left = list.filter((row) => verdicts.includes(row.verdict) &&
      (!other.checked || (data.night ? row.as_expected === false || (row.before && row.before !== row.verdict) : row.main)) &&
      (row.name + ' ' + row.title + ' ' + (row.job || '')).toLowerCase().includes(wanted));
    status.textContent = number(left) + ' of ' + counted(rows.length, 'quest') + ' shown';
  };
  [text, ...boxes, other].forEach((control) => control.addEventListener('input', apply));
  apply();
  return section(2, 'Verdicts', tiles,
    el('div', {class: 'filters', role: 'search', 'aria-label': 'Quests that are shown'},
      el('div', {class: 'field'}, el('label', {for: 'filter-text'}, 'Find a quest'), text),
      el('fieldset', {}, el('legend', {}, 'Verdicts that are shown'),
        boxes.map((box) => el('label', {}, box, box.value))),
      el('label', {}, other, otherLabel), status),
    list.node, more(data.night ? data.night.quests_more : 0, 'quests; the certificates have them'));
}

// --- one game -------------------------------------------------------------------------------------

function trapSections(level, game) {
  const trapped = game.quests.filter((quest) => quest.trap);
  const faults = game.faults;
  if (!trapped.length && !faults.length) return null;
  return section(level, 'The way into the trap',
    trapped.map((quest, i) => {
      const story = storyboard(quest.trap, 'Fatal step: from here on the quest cannot be done', quest.trap.steps.length > 0);
      const body = [quest.trap.steps.length ? null : el('p', {class: 'notice bad'}, 'The quest is blocked from the very start.'), story];
      if (trapped.length === 1) return [el('h' + (level + 1), {}, questName(quest)), body];
      return el('details', {open: i === 0}, el('summary', {}, el('h' + (level + 1), {}, name(quest.name))), body);
    }),
    faults.map((fault) => el('details', {}, el('summary', {},
      el('h' + (level + 1), {}, 'Goes out of range: ', name(fault.event))), place(fault.where, fault.quote),
      storyboard(fault.walk, 'Here the event goes out of range', true))),
    more(game.faults_more, 'events that go out of range'));
}

function keepText(remedy) {
  return remedy.map((part, i) => [i ? ', and ' : '', 'kept ', code(part.change[0]), ' at ', name(part.change[1]),
    ' (not ', name(part.change[2]), ')', part.where.length ? [' \u2013 ', part.where.map((w, k) => [k ? ', ' : '', shortPlace(w)])] : null]);
}

function fatalCard(row) {
  return el('li', {},
    el('p', {}, el('strong', {}, name(row.label))),
    el('p', {class: 'soft'}, 'fatal to ', name(row.quest), ', ', counted(row.count, 'transition')),
    place(row.where, row.quote),
    row.keep.length ? [
      el('p', {}, 'The quest would stay possible if this step'),
      el('ul', {}, row.keep.map((remedy) => el('li', {}, keepText(remedy)))),
      more(row.keep_more, 'ways to repair it'),
    ] : el('p', {class: 'soft'}, 'Which change makes it fatal was not found.'),
    el('details', {}, el('summary', {}, 'Shortest route, ' + counted(row.length, 'step')),
      el('ol', {}, row.route.map((label) => el('li', {}, name(label)))), more(row.route_more, 'steps before these')));
}

function fatalSection(level, game) {
  if (!game.fatal.length) return null;
  const scenes = new Map();
  for (const row of game.fatal) {
    if (!scenes.has(row.scene)) scenes.set(row.scene, []);
    scenes.get(row.scene).push(row);
  }
  return section(level, 'Fatal events, by scene',
    el('p', {}, 'Each of these leads from where a quest can be done to where it never can.'),
    [...scenes].map(([scene, rows]) => [
      el('h' + (level + 1), {}, scene ? name(scene) : 'Everywhere'),
      el('ul', {class: 'cards'}, rows.map(fatalCard)),
    ]), more(game.fatal_more, 'fatal events; the certificate has them'));
}

function difficultySection(level, game) {
  const quests = game.quests;
  if (!quests.length) return null;
  const most = (key) => Math.max(0, ...quests.map((quest) => quest[key] || 0));
  const columns = [
    {title: 'Quest', head: true, sort: (quest) => quest.name, cell: questName},
    {title: 'Shortest completion', sort: (quest) => quest.shortest, cell: (quest) => quest.shortest === null
      ? el('span', {class: 'soft'}, quest.impossible ? 'cannot be done' : 'not known')
      : bar(quest.shortest, most('shortest'), counted(quest.shortest, 'step'))},
    {title: 'Farthest from done', sort: (quest) => quest.farthest, cell: (quest) => quest.farthest === null
      ? el('span', {class: 'soft'}, 'not known') : bar(quest.farthest, most('farthest'), counted(quest.farthest, 'step'))},
    {title: 'Blocked share of open states', sort: (quest) => quest.share, cell: (quest) => quest.share === null
      ? el('span', {class: 'soft'}, quest.verdict === 'unknown' ? 'not known' : 'never open')
      : bar(quest.share, 1, percent(quest.share), true)},
    {title: 'Random player gets stuck', sort: (quest) => quest.stuck, cell: (quest) => bar(quest.stuck, 1, quest.stuck === null ? '' : percent(quest.stuck), true)},
    {title: 'Random player\u2019s events', number: true, sort: (quest) => quest.random_events,
      cell: (quest) => quest.random_events === null ? '\u2013' : kNumbers.format(Math.round(quest.random_events * 10) / 10)},
  ];
  return section(level, 'Difficulty of the quests', table({label: 'Difficulty of the quests', class: 'bars', hideCaption: true}, columns, quests).node,
    game.notes.length ? el('p', {class: 'soft'}, game.notes.join(' ')) : null);
}

function completionSection(level, game) {
  const quests = game.quests.filter((quest) => quest.completion);
  if (!quests.length) return null;
  const all = section(level, 'Shortest completions', quests.map((quest) => el('details', {class: 'screen'},
    el('summary', {}, el('h' + (level + 1), {}, name(quest.name)), ' \u2013 ' + counted(quest.completion.length, 'step')),
    storyboard(quest.completion, 'Done', false))));
  all.classList.add('screen');
  return all;
}

function contentSection(level, game) {
  if (!game.content) {
    return section(level, 'What players can reach', el('p', {}, 'This was not examined: the run did not see all states.'));
  }
  const missing = game.missing;
  return section(level, 'What players can reach',
    table({label: 'Content by kind', hideCaption: true}, [
      {title: 'Kind', head: true, cell: (row) => row.kind},
      {title: 'Reached', cell: (row) => bar(row.reached, row.total, number(row.reached) + ' of ' + number(row.total))},
      {title: 'Never seen', number: true, cell: (row) => number(row.total - row.reached - row.not_examined)},
      {title: 'Not examined', number: true, cell: (row) => number(row.not_examined)},
    ], game.content).node,
    missing.length ? [
      el('h' + (level + 1), {}, 'Never seen, and why'),
      table({label: 'Content that no player ever sees', hideCaption: true}, [
        {title: 'Kind', sort: (row) => row.kind, cell: (row) => row.kind},
        {title: 'Name', head: true, sort: (row) => row.name, cell: (row) => name(row.name)},
        {title: 'Never true', cell: (row) => row.never_true ? code(row.never_true) : el('span', {class: 'soft'}, 'no single condition')},
        {title: 'Source', sort: (row) => row.where, cell: (row) => shortPlace(row.where)},
      ], missing).node,
      more(game.missing_more, 'things; the certificate has them'),
    ] : el('p', {class: 'notice good'}, 'Nothing that was examined stays unseen.'));
}

function runSection(level, game) {
  return section(level, 'The run', pairs(game.figures),
    game.phases.length ? table({label: 'Phases', hideCaption: true}, [
      {title: 'Phase', head: true, cell: (row) => row[0]},
      {title: 'Time', number: true, cell: (row) => row[1]},
      {title: 'Processor time', number: true, cell: (row) => row[2]},
      {title: 'Most memory', number: true, cell: (row) => row[3]},
    ], game.phases).node : null,
    game.reductions.length ? el('details', {class: 'screen'},
      el('summary', {}, 'What reductions did: ' + counted(game.reductions.length, 'note')),
      el('ul', {}, game.reductions.map((note) => el('li', {}, name(note))))) : null);
}

function gameSections(level, game) {
  return [
    game.limit ? el('p', {class: 'notice'}, 'A limit was hit: ', name(game.limit), '. What is unknown is no proof of anything.') : null,
    trapSections(level, game), fatalSection(level, game), difficultySection(level, game),
    pictureSection(level, game), graphSection(level, game), completionSection(level, game),
    levelSection(level, game), contentSection(level, game), runSection(level, game),
  ].filter(Boolean);
}

// --- a night --------------------------------------------------------------------------------------

function changesSection(night) {
  const heading = 'What changed since last night';
  if (!night.before) return section(2, heading, el('p', {}, 'There is no finished night before this one to compare with.'));
  const says = el('p', {}, 'Compared with night ', name(night.before), '. Which lines made it so: ',
    code('questproof diff ' + night.sweep));
  if (!night.changes.length) return section(2, heading, says, el('p', {class: 'notice good'}, 'Nothing changed.'));
  return section(2, heading, says, table({label: 'Changes', hideCaption: true, rowClass: (row) => row.kind}, [
    {title: 'Job', sort: (row) => row.job, cell: (row) => el('a', {href: '#job-' + row.job_number}, name(row.job))},
    {title: 'Quest', head: true, sort: (row) => row.quest, cell: (row) => name(row.quest)},
    {title: 'Change', sort: (row) => row.text, cell: (row) => name(row.text)},
  ], night.changes).node, more(night.changes_more, 'changes'));
}

const kSources = {run: 'run', reused: 're-used: unchanged', carried: 'carried over'};

function jobsTable(night) {
  return table({label: 'All jobs', hideCaption: true, rowClass: (job) => job.verdict}, [
    {title: 'Job', head: true, sort: (job) => job.label, cell: (job) => el('a', {href: '#job-' + job.number}, name(job.label))},
    {title: 'Verdict', sort: (job) => job.verdict, cell: (job) => [verdictMark(job.verdict),
      job.as_expected ? null : [' ', el('span', {class: 'tag bad'}, 'not as expected')]]},
    {title: 'Outcome', sort: (job) => job.outcome, cell: (job) => job.outcome === 'finished'
      ? kSources[job.source] : el('span', {class: 'tag warn'}, job.outcome)},
    {title: 'States', number: true, sort: (job) => job.state_count, cell: (job) => job.states || '\u2013'},
    {title: 'Seconds', number: true, sort: (job) => job.seconds, cell: (job) => job.seconds.toFixed(2)},
    {title: 'Memory', number: true, sort: (job) => job.memory, cell: (job) => job.memory ? job.memory_text : '\u2013'},
  ], night.jobs).node;
}

function jobSection(job) {
  const body = el('div', {class: 'job-body'});
  const attention = !job.as_expected || job.changed || job.verdict !== 'proved';
  const details = el('details', {class: 'job' + (attention ? ' attention' : ''), id: 'job-' + job.number},
    el('summary', {}, el('h3', {}, name(job.label)), ' ', verdictMark(job.verdict),
      job.as_expected ? null : [' ', el('span', {class: 'tag bad'}, 'not as expected')],
      job.changed ? [' ', el('span', {class: 'tag warn'}, 'changed')] : null,
      job.outcome === 'finished' ? null : [' ', el('span', {class: 'tag warn'}, job.outcome)]), body);
  const fill = () => {
    if (body.childElementCount) return;
    append(body, [pairs(job.facts), job.message ? el('p', {class: 'notice'}, name(job.message)) : null,
      job.page === null ? el('p', {class: 'soft'}, name(job.no_page)) : gameSections(4, data.games[job.page])]);
  };
  details.addEventListener('fill', fill);
  details.addEventListener('toggle', () => details.open && fill());
  return details;
}

function openNamedJob() {
  const target = location.hash.startsWith('#job-') && document.getElementById(location.hash.slice(1));
  if (!target) return;
  target.dispatchEvent(new Event('fill'));
  target.open = true;
  target.scrollIntoView();
  target.querySelector('summary').focus();
}

function nightSections(night) {
  addEventListener('hashchange', openNamedJob);
  return [changesSection(night), historySection(data.history),
    section(2, 'Jobs', pairs(night.facts), jobsTable(night), more(night.jobs_more, 'jobs; night.json has them')),
    section(2, 'Job by job', el('p', {class: 'screen'}, 'Each opens to its own report.'), night.jobs.map(jobSection))];
}

// --- a run or a sweep that goes on ------------------------------------------------------------------

function progressBody(progress) {
  return [
    el('p', {class: 'notice' + (progress.state === 'finished' ? ' good' : '')}, progress.says),
    progress.total ? [el('label', {for: 'done'}, number(progress.done) + ' of ' + counted(progress.total, progress.unit)),
      el('progress', {id: 'done', max: progress.total, value: progress.done})] : null,
    pairs(progress.facts),
    progress.parts.length ? table({label: progress.parts_title, hideCaption: true}, progress.parts_columns.map((title, i) => (
      {title, head: i === 0, cell: (row) => i === 0 ? name(row[0]) : name(row[i])})), progress.parts).node : null,
  ];
}

function progressSection(progress) {
  const body = el('div', {});
  append(body, progressBody(progress));
  const trouble = el('p', {role: 'status', 'aria-live': 'polite', class: 'soft'});
  const node = section(2, 'Progress', trouble, body);
  let version = progress.version;
  const ask = async () => {
    try {
      const answer = await fetch('progress.json', {cache: 'no-store'});
      if (!answer.ok) throw new Error('status ' + answer.status);
      const now = await answer.json();
      if (now.version !== version) {
        location.reload();
        return;
      }
      body.replaceChildren();
      append(body, progressBody(now));
      trouble.textContent = '';
    } catch (problem) {
      trouble.textContent = 'No answer from questproof serve; what is below is what it said last. (' + problem.message + ')';
    }
    setTimeout(ask, 2000);
  };
  if (location.protocol !== 'file:') setTimeout(ask, 1000);
  return node;
}

// --- the page -------------------------------------------------------------------------------------

function verdictRows() {
  return data.night ? data.night.quests : data.games.length ? data.games[0].quests : [];
}

function fillContents() {
  const list = document.getElementById('contents');
  for (const heading of main.querySelectorAll('h2')) {
    list.append(el('li', {}, el('a', {href: '#' + heading.id}, heading.textContent)));
  }
}

function draw() {
  document.getElementById('title').replaceChildren(name(data.title));
  append(document.getElementById('subtitle'), [data.verdict ? [verdictMark(data.verdict), ' '] : null, name(data.subtitle)]);
  append(document.getElementById('colophon'), [data.colophon]);
  const sections = [];
  if (data.progress) sections.push(progressSection(data.progress));
  if (data.night || data.games.length) sections.push(verdictSection(verdictRows()));
  if (data.night) sections.push(nightSections(data.night));
  else if (data.games.length) sections.push(gameSections(2, data.games[0]));
  append(main, sections);
  fillContents();
  openNamedJob();
}

setUpTheme();
setUpPrinting();
draw();
