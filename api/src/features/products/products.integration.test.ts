import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { IDS_OF_PRODUCT_MAX, PRODUCT_ALIASES_MAX, type Product } from '@tracker/schemas/contracts/products.contract';
import type { InjectOptions } from 'fastify';
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

const ask = (method: InjectOptions['method'], path = '', payload?: object, as = tenant.editor) =>
  as.ask({ method, url: `/api/products${path}`, ...(payload && { payload }) });
const list = async (): Promise<Product[]> => (await tenant.viewer.ask('/api/products')).json();
const add = async (product: object): Promise<Product> => {
  const answer = await ask('POST', '', product);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const KIWIFY = { checkout: 'kiwify', productId: 'k-1' };
const HOTMART = { checkout: 'hotmart', productId: '77' };

describe('the catalogue', () => {
  test('is added to, changed and removed from, and audited', async () => {
    const course = await add({ name: 'Curso', price: 297, guaranteeDays: 7, aliases: [KIWIFY] });
    expect(course).toEqual({
      ...{ id: course.id, name: 'Curso', price: '297.00', targetCpa: null, targetRoas: null, guaranteeDays: 7 },
      aliases: [{ ...KIWIFY, addedAt: NOW }],
    });
    api.clock.set('2036-11-21T12:00:00.000Z');
    const changed = await ask('PATCH', `/${course.id}`, { price: null, targetCpa: '45.5', aliases: [KIWIFY, HOTMART] });
    expect(changed.json()).toMatchObject({ name: 'Curso', price: null, targetCpa: '45.50', guaranteeDays: 7 });
    // What stays keeps its day.
    expect(changed.json().aliases).toMatchObject([
      { ...HOTMART, addedAt: '2036-11-21T12:00:00.000Z' },
      { ...KIWIFY, addedAt: NOW },
    ]);
    expect((await ask('DELETE', `/${course.id}`)).statusCode).toBe(204);
    expect((await ask('DELETE', `/${course.id}`)).statusCode).toBe(404);
    expect(await list()).toEqual([]);
    const audit = (await tenant.admin.ask('/api/audit-log')).json() as { action: string; details: object }[];
    expect(audit.slice(0, 3).map(({ action }) => action)).toEqual(['product.remove', 'product.edit', 'product.create']);
    expect(audit[1]?.details).toMatchObject({ aliases: ['hotmart 77', 'kiwify k-1'], before: { price: '297.00' } });
  });

  test('has each id in one product, and says which field is wrong', async () => {
    const course = await add({ name: 'Curso', aliases: [KIWIFY] });
    const taken = await ask('POST', '', { name: 'Outro', aliases: [KIWIFY] });
    expect([taken.statusCode, taken.json().error]).toEqual([409, 'product-id-taken']);
    const twice = await ask('PATCH', `/${course.id}`, { aliases: [KIWIFY, KIWIFY] });
    expect([twice.statusCode, twice.json().fields]).toEqual([400, { aliases: 'Um ID está repetido.' }]);
    for (const wrong of [{ name: ' ' }, { price: '-1' }, { targetCpa: 0 }, { guaranteeDays: 1.5 }, { aliases: [{}] }]) {
      expect((await ask('PATCH', `/${course.id}`, wrong)).statusCode, JSON.stringify(wrong)).toBe(400);
    }
    expect(await list()).toMatchObject([{ name: 'Curso', aliases: [KIWIFY] }]);
  });

  test('ends at its limits, which one product may not fill alone', async () => {
    const many = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => ({ ...HOTMART, productId: `p${from + index}` }));
    const tooMany = await ask('POST', '', { name: 'Tudo', aliases: many(IDS_OF_PRODUCT_MAX + 1) });
    expect([tooMany.statusCode, tooMany.json().fields?.aliases]).toEqual([400, 'Um produto pode ter até 200 IDs.']);
    const full = PRODUCT_ALIASES_MAX / IDS_OF_PRODUCT_MAX;
    for (let place = 0; place < full; place += 1) {
      await add({ name: `${place}`, aliases: many(IDS_OF_PRODUCT_MAX, place * IDS_OF_PRODUCT_MAX) });
    }
    const beyond = await ask('POST', '', { name: 'Mais', aliases: [KIWIFY] });
    expect([beyond.statusCode, beyond.json().error]).toEqual([409, 'too-many-product-ids']);
    expect(await list()).toHaveLength(full);
  });

  test('may be the same in two companies', async () => {
    await add({ name: 'Curso', aliases: [KIWIFY] });
    const other = await api.tenant();
    const answer = await ask('POST', '', { name: 'Curso', aliases: [KIWIFY] }, other.editor);
    expect(answer.statusCode, answer.body).toBe(201);
    expect((await ask('PATCH', `/${(await list())[0]?.id}`, { name: 'x' }, other.editor)).statusCode).toBe(404);
  });
});

