import { createHash, randomUUID } from 'node:crypto';
import { personIdOf } from '@tracker/infra/privacy/person-id';
import type { User } from '@tracker/schemas/contracts/auth.contract';
import type { Contract, Example } from '@tracker/schemas/contracts/define-contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import type { WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { storeDeliveries } from './testing/deliveries.ts';
import { factsOf } from './testing/facts.ts';
import { storeLead } from './testing/leads.ts';
import { bodyFields, requestFor, rowsOf, type StaffedTenant, useApi } from './testing/use-api.ts';

/**
 * Two tenants with data of every kind. One calls every route of the registry with the ids of the other, as each role, in every
 * place where an id is allowed. All callers are administrators of the other tenant, too, and name their own one in the call.
 * The answer is 403 or 404, or it contains nothing of the other tenant. A new route or parameter is
 * in the test as soon as it is in the registry; a parameter without a value for the test fails it.
 */
const api = useApi();
let own: StaffedTenant;
let foreign: StaffedTenant;
let secrets: string[];
let ids: Record<string, string>;
let cursor: string;

beforeAll(async () => {
  [own, foreign] = await Promise.all([api.tenant(), api.tenant()]);
  for (const role of ROLES) await api.join(foreign, own[role], 'admin');
  for (const tenant of [own, foreign]) {
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    const mark = tenant === foreign ? 'segredo' : 'meu';
    const click = await facts.click({
      at: '2036-11-20T12:00:00Z',
      source: `${mark}-fonte`,
      ad_id: `${mark}-ad`,
      channel: `${mark}-fonte`,
    });
    const conversionId = await facts.conversion({
      at: '2036-11-20T12:30:00Z',
      amount: tenant === foreign ? '777.77' : '5',
      click,
    });
    const viewId = await facts.pageView({ at: '2036-11-20T12:10:00Z', url: `https://${mark}.example/` });
    const [delivery] = await storeDeliveries(api.stack.clickhouse, tenant, [
      {
        at: '2036-11-20T12:40:00Z',
        body: `{"product":"${mark}-produto"}`,
        reason_code: 'unknown_event',
        reason_params: JSON.stringify({ event: `${mark}-motivo` }),
        provider: 'kiwify',
      },
    ]);
    const leadId = await storeLead(api.stack, tenant, {
      at: '2036-11-20T12:45:00Z',
      email: `${mark}@x.co`,
      name: `${mark}-nome`,
      source: `${mark}-lead`,
    });
    await facts.spend({ day: '2036-11-20', spend: tenant === foreign ? '333.33' : '2' });
    const spend = (
      await tenant.admin.ask({
        method: 'POST',
        url: '/api/spend/import',
        headers: { 'content-type': 'text/csv' },
        payload: `day,campaign,source,cost,note\n2036-11-19,${tenant.campaignId},${mark}-fonte,3.21,${mark}-nota\n`,
      })
    ).json();
    const imported = (
      await tenant.admin.ask({
        method: 'POST',
        url: '/api/conversions/import?checkout=generic',
        headers: { 'content-type': 'text/csv' },
        payload: `date,transaction,value,product,status,currency\n2036-11-19,${mark}-importada,3.21,${mark}-produto,paid,BRL\n`,
      })
    ).json();
    const cost = await tenant.admin.ask({
      method: 'POST',
      url: '/api/costs',
      payload: {
        ...{ kind: 'expense', from: '2036-11-19', every: 'once', fixed: '4.56', campaignId: tenant.campaignId },
        note: `${mark}-custo`,
      },
    });
    const view = await tenant.admin.ask({
      method: 'POST',
      url: '/api/views',
      payload: { screen: 'analytics', name: `${mark}-visão`, search: '', shared: true },
    });
    const product = await tenant.editor.ask({
      method: 'POST',
      url: '/api/products',
      payload: { name: `${mark}-curso`, aliases: [{ checkout: 'kiwify', productId: `${mark}-p` }] },
    });
    const invited = await tenant.admin.ask({
      method: 'POST',
      url: '/api/auth/invite',
      payload: { email: `${mark}-convite-${tenant.slug}@x.co` },
    });
    const [{ id: sessionId }] = (await tenant.viewer.ask('/api/sessions')).json();
    const key = await tenant.admin.ask({
      method: 'POST',
      url: '/api/api-keys',
      payload: { name: `${mark}-chave`, scopes: ['read'] },
    });
    await addFacebook(tenant, mark);
    const site = { host: `${mark}.example` };
    await tenant.editor.ask({ method: 'POST', url: '/api/integration/sites', payload: site });
    const postback = await tenant.admin.ask({
      method: 'POST',
      url: '/api/postbacks',
      payload: { name: `${mark}-postback`, url: `https://${mark}.example/{clickid}` },
    });
    await tenant.admin.ask({
      method: 'PUT',
      url: '/api/facebook/pixel',
      payload: { pixelId: tenant === foreign ? '77777888889' : '12345', token: `${mark}-token`, enabled: true },
    });
    if (tenant === own) continue;
    ids = {
      tenantId: tenant.tenantId,
      campaignId: tenant.campaignId,
      mainCampaignId: tenant.campaignId,
      id: tenant.admin.userId,
      userId: tenant.admin.userId,
      clickId: click.click_id,
      conversionId: conversionId,
      'conversions.read id': conversionId,
      'conversions.attribute id': conversionId,
      'analytics.breakdown key': tenant.campaignId,
      'ad-actions.ask key': 'segredo-tecla',
      'ad-actions.ask id': 'segredo-120210000000004',
      'ad-actions.undo id': 'segredo-acao',
      'ad-objects.picture id': 'segredo-120210000000004',
      f: `campaign:is:${tenant.campaignId}`,
      source: click.source,
      'views.change id': view.json().id,
      'views.remove id': view.json().id,
      'products.change id': product.json().id,
      'products.remove id': product.json().id,
      'integration.confirm-site host': 'loja-alheia.example',
      'integration.remove-site host': 'segredo.example',
      q: click.click_id,
      personId: personIdOf((await api.stack.caches.tenants.find(tenant.tenantId))?.personSalt ?? '', `${mark}@x.co`),
      value: `${mark}@x.co`,
      facebookCampaignId: `segredo-120210000000002`,
      ids: 'segredo-120210000000004',
      platformCampaignId: `segredo-120210000000002`,
      'facebook.ignore-suggestion platformCampaignId': `segredo-120210000000003`,
      'ad-platforms.ignore-suggestion platformCampaignId': `segredo-120210000000003`,
      runId: FOREIGN_RUN,
      state: 'segredo-state',
      'leads.edit id': leadId,
      'leads.history id': leadId,
      'sessions.end id': sessionId,
      'api-keys.revoke id': key.json().id,
      ...Object.fromEntries(
        ['conversions', 'clicks', 'leads', 'spend'].map((noun) => [`${noun}.changes cursor`, '0.0']),
      ),
      'audit-log.list cursor': `${Date.parse('2036-11-21T12:00:00Z').toString(36)}.${'9'.repeat(18)}`,
      'postbacks.change id': postback.json().id,
      'postbacks.remove id': postback.json().id,
      'postbacks.test id': postback.json().id,
      'invites.withdraw id': invited.json().id,
      'users.remove keep': key.json().id,
      'users.change-role keep': key.json().id,
      'users.remove end': 'secret-kiwify',
      'users.change-role end': 'token-mercado-pago',
      'leads.list source': 'segredo-lead',
      'leads.list q': 'segredo-nome',
      'leads.export source': 'segredo-lead',
      'leads.export q': 'segredo-nome',
      importId: spend.importId,
      'conversions.undo-import importId': imported.importId,
      costId: cost.json().id,
      'webhook-deliveries.reprocess id': delivery?.delivery_id ?? '',
      'webhook-deliveries.explain id': delivery?.delivery_id ?? '',
    };
    cursor = `${Date.parse('2036-11-20T12:00:01Z').toString(36)}.${click.click_id}`;
    secrets = [
      tenant.tenantId,
      tenant.campaignId,
      tenant.slug,
      tenant.admin.userId,
      tenant.admin.email,
      ...Object.values(tenant.trackingKeys),
      click.click_id,
      conversionId,
      viewId,
      leadId,
      sessionId,
      key.json().key,
      delivery?.delivery_id ?? '',
      'segredo',
      postback.json().id,
      '77777888889',
      '777.77',
      '333.33',
    ];
  }
});

