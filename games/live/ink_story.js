#!/usr/bin/env node
// SPDX-License-Identifier: MIT
'use strict';
// A story written in ink as a live game (README.md, questproof-live/1). Needs Node.js and the npm package inkjs:
//
//   npm install inkjs
//   questproof agent run --complete -- node games/live/ink_story.js STORY.ink
//
// Usage: node ink_story.js [OPTIONS] STORY
//   STORY is compiled (.json) or source (.ink; INCLUDEd files lie beside it).
//   --show-variables        the story's global variables are seen, as the state of the object "story"
//   --show-variables=A,B    only these
//   --show-state            the view tells states apart: a fingerprint of all that what follows depends on
//   --lines N               lines of text in one turn, at most (10000)
//   --seconds N             for one turn, at most (5)
//
// What goes wrong in the story (an error at run time, content that runs out, a turn without an end) is
// answered with "ok": false; the story then stands where it stood before.

const fs = require('fs');
const path = require('path');
const crypto = require('crypto');
const readline = require('readline');
const {createRequire} = require('module');

class Refusal extends Error {}

function readArguments(list) {
  const options = {variables: null, state: false, lines: 10000, seconds: 5, file: null};
  for (let i = 0; i < list.length; i++) {
    const word = list[i];
    if (word === '--show-variables') options.variables = 'all';
    else if (word.startsWith('--show-variables=')) options.variables = new Set(word.slice(17).split(','));
    else if (word === '--show-state') options.state = true;
    else if (word === '--lines') options.lines = Number(list[++i]);
    else if (word === '--seconds') options.seconds = Number(list[++i]);
    else if (word.startsWith('--') || options.file !== null) throw new Refusal(`unknown argument ${word}`);
    else options.file = word;
  }
  if (options.file === null) throw new Refusal('name a story: node ink_story.js STORY.ink');
  if (!(options.lines > 0) || !(options.seconds > 0)) throw new Refusal('--lines and --seconds want numbers');
  return options;
}

// inkjs may lie where the player works, beside the story, beside this file, or where NODE_PATH says.
function loadInk(file) {
  for (const folder of [process.cwd(), path.dirname(path.resolve(file)), __dirname]) {
    try {
      return createRequire(path.join(folder, 'here.js'))('inkjs/full');
    } catch (problem) {
      if (problem.code !== 'MODULE_NOT_FOUND') throw problem;
    }
  }
  throw new Refusal('the package inkjs is not there: npm install inkjs');
}

function compiled(ink, file) {
  const source = fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  if (file.endsWith('.json')) return source;
  const folder = path.dirname(file);
  const errors = [];
  const options = {
    sourceFilename: path.basename(file), pluginNames: [], countAllVisits: false,
    errorHandler: (message, type) => { if (type === 2) errors.push(message); },
    fileHandler: {
      ResolveInkFilename: name => path.resolve(folder, name),
      LoadInkFileContents: name => fs.readFileSync(name, 'utf8').replace(/^\uFEFF/, ''),
    },
  };
  let story = null;
  try {
    story = new ink.Compiler(source, options).Compile();
  } catch (problem) {
    if (errors.length === 0) errors.push(String(problem.message || problem));
  }
  if (errors.length > 0 || !story) throw new Refusal(`${file} is no ink: ${errors.join('; ')}`);
  return story.ToJson();
}

// Which visit counts matter for what follows, and how far. A count that nothing reads is left out; one
// that only decides whether a choice was taken counts to one; one that picks from a list of alternatives
// counts as far as the list goes. All others count in full.
class VisitCounts {
  constructor(story) {
    this.once = new Set();     // containers that an only-once choice leads to
    this.read = new Set();     // whose number is read by name
    this.listed = new Map();   // container -> number => number
    this.allAreRead = false;   // READ_COUNT of something that is found out in play
    this.ages = false;         // TURNS_SINCE is used
    this.turns = false;        // TURNS is used
    this.random = false;       // chance is used
    this.rules = new Map();    // by path
    this.story = story;
    this.walk(story.mainContentContainer, new Set());
  }

