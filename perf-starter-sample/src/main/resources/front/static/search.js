// The panel of the season tickets: one page, put together in five ways.

import { cacheOf, call } from './calls.js';
import { bar, element, millis, panel } from './panel.js';

const SIZE = 50;
const PAGES = 100;
const period = 'searchStartAt=2024-03-01&searchEndAt=2024-03-31';

const { find } = panel('search', compare);
const ways = find('.calls');

async function compare(port, say) {
  const query = `parkingLotId=1&${period}&size=${SIZE}&page=${Math.floor(Math.random() * PAGES)}`;
  const calls = {
    [`The old way, ${1 + 3 * SIZE} calls`]: `/tickets/api/v1/search-legacy?${query}`,
    'Ticket by ticket, in sequence': `/instances/${port}/search-sequential?${query}`,
    'Ticket by ticket, in parallel': `/instances/${port}/search-parallel?${query}`,
    'In one call': `/instances/${port}/search?${query}`,
    'In one call, again': `/instances/${port}/search?${query}`,
  };
  const answers = [];
  for (const [name, path] of Object.entries(calls)) {
    say(`${name}: asks for ${SIZE} tickets.`);
    answers.push({ name, ...await call(path) });
    show(answers);
  }
  const [old, last] = [answers[0], answers.at(-1)];
  const same = new Set(answers.map(({ body }) => JSON.stringify(body))).size === 1;
  say(`A page of ${SIZE} tickets took ${millis(old.millis)} in ${1 + 3 * SIZE} calls, and ${millis(last.millis)} `
    + `${cacheOf(last) === 'hit' ? `from the cache of ${port}` : 'in one call'}. The answers are ${same ? 'the same' : 'not the same'}.`);
}

function show(answers) {
  const longest = Math.max(...answers.map((answer) => answer.millis));
  ways.replaceChildren(...answers.map((answer) => element('li', '', element('b', '', answer.name),
    bar(cacheOf(answer) === 'hit' ? 'warm' : 'cold', cacheOf(answer) === 'hit' ? 'from the cache,' : 'from the database,', answer.millis, longest))));
}