const FOREIGN_RUN = '5e93ed00-0000-4000-8000-000000000001';
/** What a connected tenant has there; the ids are such that a leak is seen. */
const addFacebook = ({ tenantId, campaignId, admin }: StaffedTenant, mark: string) =>
  api.stack.postgres.withTenant(tenantId, async (trx) => {
    const at = new Date(api.clock.now());
    const account = { platform: 'facebook', ad_account_id: `${mark}-act`, currency: 'BRL' };
    await trx
      .insertInto('ad_platform_consents')
      .values({
        state_hash: createHash('sha256').update(`${mark}-state`).digest(),
        tenant_id: tenantId,
        platform: 'facebook',
        user_id: admin.userId,
        session_id: `${mark}-session`,
        expires_at: new Date(api.clock.now() + 600_000),
      })
      .execute();
    await trx
      .insertInto('ad_platform_campaign_links')
      .values({
        ...account,
        tenant_id: tenantId,
        platform_campaign_id: `${mark}-120210000000002`,
        campaign_id: campaignId,
        name: `${mark}-link`,
        account_name: `${mark}-conta`,
        time_zone: 'America/Sao_Paulo',
        linked_at: at,
      })
      .execute();
    await trx
      .insertInto('ad_objects')
      .values({
        ...{ tenant_id: tenantId, platform: 'facebook', level: 'ad', object_id: `${mark}-120210000000004` },
        ...{ day: '2036-11-20', ad_account_id: `${mark}-act`, parent_id: `${mark}-conjunto`, name: `${mark}-anuncio` },
        ...{ status: 'ACTIVE', effective_status: 'ACTIVE', budget: null, thumbnail_url: null },
        ...{ changed_at: at, seen_at: at },
      })
      .execute();
    await trx
      .insertInto('ad_actions')
      .values({
        ...{ tenant_id: tenantId, id: `${mark}-acao`, asked_key: `${mark}-tecla`, user_id: admin.userId },
        ...{ user_name: `${mark}-pessoa`, platform: 'facebook', level: 'ad', object_id: `${mark}-120210000000004` },
        ...{ ad_account_id: `${mark}-act`, currency: 'BRL', name: `${mark}-anuncio`, action: 'pause' },
        ...{ wish: { switch: 'off' }, evidence: null, problem: null, undoes: null, day: '2036-11-20', state: 'done' },
        before: { switch: 'on', status: 'ACTIVE', effectiveStatus: 'ACTIVE', budget: null },
        after: { switch: 'off', status: 'PAUSED', effectiveStatus: 'PAUSED', budget: null },
        ...{ asked_at: at, next_at: at, settled_at: at },
      })
      .execute();
    await trx
      .insertInto('ad_platform_account_rules')
      .values({
        tenant_id: tenantId,
        platform: 'facebook',
        ad_account_id: `${mark}-act`,
        campaign_id: campaignId,
        set_at: at,
      })
      .execute();
    await trx
      .insertInto('ad_platform_link_suggestions')
      .values({
        tenant_id: tenantId,
        platform: 'facebook',
        platform_campaign_id: `${mark}-120210000000003`,
        campaign_id: campaignId,
        name: `${mark}-sugestao`,
        ad_account_id: `${mark}-act`,
        clicks: 333,
        networks: 33,
      })
      .execute();
    await trx
      .insertInto('ad_platform_sync_runs')
      .values({
        tenant_id: tenantId,
        platform: 'facebook',
        run_id: mark === 'segredo' ? FOREIGN_RUN : randomUUID(),
        campaign_id: campaignId,
        trigger: 'nightly',
        started_at: at,
        ended_at: at,
        success: false,
        data_points: 0,
        total_spend: '0',
        error: null,
        warnings: [{ code: 'rate_missing', currency: `${mark}-BRL`, days: 1 }],
      })
      .execute();
    await trx
      .insertInto('ad_platform_account_totals')
      .values({
        ...account,
        tenant_id: tenantId,
        name: `${mark}-conta`,
        since: '2036-10-01',
        until: '2036-10-28',
        account_spend: '1',
        linked_spend: '1',
        measured_at: at,
      })
      .execute();
  });

