// What the panels have in common: an instance to choose, a button, words, and things to show.

import { on } from './events.js';

export const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

// The instances there are, as the front sees them.
let ports = [];
on('instances', (now) => ports = now);
export const instances = () => ports;

export function panel(id, action) {
  const section = document.getElementById(id);
  const form = section.querySelector('form');
  const button = form.querySelector('button');
  const said = section.querySelector('.said');
  const say = (text) => said.textContent = text;
  let busy = false;
  on('instances', (now) => showPorts(form.port, now));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (busy || !form.port.value) {
      return;
    }
    busy = true;
    // Not disabled, which would take the focus away.
    button.ariaDisabled = 'true';
    try {
      await action(Number(form.port.value), say);
    } catch (error) {
      say(`That went wrong: ${error.message}`);
    } finally {
      busy = false;
      button.ariaDisabled = null;
    }
  });
  return { find: (selector) => section.querySelector(selector), say };
}

function showPorts(select, now) {
  const chosen = select.value;
  if ([...select.options].map((option) => Number(option.value)).join() !== now.join()) {
    select.replaceChildren(...now.map((port) => new Option(port, port)));
    select.value = now.includes(Number(chosen)) ? chosen : String(now[0] ?? '');
  }
}

// A promise with its deadline: what is waited for, or an error that says what did not come.
export function awaited(what, millis = 30000) {
  const waiting = {};
  waiting.promise = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} did not come within ${millis / 1000} s`)), millis);
    waiting.done = (value) => {
      clearTimeout(timer);
      resolve(value);
    };
  });
  return waiting;
}

export function element(name, type = '', ...content) {
  const made = document.createElement(name);
  made.className = type;
  made.append(...content);
  return made;
}

// For the style sheet, which makes a place or a length of it.
export function sized(made, properties) {
  for (const [name, value] of Object.entries(properties)) {
    made.style.setProperty(`--${name}`, value);
  }
  return made;
}

// The child of the parent that is about this instance, the last ones kept in the order of their ports.
export function childOf(parent, port, make) {
  let child = [...parent.children].find((one) => Number(one.dataset.port) === port);
  if (!child) {
    child = make(port);
    child.dataset.port = port;
    const next = [...parent.children].find((one) => Number(one.dataset.port) > port);
    parent.insertBefore(child, next ?? null);
  }
  return child;
}

export function removeOthers(parent, now) {
  for (const gone of [...parent.children].filter((child) => !now.includes(Number(child.dataset.port)))) {
    gone.remove();
  }
}

export function millis(time) {
  return time === null || time === undefined ? 'n/a' : `${time.toFixed(time < 10 ? 1 : 0)} ms`;
}

// A link to the report of an instance.
export function report(port, text) {
  const link = element('a', '', text);
  return Object.assign(link, { href: Object.assign(new URL('/actuator/whyslow', location), { port }), target: '_blank', rel: 'noopener' });
}

// A bar as long as the time, and what it stands for.
export function bar(type, label, time, longest) {
  return element('div', 'bar', element('div', 'rail', sized(element('i', type), { part: time / longest })), element('span', 'quiet', `${label} ${millis(time)}`));
}

// "PT1M0.8S" as 60.8
export function seconds(duration) {
  const [, hours = 0, minutes = 0, rest = 0] = duration.match(/^PT(?:([^H]+)H)?(?:([^M]+)M)?(?:([^S]+)S)?$/);
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(rest);
}
