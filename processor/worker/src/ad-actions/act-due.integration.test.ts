/** What people want of ads is done once, through lost answers, throttling, crashes and two workers. */
import { saveConnection } from '@tracker/infra/ad-platforms/connection-store';
import { newUserId } from '@tracker/infra/postgres/tables/create-tenant';
import { createUser } from '@tracker/infra/postgres/tables/create-user';
import type { AdActionKind, AdState, AdWish } from '@tracker/schemas/ad-platforms/ad-action';
import { HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { UserId } from '@tracker/schemas/primitives/ids';
import { Money } from '@tracker/schemas/primitives/money';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { createAccount, type StubAdset } from '@tracker/standalone/facebook-stub/accounts';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { type GraphTest, startGraphTest } from '@tracker/test/kit/use-graph';
import { withoutAdPlatforms } from '@tracker/test/kit/without-ad-platforms';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ActDeps, actDue } from './act-due.ts';
import { startAdActionSweep } from './sweep-actions.ts';

const stack = useStack({ ownPostgres: true });
const ACCOUNT = { id: '811', name: 'Conta', currency: 'BRL', timeZone: 'America/Sao_Paulo' as TimeZone, status: 1 };

let graph: GraphTest;
let tenant: TestTenant;
let editor: UserId;
let deps: ActDeps;
let token: string;
let adset: StubAdset;
beforeEach(async () => {
  const account = createAccount(ACCOUNT, [['Oferta', 'ACTIVE']]);
  graph = await startGraphTest({ accounts: [account], deadlineMs: 300 });
  adset = account.campaigns[0]?.adsets[0] ?? expect.fail();
  tenant = await createTenant(stack);
  editor = await member(tenant);
  token = graph.stub.tokens.issue({ canManage: true });
  await connect();
  deps = { ...stack, adPlatforms: [graph.platform], clock: graph.clock, random: () => 0.5 };
  return () => graph.stub.close();
});

async function member({ tenantId }: TestTenant, role: 'editor' | 'viewer' = 'editor'): Promise<UserId> {
  const id = newUserId();
  await stack.postgres.withTenant(tenantId, (trx) =>
    createUser(trx, {
      ...{ id, tenant_id: tenantId, email: `${id}@example.com`, first_name: 'Bia', last_name: 'Reis', role },
      ...{ password_hash: 'x', created_at: new Date(graph.clock.now()) },
    }),
  );
  return id;
}

const connect = (of = tenant, canAct = true) =>
  stack.postgres.withTenant(of.tenantId, (trx) =>
    saveConnection(
      trx,
      { keyring: stack.keyring, clock: graph.clock },
      { tenantId: of.tenantId, platform: 'facebook' },
      { token, userId: '1', accountName: 'Ana', expiresAtMs: null, canAct },
    ),
  );

const on: AdState = { switch: 'on', status: 'ACTIVE', effectiveStatus: 'ACTIVE', budget: null };
const budget = (amount: string) => ({ kind: 'daily' as const, amount: Money.parse(amount), currency: 'BRL' });
const seen: AdState = { ...on, budget: budget('50') };
let asked = 0;

/** As the API keeps what a person wants. */
async function ask(
  id: string,
  given: {
    of?: TestTenant;
    action?: AdActionKind;
    wish?: AdWish;
    before?: AdState;
    level?: 'adset' | 'ad';
    by?: UserId;
  } = {},
): Promise<string> {
  const { of = tenant, action = 'pause', wish = { switch: 'off' }, level = 'adset', by = editor } = given;
  asked += 1;
  const actionId = `aa_${asked}`;
  const at = new Date(graph.clock.now() + asked);
  await stack.postgres.withTenant(of.tenantId, (trx) =>
    trx
      .insertInto('ad_actions')
      .values({
        ...{
          tenant_id: of.tenantId,
          id: actionId,
          asked_key: actionId,
          user_id: by,
          user_name: 'Bia Reis',
          action,
          wish,
        },
        ...{ platform: 'facebook', level, object_id: id, ad_account_id: 'act_811', currency: 'BRL', name: id },
        ...{ before: given.before ?? (level === 'ad' ? on : seen), after: null, evidence: null, problem: null },
        ...{ day: '2026-11-20', undoes: null, asked_at: at, next_at: new Date(graph.clock.now()) },
      })
      .execute(),
  );
  return actionId;
}

const run = (of = tenant, signal = new AbortController().signal) =>
  actDue(deps, { tenantId: of.tenantId, platform: 'facebook' }, signal);
/** Runs until nothing is open; the clock goes on to what waits. */
async function settle(turns = 20): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await run();
    const open = (await actions()).filter(({ state }) => state === 'queued' || state === 'sent');
    if (open.length === 0) return;
    graph.clock.advance(Math.max(1, Math.min(...open.map((one) => one.next_at.getTime())) - graph.clock.now()));
  }
}
const actions = (of = tenant) =>
  stack.postgres.withTenant(of.tenantId, (trx) => trx.selectFrom('ad_actions').selectAll().orderBy('id').execute());
