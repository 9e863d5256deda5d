import { expect, test } from 'vitest';
import { resultsText } from './sends.ts';

test.each([
  [{ sent: 0, waiting: 0, failed: 0 }, 'Últimos 7 dias: 0 vendas enviadas'],
  [{ sent: 1, waiting: 0, failed: 1 }, 'Últimos 7 dias: 1 venda enviada, 1 não enviada'],
  [{ sent: 1_200, waiting: 3, failed: 2 }, 'Últimos 7 dias: 1.200 vendas enviadas, 3 aguardando, 2 não enviadas'],
])('describes the results %j of a destination', (results, text) => {
  expect(resultsText({ ...results, lastSentAt: null, lastError: null })).toBe(text);
});
