// The panel of boundary: what the connections of an instance were used for.

import { call } from './calls.js';
import { row, showPorts, whileSeen } from './panel.js';

const REFRESH = 1000;
const PATIENCE = 1000;
const CALLS = 20;

const panel = document.getElementById('boundary');
const form = panel.querySelector('form');
const button = form.querySelector('button');
const rows = panel.querySelector('tbody');
const summary = document.getElementById('boundary-summary');

async function refresh() {
  showPorts(form.port, (await call('/instances')).body);
  if (!form.port.value) {
    return;
  }
  const { answer, body } = await call(`/instances/${form.port.value}/boundary`, { signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) {
    throw new Error(body.detail);
  }
  rows.replaceChildren(...body.methods.map((method) => row(cells(method))));
}

function cells({ method, pool, heldMillis, useRatio, remoteCalls, wastedSeconds, forecast }) {
  return [method, pool, `${heldMillis.toFixed(1)} ms`, `${(useRatio * 100).toFixed(0)} %`, remoteCalls.toFixed(1),
    `${wastedSeconds.toFixed(2)} s`, perSecond(forecast.ceiling), perSecond(forecast.ceilingAfter), forecast.boundBy];
}

function perSecond(rate) {
  return `${rate.toFixed(0)}/s`;
}

// ---- the button

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  button.disabled = true;
  try {
    const old = await callAll('members-legacy');
    const now = await callAll('members');
    summary.textContent = `${CALLS} calls of each form: the old ${old.millis} ms, the new ${now.millis} ms, `
      + (old.answers === now.answers ? 'the same answers' : 'other answers');
  } catch (error) {
    summary.textContent = `Instance ${form.port.value}: ${error.message}`;
  } finally {
    button.disabled = false;
  }
});

async function callAll(path) {
  const begin = performance.now();
  const all = await Promise.all(Array.from({ length: CALLS }, (ignored, i) => callOne(path, i + 1)));
  return { answers: JSON.stringify(all), millis: Math.round(performance.now() - begin) };
}

async function callOne(path, token) {
  const { answer, body } = await call(`/instances/${form.port.value}/${path}/token-${token}`);
  if (!answer.ok) {
    throw new Error(body.detail);
  }
  return body;
}

await whileSeen(refresh, summary, REFRESH);
