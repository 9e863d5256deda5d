import type { Cost } from '@tracker/schemas/contracts/costs.contract';
import type { InjectOptions } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../testing/api-keys.ts';
import { type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
beforeEach(async () => {
  tenant = await api.tenant();
});

const ask = (method: InjectOptions['method'], path = '', payload?: object, as = tenant.admin) =>
  as.ask({ method, url: `/api/costs${path}`, ...(payload && { payload }) });
const list = async (): Promise<Cost[]> => (await tenant.viewer.ask('/api/costs')).json();
const add = async (cost: object): Promise<Cost> => {
  const answer = await ask('POST', '', { from: '2036-11-01', ...cost });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};

describe('costs', () => {
  test('begin with the tax on spend for a new tenant', async () => {
    const [tax] = await list();
    expect(tax).toEqual({
      id: tax?.id,
      kind: 'spend-tax',
      source: 'facebook',
      from: '2026-01-01',
      until: null,
      percent: '13.83',
    });
    expect(await list()).toHaveLength(1);
  });

  test('are added, changed and removed, newest first day first, and audited', async () => {
    const fee = await add({ kind: 'gateway-fee', checkout: 'kiwify', percent: 8.99, fixed: '2.49' });
    expect(fee).toEqual({
      ...{ id: fee.id, kind: 'gateway-fee', from: '2036-11-01', until: null },
      ...{ checkout: 'kiwify', percent: '8.99', fixed: '2.49' },
    });
    const rent = await add({ kind: 'expense', from: '2036-12-01', every: 'month', fixed: '300', note: 'Aluguel' });
    expect(await list()).toMatchObject([rent, fee, { kind: 'spend-tax' }]);
    const changed = await ask('PATCH', `/${fee.id}`, { percent: null, until: '2036-11-30' });
    const { percent: _, ...rest } = fee;
    expect([changed.statusCode, changed.json()]).toEqual([200, { ...rest, until: '2036-11-30' }]);
    expect((await ask('DELETE', `/${rent.id}`)).statusCode).toBe(204);
    expect((await ask('DELETE', `/${rent.id}`)).statusCode).toBe(404);
    expect((await list()).map(({ kind }) => kind)).toEqual(['gateway-fee', 'spend-tax']);
    const audit = (await tenant.admin.ask('/api/audit-log')).json() as { action: string; details: object }[];
    expect(audit.slice(0, 3).map(({ action }) => action)).toEqual(['cost.remove', 'cost.edit', 'cost.create']);
    expect(audit[0]?.details).toMatchObject({ kind: 'expense', fixed: '300.00' });
  });

  test('are on the spend of one source where they name it, in the word of the platform', async () => {
    const tax = await add({ kind: 'spend-tax', source: 'Meta Ads', percent: '12.15' });
    expect(tax).toMatchObject({ kind: 'spend-tax', source: 'facebook', percent: '12.15' });
    const same = { kind: 'spend-tax', from: '2036-11-01', percent: '5' };
    expect((await ask('POST', '', { ...same, source: 'facebook' })).statusCode).toBe(409);
    await add({ ...same, source: 'google' });
    const all = await add(same);
    expect(all).not.toHaveProperty('source');
    expect((await ask('PATCH', `/${tax.id}`, { source: null })).statusCode).toBe(409);
  });

  test.each([
    [{ kind: 'spend-tax', percent: '13,83' }, 'Informe a porcentagem como 13.83, com até 4 casas decimais.'],
    [{ kind: 'spend-tax', percent: 100.5 }, 'A porcentagem vai de 0 a 100.'],
    [{ kind: 'spend-tax', percent: 1e-7 }, 'Informe a porcentagem como 13.83, com até 4 casas decimais.'],
    [{ kind: 'spend-tax' }, 'Informe a porcentagem.'],
    [{ kind: 'expense', every: 'once', fixed: '-1' }, 'O valor não pode ser negativo.'],
    [{ kind: 'product-cost', fixed: '1' }, 'Informe o produto.'],
    [{ kind: 'gateway-fee', percent: '1', from: '1999-12-31' }, 'Informe uma data entre 2000 e 2148.'],
    [{ kind: 'gateway-fee', percent: '1', until: '2036-10-31' }, 'O último dia não pode ser anterior ao primeiro.'],
    [{ kind: 'revenue-tax', percent: '1', productId: 'p' }, 'Este tipo de custo não tem este campo.'],
  ])('refuse %j with a sentence', async (cost, message) => {
    const answer = await ask('POST', '', { from: '2036-11-01', ...cost });
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  });

  test('refuse a second setting for the same thing from the same day, but take a second expense', async () => {
    await add({ kind: 'product-cost', productId: 'p1', fixed: '1' });
    await add({ kind: 'product-cost', productId: 'p2', fixed: '1' });
    const again = await ask('POST', '', { kind: 'product-cost', from: '2036-11-01', productId: 'p1', fixed: '2' });
    expect([again.statusCode, again.json().error]).toEqual([409, 'cost-taken']);
    for (const fixed of ['1', '1']) await add({ kind: 'expense', every: 'once', fixed });
  });

  test('refuse a field that the changed setting would lack or not have', async () => {
    const { id } = await add({ kind: 'revenue-tax', percent: '5' });
    expect((await ask('PATCH', `/${id}`, { percent: null })).statusCode).toBe(400);
    expect((await ask('PATCH', `/${id}`, { every: 'once' })).statusCode).toBe(400);
    expect((await ask('PATCH', `/${id}`, { until: '2036-10-01' })).statusCode).toBe(400);
  });

  test('take no campaign of another tenant', async () => {
    const other = await api.tenant();
    const cost = { kind: 'expense', from: '2036-11-01', every: 'once', fixed: '1', campaignId: other.campaignId };
    expect((await ask('POST', '', cost)).statusCode).toBe(404);
  });

  test('are read by viewers and reading keys, and written by administrators', async () => {
    const key = await createKey(api, tenant, ['read']);
    expect((await key.ask('/api/costs')).statusCode).toBe(200);
    const cost = { kind: 'revenue-tax', from: '2036-11-01', percent: '5' };
    expect((await ask('POST', '', cost, tenant.editor)).statusCode).toBe(403);
  });

  test('move the version of the figures, so that open screens refetch', async () => {
    const version = async () => {
      const [row] = await api.stack.postgres.sql`SELECT version FROM lookup_figure_versions(${tenant.tenantId})`;
      return row?.version;
    };
    const before = await version();
    await add({ kind: 'revenue-tax', percent: '5' });
    expect(await version()).not.toBe(before);
  });
});