/** Query and body fields that name nothing of anyone's. */
const HARMLESS = new Set(
  'startDate endDate limit period days bots companyName companySlug firstName lastName email password name slug status destinationUrl timeZone provider verdict secret leadsAreConversions notes currency day rate role currentPassword newPassword scopes groupBy screen search shared isDefault price targetCpa targetRoas guaranteeDays aliases adAccountId facebookCampaignName platformCampaignName dayBasis code error pixelId token testCode enabled url retention requireSecondFactor verified tracking checkout product payment channel unverifiedConversions unverifiedMaxAgeDays unverifiedPerDay by confirm dryRun amount note kind from until percent fixed productId every perCampaign only total dismissed amountsIn permitsGet endpoint p256dh auth settings mode minCents quiet account to metrics compare weekdays order dim window platform level permit action expected budgetRaisePerDay sameWeekdays changes unit interest status-column source changedSince spendHistoryDays isUnmatched inReport seen'.split(
    ' ',
  ),
);

const fieldsOf = (schema: z.ZodObject | undefined): string[] => Object.keys(schema?.shape ?? {});

/** What else a route with an id needs, so that it looks for the id at all. */
const VALID: Readonly<Record<string, object>> = {
  'ad-actions.ask': { action: 'pause', expected: {} },
  'webhook-keys.set-token': { token: 'APP_USR-1', account: '1' },
  'leads.edit': { status: 'lost' },
  'users.change-role': { role: 'viewer' },
  'users.change-owner': { userId: 'us_unknown000000000' },
  'conversions.attribute': { campaignId: null },
  'facebook.change-link': { dayBasis: 'company' },
  'ad-platforms.change-link': { dayBasis: 'company' },
  'ad-platforms.link': { platformCampaignId: '120210000000001' },
  'privacy.search': { by: 'email' },
  'privacy.erase': { confirm: 'APAGAR' },
  'costs.create': { kind: 'expense', from: '2036-11-20', every: 'once', fixed: '1.00' },
  'push-devices.change': { mode: 'each', minCents: 0, quiet: null },
  'spend.enter': { day: '2036-11-20', source: 'google', amount: '1.00' },
  'facebook.connect-campaign': { facebookCampaignId: '120210000000001' },
};

