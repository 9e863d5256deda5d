import { expect, test } from 'vitest';
import { MAPPINGS } from './generated/mappings.ts';
import { CHECKOUT_IDS } from './registry.ts';
import { statusInReport } from './report-status.ts';

test.each([
  ['Confirmado', 'approved'],
  ['PAGO', 'approved'],
  ['Concluída', 'completed'],
  ['Conclui\u0301da', 'completed'],
  ['Recusado', 'refused'],
  ['Pendente', 'pending'],
  ['Aguardando pagamento', 'pending'],
  ['waiting_payment', 'pending'],
  ['Waiting payment', 'pending'],
  ['voided', 'canceled'],
  ['refunded', 'refunded'],
  ['Partially refunded', 'partially_refunded'],
  ['chargedback', 'chargeback'],
  ['Aberto', undefined],
  ['Enviado', undefined],
  ['2', undefined],
  ['', undefined],
])('reads %j of any report as %s', (word, status) => {
  expect(statusInReport(word, 'generic')).toBe(status);
});

test('reads each word of a checkout as its webhook does', () => {
  const sent = [
    'paid',
    'approved',
    'complete',
    'refund_requested',
    'authorized',
    'canceled',
    'refunded',
    'expired',
    '2',
  ];
  for (const checkout of CHECKOUT_IDS) {
    for (const word of sent) {
      const meaning = MAPPINGS[checkout].statuses?.(word);
      if (meaning) expect([checkout, word, statusInReport(word, checkout)]).toEqual([checkout, word, meaning]);
    }
  }
});
