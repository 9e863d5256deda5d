import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../generated/examples.ts';
import { nameMeantBy, unreadNames } from './unread-names.ts';

describe('names of a generic body that are not read', () => {
  it('are those in no table, without values', () => {
    const body = {
      transaction_id: 'T',
      amount: 1,
      status: 'paid',
      clickID2: 'x',
      utm_sorce: 'FB',
      utm_source: 'FB',
      customer: { email: 'ana@example.com' },
      customer_email: '[personal]',
      nothing: null,
      metadata: { click_id: 'x', cor: 'azul' },
      query: { Amount: '1', clik: 'x' },
    };
    expect(unreadNames(body)).toEqual(['clickID2', 'metadata.cor', 'clik', 'utm_sorce']);
  });

  it.each([
    ['clickID2', 'clickid'],
    ['utm_sorce', 'utm_source'],
    ['metadata.emial', 'email'],
    ['trasaction_id', 'transaction_id'],
    ['ammount', 'amount'],
    ['cor', null],
    ['zqx_widget', null],
  ])('%s is near to %s', (name, near) => {
    expect(nameMeantBy(name)?.replaceAll('_', '') ?? null).toBe(near?.replaceAll('_', '') ?? null);
  });

  it('are none of the examples', () => {
    for (const { body } of EXAMPLES.generic) expect(unreadNames(body)).toEqual([]);
  });

  it('are bounded', () => {
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`zq${at}${'x'.repeat(80)}`, 1]));
    expect(unreadNames(many)).toHaveLength(50);
    expect(unreadNames(many).every((name) => name.length <= 64)).toBe(true);
  });
});
