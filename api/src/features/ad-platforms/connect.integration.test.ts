import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { type GraphTest, startGraphTest } from '@tracker/test/kit/use-graph';
import { withoutAdPlatforms } from '@tracker/test/kit/without-ad-platforms';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { PUBLIC_URL, type StaffedTenant, type TestPerson, useApi } from '../../testing/use-api.ts';

let graph: GraphTest;
const api = useApi({
  adPlatforms: (clock, logger) => ({
    ...withoutAdPlatforms(clock, logger),
    adPlatforms: [graph.platform],
  }),
  before: async (clock) => {
    graph = await startGraphTest({ clock });
  },
});
afterAll(() => graph?.stub.close());

let tenant: StaffedTenant;
let foreign: StaffedTenant;
beforeEach(async () => {
  [tenant, foreign] = await Promise.all([api.tenant(), api.tenant()]);
});

const DAY_MS = 86_400_000;
const CALLBACK = '/auth/facebook/callback';

/** Opens the consent page; returns its address. */
async function leave(person: TestPerson): Promise<URL> {
  const response = await person.ask('/auth/facebook');
  expect(response.statusCode).toBe(302);
  return new URL(String(response.headers.location));
}

/** What the person answers there; gives the path on which the browser comes back. */
async function answer(consent: URL, given: '__allow' | '__deny'): Promise<string> {
  consent.searchParams.set(given, '1');
  const response = await fetch(consent, { redirect: 'manual' });
  const back = new URL(String(response.headers.get('location')));
  expect(back.origin + back.pathname).toBe(PUBLIC_URL + CALLBACK);
  return back.pathname + back.search;
}

async function connect(person: TestPerson): Promise<void> {
  const response = await person.ask(await answer(await leave(person), '__allow'));
  expect([response.statusCode, response.headers.location]).toEqual([302, '/facebook?connected=1']);
}
const status = async (person: TestPerson) => (await person.ask('/api/facebook/status')).json();
const endsAt = async (person: TestPerson, url: string) => (await person.ask(url)).headers.location;

