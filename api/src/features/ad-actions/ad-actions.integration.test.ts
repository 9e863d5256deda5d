import { saveConnection } from '@tracker/infra/ad-platforms/connection-store';
import { AD_ACTIONS_WAITING_MAX, type AdState } from '@tracker/schemas/ad-platforms/ad-action';
import type { ListedAction } from '@tracker/schemas/contracts/ad-actions.contract';
import type { AuditEntry } from '@tracker/schemas/contracts/audit.contract';
import { HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { Money } from '@tracker/schemas/primitives/money';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { createAccount, type StubAdset } from '@tracker/standalone/facebook-stub/accounts';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { type GraphTest, startGraphTest } from '@tracker/test/kit/use-graph';
import { withoutAdPlatforms } from '@tracker/test/kit/without-ad-platforms';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { confirmPassword, type StaffedTenant, type TestPerson, useApi } from '../../testing/use-api.ts';
import { AD_ACTIONS_RATE } from './service.ts';

const account = createAccount(
  { id: '811', name: 'Conta', currency: 'BRL', timeZone: 'America/Sao_Paulo' as TimeZone, status: 1 },
  [['Oferta', 'ACTIVE']],
);
const abroad = createAccount(
  { id: '822', name: 'US', currency: 'USD', timeZone: 'America/New_York' as TimeZone, status: 1 },
  [['Offer', 'ACTIVE']],
);
const adsetOf = ({ campaigns }: typeof account): StubAdset => campaigns[0]?.adsets[0] ?? expect.fail();
const adset = adsetOf(account);
const ad = adset.ads[0] ?? expect.fail();

let graph: GraphTest;
const api = useApi({
  adPlatforms: (clock, logger) => ({ ...withoutAdPlatforms(clock, logger), adPlatforms: [graph.platform] }),
  before: async (clock) => {
    graph = await startGraphTest({ clock, accounts: [account, abroad] });
  },
});
afterAll(() => graph?.stub.close());

let tenant: StaffedTenant;
beforeEach(async () => {
  Object.assign(adset, { status: 'ACTIVE', dailyBudget: '5000' });
  ad.status = 'ACTIVE';
  tenant = await api.tenant();
  await connect();
  for (const { id, currency, campaigns } of [account, abroad]) await addObjects(id, currency, campaigns[0]?.id ?? '');
});

const connect = (canAct = true) =>
  api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
    saveConnection(
      trx,
      { keyring: api.stack.keyring, clock: api.clock },
      { tenantId: tenant.tenantId, platform: 'facebook' },
      {
        token: graph.stub.tokens.issue({ canManage: canAct }),
        userId: '1',
        accountName: 'Ana',
        expiresAtMs: null,
        canAct,
      },
    ),
  );

/** As a sync sees them. */
const addObjects = (accountId: string, currency: string, campaignId: string) =>
  api.stack.postgres.withTenant(tenant.tenantId, async (trx) => {
    const at = new Date(api.clock.now());
    const place = { tenant_id: tenant.tenantId, platform: 'facebook', ad_account_id: `act_${accountId}` };
    await trx
      .insertInto('ad_platform_campaign_links')
      .values({
        ...{ ...place, platform_campaign_id: campaignId, campaign_id: tenant.campaignId, name: 'Oferta', currency },
        ...{ account_name: 'Conta', time_zone: 'America/Sao_Paulo', linked_at: at },
      })
      .execute();
    const { id, ads } = adsetOf(accountId === '811' ? account : abroad);
    const own = { status: 'ACTIVE', effective_status: 'ACTIVE', thumbnail_url: null, changed_at: at, seen_at: at };
    const budget = { kind: 'daily' as const, amount: Money.parse('50'), currency };
    await trx
      .insertInto('ad_objects')
      .values([
        {
          ...place,
          ...own,
          level: 'campaign',
          object_id: campaignId,
          day: '2036-11-01',
          parent_id: null,
          name: 'Oferta',
          budget: null,
        },
        {
          ...place,
          ...own,
          level: 'adset',
          object_id: id,
          day: '2036-11-01',
          parent_id: campaignId,
          name: 'Frio',
          budget,
        },
        ...ads.map((one) => ({
          ...{ ...place, ...own, level: 'ad' as const, object_id: one.id, day: '2036-11-01', parent_id: id },
          ...{ name: 'Vídeo', budget: null },
        })),
      ])
      .execute();
  });

