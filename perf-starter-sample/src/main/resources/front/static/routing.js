// The panel of routing: what each instance knows of the primary and of the replicas.

import { call } from './calls.js';
import { row, whileSeen } from './panel.js';

const REFRESH = 1000;
const PATIENCE = 1000;

const rows = document.querySelector('#routing tbody');
const summary = document.getElementById('routing-summary');

async function refresh() {
  const ports = (await call('/instances')).body;
  rows.replaceChildren(...await Promise.all(ports.map(async (port) => row([port, ...await cells(port)]))));
}

async function cells(port) {
  try {
    const { answer, body } = await call(`/instances/${port}/routing`, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 404) {
      return ['asked for everything', 'none'];
    }
    return answer.ok ? [ofPrimary(body.primary), body.replicas.map(ofReplica).join('; ')] : ['unknown', 'unknown'];
  } catch {
    return ['does not answer', ''];
  }
}

function ofPrimary({ answering, fallbacks, fallbackLimit, lastError }) {
  const state = { true: 'answers', false: 'does not answer' }[answering] ?? 'not asked yet';
  return `${state}, lends ${fallbacks} of ${fallbackLimit} to reads that no replica serves` + last(answering, lastError);
}

function ofReplica({ name, state, lag, inFlight, poolSize, lastError }) {
  return `${name} ${state}` + (lag ? `, at most ${millis(lag)} ms behind` : '')
    + `, lends ${inFlight} of ${poolSize}` + last(state === 'UP', lastError);
}

function last(fine, error) {
  return fine || !error ? '' : `: ${error}`;
}

// "PT1M0.0805S" as 60081
function millis(duration) {
  const [, hours = 0, minutes = 0, seconds = 0] = duration.match(/^PT(?:(.+)H)?(?:(.+)M)?(?:(.+)S)?$/);
  return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000);
}

await whileSeen(refresh, summary, REFRESH);
