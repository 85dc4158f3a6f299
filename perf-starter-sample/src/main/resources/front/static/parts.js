// What runs: the instances as the front sees them, each with a link to its report.

import { on } from './events.js';
import { report } from './panel.js';

const instances = document.querySelector('#parts .instances');

on('instances', (ports) => instances.replaceChildren('ticket-service', ...ports.flatMap((port) =>
  [' ', Object.assign(report(port, String(port)), { ariaLabel: `Report of ${port} (new tab)` })])));
