// What the front tells as it happens. Without a word from it the page says so, and tries again.

const AGAIN = 3000;

const handlers = new Map();
const live = document.getElementById('live');

export function on(name, handler) {
  if (!handlers.has(name)) {
    handlers.set(name, []);
  }
  handlers.get(name).push(handler);
}

function take({ type, data }) {
  const event = JSON.parse(data);
  for (const handler of handlers.get(type)) {
    handler(event);
  }
}

function listen() {
  const source = new EventSource('/events');
  source.addEventListener('open', () => show(true, 'Live: the page shows what happens as it happens.'));
  source.addEventListener('error', () => {
    show(false, 'Not connected: the page tries again.');
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(listen, AGAIN);
    }
  });
  for (const name of handlers.keys()) {
    source.addEventListener(name, take);
  }
}

function show(connected, text) {
  live.classList.toggle('connected', connected);
  if (live.textContent !== text) {
    live.textContent = text;
  }
}

// Not before all scripts of the page have run, because a state is told only once.
document.addEventListener('DOMContentLoaded', listen);