  walk(container, seen) {
    if (seen.has(container)) return;
    seen.add(container);
    const content = container.content;
    const parts = [...content, ...(container.namedContent ? container.namedContent.values() : [])];
    parts.forEach((part, at) => {
      if (part.content !== undefined && part.namedContent !== undefined) this.walk(part, seen);
      else this.note(part, at, container);
    });
  }

  note(part, at, container) {
    if (part.choiceTarget !== undefined && part.onceOnly !== undefined) {
      if (part.onceOnly) this.once.add(part.choiceTarget);
    } else if (part.pathForCount !== undefined) {
      if (part.pathForCount !== null) this.read.add(part.containerForCount);
    } else if (part.constructor.CommandType !== undefined) {
      const kinds = part.constructor.CommandType;
      if (part.commandType === kinds.VisitIndex) this.listed.set(container, this.limit(container.content, at));
      if (part.commandType === kinds.ReadCount) this.allAreRead = true;
      if (part.commandType === kinds.TurnsSince) this.ages = true;
      if (part.commandType === kinds.Turns) this.turns = true;
      if ([kinds.Random, kinds.SequenceShuffleIndex, kinds.ListRandom, kinds.SeedRandom].includes(part.commandType)) {
        this.random = true;
      }
    }
  }

  // After the count (less one) come a number and MIN, or a number and the remainder.
  limit(content, at) {
    const number = content[at + 1] && content[at + 1].value;
    const verb = content[at + 2] && content[at + 2].name;
    if (Number.isInteger(number) && verb === 'MIN') return count => Math.min(count, number + 1);
    if (Number.isInteger(number) && number > 0 && verb === '%') {
      return count => count < 1 ? count : (count - 1) % number + 1;
    }
    return count => count;
  }

  // What is kept of a count; 0 and nothing are the same.
  kept(name, count) {
    if (!this.rules.has(name)) this.rules.set(name, this.rule(name));
    return this.rules.get(name)(count);
  }

  rule(name) {
    const whole = count => count;
    const container = this.story.ContentAtPath(new this.Path(name)).container;
    if (this.allAreRead || !container || this.read.has(container)) return whole;
    if (this.listed.has(container)) return this.once.has(container) ? whole : this.listed.get(container);
    return this.once.has(container) ? count => Math.min(count, 1) : () => 0;
  }
}

class Game {
  constructor(options) {
    this.options = options;
    const ink = loadInk(options.file);
    this.json = compiled(ink, options.file);
    this.ink = ink;
    this.saved = new Map();
    this.name = path.basename(options.file).replace(/\.(ink|json)+$/, '').replace(/\.ink$/, '');
    this.makeStory();
    this.counts = new VisitCounts(this.story);
    this.counts.Path = this.story.mainContentContainer.path.constructor;
  }

  makeStory() {
    this.story = new this.ink.Story(this.json);
    this.story.allowExternalFunctionFallbacks = true;
    this.problems = [];
    this.story.onError = (message, type) => { if (type === 2) this.problems.push(message); };
  }

  reset(seed) {
    this.makeStory();
    this.story.state.storySeed = Number(seed % 2147483647);
    this.story.state.previousRandom = 0;
    this.time = 0;
    this.refused = '';
    this.takeTurn();
  }

