// Calls of the front.

export async function call(path, options) {
  const begin = performance.now();
  const answer = await fetch(path, { signal: AbortSignal.timeout(20000), ...options });
  const body = await answer.json();
  if (!answer.ok) {
    throw new Error(body.detail ?? `the front answers with ${answer.status}`);
  }
  const end = performance.now();
  return { answer, body, begin, end, millis: end - begin };
}

export function put(path, body) {
  return send('PUT', path, body);
}

export function post(path, body = {}) {
  return send('POST', path, body);
}

function send(method, path, body) {
  return call(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}

export const cacheOf = ({ answer }) => answer.headers.get('X-Sample-Cache');
