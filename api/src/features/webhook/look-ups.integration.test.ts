import { checkoutTokenAad } from '@tracker/infra/secrets/checkout-token';
import type { WebhookDelivery, WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import type { LookUpProblem, LookUpState } from '@tracker/schemas/look-ups/problems';
import { beforeEach, expect, test } from 'vitest';
import { storeDeliveries } from '../../testing/deliveries.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
beforeEach(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
});

const TOKEN = 'APP_USR-1234567890123456-112026-abcdef-724484980';
const set = (provider: string, payload: object, of = tenant) =>
  of.admin.ask({ method: 'PUT', url: `/api/webhook-keys/${provider}/token`, payload });
const lookUpOf = async (provider: string, of = tenant) =>
  (await of.admin.ask('/api/webhook-keys')).json<WebhookKey[]>().find((key) => key.provider === provider)?.lookUp;

async function asked(resource: string, state: LookUpState, problem: LookUpProblem | null = null): Promise<void> {
  const at = new Date(NOW);
  const row = {
    tenant_id: tenant.tenantId,
    provider: 'mercado-pago',
    resource,
    wanted_at: at,
    next_at: at,
    give_up_at: at,
  };
  await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .insertInto('look_ups')
      .values({ ...row, state, problem, attempts: 3 })
      .execute(),
  );
}
const rows = () =>
  api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.selectFrom('look_ups').selectAll().orderBy('resource').execute(),
  );

test('stores a token encrypted, shows its end alone, and removes it', async () => {
  expect(await lookUpOf('mercado-pago')).toEqual({
    tokenEnd: null,
    account: null,
    problem: null,
    madeBy: null,
    waiting: 0,
    failed: 0,
  });
  expect(await lookUpOf('hotmart')).toBeNull();
  expect((await set('mercado-pago', { token: ` ${TOKEN} ` })).statusCode).toBe(204);
  expect(await lookUpOf('mercado-pago')).toMatchObject({ tokenEnd: '4980', account: null });
  expect((await tenant.admin.ask('/api/webhook-keys')).body).not.toContain('APP_USR');
  const [row] = await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.selectFrom('checkout_tokens').selectAll().execute(),
  );
  const aad = checkoutTokenAad(tenant.tenantId, 'mercado-pago');
  expect(Buffer.from(api.stack.keyring.decrypt(row!.token_encrypted, aad)).toString()).toBe(TOKEN);
  const remove = () => tenant.admin.ask({ method: 'DELETE', url: '/api/webhook-keys/mercado-pago/token' });
  expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 204]);
  expect(await lookUpOf('mercado-pago')).toMatchObject({ tokenEnd: null });
  const log = (await tenant.admin.ask('/api/audit-log')).body;
  expect(log).toContain('webhook-token.set');
  expect(log).toContain('webhook-token.remove');
  expect(log).not.toContain('4980');
});

test.each([
  ['mercado-pago', { token: '' }, 400],
  ['mercado-pago', { token: 'a b' }, 400],
  ['mercado-pago', { token: 'a\r\nx: y' }, 400],
  ['mercado-pago', { token: 'x'.repeat(513) }, 400],
  ['nuvemshop', { token: 'x' }, 400],
  ['nuvemshop', { token: 'x', account: '../1' }, 400],
  ['nuvemshop', { token: 'x', account: '805793' }, 204],
  ['kiwify', { token: 'x' }, 404],
])('answers a token for %s in %o with %i', async (provider, body, status) => {
  expect((await set(provider, body)).statusCode).toBe(status);
});

test('says what waits, what failed and why a token is not used, and a new token asks again', async () => {
  await set('mercado-pago', { token: TOKEN });
  await asked('/v1/payments/1', 'waiting', { code: 'token_refused' });
  await asked('/v1/payments/2', 'failed', { code: 'look_up_not_found' });
  await asked('/v1/payments/3', 'answered');
  await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .updateTable('checkout_tokens')
      .set({ stopped_at: new Date(NOW), stop_reason: { code: 'token_refused' } })
      .execute(),
  );
  expect(await lookUpOf('mercado-pago')).toEqual({
    ...{ tokenEnd: '4980', account: null, waiting: 1, failed: 1 },
    problem: 'A plataforma recusou o token. Grave um novo.',
    madeBy: { id: tenant.admin.userId, name: 'Ana Lima' },
  });
  const other = await api.tenant();
  expect(await lookUpOf('mercado-pago', other)).toMatchObject({ tokenEnd: null, waiting: 0, failed: 0 });
  await set('mercado-pago', { token: TOKEN });
  expect(await lookUpOf('mercado-pago')).toMatchObject({ problem: null, waiting: 2, failed: 0 });
  expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['waiting', 0],
    ['waiting', 0],
    ['answered', 3],
  ]);
});

test('lists a delivery with what became of its question, and asks again when it is reprocessed', async () => {
  const id = '01939c3c-0000-7000-8000-000000000001';
  const resource = '/v1/payments/7';
  const delivery = { provider: 'mercado-pago', verdict: 'look-up', reason_code: 'awaits_look_up' };
  await storeDeliveries(api.stack.clickhouse, tenant, [
    { at: NOW, ...delivery, delivery_id: id, reason_params: JSON.stringify({ resource }) },
  ]);
  const list = async () => (await tenant.admin.ask('/api/webhook-deliveries')).json<WebhookDelivery[]>();
  expect(await list()).toMatchObject([{ verdict: 'look-up', lookUp: null, reason: 'aguarda a consulta à plataforma' }]);
  await asked(resource, 'failed', { code: 'look_up_not_found' });
  expect(await list()).toMatchObject([
    { lookUp: 'failed', reason: expect.stringContaining('A plataforma não conhece este número na conta do token.') },
  ]);
  const again = await tenant.admin.ask({ method: 'POST', url: `/api/webhook-deliveries/${id}/reprocess` });
  expect(again.statusCode).toBe(202);
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0, problem: null }]);
  expect(await list()).toMatchObject([
    { lookUp: 'waiting', reason: 'aguarda a consulta à plataforma: Falta o token da plataforma.' },
  ]);
});
