// Calls of the front, and what the headers of an answer say.

export async function call(path, options) {
  const begin = performance.now();
  const answer = await fetch(path, { signal: AbortSignal.timeout(10000), ...options });
  const body = await answer.json();
  return { answer, body, millis: performance.now() - begin };
}

export function put(path, body) {
  return send('PUT', path, body);
}

export function post(path, body) {
  return send('POST', path, body);
}

function send(method, path, body) {
  return call(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}

export function describe({ answer, millis }) {
  return `${answer.status} in ${Math.round(millis)} ms from instance ${answer.headers.get('X-Sample-Instance')}`
    + `, cache ${answer.headers.get('X-Sample-Cache')}, database ${answer.headers.get('X-Sample-Database')}`;
}
