// The panel of the warm-up: how each instance has become warm.

import { call } from './calls.js';
import { row, whileSeen } from './panel.js';

const REFRESH = 2000;
const PATIENCE = 1000;

const rows = document.querySelector('#warmup tbody');
const summary = document.getElementById('warmup-summary');

async function refresh() {
  const ports = (await call('/instances')).body;
  rows.replaceChildren(...(await Promise.all(ports.map(ofInstance))).flat());
}

async function ofInstance(port) {
  try {
    const { answer, body } = await call(`/instances/${port}/warmup`, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) {
      return [row([port, answer.status === 404 ? 'has no warm-up' : 'unknown'])];
    }
    const head = [port, `${body.phase}${body.open ? ', open' : ''} after ${(body.millis / 1000).toFixed(1)} s`];
    return body.calls.length
      ? body.calls.map((one, i) => row([...(i ? ['', ''] : head), ...cells(one)])) : [row(head)];
  } catch {
    return [row([port, 'does not answer'])];
  }
}

function cells({ name, outcome, calls, failures, firstMillis, bestMillis, lastMillis }) {
  return [name, outcome ?? 'under way', failures ? `${calls}, ${failures} failed` : calls,
    ...[firstMillis, bestMillis, lastMillis].map((millis) => millis === null ? '' : `${millis.toFixed(1)} ms`)];
}

await whileSeen(refresh, summary, REFRESH);
