// The panel of the warm-up: how each instance has started, and what its first client was spared.

import { call } from './calls.js';
import { on } from './events.js';
import { bar, childOf, element, millis, panel, removeOthers, sized } from './panel.js';

const any = (count) => 1 + Math.floor(Math.random() * count);
const period = 'searchStartAt=2024-03-01&searchEndAt=2024-03-31';

// Calls of the warm-up that the front hands on.
const CALLS = {
  'search': () => `search?parkingLotId=${any(5)}&${period}&page=${any(20)}&size=10`,
  'ticket': () => `tickets/${any(6000)}`,
  'member by token': () => `members/token-${any(1000)}`,
};

const { find } = panel('warmup', repeat);
const starts = find('.starts');
const calls = find('.calls');

const reports = new Map();

// ---- what the instances tell

on('warmup', ({ port, state }) => {
  reports.set(port, state);
  const longest = Math.max(...[...reports.values()].map((report) => report?.millis ?? 0), 1);
  for (const [one, report] of reports) {
    start(one, report, longest);
  }
});

on('instances', (ports) => {
  removeOthers(starts, ports);
  [...reports.keys()].filter((port) => !ports.includes(port)).forEach((port) => reports.delete(port));
});

function start(port, report, longest) {
  childOf(starts, port, () => element('div', 'start')).replaceChildren(element('span', 'name', String(port)),
    ...report ? [
      element('div', 'rail', sized(element('i', 'warming'), { part: 0.75 * report.millis / longest }), element('i', report.open ? 'open' : '')),
      element('span', 'words', `called itself ${report.calls.reduce((sum, { calls }) => sum + calls, 0)} times in `
        + `${(report.millis / 1000).toFixed(1)} s` + (report.open ? ', then opened' : `, ${report.phase.toLowerCase()}`) + late(report)),
    ] : [element('span', 'words', 'has no warm-up')]);
}

// The calls that the time was too short for.
function late({ calls }) {
  const names = calls.filter(({ outcome }) => outcome === 'BUDGET').map(({ name }) => `“${name}”`);
  return names.length ? `; its time was over before it had made these calls often enough: ${names.join(', ')}` : '';
}

// ---- the button

async function repeat(port, say) {
  const report = reports.get(port);
  if (!report) {
    throw new Error(`${port} has told of no warm-up`);
  }
  const rows = [];
  for (const [name, path] of Object.entries(CALLS)) {
    const warming = report.calls.find((one) => one.name === name);
    if (warming?.firstMillis) {
      rows.push({ name, first: warming.firstMillis, now: (await call(`/instances/${port}/${path()}`)).millis });
    }
  }
  const longest = Math.max(...rows.flatMap(({ first, now }) => [first, now]));
  const { name, first, now } = rows.reduce((one, other) => one.first > other.first ? one : other);
  say(`The first “${name}” of ${port} took ${millis(first)}, and nobody waited for it. Now it takes ${millis(now)}, as seen from this page.`);
  calls.replaceChildren(...rows.map(({ name, first, now }) => element('li', '', element('b', '', name),
    bar('cold', 'the first one', first, longest), bar('warm', 'now', now, longest))));
}