/** The days on which the facts of both happened. */
const NOVEMBER = { from: '2036-11-01', to: '2036-11-30' };
/** What a question needs to be answered at all. */
const QUESTIONS: Readonly<Record<string, Pick<Example, 'query' | 'body'>>> = {
  'figures.ask': { query: { ...NOVEMBER, metrics: 'clicks,revenue,spend', by: 'campaign' } },
  'figures.ask-by-body': { body: { ...NOVEMBER, metrics: ['clicks', 'revenue', 'spend'], by: ['campaign'] } },
  'figures.export': { query: { ...NOVEMBER, metrics: 'clicks,revenue,spend', by: 'campaign' } },
  'figures.values': { query: NOVEMBER },
  'figures.fatigue': {},
  'figures.lag': { query: NOVEMBER },
  'analytics.funnel': { query: NOVEMBER },
};

/** The request as our own, and then once with each field that can hold a foreign id. */
function* foreignRequests(contract: Contract): Generator<[string, InjectOptions]> {
  const mine = {
    ...{ tenantId: own.tenantId, campaignId: own.campaignId, provider: 'kiwify' },
    ...{ platform: 'facebook', level: 'ad' },
  };
  const question = QUESTIONS[contract.name];
  yield ['nothing foreign', requestFor(contract, { params: mine, ...question })];
  const foreignOf = (name: string): string => {
    const value = ids[`${contract.name} ${name}`] ?? (name === 'cursor' ? cursor : ids[name]);
    if (value === undefined) throw new Error(`${contract.name}: give the tenant wall a foreign value for ${name}`);
    return value;
  };
  for (const name of fieldsOf(contract.params).filter((field) => !HARMLESS.has(field))) {
    yield [
      `param ${name}`,
      requestFor(contract, {
        params: { ...mine, [name]: foreignOf(name) },
        body: VALID[contract.name] ?? { name: 'Tomada' },
      }),
    ];
  }
  for (const name of fieldsOf(contract.query).filter((field) => !HARMLESS.has(field))) {
    const query = { ...question?.query, [name]: foreignOf(name) };
    yield [`query ${name}`, requestFor(contract, { params: mine, query, body: VALID[contract.name] })];
  }
  for (const name of bodyFields(contract).filter((field) => !HARMLESS.has(field))) {
    yield [
      `body ${name}`,
      requestFor(contract, {
        params: mine,
        body: {
          ...(VALID[contract.name] ?? question?.body),
          [name]: name === 'filters' ? [{ dim: 'campaign', op: 'is', values: [ids.campaignId] }] : foreignOf(name),
        },
      }),
    ];
  }
}

/** As each role; the administrator, who may do the most, last. */
function* requestsOfAll(contract: Contract): Generator<[(typeof ROLES)[number], string, InjectOptions]> {
  for (const role of ROLES) for (const [what, request] of foreignRequests(contract)) yield [role, what, request];
}

/** A list without rows, or totals of nothing. */
const holdsNothing = (answer: unknown): boolean =>
  answer === null || answer === 0 || answer === '0.00' || Object.values(Object(answer)).every(holdsNothing);

/** Of figures: the groups and their total, without their days; of the funnel: its counts. */
const aboutFilter = (answer: unknown): unknown => {
  const { rows, total, steps, groups, direct, changes } = Object(answer);
  if (Array.isArray(changes)) return changes;
  if (Array.isArray(steps)) return [steps.map(({ clicks }) => clicks), groups, direct];
  return groups === undefined ? answer : [rows, total];
};