const act = (person: TestPerson, body: object, object = `adset/${adset.id}`) =>
  person.ask({ method: 'POST', url: `/api/ad-objects/facebook/${object}/actions`, payload: { expected: {}, ...body } });
const undo = (id: string, person = tenant.editor) => person.ask({ method: 'POST', url: `/api/actions/${id}/undo` });
const listed = async (person = tenant.viewer): Promise<ListedAction[]> => (await person.ask('/api/actions')).json();
const codeOf = (response: { json(): { error?: string }; statusCode: number }) => [
  response.statusCode,
  response.json().error,
];
const pause = { action: 'pause', expected: { status: 'ACTIVE' } };
const raise = (amount: string, more = {}) => ({ action: 'budget', amount, expected: { amount: '50.00' }, ...more });

/** What the worker writes when it is done. */
async function settle(id: string, after: Partial<AdState>, state: 'done' | 'refused' = 'done'): Promise<void> {
  await api.stack.postgres.withTenant(tenant.tenantId, async (trx) => {
    const { before } = await trx
      .selectFrom('ad_actions')
      .select('before')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('ad_actions')
      .set({ state, after: { ...before, ...after }, settled_at: new Date(api.clock.now()) })
      .where('id', '=', id)
      .execute();
  });
}

describe('an action that is asked for', () => {
  test('is kept with what the platform has, and with spend, clicks of people and verified sales alone', async () => {
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    const at = '2036-11-19T12:00:00Z';
    const click = await facts.click({ at, ad_id: ad.id });
    await facts.click({ at, ad_id: ad.id, is_bot: true });
    await facts.conversion({ at, amount: '97', click, verified: true });
    await facts.conversion({ at, amount: '5000', click, verified: false });
    await facts.spend({ day: '2036-11-19', spend: '40', source: 'facebook', ads: [{ id: ad.id, spend: '40' }] });
    const response = await act(tenant.editor, pause, `ad/${ad.id}`);
    expect([response.statusCode, response.json()]).toEqual([202, { id: expect.stringMatching(/^aa_/) }]);
    expect(await listed()).toEqual([
      {
        ...{ id: response.json().id, by: 'Ana Lima', byId: tenant.editor.userId, platform: 'facebook', level: 'ad' },
        ...{ objectId: ad.id, name: 'Vídeo', action: 'pause', wanted: null, after: null, result: 'queued' },
        before: { switch: 'on', status: 'ACTIVE', effectiveStatus: 'ACTIVE', budget: null },
        evidence: { from: '2036-11-19', to: '2036-11-20', spend: 40, clicks: 1, conversions: 1, revenue: 97 },
        ...{ at: expect.any(String), settledAt: null, error: null, undoUntil: null, undoneBy: null, undoes: null },
      },
    ]);
    const [entry] = (await tenant.admin.ask('/api/audit-log')).json<AuditEntry[]>();
    expect(entry).toMatchObject({
      action: 'ad-object.pause',
      details: { level: 'ad', objectId: ad.id, name: 'Vídeo' },
    });
  });

  test('is one for a double click, and for an object while it is open', async () => {
    const key = 'um-clique-so';
    const twice = await Promise.all([act(tenant.editor, { ...pause, key }), act(tenant.editor, { ...pause, key })]);
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([202, 202]);
    expect(new Set(twice.map((response) => response.json().id)).size).toBe(1);
    expect(codeOf(await act(tenant.editor, pause))).toEqual([409, 'ad-action-waiting']);
    expect(codeOf(await act(tenant.editor, { ...pause, key }, `ad/${ad.id}`))).toEqual([409, 'ad-action-waiting']);
    expect(await listed()).toHaveLength(1);
  });

  test('is refused with 409 when the platform differs from what the person saw', async () => {
    adset.status = 'PAUSED';
    const response = await act(tenant.editor, pause);
    expect(codeOf(response)).toEqual([409, 'ad-object-changed']);
    expect(response.json().message).toContain('pausado');
    adset.dailyBudget = '7000';
    await confirmPassword(tenant.editor);
    expect(codeOf(await act(tenant.editor, raise('60.00')))).toEqual([409, 'ad-object-changed']);
    expect(await listed()).toEqual([]);
  });

  test('is refused with 409 without the permission, and 422 for what cannot be', async () => {
    expect(codeOf(await act(tenant.editor, raise('60.00', { expected: {} }), `ad/${ad.id}`))).toEqual([
      422,
      'ad-action-impossible',
    ]);
    await confirmPassword(tenant.editor);
    for (const [amount, status, code] of [
      ['50.00', 422, 'ad-action-impossible'],
      ['500.00', 422, 'ad-budget-unusual'],
      ['5.00', 422, 'ad-budget-unusual'],
      ['0.00', 400, 'ad-budget-missing'],
      ['-60.00', 400, 'ad-budget-missing'],
    ] as const) {
      expect(codeOf(await act(tenant.editor, raise(amount)))).toEqual([status, code]);
    }
    adset.status = 'ARCHIVED';
    expect(codeOf(await act(tenant.editor, { action: 'pause' }))).toEqual([422, 'ad-action-impossible']);
    await connect(false);
    const response = await act(tenant.editor, pause);
    expect(codeOf(response)).toEqual([409, 'ad-action-not-permitted']);
    expect(response.json().message).toContain('Permitir agir');
  });

  test('asks for the password again for a budget alone, and stays within the raise of a day', async () => {
    api.clock.advance(20 * MINUTE_MS);
    expect((await act(tenant.editor, pause)).statusCode).toBe(202);
    const [paused] = await listed();
    await settle(paused?.id ?? '', { switch: 'off' }, 'refused');
    expect(codeOf(await act(tenant.editor, raise('60.00')))).toEqual([403, 'password-not-confirmed']);
    const setLimit = (budgetRaisePerDay: number) =>
      tenant.admin.ask({ method: 'PATCH', url: `/api/tenants/${tenant.tenantId}`, payload: { budgetRaisePerDay } });
    expect(codeOf(await setLimit(45))).toEqual([403, 'password-not-confirmed']);
    await confirmPassword(tenant.admin);
    expect((await setLimit(45)).json()).toMatchObject({ budgetRaisePerDay: '45.00' });

    await confirmPassword(tenant.editor);
    const { id } = (await act(tenant.editor, raise('80.00'))).json();
    adset.dailyBudget = '8000';
    await settle(id, { budget: { kind: 'daily', amount: Money.parse('80'), currency: 'BRL' } });
    const beyond = await act(tenant.editor, raise('100.00', { expected: { amount: '80.00' } }));
    expect(codeOf(beyond)).toEqual([409, 'ad-budget-limit']);
    expect(beyond.json().message.replaceAll('\u00a0', ' ')).toContain('restam R$ 15,00');
    expect((await act(tenant.editor, raise('95.00', { expected: { amount: '80.00' } }))).statusCode).toBe(202);
  });

  test('counts what begins to spend in the raises of a day, and asks for the password', async () => {
    const resume = { action: 'resume' };
    adset.status = 'PAUSED';
    api.clock.advance(HOUR_MS);
    expect(codeOf(await act(tenant.editor, resume))).toEqual([403, 'password-not-confirmed']);
    await confirmPassword(tenant.editor);
    await confirmPassword(tenant.admin);
    const limit = (budgetRaisePerDay: number) =>
      tenant.admin.ask({ method: 'PATCH', url: `/api/tenants/${tenant.tenantId}`, payload: { budgetRaisePerDay } });
    expect((await limit(49)).statusCode).toBeLessThan(300);
    const ofSet = await act(tenant.editor, resume);
    expect(codeOf(ofSet)).toEqual([409, 'ad-budget-limit']);
    // An ad spends its set's budget, when no other ad of it does.
    adset.status = 'ACTIVE';
    ad.status = 'PAUSED';
    expect((await act(tenant.editor, resume, `ad/${ad.id}`)).statusCode).toBe(adset.ads.length > 1 ? 202 : 409);
    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.updateTable('ad_objects').set({ status: 'PAUSED' }).where('level', '=', 'ad').execute(),
    );
    const last = adset.ads.at(-1) ?? expect.fail();
    onTestFinished(() => void Object.assign(last, { status: 'ACTIVE' }));
    last.status = 'PAUSED';
    expect(codeOf(await act(tenant.editor, resume, `ad/${last.id}`))).toEqual([409, 'ad-budget-limit']);
    expect((await limit(50)).statusCode).toBeLessThan(300);
    adset.status = 'PAUSED';
    expect((await act(tenant.editor, resume)).statusCode).toBe(202);
  });

  test('counts a raise in another currency by its rate, and is refused without one', async () => {
    await confirmPassword(tenant.editor);
    await confirmPassword(tenant.admin);
    const dollars = `adset/${adsetOf(abroad).id}`;
    expect(codeOf(await act(tenant.editor, raise('60.00'), dollars))).toEqual([422, 'ad-budget-no-rate']);
    const payload = [{ day: '2036-11-01', currency: 'USD', rate: '200.00' }];
    expect((await tenant.admin.ask({ method: 'PUT', url: '/api/exchange-rates', payload })).statusCode).toBeLessThan(
      300,
    );
    expect(codeOf(await act(tenant.editor, raise('60.00'), dollars))).toEqual([409, 'ad-budget-limit']);
    expect((await act(tenant.editor, raise('54.00'), dollars)).statusCode).toBe(202);
  });

  test('is not for viewers, nor for objects that no linked account has', async () => {
    expect((await act(tenant.viewer, pause)).statusCode).toBe(403);
    const foreign = await api.tenant();
    expect((await act(foreign.editor, pause)).statusCode).toBe(404);
    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.deleteFrom('ad_platform_campaign_links').execute(),
    );
    expect((await act(tenant.editor, pause)).statusCode).toBe(404);
    expect((await act(tenant.editor, pause, 'account/act_811')).statusCode).toBe(404);
    // Another campaign of the account is linked: this one may be another company's.
    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .insertInto('ad_platform_campaign_links')
        .values({
          ...{
            tenant_id: tenant.tenantId,
            platform: 'facebook',
            ad_account_id: 'act_811',
            platform_campaign_id: '999',
          },
          ...{ campaign_id: tenant.campaignId, name: 'Outra', currency: 'BRL', account_name: 'Conta' },
          ...{ time_zone: 'America/Sao_Paulo', linked_at: new Date(api.clock.now()) },
        })
        .execute(),
    );
    for (const object of [undefined, `ad/${ad.id}`, `campaign/${account.campaigns[0]?.id}`]) {
      expect((await act(tenant.editor, pause, object)).statusCode).toBe(404);
    }
  });

  test('answers with the reason of the platform, and ends a connection whose token it refuses', async () => {
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.service });
    expect(codeOf(await act(tenant.editor, pause))).toEqual([502, 'ad-platform-retry']);
    graph.stub.faults.next({ kind: 'reset' });
    expect(codeOf(await act(tenant.editor, pause))).toEqual([502, 'ad-platform-retry']);
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.managementThrottled });
    const throttled = await act(tenant.editor, pause);
    expect(codeOf(throttled)).toEqual([503, 'ad-platform-throttled']);
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
    api.clock.advance(HOUR_MS);
    expect(await listed()).toEqual([]);
    graph.stub.tokens.endAll(refusals.changedPassword);
    expect(codeOf(await act(tenant.editor, pause))).toEqual([409, 'ad-platform-reconnect']);
  });

  test('leaves the platform to others: so many at once, and so many that wait', async () => {
    const answers = [];
    for (let index = 0; index < AD_ACTIONS_RATE.burst + 1; index += 1)
      answers.push(await act(tenant.editor, { action: 'resume' }));
    expect(codeOf(answers.at(-1) ?? expect.fail())).toEqual([429, 'too-many-ad-actions']);
    expect((await act((await anotherTenant()).editor, pause)).statusCode).not.toBe(429);
    api.clock.advance(HOUR_MS);
    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .insertInto('ad_actions')
        .values(
          Array.from({ length: AD_ACTIONS_WAITING_MAX }, (_, index) => ({
            ...{ tenant_id: tenant.tenantId, id: `w${index}`, asked_key: `w${index}`, user_id: 'u', user_name: 'U' },
            ...{ platform: 'facebook', level: 'ad' as const, object_id: `w${index}`, ad_account_id: 'act_811' },
            ...{ currency: 'BRL', name: 'w', action: 'pause' as const, wish: { switch: 'off' as const }, undoes: null },
            before: { switch: 'on' as const, status: 'ACTIVE', effectiveStatus: 'ACTIVE', budget: null },
            ...{ after: null, evidence: null, problem: null, day: '2036-11-20' },
            ...{ asked_at: new Date(api.clock.now()), next_at: new Date(api.clock.now()) },
          })),
        )
        .execute(),
    );
    expect(codeOf(await act(tenant.editor, pause))).toEqual([429, 'too-many-ad-actions']);
  });
});