  // Reads on until there is something to choose. Throws where the story fails.
  takeTurn() {
    const story = this.story;
    const lines = [];
    const tags = [];
    const started = Date.now();
    this.problems = [];
    try {
      while (story.canContinue) {
        do this.goOn(started); while (!story.asyncContinueComplete);
        lines.push(story.currentText || '');
        tags.push(...(story.currentTags || []));
        if (lines.length > this.options.lines) {
          throw new Refusal(`the story goes on and on: more than ${this.options.lines} lines without a choice`);
        }
        if (this.problems.length > 0) break;
      }
    } catch (problem) {
      if (problem instanceof Refusal) throw problem;
      throw new Refusal(String(problem.message || problem));
    }
    if (this.problems.length > 0) throw new Refusal(this.problems.join('; '));
    this.turn = {text: lines.join('').trim(), tags, choices: unique(story.currentChoices)};
    this.kept = null;
  }

  // The whole state as text, and what is seen of it: made once a turn.
  state() {
    if (this.kept === null) this.kept = {state: this.story.state.ToJson(), seen: null};
    return this.kept.state;
  }

  goOn(started) {
    const left = this.options.seconds * 1000 - (Date.now() - started);
    if (left <= 0) throw new Refusal(`the story goes on and on: no choice after ${this.options.seconds} s`);
    this.story.ContinueAsync(left);
  }

  choose(text) {
    const index = this.turn.choices.indexOf(text);
    if (index < 0) {
      this.refused = 'there is no such choice';
      return;
    }
    const before = this.state();
    const kept = this.kept;
    try {
      this.story.ChooseChoiceIndex(index);
      const turn = this.turn;
      try {
        this.takeTurn();
      } catch (problem) {
        this.turn = turn;
        throw problem;
      }
      this.time += 1;
    } catch (problem) {
      this.makeStory();
      this.story.state.LoadJson(before);
      this.kept = kept;
      throw problem instanceof Refusal ? problem : new Refusal(String(problem.message || problem));
    }
  }

  save(slot) {
    this.state();
    this.saved.set(slot, {kept: this.kept, turn: this.turn, time: this.time});
  }

  restore(slot) {
    const saved = this.saved.get(slot);
    if (!saved) throw new Refusal('nothing was saved under that name');
    if (saved.kept !== this.kept) this.story.state.LoadJson(saved.kept.state);
    this.kept = saved.kept;
    this.turn = saved.turn;
    this.time = saved.time;
    this.refused = '';
  }

  seenState() {
    this.state();
    if (this.kept.seen === null) this.kept.seen = this.look();
    return this.kept.seen;
  }

  look() {
    const state = {};
    if (this.turn.tags.length > 0) state.tags = this.turn.tags.join(', ');
    if (this.options.variables !== null) {
      const variables = this.story.variablesState;
      for (const name of variables._globalVariables.keys()) {
        if (this.options.variables !== 'all' && !this.options.variables.has(name)) continue;
        state[name] = textOf(variables.GetVariableWithName(name));
      }
    }
    if (this.options.state) state.fingerprint = this.fingerprint();
    return state;
  }

  // Of all that what follows depends on. Left out: the text of this turn, numbers of threads (only
  // which thread a choice belongs to counts), the turn unless the story asks for it, the seed unless it
  // uses chance, and visit counts as far as nothing depends on them.
  fingerprint() {
    const whole = JSON.parse(this.state());
    const counts = {};
    for (const name of Object.keys(whole.visitCounts || {}).sort()) {
      const kept = this.counts.kept(name, whole.visitCounts[name]);
      if (kept !== 0) counts[name] = kept;
    }
    const turns = {};
    for (const name of Object.keys(whole.turnIndices || {}).sort()) {
      turns[name] = whole.turnIdx - whole.turnIndices[name];
    }
    const flows = {};
    for (const name of Object.keys(whole.flows).sort()) flows[name] = plainFlow(whole.flows[name]);
    const kept = {
      flows, flow: whole.currentFlowName, variables: sorted(whole.variablesState), stack: whole.evalStack,
      divert: whole.currentDivertTarget, counts,
      turns: this.counts.ages ? turns : null,
      turn: this.counts.turns ? whole.turnIdx : null,
      chance: this.counts.random ? [whole.storySeed, whole.previousRandom] : null,
    };
    return crypto.createHash('sha1').update(JSON.stringify(kept)).digest('hex').slice(0, 24);
  }

