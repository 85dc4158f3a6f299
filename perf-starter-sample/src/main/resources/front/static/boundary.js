// The panel of boundary: what connections were held for, in the old form of the members and in the new.

import { call } from './calls.js';
import { on } from './events.js';
import { awaited, element, millis, panel, sized } from './panel.js';

const CALLS = 20;
const OLD = 'LegacyMemberService.byToken()';
const METHODS = [OLD, 'MemberRepository.isBlocked()', 'MemberRepository.findByEmail()'];

const { find } = panel('boundary', findMembers);
const holds = find('.holds');

// By instance what it says of its methods.
const accounts = new Map();
let waiting = null;

async function findMembers(port, say) {
  say(`Asks ${port} for ${CALLS} members in the old way, then in the new.`);
  const before = accounts.get(port) ?? [];
  const account = awaited('The account of the connections');
  const old = await members(port, 'members-legacy');
  const now = await members(port, 'members');
  waiting = { ...account, port, holds: METHODS.map((name) => holdsOf(before, name) + CALLS) };
  check(port);
  const methods = await account.promise;
  show(methods);
  const { heldMillis, remoteMillis, forecast } = methods.find(({ method }) => method === OLD);
  say(`Remote call detection names ${OLD}: it keeps a connection for ${millis(heldMillis)}, of which ${millis(remoteMillis)} go to a remote call.`
    + (forecast.ceilingAfter > forecast.ceiling ? ` The pool carries ${rate(forecast.ceiling)} of these, and would carry ${rate(forecast.ceilingAfter)} without that.` : '')
    + ` The new way gives ${old === now ? 'the same' : 'other'} answers.`);
}

async function members(port, form) {
  const all = await Promise.all(Array.from({ length: CALLS }, (ignored, i) => call(`/instances/${port}/${form}/token-${i + 1}`)));
  return JSON.stringify(all.map(({ body }) => body));
}

const rate = (perSecond) => `${Math.round(perSecond)} a second`;

// ---- what the instances tell

on('boundary', ({ port, state }) => {
  accounts.set(port, state?.methods ?? []);
  check(port);
});

function check(port) {
  const methods = accounts.get(port);
  if (waiting?.port === port && METHODS.every((name, i) => holdsOf(methods, name) >= waiting.holds[i])) {
    waiting.done(methods);
    waiting = null;
  }
}

function holdsOf(methods, name) {
  return methods.find(({ method }) => method === name)?.holds ?? 0;
}

function show(methods) {
  const shown = METHODS.map((name) => methods.find(({ method }) => method === name));
  const longest = Math.max(...shown.map(({ heldMillis }) => heldMillis));
  holds.replaceChildren(...shown.map(({ method, heldMillis, usedMillis, remoteMillis }) => element('li', '',
    element('code', '', method),
    element('div', 'rail', sized(element('i', 'sql'), { part: usedMillis / longest }), sized(element('i', 'remote'), { part: remoteMillis / longest }),
      sized(element('i', 'blocked'), { part: Math.max(0, heldMillis - usedMillis - remoteMillis) / longest })),
    element('span', 'quiet', `held for ${millis(heldMillis)}: statements ${millis(usedMillis)}, remote calls ${millis(remoteMillis)}`))));
}
