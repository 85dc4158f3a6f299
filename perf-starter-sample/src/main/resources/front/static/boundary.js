// The panel of boundary: what connections were held for, in the old form of the members and in the new.

import { call } from './calls.js';
import { on } from './events.js';
import { awaited, element, millis, panel, sized } from './panel.js';

const CALLS = 20;
const OLD = 'LegacyMemberService.byToken()';
const NEW = ['MemberRepository.isBlocked()', 'MemberRepository.findByEmail()'];

const { find } = panel('boundary', find20);
const holds = find('.holds');

let waiting = null;

async function find20(port, say) {
  const before = (await call(`/instances/${port}/boundary`)).body.methods.find(({ method }) => method === OLD)?.holds ?? 0;
  waiting = { port, holds: before + CALLS, ...awaited('The account of the connections') };
  const old = await members(port, 'members-legacy');
  const now = await members(port, 'members');
  const methods = await waiting.promise;
  const named = methods.find(({ method }) => method === OLD);
  say(`The witness names ${OLD}: each time it keeps a connection for ${millis(named.heldMillis)}, of which `
    + `${millis(named.remoteMillis)} go to a remote call. The pool carries ${rate(named.forecast.ceiling)} of these, and could `
    + `carry ${rate(named.forecast.ceilingAfter)}. The new way has given the same answers: ${old === now ? 'yes' : 'no'}.`);
}

async function members(port, form) {
  const all = await Promise.all(Array.from({ length: CALLS }, (ignored, i) => call(`/instances/${port}/${form}/token-${i + 1}`)));
  return JSON.stringify(all.map(({ body }) => body));
}

const rate = (perSecond) => `${Math.round(perSecond)} a second`;

// ---- what the instances tell

on('boundary', ({ port, state }) => {
  if (state && port === waiting?.port && state.methods.some(({ method, holds }) => method === OLD && holds >= waiting.holds)) {
    show(state.methods);
    waiting.done(state.methods);
    waiting = null;
  }
});

function show(methods) {
  const shown = [OLD, ...NEW].map((name) => methods.find(({ method }) => method === name)).filter(Boolean);
  const longest = Math.max(...shown.map(({ heldMillis }) => heldMillis));
  holds.replaceChildren(...shown.map(({ method, heldMillis, usedMillis, remoteMillis }) => element('li', '',
    element('code', '', method),
    element('div', 'rail', sized(element('i', 'sql'), { part: usedMillis / longest }), sized(element('i', 'remote'), { part: remoteMillis / longest }),
      sized(element('i', 'blocked'), { part: Math.max(0, heldMillis - usedMillis - remoteMillis) / longest })),
    element('span', 'quiet', `held for ${millis(heldMillis)}: statements ${millis(usedMillis)}, remote calls ${millis(remoteMillis)}`))));
}
