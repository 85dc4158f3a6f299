// The panel of reporting: the time breakdown of a slow request, and the verdict of its instance.

import { post } from './calls.js';
import { on } from './events.js';
import { awaited, element, millis, panel, report, sized } from './panel.js';

const WORTH_A_WORD = 0.15;

const { find } = panel('reporting', burst);
const verdict = find('.verdict');

let waiting = null;

async function burst(port, say) {
  // A period of its own: what other panels have asked for would be judged with it.
  say(`Waits until ${port} begins its next period of 5 s.`);
  const pressed = Date.now();
  await period(port, 'The next period', ({ window }) => new Date(window.end) > pressed);
  say(`Asks ${port} for 100 members at once. It has 10 connections, and each is held over a remote call of 50 ms.`);
  const begun = Date.now();
  const judged = period(port, 'The verdict of the instance', (one) => isJudged(one) && new Date(one.window.end) > begun);
  const { body } = await post(`/instances/${port}/burst`);
  say(`${body.answered} of ${body.calls} calls were answered, the last one after ${body.millis} ms. Within 5 s ${port} says why.`);
  const { window, verdict: found, slowest } = await judged;
  show(port, found, slowest);
  say(`${window.requests.slow} requests of ${port} were slow until ${clock(window.end)}, and it has found out why:`);
}

// ---- what the instances tell: periods, the last one first

on('verdict', ({ port, state }) => {
  const periods = state?.windows ?? [];
  if (waiting?.port === port && periods.some(waiting.test)) {
    waiting.done(periods.find(waiting.test));
    waiting = null;
  }
  const judged = periods.find(isJudged);
  if (judged && !verdict.firstChild) {
    show(port, judged.verdict, judged.slowest);
  }
});

function period(port, what, test) {
  waiting = { port, test, ...awaited(what, 60000) };
  return waiting.promise;
}

function isJudged({ window, verdict: found }) {
  return window.requests.slow && found;
}

function show(port, { cause, subject, evidence, remedy }, slowest) {
  verdict.replaceChildren(
    element('h3', '', named(cause) + (subject ? ` (${subject})` : '')),
    element('p', '', evidence),
    element('p', 'remedy', element('b', '', 'What to do: '), remedy),
    ...(slowest ? breakdown(slowest) : []),
    element('p', 'quiet', report(port, `All that ${port} says (new tab)`)));
}

function named(cause) {
  return cause[0] + cause.slice(1).toLowerCase().replaceAll('_', ' ');
}

// ---- the time breakdown of one request

function breakdown({ route, startedAt, millis: all, partsMillis }) {
  const parts = Object.entries(partsMillis).filter(([, time]) => time >= 0.05).sort(([, one], [, other]) => other - one);
  const words = parts.map(([part, time]) => `${part} ${millis(time)}`).join(', ');
  const bar = element('div', 'breakdown', ...parts.map(([part, time]) =>
    sized(element('span', part, time / all < WORTH_A_WORD ? '' : `${part} ${millis(time)}`), { part: time })));
  Object.assign(bar, { role: 'img', ariaLabel: words });
  return [element('p', 'slowest', 'The slowest: ', element('code', '', route), ` took ${millis(all)} at ${clock(startedAt)}`), bar, element('p', 'quiet', words)];
}

const clock = (instant) => new Date(instant).toLocaleTimeString();