const action = async () => (await actions())[0] ?? expect.fail();
const sent = () => graph.stub.requests.filter(({ method, path }) => method === 'POST' && /^\/\d+$/.test(path));

describe('an action at the platform', () => {
  test('is done once, and its state before and after are kept', async () => {
    await ask(adset.id);
    expect(await run()).toBe(1);
    expect(adset.status).toBe('PAUSED');
    expect(await action()).toMatchObject({
      ...{ state: 'done', problem: null, before: seen, settled_at: new Date(graph.clock.now()) },
      after: { switch: 'off', status: 'PAUSED', effectiveStatus: 'PAUSED', budget: budget('50') },
    });
    expect([await run(), sent().length]).toEqual([0, 1]);
  });

  test('sets a budget to the amount, and resumes', async () => {
    await ask(adset.id, { action: 'budget', wish: { budget: budget('60') } });
    await run();
    expect(adset.dailyBudget).toBe('6000');
    const [ad] = adset.ads;
    if (!ad) return expect.fail();
    ad.status = 'PAUSED';
    const off = { ...on, switch: 'off' as const, status: 'PAUSED', effectiveStatus: 'PAUSED' };
    await ask(ad.id, { action: 'resume', wish: { switch: 'on' }, level: 'ad', before: off });
    await run();
    expect([ad.status, sent().length]).toEqual(['ACTIVE', 2]);
  });

  test.each(['reset', 'cut', 'not-json', 'hang'] as const)(
    'is settled by reading, and not repeated, when the answer is lost (%s)',
    async (kind) => {
      graph.stub.faults.next({ kind }, { match: /^POST/ });
      await ask(adset.id);
      await run();
      expect(await action()).toMatchObject({ state: 'sent', problem: { code: 'no_answer' } });
      await settle();
      expect([(await action()).state, adset.status, sent().length]).toEqual(['done', 'PAUSED', 1]);
    },
  );

  test('is sent again only after reading showed that it was not done', async () => {
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.unknown }, { match: /^POST/ });
    await ask(adset.id);
    await settle();
    const calls = graph.stub.requests.filter(({ path }) => path === `/${adset.id}`).map(({ method }) => method);
    expect(calls).toEqual(['GET', 'POST', 'GET', 'POST', 'GET']);
    expect([(await action()).state, adset.status]).toEqual(['done', 'PAUSED']);
  });

  test('stays unknown while the platform cannot be read, and for good after a day', async () => {
    graph.stub.faults.next({ kind: 'reset' }, { match: /^POST/ });
    await ask(adset.id);
    await run();
    graph.stub.faults.next({ kind: 'reset' }, { times: 10_000, match: /^GET/ });
    await settle(5);
    expect((await action()).state).toBe('sent');
    graph.clock.advance(25 * HOUR_MS);
    await run();
    expect(await action()).toMatchObject({ state: 'unknown', problem: { code: 'gave_up' } });
    expect(sent()).toHaveLength(1);
  });

  test('waits as long as the platform says when it throttles', async () => {
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.managementThrottled }, { match: /^POST/ });
    await ask(adset.id);
    await run();
    const { state, problem, next_at } = await action();
    expect([state, problem]).toEqual(['queued', { code: 'throttled' }]);
    expect(next_at.getTime() - graph.clock.now()).toBeGreaterThanOrEqual(MINUTE_MS);
    expect(await run()).toBe(0);
    await settle();
    expect([(await action()).state, sent().length]).toEqual(['done', 2]);
  });

  test('is refused when it was changed at the platform meanwhile', async () => {
    adset.status = 'PAUSED';
    await ask(adset.id, { action: 'budget', wish: { budget: budget('60') } });
    adset.dailyBudget = '7000';
    await run();
    expect(await action()).toMatchObject({ state: 'refused', problem: { code: 'changed_meanwhile' } });
    expect(sent()).toHaveLength(0);
  });

  test('is refused with its reason when the platform does not take it', async () => {
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.budgetChangedOften }, { match: /^POST/ });
    await ask(adset.id, { action: 'budget', wish: { budget: budget('60') } });
    await run();
    expect(await action()).toMatchObject({ state: 'refused', problem: { code: 'budget_changed_often' } });
    // The limit of one ad set stops no other call about the account.
    expect(graph.platform.budgetUsed('act_811', 'management')).toBeLessThan(75);
  });

  test('is refused when the permission was taken back, and the connection knows it from then on', async () => {
    await ask(adset.id);
    graph.stub.tokens.takeManagementBack();
    await ask(adset.ads[0]?.id ?? '', { level: 'ad' });
    await run();
    expect((await actions()).map(({ state, problem }) => [state, problem])).toEqual([
      ['refused', { code: 'actions_not_permitted' }],
      ['refused', { code: 'actions_not_permitted' }],
    ]);
    expect(sent()).toHaveLength(1);
    const row = await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('ad_platform_connections').select(['can_act', 'ended_at']).executeTakeFirst(),
    );
    expect(row).toEqual({ can_act: false, ended_at: null });
    await ask(adset.id);
    await run();
    expect(sent()).toHaveLength(1);
  });

  test('is refused when the connection has ended, or who asked left or may only look', async () => {
    await ask(adset.id, { by: newUserId() });
    await ask(adset.ads[0]?.id ?? '', { level: 'ad', by: await member(tenant, 'viewer') });
    await run();
    expect((await actions()).map(({ problem }) => problem)).toEqual([{ code: 'asker_left' }, { code: 'asker_left' }]);
    await ask(adset.id);
    graph.stub.tokens.endAll(refusals.removedApp);
    await run();
    expect((await actions()).at(-1)).toMatchObject({ state: 'refused', problem: { code: 'app_removed' } });
    expect(sent()).toHaveLength(0);
  });

  test('is refused when the company was suspended meanwhile, and stays so afterwards', async () => {
    await ask(adset.id);
    const set = (subscription_status: 'suspended' | 'active') =>
      stack.postgres.withTenant(tenant.tenantId, (trx) =>
        trx.updateTable('tenants').set({ subscription_status }).execute(),
      );
    await set('suspended');
    await run();
    await set('active');
    await run();
    expect(await action()).toMatchObject({ state: 'refused', problem: { code: 'asker_left' } });
    expect(sent()).toHaveLength(0);
  });

  test('goes on in another worker after a kill, before and after the call', async () => {
    const stop = new AbortController();
    // The call arrives, and we are gone before its answer.
    graph.stub.faults.next({ kind: 'hang' }, { match: /^POST/ });
    await ask(adset.id);
    const dying = run(tenant, stop.signal);
    await expect.poll(() => sent().length).toBe(1);
    stop.abort(new Error('killed'));
    await expect(dying).rejects.toThrow('killed');
    expect((await action()).state).toBe('sent');
    // In its hands for a minute; then the next one reads first.
    expect([await run(), sent().length]).toEqual([0, 1]);
    graph.clock.advance(MINUTE_MS);
    expect([await run(), sent().length, adset.status]).toEqual([1, 1, 'PAUSED']);
  });

  test('is taken by one of two workers', async () => {
    await ask(adset.id);
    const settled = await Promise.all([run(), run()]);
    expect([settled.reduce((sum, one) => sum + one, 0), sent().length]).toEqual([1, 1]);
  });

  test('is shown in the states of ads at once', async () => {
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .insertInto('ad_objects')
        .values({
          ...{
            tenant_id: tenant.tenantId,
            platform: 'facebook',
            level: 'adset',
            object_id: adset.id,
            day: '2026-01-01',
          },
          ...{ ad_account_id: 'act_811', parent_id: '1', name: 'Frio', status: 'ACTIVE', effective_status: 'ACTIVE' },
          ...{ budget: budget('50'), thumbnail_url: null },
          ...{ changed_at: new Date(graph.clock.now()), seen_at: new Date(graph.clock.now()) },
        })
        .execute(),
    );
    await ask(adset.id);
    await run();
    const rows = await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('ad_objects').select(['status', 'parent_id', 'name']).orderBy('day').execute(),
    );
    expect(rows).toEqual([
      { status: 'ACTIVE', parent_id: '1', name: 'Frio' },
      { status: 'PAUSED', parent_id: '1', name: 'Frio' },
    ]);
  });
});