/** The list names both, since the person belongs to both, and a person leaves for good (own-tenants.integration.test.ts). */
const OF_THE_PERSON = ['companies.list', 'companies.leave'];
/** Reads first: the words of another tenant that the caller writes into its own lists come back. */
const signedIn = CONTRACTS.filter(({ access, name }) => access !== 'public' && !OF_THE_PERSON.includes(name)).sort(
  (one, other) => Number(one.method !== 'GET') - Number(other.method !== 'GET'),
);
const ROLES = ['viewer', 'editor', 'admin'] as const;
const counted = { requests: 0, refused: 0, leaks: 0 };
afterAll(() => {
  const { requests, refused, leaks } = counted;
  const asked = `${signedIn.length} routes × ${ROLES.length} roles × 2 companies`;
  // biome-ignore lint/suspicious/noConsole: how much was asked shows what the proof is worth
  console.info(`tenant wall: ${asked}, ${requests} requests, ${refused} refused with 403 or 404, ${leaks} leaks`);
});

describe('tenant wall', () => {
  test.each(
    signedIn
      .filter(({ stream }) => !stream)
      .map((contract) => [`${contract.method} ${contract.path}`, contract] as const),
  )('reveals nothing of another tenant to any role on %s', async (_, contract) => {
    for (const [role, what, request] of requestsOfAll(contract)) {
      const response = await own[role].ask({ ...request, headers: { ...request.headers, 'x-company': own.tenantId } });
      counted.requests += 1;
      if (response.statusCode === 403 || response.statusCode === 404) counted.refused += 1;
      expect(response.statusCode, `${what}: ${response.body}`).toBeLessThan(500);
      if (role !== 'admin' && response.statusCode === 403) continue;
      if (what.startsWith('param')) expect(response.statusCode, what).toBe(404);
      const reported = `${response.body} ${response.headers.link ?? ''} ${response.headers.location ?? ''}`;
      const asked = JSON.stringify(request);
      // What the caller wrote themselves may be in the address of the next page.
      const leaked = secrets.filter((secret) => !asked.includes(secret) && reported.includes(secret));
      counted.leaks += leaked.length;
      expect(leaked, what).toEqual([]);
      if (!what.startsWith('query') || [302, 404].includes(response.statusCode)) continue;
      const answer = aboutFilter(rowsOf(contract, response));
      if (what === 'query cursor') expect(answer, what).toEqual(expect.any(Array));
      else expect(holdsNothing(answer) ? [] : answer, what).toEqual([]);
    }
  });

  test('answers identically for an unknown id and a foreign one', async () => {
    const ask = async (campaignId: string) => {
      const url = `/api/campaigns/${campaignId}`;
      const { statusCode, body } = await own.admin.ask({ method: 'PATCH', url, payload: { name: 'Tomada' } });
      return [statusCode, { ...JSON.parse(body), requestId: '' }];
    };
    expect(await ask(foreign.campaignId)).toEqual(await ask('nao-existe'));
    expect(await ask('X'.repeat(300))).toEqual(await ask('nao-existe'));
  });

  test('leaves all data of the other tenant unchanged', async () => {
    const campaigns = (await foreign.admin.ask('/api/campaigns')).json();
    expect(campaigns).toMatchObject([{ campaignId: foreign.campaignId, name: 'Campanha principal', revenue: 777.77 }]);
    const tenant = (await foreign.admin.ask(`/api/tenants/${foreign.tenantId}`)).json();
    expect(tenant).toMatchObject({ slug: foreign.slug, mainCampaignId: foreign.campaignId });
    const users = (await foreign.admin.ask(`/api/tenants/${foreign.tenantId}/users`)).json<User[]>();
    expect(users.map(({ role }) => role).sort()).toEqual(['admin', 'admin', 'admin', 'admin', 'editor', 'viewer']);
    expect((await foreign.admin.ask(`/api/tenants/${foreign.tenantId}/invites`)).json()).toHaveLength(1);
    const keys = (await foreign.admin.ask('/api/webhook-keys')).json<WebhookKey[]>();
    expect(Object.fromEntries(keys.map(({ provider, key }) => [provider, key]))).toEqual(foreign.trackingKeys);
    const links = (await foreign.admin.ask('/api/facebook/connections')).json();
    expect(links).toMatchObject([{ campaignId: foreign.campaignId, dayBasis: 'account' }]);
  });

  test('hides the rows of other tenants in Postgres itself', async () => {
    const rows = await api.stack.postgres.withTenant(own.tenantId, (trx) =>
      trx.selectFrom('campaigns').select('campaign_id').execute(),
    );
    expect(rows).toEqual([{ campaign_id: own.campaignId }]);
    expect(await api.stack.postgres.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });
});
