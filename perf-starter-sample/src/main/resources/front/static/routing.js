// The panel of routing: which database answers, and what the instances know of the replica.

import { post } from './calls.js';
import { on } from './events.js';
import { childOf, element, panel, removeOthers, seconds } from './panel.js';

const { find } = panel('routing', play);
const steps = find('.steps');
const servers = find('.servers');

const WORDS = {
  'read': 'The client reads a ticket',
  'change': 'changes it',
  'own read': 'reads it again',
  'read by others': 'Somebody else reads it',
  'own read elsewhere': 'The client reads it elsewhere',
};

async function play(port, say) {
  const { body: played } = await post(`/instances/${port}/own-write`);
  const [, , own, others, elsewhere] = played;
  say((own.changed ? 'The client has found its own change' : 'The client has not found its own change')
    + (own.database === 'primary' ? ', on the primary' : ', on the replica, which had it already')
    + (others.database === 'primary' ? ', which answered everybody: no replica could.'
      : `${own.database === 'primary' ? ', as the replica was not known to have it yet' : ''}. Somebody else, on the replica, `
        + (others.changed ? 'saw it, too.' : 'still saw the old ticket.'))
    + ` On ${elsewhere.port} the client ${elsewhere.changed ? 'has found it' : 'has not found it'}, on the ${elsewhere.database}.`);
  steps.replaceChildren(...played.map(({ step, port, database, changed }) => element('li', '', element('span', '', `${WORDS[step] ?? step} on ${port}`),
    element('span', `database ${database}`, database),
    element('span', 'quiet', step === 'read' || step === 'change' ? '' : changed ? 'with the change' : 'without the change'))));
}

on('routing', ({ port, state }) => {
  childOf(servers, port, () => element('li')).replaceChildren(element('span', 'name', String(port)), ' ', ...words(state));
});

on('instances', (ports) => removeOthers(servers, ports));

function words(state) {
  return state ? state.replicas.map(({ name, state, lag }) => element('span', '', `knows the replica ${name}: ${state}`
    + (lag ? `, at most ${Math.round(seconds(lag) * 1000)} ms behind` : ''))) : ['knows no replica'];
}
