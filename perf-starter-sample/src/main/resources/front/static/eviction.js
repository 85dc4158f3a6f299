// The panel of eviction: a change, and when the copies of each instance go.

import { cacheOf, call, put } from './calls.js';
import { on } from './events.js';
import { awaited, element, instances, panel, pause, sized } from './panel.js';

const TICKET = 1;
const KEPT = 50;
const RECENT = 5_000_000;

// The last changes and messages, of whoever; times are those of the instances, in microseconds.
const changes = [];
const messages = [];
let said = 0;
let waiting = null;

const { find, say } = panel('eviction', change);
const tracks = find('.tracks');
const story = find('.story');

// ---- the button

async function change(port) {
  say(`Reads ticket ${TICKET} on every instance, until each has a copy.`);
  await Promise.all(instances().map(readUntilKept));
  const { body: ticket } = await call(`/instances/${port}/tickets/${TICKET}`);
  const notes = `changed on ${port} at ${new Date().toLocaleTimeString()}`;
  const eviction = awaited('The eviction on all instances');
  waiting = eviction;
  say(`Changes ticket ${TICKET} on ${port}.`);
  await put(`/instances/${port}/tickets/${TICKET}`, { ...ticket, notes });
  const time = await eviction.promise;
  const answers = await Promise.all(instances().map((one) => call(`/instances/${one}/tickets/${TICKET}`)));
  const fresh = answers.filter(({ body }) => body.notes === notes).length;
  say(`The copy was gone from ${everywhere()} ${time} after the commit. Read again, ${fresh} of ${answers.length} answer “${notes}”.`);
}

async function readUntilKept(port) {
  for (let i = 0; i < 50 && cacheOf(await call(`/instances/${port}/tickets/${TICKET}`)) !== 'hit'; i++) {
    await pause(40);
  }
}

function everywhere() {
  return instances().length === 2 ? 'both instances' : `all ${instances().length} instances`;
}

// ---- what the instances tell

on('eviction', (event) => {
  ({ COMMITTED: committed, EVICTED: evicted, HEARD: heard })[event.what](event);
  const last = changes.find(({ tickets }) => tickets.includes(TICKET));
  if (last) {
    show(last);
  }
  if (last && last.at > said && instances().every((port) => last.gone.has(port))) {
    said = last.at;
    const time = after(last, Math.max(...last.gone.values())).slice(1);
    if (waiting) {
      waiting.done(time);
      waiting = null;
    } else {
      say(`${last.port} has changed ticket ${TICKET}. The copy was gone from ${everywhere()} ${time} after the commit.`);
    }
  }
});

// Several evictions of one transaction are one change.
function committed({ port, at, cache, ids }) {
  let change = changes.find((one) => one.port === port && !one.gone.has(port));
  if (!change) {
    change = { port, at, what: [], tickets: [], gone: new Map() };
    changes.unshift(change);
    changes.splice(KEPT);
  }
  change.what.push(named(cache, ids));
  change.tickets.push(...cache === 'tickets' ? ids : []);
}

function evicted({ port, at, origin, number }) {
  const change = changes.find((one) => one.port === port && !one.gone.has(port));
  if (change) {
    Object.assign(change, { origin, number });
    change.gone.set(port, at);
    messages.forEach((message) => settle(change, message));
  }
}

// May come before what it is about, as the front asks one instance after the other.
function heard(message) {
  messages.push(message);
  messages.splice(0, messages.length - KEPT);
  changes.forEach((change) => settle(change, message));
  if (!message.origin && !changes.some(({ at }) => message.at - at < RECENT)) {
    say(`${message.port} has heard from the log in the database that somebody has changed data.`);
  }
}

// The log does not say which change it was: the first reading after the commit contains it.
function settle(change, { port, at, origin, number }) {
  const contained = origin ? change.origin === origin && change.number <= number : !change.origin && change.at <= at;
  if (contained && !change.gone.has(port)) {
    change.gone.set(port, at);
  }
}

function named(cache, ids) {
  return `${{ tickets: 'ticket', 'ticket-search': 'the searches of lot' }[cache] ?? cache} ${[...new Set(ids)].join(', ')}`;
}

// ---- words and picture

function show(change) {
  const lines = [
    { port: change.port, at: change.at, kind: 'commit', words: `${change.port} commits a change at ${clock(change.at)}` },
    ...[...change.gone].map(([port, at]) => ({ port, at, kind: 'gone',
      words: `${port} evicts ${port === change.port ? change.what.join(' and ') : 'the same'}` })),
  ].sort((one, other) => one.at - other.at);
  story.replaceChildren(...lines.map(({ at, kind, words }) => element('li', '', element('i', kind), element('span', '', `${words} `, element('b', '', after(change, at))))));
  const end = scale(Math.max(...lines.map(({ at }) => at - change.at)));
  const ports = [...new Set([...instances(), ...lines.map(({ port }) => port)])].sort();
  tracks.replaceChildren(...ports.map((port) => track(port, lines.filter((line) => line.port === port), change, end)),
    element('p', 'axis', element('span', '', '0 ms: the commit'), element('span', '', `${end / 1000} ms`)));
  tracks.hidden = false;
  tracks.ariaLabel = lines.map(({ at, words }) => `${words}, ${after(change, at)}`).join('; ');
}

function track(port, lines, change, end) {
  return element('div', 'track', element('span', 'name', String(port)), element('div', 'rail',
    ...lines.map(({ at, kind }) => sized(element('i', kind), { at: (at - change.at) / end }))));
}

// The next of 1, 2, 5, 10, … ms.
function scale(micros) {
  let end = 1000;
  for (let i = 0; end < micros; i++) {
    end *= [2, 2.5, 2][i % 3];
  }
  return end;
}

function after(change, at) {
  return `+${((at - change.at) / 1000).toFixed(1)} ms`;
}

function clock(micros) {
  return new Date(micros / 1000).toLocaleTimeString();
}
