// What the panels have in common: rows, the choice of an instance, and that they stay up to date.

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

// Always up to date while it is seen.
export async function whileSeen(refresh, millis) {
  while (true) {
    if (!document.hidden) {
      await refresh();
    }
    await pause(millis);
  }
}
