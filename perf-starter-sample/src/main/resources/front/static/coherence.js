// The panel of coherence: how far each instance knows what is gone, and how old its answers are.

import { cacheOf, call, put } from './calls.js';
import { on } from './events.js';
import { childOf, element, instances, millis, panel, pause, removeOthers, seconds, sized } from './panel.js';

const TICKET = 2;
const CHANGES = 20;
const PAUSE = 50;

const { find } = panel('coherence', race);
const gauges = find('.gauges');
const columns = find('.columns');

// ---- how far an instance knows

on('coherence', ({ port, state }) => {
  const gauge = childOf(gauges, port, newGauge);
  const bound = state ? seconds(state.maxStaleness) : 15;
  const age = state?.certificateAge ? seconds(state.certificateAge) : null;
  sized(gauge, { part: Math.min(1, (age ?? bound) / bound) });
  gauge.classList.toggle('late', state?.mode !== 'CERTIFIED');
  gauge.lastElementChild.textContent = age === null ? (state ? 'has not heard all the others' : 'asks nobody')
    : `has heard of all evictions up to ${age.toFixed(1)} s ago; ${bound} s is the bound`;
});

on('instances', (ports) => removeOthers(gauges, ports));

function newGauge(port) {
  return element('div', 'gauge', element('span', 'name', String(port)), element('div', 'rail', element('i')), element('span', 'words'));
}

// ---- the button: one instance changes, another one reads

async function race(port, say) {
  const reader = instances().find((other) => other !== port) ?? port;
  const path = (one) => `/instances/${one}/tickets/${TICKET}`;
  const { body: ticket } = await call(path(port));
  const changed = [];
  const reads = [];
  const begun = new Date().toISOString();
  let over = false;
  const reading = (async () => {
    while (!over) {
      const read = await call(path(reader));
      reads.push({ begin: read.begin, number: changed.findLastIndex(({ notes }) => notes === read.body.notes), hit: cacheOf(read) === 'hit' });
    }
  })();
  try {
    for (let i = 0; i < CHANGES; i++) {
      const notes = `change ${i + 1} since ${begun}`;
      const change = { notes, answered: Infinity };
      changed.push(change);
      change.answered = (await put(path(port), { ...ticket, notes })).end;
      say(`${i + 1} of ${CHANGES} changes on ${port}, ${reads.length} reads on ${reader}.`);
      await pause(PAUSE);
    }
  } finally {
    over = true;
    await reading;
  }
  show(port, reader, changed, reads, say);
}

// What a read does not show although it was asked after the answer to the change: for so long the old copy has lived on.
function show(port, reader, changed, reads, say) {
  const late = changed.map(({ answered }, i) => Math.max(0,
    ...reads.filter(({ number }) => number < i).map(({ begin }) => begin - answered)));
  const worst = Math.max(...late);
  const hits = reads.filter(({ hit }) => hit).length;
  const stale = late.filter((time) => time > 0).length;
  say(`${reader} answered ${reads.length} reads, ${hits} of them from its cache, while ${port} changed the ticket ${CHANGES} times. `
    + (stale ? `After ${stale} ${stale === 1 ? "change" : "changes"} the old ticket was still answered, for ${millis(worst)} at most.` : 'Each read showed every change that had been answered before.')
    + ' The bound is 15 s.');
  const end = Math.max(10, worst);
  columns.replaceChildren(...late.map((time) => sized(element('i', time > 0 ? 'stale' : ''), { part: time / end })));
  columns.hidden = false;
  columns.ariaLabel = `For how long each of ${CHANGES} changes was not seen: ${late.map((time) => millis(time)).join(', ')}`;
  columns.dataset.end = `${Math.round(end)} ms`;
}