describe('Facebook consent', { tags: ['§2.11', '§7.4'] }, () => {
  test('requests only ads_read, and connects for sixty days', async () => {
    const consent = await leave(tenant.admin);
    expect(Object.fromEntries(consent.searchParams)).toEqual({
      client_id: graph.stub.app.appId,
      redirect_uri: PUBLIC_URL + CALLBACK,
      response_type: 'code',
      scope: 'ads_read',
      state: expect.stringMatching(/^tn_\w+\.[\w-]{43}$/),
    });
    await connect(tenant.admin);
    const given = await status(tenant.admin);
    expect(given).toMatchObject({ connected: true, configured: true, needsReconnect: false, accountName: 'Ana Lima' });
    expect((Date.parse(given.expiresAt) - api.clock.now()) / DAY_MS).toBeCloseTo(60, 1);
  });

  test('asks for the permission to act by a consent of its own, which a person may decline', async () => {
    await connect(tenant.admin);
    expect(await status(tenant.admin)).toMatchObject({ connected: true, canAct: false });
    const permit = async () => {
      const response = await tenant.admin.ask('/auth/facebook?permit=actions');
      return new URL(String(response.headers.location));
    };
    const consent = await permit();
    expect(consent.searchParams.get('scope')).toBe('ads_read,ads_management');
    expect(await endsAt(tenant.admin, await answer(consent, '__deny'))).toBe('/facebook?error=actions-denied');
    expect(await status(tenant.admin)).toMatchObject({ connected: true, canAct: false });

    const onlyRead = await permit();
    onlyRead.searchParams.set('__only_read', '1');
    expect(await endsAt(tenant.admin, await answer(onlyRead, '__allow'))).toBe('/facebook?error=actions-denied');
    expect(await status(tenant.admin)).toMatchObject({ connected: true, canAct: false });

    expect(await endsAt(tenant.admin, await answer(await permit(), '__allow'))).toBe('/facebook?permitted=1');
    expect(await status(tenant.admin)).toMatchObject({ connected: true, canAct: true });
    expect((await tenant.editor.ask('/auth/facebook?permit=actions')).statusCode).toBe(403);
  });

  test('connects nothing after a denial', async () => {
    expect(await endsAt(tenant.admin, await answer(await leave(tenant.admin), '__deny'))).toBe(
      '/facebook?error=denied',
    );
    expect(await status(tenant.admin)).toMatchObject({ connected: false, needsReconnect: false });
  });

  test('accepts a state once, within ten minutes, from the same user and session', async () => {
    const used = await answer(await leave(tenant.admin), '__allow');
    await tenant.admin.ask(used);
    const refused = '/facebook?error=expired';
    expect(await endsAt(tenant.admin, used)).toBe(refused);

    const late = await answer(await leave(tenant.admin), '__allow');
    api.clock.advance(10 * 60_000);
    expect(await endsAt(tenant.admin, late)).toBe(refused);

    const colleague = await api.person(tenant, 'admin');
    expect(await endsAt(colleague, await answer(await leave(tenant.admin), '__allow'))).toBe(refused);
    const theirs = await answer(await leave(tenant.admin), '__allow');
    expect(await endsAt(foreign.admin, theirs)).toBe(refused);
    expect(await status(foreign.admin)).toMatchObject({ connected: false });
    expect(await endsAt(tenant.admin, theirs)).toBe('/facebook?connected=1');

    for (const url of [CALLBACK, `${CALLBACK}?code=x`, `${CALLBACK}?state=${'x'.repeat(43)}&code=x`]) {
      expect(await endsAt(tenant.admin, url)).toBe(refused);
    }
  });

  test('shows an error for an unknown code and for a failed token exchange', async () => {
    const back = await answer(await leave(tenant.admin), '__allow');
    expect(await endsAt(tenant.admin, back.replace(/code=[^&]+/, 'code=nenhum'))).toBe('/facebook?error=failed');
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.permission }, { match: /oauth\/access_token/ });
    expect(await endsAt(tenant.admin, await answer(await leave(tenant.admin), '__allow'))).toBe(
      '/facebook?error=failed',
    );
    expect(await status(tenant.admin)).toMatchObject({ connected: false });
  });

  test('is open to admins only, redirects other browsers to the screen and answers programs with 401 or 403', async () => {
    for (const url of ['/auth/facebook', CALLBACK]) {
      const html = { url, headers: { accept: 'text/html,*/*' } };
      expect((await api.ask(url)).statusCode).toBe(401);
      expect((await tenant.editor.ask(url)).statusCode).toBe(403);
      for (const ask of [api.ask, tenant.editor.ask]) {
        const response = await ask(html);
        expect([response.statusCode, response.headers.location]).toEqual([302, '/facebook']);
      }
    }
  });

  test('stores the token encrypted for its tenant only', async () => {
    await Promise.all([connect(tenant.admin), connect(foreign.admin)]);
    const rows = await Promise.all(
      [tenant, foreign].map(({ tenantId }) =>
        api.stack.postgres.withTenant(tenantId, (trx) =>
          trx.selectFrom('ad_platform_connections').selectAll().execute(),
        ),
      ),
    );
    const boxes = rows.flat().map((row) => Buffer.from(row.encrypted_token));
    expect(boxes.length).toBe(2);
    for (const box of boxes) expect(box.toString('latin1')).not.toContain('EAA');
    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.updateTable('ad_platform_connections').set({ encrypted_token: boxes[1]! }).execute(),
    );
    expect((await tenant.admin.ask('/api/facebook/ad-accounts')).statusCode).toBe(409);
    expect(await status(tenant.admin)).toMatchObject({ connected: false, needsReconnect: true });
  });
});

