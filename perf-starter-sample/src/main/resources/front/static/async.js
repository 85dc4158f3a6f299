// The panel of async: orders that are answered, and the executor that does the rest.

import { post } from './calls.js';
import { on } from './events.js';
import { awaited, childOf, element, millis, panel, removeOthers, sized } from './panel.js';

const EXECUTOR = 'orders';
const SEEN = 60;

const { find } = panel('async', burst);
const executors = find('.executors');

// Of each instance what its executor was last seen to do.
const seen = new Map();
let waiting = null;

async function burst(port, say) {
  say(`Sends 200 orders to ${port}.`);
  const begun = performance.now();
  const before = seen.get(port)?.at(-1)?.submitted ?? 0;
  seen.set(port, seen.get(port)?.slice(-1) ?? []);
  const work = { port, submitted: Infinity, ...awaited('The end of the work', 60000) };
  waiting = work;
  const { body } = await post(`/instances/${port}/orders/burst`);
  say(`${body.answered} of ${body.calls} orders answered after ${body.millis} ms; the executor still works.`);
  work.submitted = before + body.answered;
  check(port);
  await work.promise;
  const most = (what) => Math.max(...seen.get(port).map((executor) => executor[what]));
  say(`${body.answered} of ${body.calls} orders were answered after ${body.millis} ms, and the work was seen to be done after `
    + `${millis(performance.now() - begun)}. At most ${most('active')} tasks were seen at work at once, and ${most('waiting')} to wait.`);
}

// ---- what the instances tell

on('executor', ({ port, state }) => {
  const executor = state?.find(({ executor }) => executor === EXECUTOR);
  if (executor) {
    seen.set(port, [...seen.get(port) ?? [], executor].slice(-SEEN));
    show(port, executor);
    check(port);
  }
});

on('instances', (ports) => removeOthers(executors, ports));

function check(port) {
  const executor = seen.get(port)?.at(-1);
  if (waiting?.port === port && executor && executor.submitted >= waiting.submitted && executor.active + executor.waiting === 0) {
    waiting.done();
    waiting = null;
  }
}

function show(port, { permits, active, waiting, submitted, lost }) {
  const most = Math.max(10, ...seen.get(port).map((executor) => executor.waiting));
  childOf(executors, port, () => element('li')).replaceChildren(
    element('span', 'name', String(port)),
    element('span', 'slots', ...Array.from({ length: permits }, (ignored, i) => element('i', i < active ? 'busy' : ''))),
    element('span', 'graph', ...seen.get(port).map((executor) => sized(element('i'), { part: executor.waiting / most }))),
    element('span', 'quiet', `${active} of ${permits} at work, ${waiting} wait, ${submitted - active - waiting - lost} done`));
}