async function anotherTenant(): Promise<StaffedTenant> {
  const before = tenant;
  tenant = await api.tenant();
  await connect();
  await addObjects('811', 'BRL', account.campaigns[0]?.id ?? '');
  const other = tenant;
  tenant = before;
  return other;
}

describe('undo', () => {
  test('sets it as it was, once, as an action of its own', async () => {
    const { id } = (await act(tenant.editor, pause)).json();
    expect(codeOf(await undo(id))).toEqual([409, 'ad-action-ended']);
    adset.status = 'PAUSED';
    await settle(id, { switch: 'off', status: 'PAUSED' });
    expect((await listed())[0]).toMatchObject({ result: 'done', undoUntil: expect.any(String) });
    const undone = (await undo(id)).json();
    expect((await undo(id)).json()).toEqual(undone);
    const [second, first] = (await listed()).sort(
      (one, two) => Number(one.undoes === null) - Number(two.undoes === null),
    );
    expect(second).toMatchObject({ id: undone.id, action: 'resume', undoes: id, result: 'queued' });
    expect(first).toMatchObject({ id, undoneBy: undone.id, undoUntil: null });
  });

  test('is refused when the platform differs, after a day, and for a stranger', async () => {
    const { id } = (await act(tenant.editor, pause)).json();
    await settle(id, { switch: 'off', status: 'PAUSED' });
    expect(codeOf(await undo(id))).toEqual([409, 'ad-object-changed']);
    expect((await undo(id, tenant.viewer)).statusCode).toBe(403);
    expect((await undo(id, (await api.tenant()).editor)).statusCode).toBe(404);
    api.clock.advance(24 * HOUR_MS);
    expect(codeOf(await undo(id))).toEqual([409, 'ad-action-ended']);
  });

  test('of a budget asks for the password again, and needs no room in the raise of the day', async () => {
    await confirmPassword(tenant.editor);
    const { id } = (await act(tenant.editor, raise('30.00'))).json();
    adset.dailyBudget = '3000';
    await settle(id, { budget: { kind: 'daily', amount: Money.parse('30'), currency: 'BRL' } });
    api.clock.advance(20 * MINUTE_MS);
    expect(codeOf(await undo(id))).toEqual([403, 'password-not-confirmed']);
    await confirmPassword(tenant.editor);
    expect((await undo(id)).statusCode).toBe(202);
    expect((await listed())[0]).toMatchObject({ action: 'budget', wanted: { amount: '50.00' } });
  });
});