describe('Facebook connection', () => {
  beforeEach(() => connect(tenant.admin));

  test('lists ad accounts and their active or paused campaigns', async () => {
    const accounts = await tenant.admin.ask('/api/facebook/ad-accounts');
    expect(accounts.json()).toEqual(
      graph.stub.accounts.map(({ id, name, currency, status: accountStatus, timeZone }) => ({
        id: `act_${id}`,
        name,
        currency,
        accountStatus,
        timeZone,
      })),
    );
    const of = async (query: string) => (await tenant.admin.ask(`/api/facebook/campaigns${query}`)).json();
    const [first] = graph.stub.accounts;
    const shown = first!.campaigns.filter(({ status: one }) => one === 'ACTIVE' || one === 'PAUSED');
    expect(await of('?adAccountId=act_111')).toEqual(
      shown.map(({ id, name, status: one }) => ({ id, name, status: one, adAccountId: 'act_111' })),
    );
    expect((await of('')).length).toBeGreaterThan(shown.length);
    expect((await tenant.admin.ask('/api/facebook/campaigns?adAccountId=act_999')).statusCode).toBe(404);
  });

  test('asks to be renewed ten days before it expires, answers 409 afterwards, and works again after a new consent', async () => {
    api.clock.advance(51 * DAY_MS);
    const admin = await api.person(tenant, 'admin');
    expect(await status(admin)).toMatchObject({ connected: true, needsReconnect: true });
    api.clock.advance(10 * DAY_MS);
    const later = await api.person(tenant, 'admin');
    expect(await status(later)).toMatchObject({ connected: false, needsReconnect: true });
    for (const [method, url] of [
      ['GET', '/api/facebook/ad-accounts'],
      ['POST', '/api/facebook/sync-all'],
    ] as const) {
      const response = await later.ask({ method, url });
      expect([response.statusCode, response.json().message]).toEqual([409, 'Reconecte o Facebook']);
    }
    await connect(later);
    expect(await status(later)).toMatchObject({ connected: true, needsReconnect: false });
  });

  test('translates errors of the ad platform into what the user can do', async () => {
    const accounts = async () => {
      const response = await tenant.admin.ask('/api/facebook/ad-accounts');
      return [response.statusCode, response.json().error, response.json().message];
    };
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.permission }, { match: /adaccounts/ });
    expect(await accounts()).toEqual([
      502,
      'ad-platform-permission',
      expect.stringContaining('Gerenciador de Negócios'),
    ]);
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.changedPassword }, { match: /adaccounts/ });
    expect(await accounts()).toEqual([409, 'ad-platform-reconnect', 'Reconecte o Facebook']);
    expect(await status(tenant.admin)).toMatchObject({ connected: false, needsReconnect: true });
  });

  test('keeps the permission at the platform while another company uses a token of the same person', async () => {
    const other = await api.tenant();
    await connect(other.admin);
    await connectedBy('2002', tenant, other);
    const before = graph.stub.requests.length;
    const returned = () => graph.stub.requests.slice(before).filter(({ method }) => method === 'DELETE').length;
    const disconnect = (one: StaffedTenant) => one.admin.ask({ method: 'POST', url: '/api/facebook/disconnect' });
    expect([await status(tenant.admin), await status(other.admin)]).toMatchObject([
      { isShared: true },
      { isShared: true },
    ]);
    expect((await disconnect(tenant)).statusCode).toBe(204);
    expect(returned()).toBe(0);
    expect(await status(tenant.admin)).toMatchObject({ connected: false });
    expect((await other.admin.ask('/api/facebook/ad-accounts')).statusCode).toBe(200);
    expect(await status(other.admin)).toMatchObject({ connected: true, isShared: false });
    // The last one that uses it gives it back.
    expect((await disconnect(other)).statusCode).toBe(204);
    expect(returned()).toBe(1);
  });

  test('says in the words of what happened why it ended', async () => {
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.removedApp });
    expect((await tenant.admin.ask('/api/facebook/ad-accounts')).statusCode).toBe(409);
    expect(await status(tenant.admin)).toMatchObject({
      connected: false,
      endedBecause: expect.stringContaining('foi retirada no Facebook'),
    });
  });

  test('is removed on both sides once, and keeps the campaign links for the next connection', async () => {
    await connectedBy('2003', tenant);
    const [campaign] = graph.stub.accounts[0]!.campaigns;
    await link(tenant, campaign!.id);
    const disconnect = () => tenant.admin.ask({ method: 'POST', url: '/api/facebook/disconnect' });
    expect((await disconnect()).statusCode).toBe(204);
    expect(graph.stub.requests.at(-1)).toMatchObject({
      method: 'DELETE',
      path: expect.stringContaining('/me/permissions'),
    });
    expect(await status(tenant.admin)).toMatchObject({ connected: false, needsReconnect: false, accountName: null });
    expect((await disconnect()).statusCode).toBe(409);
    expect((await tenant.admin.ask('/api/facebook/connections')).json()).toHaveLength(1);
    const log = (await tenant.admin.ask('/api/audit-log')).json();
    expect(log.map((entry: { action: string }) => entry.action)).toEqual(
      expect.arrayContaining(['ad-platform.connect', 'campaign.connect-ad-platform', 'ad-platform.disconnect']),
    );
  });
});

/** The stand-in knows one person, who connects the companies of all tests. */
async function connectedBy(platformUserId: string, ...tenants: StaffedTenant[]) {
  for (const { tenantId } of tenants) {
    await api.stack.postgres.withTenant(tenantId, (trx) =>
      trx.updateTable('ad_platform_connections').set({ platform_user_id: platformUserId }).execute(),
    );
  }
}

