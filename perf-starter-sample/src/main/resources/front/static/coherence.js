// The panel of coherence: who holds a copy, and when a change makes the copies go.

import { call, describe, put } from './calls.js';
import { byPort, pause, whileSeen } from './panel.js';

const REFRESH = 1000;
const LOOK = 5;
const PATIENCE = 1000;

const panel = document.getElementById('coherence');
const form = panel.querySelector('form');
const rows = panel.querySelector('tbody');
const row = panel.querySelector('template').content.firstElementChild;
const summary = document.getElementById('coherence-summary');
const timeline = document.getElementById('coherence-timeline');

let busy = false;

const ticketId = () => form.ticket.valueAsNumber;
const lot = () => form.lot.valueAsNumber;
const search = () => `parkingLotId=${lot()}&searchStartAt=2024-03-01&searchEndAt=2024-03-31`;

// ---- the table

async function refresh() {
  const ports = (await call('/instances')).body;
  await Promise.all(byPort(rows, ports, newRow).map((tr) => showInstance(Number(tr.dataset.port), tr)));
}

function newRow(port) {
  const tr = row.cloneNode(true);
  cell(tr, 'port').textContent = port;
  for (const button of tr.querySelectorAll('button')) {
    button.title = `${button.textContent} on ${port}`;
    button.addEventListener('click', () => act(button.dataset.action, port));
  }
  return tr;
}

function cell(tr, name) {
  return tr.querySelector(`[data-cell=${name}]`);
}

async function showInstance(port, tr) {
  try {
    const [copies, coherence] = await Promise.all([look(port), callSoon(`/instances/${port}/coherence`)]);
    showCopy(cell(tr, 'ticket'), copies.ticket, () => copies.ticket.notes || '(no notes)');
    showCopy(cell(tr, 'search'), copies.search, () => ofSearch(copies.search));
    showCoherence(tr, coherence.answer.ok ? coherence.body : null);
  } catch {
    showCopy(cell(tr, 'ticket'), null);
    showCopy(cell(tr, 'search'), null);
    cell(tr, 'coherence').textContent = 'does not answer';
    cell(tr, 'heard').textContent = '';
  }
}

function showCopy(td, copy, text) {
  td.classList.toggle('held', Boolean(copy));
  td.textContent = copy ? text() : 'none';
}

function ofSearch(page) {
  const first = page.content[0];
  return `${page.totalElements} tickets` + (first ? `, first ${first.id}: ${first.notes || '(no notes)'}` : '');
}

function showCoherence(tr, state) {
  cell(tr, 'coherence').replaceChildren(...(state ? [list([
    state.mode,
    state.certificateAge ? `certificate ${seconds(state.certificateAge)} old` : 'no certificate',
    `mark ${state.mark}`,
    ...state.repairs.slice(-3).map((repair) => `repaired: ${repair.what} (${repair.peer}, ${repair.time})`),
  ])] : ['unknown']));
  cell(tr, 'heard').replaceChildren(...(state ? [list(state.members.map((member) =>
    `${member.address}: ${member.done} of ${member.mark}`
      + (member.heardAge ? `, ${seconds(member.heardAge)} ago` : ', not heard')
      + (member.last ? `, ${member.last}` : '')))] : []));
}

function list(lines) {
  const ul = document.createElement('ul');
  ul.append(...lines.map((line) => item(line)));
  return ul;
}

function item(text) {
  const li = document.createElement('li');
  li.textContent = text;
  return li;
}

// "PT1M0.8S" as "1m0.8s"
function seconds(duration) {
  return duration.slice(2).toLowerCase();
}

// ---- the buttons

const actions = {
  read: async (port) => summary.textContent = describe(await call(`/instances/${port}/tickets/${ticketId()}`)),
  search: async (port) => summary.textContent = describe(await call(`/instances/${port}/search?${search()}`)),
  change,
};

async function act(name, port) {
  if (busy || !form.reportValidity()) {
    return;
  }
  busy = true;
  try {
    await actions[name](port);
  } catch (error) {
    summary.textContent = `Instance ${port}: ${error.message}`;
  } finally {
    busy = false;
  }
  await refresh();
}

async function change(port) {
  const path = `/instances/${port}/tickets/${ticketId()}`;
  const { answer, body: ticket } = await call(path);
  if (!answer.ok) {
    throw new Error(ticket.detail);
  }
  const held = await copiesMadeStaleBy(ticket);
  const sent = performance.now();
  let answered = Infinity;
  const watches = held.map(([instance, copies]) => watch(instance, copies, () => answered + PATIENCE));
  const result = await put(path, { ...ticket, notes: `changed on ${port} at ${new Date().toISOString()}` })
    .finally(() => answered = performance.now());
  summary.textContent = describe(result);
  showTimeline([
    { at: sent, text: `change of ticket ${ticket.id} sent to ${port}` },
    { at: answered, text: `${port} answered` },
    ...(await Promise.all(watches)).flat(),
  ], answered);
}

// By instance the copies that are to go, each as its name and what it is now, or nothing if it does not say.
function copiesMadeStaleBy(ticket) {
  const names = ticket.parkingLotId === lot() ? ['ticket', 'search'] : ['ticket'];
  return Promise.all([...rows.children].map(async (tr) => {
    const port = Number(tr.dataset.port);
    const copies = await look(port).catch(() => null);
    return [port, copies && new Map(names.filter((name) => copies[name]).map((name) => [name, JSON.stringify(copies[name])]))];
  }));
}

async function watch(port, held, deadline) {
  if (!held) {
    return [{ at: performance.now(), text: `${port} does not say what it holds` }];
  }
  const events = [];
  while (held.size > 0 && performance.now() < deadline()) {
    const copies = await look(port).catch(() => null);
    for (const [name, before] of copies ? held : []) {
      if (JSON.stringify(copies[name]) !== before) {
        held.delete(name);
        events.push({ at: performance.now(), text: `${name} gone from ${port}`, sign: '≤ ' });
      }
    }
    await pause(LOOK);
  }
  for (const name of held.keys()) {
    events.push({ at: performance.now(), text: `${name} not seen to go from ${port}` });
  }
  return events;
}

async function look(port) {
  const path = `/instances/${port}/copies?ticket=${ticketId()}&${search()}`;
  const { answer, body } = await callSoon(path);
  if (!answer.ok) {
    throw new Error(body.detail);
  }
  return body;
}

// An instance that hangs must not use up the few connections of the browser.
function callSoon(path) {
  return call(path, { signal: AbortSignal.timeout(PATIENCE) });
}

function showTimeline(events, zero) {
  events.sort((one, other) => one.at - other.at);
  timeline.replaceChildren(...events.map(({ at, text, sign = '' }) => {
    const li = item(text + ' ');
    const time = document.createElement('strong');
    const millis = Math.round(at - zero);
    time.textContent = sign + (millis < 0 ? '−' : '+') + Math.abs(millis) + ' ms';
    li.append(time);
    return li;
  }));
}

// ---- always up to date while it is seen

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('change', refresh);

await whileSeen(async () => {
  if (!busy && form.checkValidity()) {
    await refresh();
  }
}, summary, REFRESH);
