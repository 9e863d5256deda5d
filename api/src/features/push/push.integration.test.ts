import { createHash } from 'node:crypto';
import { createGuardedCall } from '@tracker/infra/postbacks/guarded-call';
import { PUSH_DEVICES_MAX } from '@tracker/schemas/contracts/push.contract';
import { type PushService, startPushService } from '@tracker/test/kit/push-service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StaffedTenant, type TestPerson, useApi } from '../../testing/use-api.ts';

let pushes: PushService;
beforeAll(async () => {
  pushes = await startPushService();
});
afterAll(() => pushes.close());

const guarded = createGuardedCall({ resolve: async () => ['127.0.0.1'], isAllowed: (ip) => ip === '127.0.0.1' });
const api = useApi({
  guardedCall: (...asked) => pushes.through(guarded)(...asked),
});

let tenant: StaffedTenant;
beforeEach(async () => {
  tenant = await api.tenant();
  pushes.notices.length = 0;
});

const ask = async (person: TestPerson, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) => {
  const response = await person.ask({ method, url: `/api/push-devices${path}`, payload });
  return { status: response.statusCode, body: response.body === '' ? null : response.json() };
};
const subscribe = async (person: TestPerson) => {
  const { publicKey } = (await ask(person, 'GET')).body;
  const { endpoint, keys } = pushes.subscribe(publicKey);
  return { endpoint, ...keys };
};
const idsOf = async (person: TestPerson) => (await ask(person, 'GET')).body.devices.map(({ id }: { id: string }) => id);
const end = (person: TestPerson) => person.ask({ method: 'POST', url: '/api/auth/logout' });

test('adds a browser once, keeps its settings, and stores its address encrypted', async () => {
  const { viewer, editor } = tenant;
  const device = await subscribe(viewer);
  const added = await ask(viewer, 'POST', '', device);
  expect(added).toMatchObject({
    status: 200,
    body: {
      mode: 'each',
      minCents: 0,
      quiet: null,
      endpointKey: createHash('sha256').update(device.endpoint).digest('base64url'),
    },
  });
  const settings = { mode: 'hourly', minCents: 5_000, quiet: { from: 22, until: 7 } };
  expect((await ask(viewer, 'PUT', `/${added.body.id}`, settings)).body).toMatchObject(settings);
  expect((await ask(viewer, 'POST', '', device)).body).toMatchObject({ id: added.body.id, ...settings });
  expect((await ask(viewer, 'PUT', `/${added.body.id}`, { ...settings, quiet: { from: 7, until: 7 } })).status).toBe(
    400,
  );
  const [row] = await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.selectFrom('destinations').selectAll().execute(),
  );
  expect(Buffer.from(row?.token_encrypted ?? []).includes('push.example')).toBe(false);
  // A colleague sees and changes nothing of it.
  expect(await idsOf(editor)).toEqual([]);
  for (const [method, path] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/test'],
  ] as const) {
    expect((await ask(editor, method, `/${added.body.id}${path}`, settings)).status).toBe(404);
  }
  expect((await tenant.admin.ask('/api/postbacks')).json()).toEqual([]);
});

test('refuses addresses that are no push service, and more devices than the limit', async () => {
  const { viewer } = tenant;
  const device = await subscribe(viewer);
  for (const endpoint of ['http://push.example/1', 'https://push.example:8443/1', 'https://a:b@push.example/1', 'x']) {
    expect((await ask(viewer, 'POST', '', { ...device, endpoint })).status).toBe(400);
  }
  for (let index = 0; index < PUSH_DEVICES_MAX; index += 1) {
    expect((await ask(viewer, 'POST', '', { ...device, endpoint: `${device.endpoint}${index}` })).status).toBe(200);
  }
  expect(await ask(viewer, 'POST', '', device)).toMatchObject({ status: 409, body: { error: 'too-many-devices' } });
});

test('sends a test notice, and removes a device that is gone', async () => {
  const { viewer } = tenant;
  const device = await subscribe(viewer);
  const { id } = (await ask(viewer, 'POST', '', device)).body;
  expect((await ask(viewer, 'POST', `/${id}/test`)).body).toMatchObject({ success: true });
  expect(pushes.notices.map(({ notice }) => notice.title)).toEqual(['Aviso de teste']);
  pushes.unsubscribe(device);
  expect((await ask(viewer, 'POST', `/${id}/test`)).body).toMatchObject({ success: false });
  expect(await idsOf(viewer)).toEqual([]);
});

test('ends with the sign-out on that browser, with its next person, and with the account', async () => {
  const { viewer, editor } = tenant;
  const device = await subscribe(viewer);
  await ask(viewer, 'POST', '', device);
  // Another person of another company signs in on the same browser.
  const elsewhere = await api.tenant();
  await ask(elsewhere.viewer, 'POST', '', device);
  expect(await idsOf(viewer)).toEqual([]);
  expect(await idsOf(elsewhere.viewer)).toHaveLength(1);

  await ask(editor, 'POST', '', await subscribe(editor));
  expect((await end(editor)).statusCode).toBeLessThan(300);
  const left = () =>
    api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('destinations').select('id').where('kind', '=', 'web-push').execute(),
    );
  expect(await left()).toEqual([]);
});