describe('actions of several', () => {
  test('does the others in the same turn when one fails by a defect', async () => {
    const [ad] = adset.ads;
    await ask(adset.id);
    await ask(ad?.id ?? '', { level: 'ad' });
    const control = graph.platform.control ?? expect.fail();
    deps = {
      ...deps,
      adPlatforms: [
        {
          ...graph.platform,
          control: {
            ...control,
            read: async (...[given, object, signal]) => {
              if (object.level === 'adset') throw new TypeError('defect');
              return control.read(given, object, signal);
            },
          },
        },
      ],
    };
    await run();
    expect((await actions()).map(({ state, problem }) => [state, problem])).toEqual([
      ['refused', { code: 'defect' }],
      ['done', null],
    ]);
  });

  test('adds the jobs of the other tenants in the same sweep when one cannot be added', async () => {
    const other = await createTenant(stack);
    for (const owner of [tenant, other]) await ask(adset.id, { of: owner });
    const added: unknown[] = [];
    const { jobs } = withoutAdPlatforms(graph.clock, stack.logger);
    const sweep = startAdActionSweep({
      ...{ ...stack, clock: graph.clock },
      jobs: {
        ...jobs,
        async add(_, payload) {
          if ((payload as { tenantId: string }).tenantId === tenant.tenantId) throw new TypeError('defect');
          added.push(payload);
          return { id: 'job', added: true };
        },
      },
    });
    await sweep.sweep();
    await sweep.stop();
    expect(added).toContainEqual({ tenantId: other.tenantId, platform: 'facebook' });
  });
});