describe('figures of a product of the catalogue', () => {
  const figures = async (query: string): Promise<FigureAnswer> => {
    const metrics = 'conversions,revenue,productCosts,netRevenue';
    const answer = await tenant.viewer.ask(`/api/figures?from=2036-11-01&to=2036-11-20&metrics=${metrics}&${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const rowsOf = ({ rows }: FigureAnswer) =>
    rows.map(({ keys: [key], labels: [label], values }) => [key, label, values.conversions, values.revenue]);

  beforeEach(async () => {
    const sold = (provider: string, product_id: string, product_name: string, amount: string, day: string) =>
      facts.conversion({ at: `2036-11-${day}T15:00:00.000Z`, amount, provider, product_id, product_name });
    await sold('kiwify', 'k-1', 'Curso de Pão', '100', '10');
    await sold('hotmart', '77', 'Curso de Pão 2.0', '50', '11');
    // The same id at another checkout is another product, and so is one without an id.
    await sold('hotmart', 'k-1', 'Planilha', '20', '12');
    await sold('kiwify', '', 'Mentoria', '10', '13');
    for (const [productId, fixed] of [
      ['k-1', '3'],
      ['77', '2'],
    ]) {
      const cost = { kind: 'product-cost', from: '2036-11-01', productId, fixed };
      await tenant.admin.ask({ method: 'POST', url: '/api/costs', payload: cost });
    }
  });

  test('are of all its ids at once, and no sum changes', async () => {
    const before = await figures('by=product');
    expect(before.rows).toHaveLength(3);
    const course = await add({ name: 'Curso', aliases: [KIWIFY, HOTMART] });
    const after = await figures('by=product');
    expect(after.total).toEqual(before.total);
    expect(rowsOf(after)).toEqual([
      [course.id, 'Curso', 2, 150],
      ['k-1', 'Planilha', 1, 20],
      ['Mentoria', 'Mentoria', 1, 10],
    ]);
    const [is, not] = [await figures(`f=product:is:${course.id}`), await figures(`f=product:not:${course.id}`)];
    expect([is.total.values.revenue, not.total.values.revenue]).toEqual([150, 30]);
    expect((is.total.values.productCosts ?? 0) + (not.total.values.productCosts ?? 0)).toBe(
      after.total.values.productCosts,
    );
    await ask('DELETE', `/${course.id}`);
    expect(await figures('by=product')).toEqual(before);
  });

  test('are found by name, in the literal breakdown and in the list of sales', async () => {
    const course = await add({ name: 'Curso', aliases: [KIWIFY, HOTMART] });
    const values = await tenant.viewer.ask('/api/figures/values?dim=product&q=curso&from=2036-11-01&to=2036-11-20');
    expect(values.json()).toEqual([{ key: course.id, label: 'Curso' }]);
    const days = 'startDate=2036-11-01&endDate=2036-11-20';
    const rows = (await tenant.viewer.ask(`/api/analytics/breakdown?groupBy=product&${days}`)).json();
    expect(rows[0]).toMatchObject({ keys: [course.id], names: ['Curso'], conversions: 2 });
    const listed = (await tenant.viewer.ask(`/api/conversions?product=${course.id}&${days}`)).json();
    expect(listed.map(({ productId }: { productId: string }) => productId)).toEqual(['77', 'k-1']);
    const totals = (await tenant.viewer.ask(`/api/conversions/totals?product=${course.id}&${days}`)).json();
    expect(totals).toMatchObject({ all: 2, totalValue: '150.00' });
  });

  test('lose the cost of the product for each of its ids', async () => {
    const course = await add({ name: 'Curso', aliases: [KIWIFY, HOTMART] });
    const cost = { kind: 'product-cost', from: '2036-11-05', productId: course.id, fixed: '7' };
    await tenant.admin.ask({ method: 'POST', url: '/api/costs', payload: cost });
    expect((await figures(`f=product:is:${course.id}`)).total.values.productCosts).toBe(14);
    const removed = await ask('DELETE', `/${course.id}`);
    expect([removed.statusCode, removed.json().error]).toEqual([409, 'product-has-cost']);
  });
});
