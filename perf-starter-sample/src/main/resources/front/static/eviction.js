// The panel of eviction: a change, and when the copies of each instance go.

import { cacheOf, call, put } from './calls.js';
import { on } from './events.js';
import { awaited, element, instances, panel, pause, sized } from './panel.js';

const TICKET = 1;

// The last changes, of whoever; times are those of the instances, in microseconds.
const changes = [];
let waiting = null;

const { find } = panel('eviction', change);
const tracks = find('.tracks');
const story = find('.story');

// ---- the button

async function change(port, say) {
  say(`Reads ticket ${TICKET} on every instance, until each has a copy.`);
  const ports = instances();
  await Promise.all(ports.map(readUntilKept));
  const { body: ticket } = await call(`/instances/${port}/tickets/${TICKET}`);
  const notes = `changed on ${port} at ${new Date().toLocaleTimeString()}`;
  waiting = { port, ports, ...awaited('The eviction on all instances') };
  say(`Changes ticket ${TICKET} on ${port}.`);
  await put(`/instances/${port}/tickets/${TICKET}`, { ...ticket, notes });
  const last = await waiting.promise;
  const answers = await Promise.all(ports.map((one) => call(`/instances/${one}/tickets/${TICKET}`)));
  const fresh = answers.filter(({ body }) => body.notes === notes).length;
  say(`${last} after the commit the copy was gone from ${all(ports)}. Read again, ${fresh} of ${ports.length} answer “${notes}”.`);
}

async function readUntilKept(port) {
  for (let i = 0; i < 50 && cacheOf(await call(`/instances/${port}/tickets/${TICKET}`)) !== 'hit'; i++) {
    await pause(40);
  }
}

function all(ports) {
  return ports.length === 2 ? `both instances` : `all ${ports.length} instances`;
}

// ---- what the instances tell

on('eviction', (event) => {
  const concerned = { COMMITTED: committed, EVICTED: evicted, HEARD: heard }[event.what](event);
  if (concerned) {
    show(concerned);
    if (waiting?.port === concerned.port && waiting.ports.every((port) => concerned.gone.has(port))) {
      waiting.done(after(concerned, Math.max(...concerned.gone.values())));
      waiting = null;
    }
  }
});

// Several evictions of one transaction are one change.
function committed({ port, at, cache, ids }) {
  let change = changes.find((one) => one.port === port && !one.gone.has(port));
  if (!change) {
    change = { port, at, what: [], gone: new Map(), number: Infinity };
    changes.unshift(change);
    changes.splice(20);
  }
  change.what.push(named(cache, ids));
  return change;
}

function evicted({ port, at, origin, number }) {
  const change = changes.find((one) => one.port === port && (!one.gone.has(port) || one.number === number));
  if (change && !change.gone.has(port)) {
    Object.assign(change, { origin, number });
    change.gone.set(port, at);
  }
  return change;
}

function heard({ port, at, origin, number }) {
  const told = changes.filter((one) => one.origin === origin && one.number <= number && !one.gone.has(port));
  told.forEach((change) => change.gone.set(port, at));
  return told[0];
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
  story.replaceChildren(...lines.map(({ at, words }) => element('li', '', `${words} `, element('b', '', after(change, at)))));
  const end = scale(Math.max(...lines.map(({ at }) => at - change.at)));
  const ports = [...new Set([...instances(), ...lines.map(({ port }) => port)])].sort();
  tracks.replaceChildren(...ports.map((port) => track(port, lines.filter((line) => line.port === port), change, end)),
    element('p', 'axis', element('span', '', 'commit'), element('span', '', `${end / 1000} ms`)));
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
