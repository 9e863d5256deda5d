import { VIEWS_MAX, type View } from '@tracker/schemas/contracts/views.contract';
import type { InjectOptions } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
beforeEach(async () => {
  tenant = await api.tenant();
});

const ask = (as: StaffedTenant['viewer'], method: InjectOptions['method'], path = '', payload?: object) =>
  as.ask({ method, url: `/api/views${path}`, ...(payload && { payload }) });
const list = async (as: StaffedTenant['viewer']): Promise<View[]> => (await ask(as, 'GET')).json();
const STOP = { screen: 'analytics', name: '★ Para parar', search: 'f=channel:is:facebook' };
async function add(as: StaffedTenant['viewer'], more: object = {}): Promise<View> {
  const answer = await ask(as, 'POST', '', { ...STOP, ...more });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

describe('views', () => {
  test('are a person’s own until they are shared, and then everybody’s', async () => {
    const own = await add(tenant.editor);
    expect(own).toEqual({ ...STOP, id: own.id, shared: false, isDefault: false });
    expect(await list(tenant.viewer)).toEqual([]);
    const shared = await ask(tenant.editor, 'PATCH', `/${own.id}`, { shared: true, name: 'Para parar' });
    expect(shared.json()).toMatchObject({ shared: true, name: 'Para parar' });
    expect(await list(tenant.viewer)).toEqual([shared.json()]);
    expect((await ask(tenant.editor, 'DELETE', `/${own.id}`)).statusCode).toBe(204);
    expect(await list(tenant.viewer)).toEqual([]);
    const audit = (await tenant.admin.ask('/api/audit-log')).json() as { action: string; details: object }[];
    expect(audit.slice(0, 2)).toMatchObject([
      { action: 'view.remove', details: { name: 'Para parar' } },
      { action: 'view.share', details: { screen: 'analytics' } },
    ]);
  });

  test('of the company are not for viewers to make, change or remove', async () => {
    expect((await ask(tenant.viewer, 'POST', '', { ...STOP, shared: true })).statusCode).toBe(403);
    const own = await add(tenant.viewer);
    expect((await ask(tenant.viewer, 'PATCH', `/${own.id}`, { shared: true })).statusCode).toBe(403);
    const shared = await add(tenant.editor, { shared: true });
    for (const [method, body] of [['PATCH', { name: 'x' }] as const, ['DELETE', undefined] as const]) {
      expect((await ask(tenant.viewer, method, `/${shared.id}`, body)).statusCode).toBe(403);
      expect((await ask(tenant.admin, method, `/${own.id}`, body)).statusCode).toBe(404);
    }
    expect(await list(tenant.viewer)).toHaveLength(2);
  });

  test('have one default of each screen and owner', async () => {
    const first = await add(tenant.editor, { isDefault: true });
    const second = await add(tenant.editor, { name: 'Escalar', isDefault: true });
    const other = await add(tenant.editor, { screen: 'dashboard', isDefault: true });
    const shared = await add(tenant.editor, { name: 'Todos', shared: true, isDefault: true });
    const defaults = (await list(tenant.editor)).filter(({ isDefault }) => isDefault).map(({ id }) => id);
    expect(new Set(defaults)).toEqual(new Set([second.id, other.id, shared.id]));
    await ask(tenant.editor, 'PATCH', `/${first.id}`, { isDefault: true });
    expect((await list(tenant.editor)).find(({ id }) => id === second.id)?.isDefault).toBe(false);
  });

  test('have a name once, without regard to case, and end at their limit', async () => {
    await add(tenant.viewer);
    const taken = await ask(tenant.viewer, 'POST', '', { ...STOP, name: '★ PARA PARAR' });
    expect([taken.statusCode, taken.json().error]).toEqual([409, 'view-name-taken']);
    await add(tenant.editor);
    for (let number = 1; number < VIEWS_MAX; number += 1) await add(tenant.viewer, { name: `${number}` });
    const beyond = await ask(tenant.viewer, 'POST', '', { ...STOP, name: 'mais uma' });
    expect([beyond.statusCode, beyond.json().error]).toEqual([409, 'too-many-views']);
  });

  test('of the company end at their limit, whether they are made or become so, and one that is taken back is in the audit log', async () => {
    const own = await add(tenant.editor, { name: 'minha' });
    for (let number = 0; number < VIEWS_MAX; number += 1) await add(tenant.editor, { name: `${number}`, shared: true });
    const beyond = await ask(tenant.editor, 'PATCH', `/${own.id}`, { shared: true });
    expect([beyond.statusCode, beyond.json().error]).toEqual([409, 'too-many-views']);
    const shared = (await list(tenant.editor)).find((view) => view.shared);
    expect((await ask(tenant.editor, 'PATCH', `/${shared?.id}`, { shared: false })).statusCode).toBe(200);
    const [taken] = (await tenant.admin.ask('/api/audit-log')).json() as { action: string; details: object }[];
    expect(taken).toMatchObject({ action: 'view.remove', details: { name: shared?.name } });
    expect((await ask(tenant.editor, 'PATCH', `/${own.id}`, { shared: true })).statusCode).toBe(200);
  });

  test('go with the membership, and those of the company stay', async () => {
    await add(tenant.editor);
    await add(tenant.editor, { name: 'Todos', shared: true });
    await tenant.admin.ask({ method: 'DELETE', url: `/api/users/${tenant.editor.userId}` });
    const rows = await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('views').select('name').execute(),
    );
    expect(rows).toEqual([{ name: 'Todos' }]);
  });
});
