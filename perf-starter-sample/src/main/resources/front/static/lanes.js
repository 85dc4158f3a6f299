// The panel of lanes: what their meters say, and orders that make them work.

import { call, post } from './calls.js';
import { pause, row, showPorts, whileSeen } from './panel.js';

const REFRESH = 500;
const PATIENCE = 1000;
const ORDERS = 50;
const DONE_WITHIN = 10000;

const panel = document.getElementById('lanes');
const form = panel.querySelector('form');
const button = form.querySelector('button');
const rows = panel.querySelector('tbody');
const summary = document.getElementById('lanes-summary');

async function refresh() {
  showPorts(form.port, (await call('/instances')).body);
  if (!form.port.value) {
    return;
  }
  const { answer, body } = await call(`/instances/${form.port.value}/lanes`, { signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) {
    throw new Error(body.detail);
  }
  rows.replaceChildren(...body.map(({ lane, permits, active, waiting, submitted, lost }) =>
    row([lane, permits, active, waiting, submitted, lost])));
}

// ---- the button

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  button.disabled = true;
  const orders = `/instances/${form.port.value}/orders`;
  const begin = performance.now();
  const millis = () => Math.round(performance.now() - begin);
  try {
    const all = await Promise.all(Array.from({ length: ORDERS }, (ignored, i) =>
      post(orders, { categoryId: 1 + i % 6, quantity: 1 })));
    const accepted = all.filter(({ answer }) => answer.status === 202);
    const text = `${ORDERS} orders: ${accepted.length} accepted after ${millis()} ms`;
    summary.textContent = text;
    summary.textContent = accepted.length
      ? `${text}, the last one done after ${await done(`${orders}/${accepted.at(-1).body.id}`, millis)}`
      : `${text}; ${all[0].body.detail}`;
  } catch (error) {
    summary.textContent = `Instance ${form.port.value}: ${error.message}`;
  } finally {
    button.disabled = false;
  }
});

async function done(path, millis) {
  const deadline = millis() + DONE_WITHIN;
  while (millis() < deadline) {
    if ((await call(path)).body.state === 'DONE') {
      return `${millis()} ms`;
    }
    await pause(20);
  }
  return 'more than 10 s';
}

await whileSeen(refresh, summary, REFRESH);
