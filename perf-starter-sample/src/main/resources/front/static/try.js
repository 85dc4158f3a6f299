// The panel of calls to try.

import { call, describe } from './calls.js';

const period = 'parkingLotId=1&searchStartAt=2024-03-01&searchEndAt=2024-03-31&page=1&size=10';

for (const button of document.querySelectorAll('#try button')) {
  button.addEventListener('click', async () => {
    const result = await call(`/tickets/api/v1/${button.dataset.path}?${period}`);
    document.getElementById('try-summary').textContent = describe(result);
    document.getElementById('try-body').textContent = JSON.stringify(result.body, null, 2);
  });
}
