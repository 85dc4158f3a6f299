// What the panels have in common: rows, instances, and that they stay up to date.

export const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

export function row(texts) {
  const tr = document.createElement('tr');
  tr.append(...texts.map((text) => {
    const td = document.createElement('td');
    td.textContent = text;
    return td;
  }));
  return tr;
}

export function showPorts(select, ports) {
  for (const option of [...select.options].filter((option) => !ports.includes(Number(option.value)))) {
    option.remove();
  }
  const shown = [...select.options].map((option) => Number(option.value));
  select.append(...ports.filter((port) => !shown.includes(port)).map((port) => new Option(port)));
}

// The children of the parent, one for each port. Those of ports that stay are kept, and with them what has the focus.
export function byPort(parent, ports, make) {
  const shown = () => [...parent.children].map((child) => Number(child.dataset.port));
  for (const gone of [...parent.children].filter((child) => !ports.includes(Number(child.dataset.port)))) {
    gone.remove();
  }
  for (const port of ports.filter((port) => !shown().includes(port))) {
    const child = make(port);
    child.dataset.port = port;
    parent.append(child);
  }
  return [...parent.children];
}

// Always up to date while it is seen. The summary says once what goes wrong, until it goes well or there is other news.
export async function whileSeen(refresh, summary, millis) {
  let said = '';
  while (true) {
    if (!document.hidden) {
      const wrong = await refresh().then(() => '', (error) => `The front: ${error.message}`);
      if (wrong !== said && (wrong || summary.textContent === said)) {
        summary.textContent = wrong;
      }
      said = wrong;
    }
    await pause(millis);
  }
}
