// The panel of slow requests: what each instance says of its last periods, and where its slowest requests spent their time.

import { call, post } from './calls.js';
import { byPort, row, showPorts, whileSeen } from './panel.js';

const REFRESH = 2000;
const PATIENCE = 2000;
const PERIODS = 4;
const SLOWEST = 3;
const RECENT = 5 * 60 * 1000;
const WORTH_A_WORD = 0.15;

const panel = document.getElementById('whyslow');
const form = panel.querySelector('form');
const button = form.querySelector('button');
const instances = document.getElementById('whyslow-instances');
const template = panel.querySelector('template').content.firstElementChild;
const summary = document.getElementById('whyslow-summary');

async function refresh() {
  const ports = (await call('/instances')).body;
  showPorts(form.port, ports);
  await Promise.all(byPort(instances, ports, newInstance).map(showInstance));
}

function newInstance(port) {
  const article = template.cloneNode(true);
  article.querySelector('b').textContent = port;
  article.querySelector('a').href = Object.assign(new URL('/actuator/whyslow', location), { port });
  return article;
}

async function showInstance(article) {
  const { state, problem } = await ask(article.dataset.port);
  const shown = problem ?? state.windows[0]?.window.end ?? 'no period yet';
  if (article.dataset.shown !== shown) {
    article.dataset.shown = shown;
    article.querySelector('tbody').replaceChildren(...state ? periods(state) : [row([problem])]);
    article.querySelector('ol').replaceChildren(...state ? slowest(state) : []);
  }
}

async function ask(port) {
  try {
    const { answer, body } = await call(`/instances/${port}/whyslow`, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok ? { state: body } : { problem: answer.status === 404 ? 'has no reports' : 'unknown' };
  } catch {
    return { problem: 'does not answer' };
  }
}

// ---- the periods: the last one, and before it those in which something was slow

function periods({ windows }) {
  const shown = windows.filter(({ window, verdict }, i) => i === 0 || window.requests.slow || verdict);
  return shown.length ? shown.slice(0, PERIODS).map(period) : [row(['no period has ended yet'])];
}

function period({ window: { end, lengthMillis, requests, pools, machine }, verdict }) {
  const tr = row([clock(end), requests.count, requests.slow, requests.count ? millis(requests.p99Millis) : 'n/a',
    percent(machine.stoppedMillis, lengthMillis), pools.map(({ name, peak, max }) => `${name} ${peak} of ${max}`).join(', '),
    verdict ? `${cause(verdict)}. ${verdict.evidence}` : requests.slow ? 'no cause stands out' : 'nothing is slow']);
  tr.classList.toggle('slow', Boolean(verdict));
  return tr;
}

function cause({ cause, subject }) {
  return cause[0] + cause.slice(1).toLowerCase().replaceAll('_', ' ') + (subject ? ` (${subject})` : '');
}

// ---- the slowest requests

function slowest({ at, slowest }) {
  const recent = slowest.filter(({ request }) => new Date(at) - new Date(request.startedAt) < RECENT);
  return recent.length ? recent.slice(0, SLOWEST).map(slow) : [element('li', 'No request was slow in the last 5 minutes.')];
}

function slow({ request: { route, startedAt, millis: all, partsMillis }, verdict }) {
  const li = document.createElement('li');
  const head = element('p', `${millis(all)}: `);
  head.append(element('code', route), ` at ${clock(startedAt)}`);
  const parts = Object.entries(partsMillis);
  const words = inWords(parts);
  li.append(head, bar(parts.filter(([, time]) => time > 0), words), element('p', words, 'note'));
  if (verdict) {
    const why = document.createElement('p');
    why.append(element('strong', cause(verdict)), `. ${verdict.evidence} `, element('em', 'What to do: '), verdict.remedy);
    li.append(why);
  }
  return li;
}

function bar(parts, words) {
  const sum = parts.reduce((sum, [, time]) => sum + time, 0);
  const div = element('div', '', 'bar');
  div.role = 'img';
  div.ariaLabel = words;
  div.title = words;
  div.append(...parts.map(([part, time]) => {
    const span = element('span', time / sum < WORTH_A_WORD ? '' : `${part} ${millis(time)}`, part);
    span.style.flexGrow = time;
    return span;
  }));
  return div;
}

// The largest first, and what was not measured last.
function inWords(parts) {
  return parts.filter(([, time]) => time === null || time >= 0.05).sort(([, one], [, other]) => other - one)
    .map(([part, time]) => `${part} ${millis(time)}`).join(', ');
}

function element(name, text, type = '') {
  return Object.assign(document.createElement(name), { textContent: text, className: type });
}

function clock(instant) {
  return new Date(instant).toLocaleTimeString();
}

function millis(time) {
  return time === null ? 'n/a' : `${time.toFixed(time < 10 ? 1 : 0)} ms`;
}

function percent(time, of) {
  return time === null ? 'n/a' : `${(time / of * 100).toFixed(1)} %`;
}

// ---- the button

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  button.disabled = true;
  const port = form.port.value;
  try {
    summary.textContent = `Calls instance ${port}.`;
    const { answer, body } = await post(`/instances/${port}/burst`, {});
    if (!answer.ok) {
      throw new Error(body.detail);
    }
    summary.textContent = `${body.answered} of ${body.calls} calls of instance ${port} answered, the last one after `
      + `${body.millis} ms. Within 5 s the instance says why.`;
  } catch (error) {
    summary.textContent = `Instance ${port}: ${error.message}`;
  } finally {
    button.disabled = false;
  }
});

await whileSeen(refresh, summary, REFRESH);
