import type { SideBySide } from '@tracker/schemas/contracts/side-by-side.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Facts, factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
let facts: Facts;
beforeEach(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
  facts = factsOf(() => api.stack.clickhouse, tenant);
});

const send = (text: string, as = tenant.editor) =>
  as.ask({
    method: 'POST',
    url: '/api/integration/side-by-side',
    headers: { 'content-type': 'text/csv' },
    payload: text,
  });
async function compare(text: string): Promise<SideBySide> {
  const answer = await send(text);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const sold = (day: string, amount: string, more: object = {}) =>
  facts.conversion({ at: `2036-11-${day}T15:00:00.000Z`, amount, ...more });

describe('our figures next to those of another tool', () => {
  test('are by day, with what the file does not have as null, and equal where nothing differs', async () => {
    await sold('10', '100');
    await sold('10', '50.5');
    await sold('12', '20');
    expect(
      await compare('Dia;Vendas;Faturamento\n10/11/2036;1;100,00\n10/11/2036;1;50,50\n12/11/2036;1;20,00'),
    ).toEqual({
      period: { from: '2036-11-10', to: '2036-11-12' },
      figures: ['conversions', 'revenue'],
      days: [
        {
          day: '2036-11-10',
          ours: { conversions: 2, revenue: 150.5, spend: 0 },
          theirs: { conversions: 2, revenue: 150.5, spend: null },
          reasons: [],
        },
        {
          day: '2036-11-11',
          ours: { conversions: 0, revenue: 0, spend: 0 },
          theirs: { conversions: 0, revenue: 0, spend: null },
          reasons: [],
        },
        {
          day: '2036-11-12',
          ours: { conversions: 1, revenue: 20, spend: 0 },
          theirs: { conversions: 1, revenue: 20, spend: null },
          reasons: [],
        },
      ],
      total: {
        ours: { conversions: 3, revenue: 170.5, spend: 0 },
        theirs: { conversions: 3, revenue: 170.5, spend: null },
      },
      errors: [],
    });
  });

  test('name what explains a difference, with its count and value', async () => {
    await sold('10', '100');
    const out = { is_counted: false, revenue: '0', net_value: '0' };
    await sold('10', '30', { ...out, status: 'refunded', gross_brl: '30' });
    await sold('10', '40', { ...out, status: 'pending', gross_brl: '40' });
    await sold('10', '5', { ...out, is_test: true, gross_brl: '5' });
    await sold('10', '7', { ...out, verified: false, uncounted_reason: 'no-click', gross_brl: '7' });
    await sold('10', '8', { is_imported: true, gross_brl: '8' });
    const { days } = await compare('date,sales,revenue\n2036-11-10,6,190.00');
    expect(days[0]?.reasons).toEqual([
      { reason: 'taken-back', count: 1, value: 30 },
      { reason: 'pending', count: 1, value: 40 },
      { reason: 'unverified', count: 1, value: 7 },
      { reason: 'test', count: 1, value: 5 },
    ]);
    const fewer = await compare('date,sales,revenue\n2036-11-10,1,100.00');
    expect(fewer.days[0]?.reasons, 'what counts here alone').toEqual([{ reason: 'imported', count: 1, value: 8 }]);
  });

  test('explain no difference of spend by conversions, and name days that the file leaves out', async () => {
    await sold('10', '100');
    await sold('10', '5', { is_counted: false, revenue: '0', net_value: '0', is_test: true, gross_brl: '5' });
    for (const day of ['10', '11']) await facts.spend({ day: `2036-11-${day}`, spend: '50.00' });
    const { days } = await compare('dia;vendas;gasto\n10/11/2036;1;49,00\n12/11/2036;0;0');
    expect(days.map(({ reasons }) => reasons)).toEqual([[], [{ reason: 'not-in-file', count: 0, value: 0 }], []]);
  });

  test('see another clock, and the tax that is added to spend', async () => {
    await sold('10', '100');
    await sold('11', '20');
    await facts.spend({ day: '2036-11-10', spend: '100.00' });
    const { days } = await compare('dia;vendas;gasto\n10/11/2036;0;113,83\n11/11/2036;2;0');
    expect(days.map(({ reasons }) => reasons)).toEqual([
      [
        { reason: 'other-clock', count: 1, value: 0 },
        { reason: 'spend-tax', count: 0, value: 13.83 },
      ],
      [{ reason: 'other-clock', count: 1, value: 0 }],
    ]);
  });

  test('list the lines that cannot be read, and compare the others', async () => {
    const { days, errors } = await compare(
      'dia;vendas;receita\n31/02/2036;1;1\n10/11/2036;1,5;1\n10/11/2036;1;x\n10/11/2036;2;3,00',
    );
    expect(errors).toEqual([
      { line: 2, message: '“31/02/2036” não é um dia. Use 2026-11-20 ou 20/11/2026.' },
      { line: 3, message: '“1,5” não é um número de vendas.' },
      { line: 4, message: '“x” não é um valor. Use 1.234,56 ou 1234.56.' },
    ]);
    expect(days).toMatchObject([{ day: '2036-11-10', theirs: { conversions: 2, revenue: 3 } }]);
  });

  test.each([
    ['\n', 400, 'file-empty'],
    ['dia;cor\n10/11/2036;azul', 400, 'file-columns-missing'],
    ['vendas\n3', 400, 'file-columns-missing'],
    ['dia;vendas\nontem;3', 400, 'file-empty'],
    ['dia;vendas\n2020-01-01;3\n2036-01-01;3', 413, 'file-too-long'],
  ])('refuse the file %#', async (text, status, error) => {
    const answer = await send(text);
    expect([answer.statusCode, answer.json().error]).toEqual([status, error]);
  });

  test('are not for viewers', async () => {
    expect((await send('dia;vendas\n10/11/2036;1', tenant.viewer)).statusCode).toBe(403);
  });
});