  observation() {
    const view = {at: [0, 0, 0], health: 100, score: 0, alive: true, objects: [], terrain: [],
                  text: this.turn.text, choices: this.turn.choices};
    const state = this.seenState();
    if (Object.keys(state).length > 0) view.objects.push({id: 'story', type: 'story', at: [0, 0, 0], state});
    if (this.refused) view.refused = this.refused;
    return {ok: true, time: this.time, over: this.turn.choices.length === 0, agents: {reader: view}};
  }

  act(action) {
    this.refused = '';
    if (action === undefined || action.wait !== undefined) return;
    if (action.choose !== undefined) this.choose(String(action.choose));
    else this.refused = 'in a story one can only choose';
  }

  answer(request) {
    if (request.do === 'hello') {
      const hello = {ok: true, protocol: 'questproof-live/1', game: this.name, agents: ['reader'], can: ['save']};
      if (this.options.state) hello.views = 'whole';
      return hello;
    }
    if (request.do === 'reset') {
      this.reset(Number(request.seed || 0));
    } else if (request.do === 'act') {
      if (typeof request.actions !== 'object' || request.actions === null) throw new Refusal('"actions" is missing');
      this.act(request.actions.reader);
    } else if (request.do === 'save') {
      this.save(String(request.slot));
      return {ok: true};
    } else if (request.do === 'restore') {
      this.restore(String(request.slot));
    } else if (request.do === 'end') {
      return {ok: true};
    } else if (request.do !== 'observe') {
      throw new Refusal('unknown request');
    }
    return this.observation();
  }
}

// Choices that read the same are told apart by numbers.
function unique(choices) {
  const seen = new Map();
  return choices.map(choice => {
    const text = choice.text.trim() || '(no words)';
    const count = (seen.get(text) || 0) + 1;
    seen.set(text, count);
    return count === 1 ? text : `${text} (${count})`;
  });
}

function textOf(value) {
  if (value === null || value === undefined) return '';
  if (value.value === undefined) return String(value);
  const inner = value.value;
  return inner === null ? '' : String(inner);
}

function sorted(object) {
  const result = {};
  for (const key of Object.keys(object || {}).sort()) result[key] = object[key];
  return result;
}

function plainThread(thread) {
  return {callstack: thread.callstack, previous: thread.previousContentObject};
}

// A flow without the text that was read and without running numbers.
function plainFlow(flow) {
  const threads = new Map();
  for (const thread of flow.callstack.threads) threads.set(thread.threadIndex, plainThread(thread));
  for (const [name, thread] of Object.entries(flow.choiceThreads || {})) {
    threads.set(Number(name), plainThread(thread));
  }
  return {
    threads: flow.callstack.threads.map(plainThread),
    choices: flow.currentChoices.map(choice => ({
      text: choice.text, target: choice.targetPath, source: choice.originalChoicePath,
      tags: choice.tags, thread: threads.get(choice.originalThreadIndex),
    })),
  };
}

function main() {
  let game = null;
  let why = '';
  try {
    game = new Game(readArguments(process.argv.slice(2)));
  } catch (problem) {
    why = String(problem.message || problem);
    process.stderr.write(why + '\n');
  }
  const input = readline.createInterface({input: process.stdin, terminal: false, crlfDelay: Infinity});
  input.on('line', line => {
    let request = {};
    let answer;
    try {
      request = JSON.parse(line);
      answer = game === null && request.do !== 'end' ? {ok: false, error: why} : game === null ? {ok: true} : game.answer(request);
    } catch (problem) {
      answer = {ok: false, error: String(problem.message || problem)};
    }
    process.stdout.write(JSON.stringify(answer) + '\n');
    if (request.do === 'end') input.close();
  });
  input.on('close', () => process.stdin.destroy());
}

main();