const link = (of: StaffedTenant, facebookCampaignId: string, campaignId = of.campaignId as string, more = {}) =>
  of.admin.ask({
    method: 'POST',
    url: `/api/campaigns/${campaignId}/connect-facebook`,
    payload: { facebookCampaignId, facebookCampaignName: 'como eu a chamo', ...more },
  });

describe('Facebook campaign link', () => {
  beforeEach(() => connect(tenant.admin));
  const links = async (of = tenant) => (await of.admin.ask('/api/facebook/connections')).json();
  const ids = () => graph.stub.accounts.flatMap(({ campaigns }) => campaigns.map(({ id }) => id));

  test('stores name, account, currency and time zone from the ad platform', async () => {
    const [account] = graph.stub.accounts;
    const [campaign] = account!.campaigns;
    const response = await link(tenant, campaign!.id, tenant.campaignId, { adAccountId: 'act_111' });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { success: true, message: 'Campanha conectada ao Facebook com sucesso!' },
    ]);
    expect(await links()).toEqual([
      {
        campaignId: tenant.campaignId,
        facebookCampaignId: campaign!.id,
        facebookCampaignName: campaign!.name,
        adAccountId: 'act_111',
        accountName: account!.name,
        currency: 'BRL',
        timeZone: 'America/Sao_Paulo',
        dayBasis: 'account',
        origin: 'hand',
        lastSyncTime: null,
        missing: { since: expect.any(String), days: 89 },
      },
    ]);
  });

  test('links a Facebook campaign to one campaign of the tenant, which may have several', async () => {
    const other = (await tenant.admin.ask({ method: 'POST', url: '/api/campaigns', payload: { name: 'Outra' } })).json()
      .campaignId;
    expect((await link(tenant, ids()[0]!)).statusCode).toBe(200);
    expect((await link(tenant, ids()[0]!)).statusCode).toBe(200); // the same again
    expect((await link(tenant, ids()[1]!)).statusCode).toBe(200);
    const elsewhere = await link(tenant, ids()[0]!, other);
    expect([elsewhere.statusCode, elsewhere.json().message]).toEqual([
      409,
      'Esta campanha do Facebook já está conectada a outra campanha.',
    ]);
    expect(await links()).toHaveLength(2);
    // Another tenant may have an account of its own in common with this one, and hears nothing of it.
    await connect(foreign.admin);
    expect((await link(foreign, ids()[0]!)).statusCode).toBe(200);
  });

  test('answers 404 for campaigns that the connection cannot see, and to other tenants', async () => {
    for (const id of ['1', '999999', graph.stub.accounts[2]!.campaigns[0]!.id]) {
      const unseen = await link(tenant, id);
      expect([unseen.statusCode, unseen.json().message]).toEqual([
        404,
        expect.stringMatching(/^Campanha não encontrada no Facebook\. /),
      ]);
    }
    await link(tenant, ids()[0]!);
    const url = `/api/campaigns/${tenant.campaignId}/connect-facebook/${ids()[0]}`;
    expect((await foreign.admin.ask({ method: 'DELETE', url })).statusCode).toBe(404);
    expect((await foreign.admin.ask({ method: 'PATCH', url, payload: { dayBasis: 'company' } })).statusCode).toBe(404);
    expect(await links()).toMatchObject([{ dayBasis: 'account' }]);
    expect(await links(foreign)).not.toContainEqual(expect.objectContaining({ campaignId: tenant.campaignId }));
  });

  test('changes the day basis of a link, and deletes the link', async () => {
    await link(tenant, ids()[0]!);
    const url = `/api/campaigns/${tenant.campaignId}/connect-facebook/${ids()[0]}`;
    const changed = await tenant.admin.ask({ method: 'PATCH', url, payload: { dayBasis: 'company' } });
    expect([changed.statusCode, changed.json().dayBasis]).toEqual([200, 'company']);
    expect((await tenant.admin.ask({ method: 'PATCH', url, payload: { dayBasis: 'minha' } })).statusCode).toBe(400);
    expect((await tenant.admin.ask({ method: 'DELETE', url })).statusCode).toBe(204);
    expect((await tenant.admin.ask({ method: 'DELETE', url })).statusCode).toBe(404);
    expect(await links()).toEqual([]);
  });
});
