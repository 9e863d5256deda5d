/** Connects a tenant to the ad platform over HTTP: it consents at the stub, links campaigns and requests spend. */
import { daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { defaultAccounts, type StubCampaign } from '@tracker/standalone/facebook-stub/accounts';
import type { GraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { eventually } from './eventually.ts';
import { cookieOf, type RegisteredTenant, registerTenant } from './registered-tenant.ts';

const [BR, US] = defaultAccounts;
if (!BR || !US) throw new Error('the stand-in has lost its accounts');

/** Two accounts: one with the tenant's currency and time zone, one with others. */
export const ACCOUNT_BR = BR;
export const ACCOUNT_US = US;

export const campaignOf = ({ campaigns }: typeof BR, name: string): StubCampaign => {
  const found = campaigns.find((one) => one.name === name);
  if (!found) throw new Error(`the stand-in has no campaign ${name}`);
  return found;
};

/** Consents as a browser would, with the user's session on both sides; with `permit` to changing ads, too. */
export async function connectFacebook(tenant: RegisteredTenant, permit?: 'actions'): Promise<void> {
  const cookie = await cookieOf(tenant);
  const asked = await fetch(`${tenant.url}/auth/facebook${permit ? `?permit=${permit}` : ''}`, {
    headers: { cookie },
    redirect: 'manual',
  });
  const answered = await fetch(`${asked.headers.get('location')}&__allow=1`, { redirect: 'manual' });
  const back = await fetch(answered.headers.get('location') ?? '', { headers: { cookie }, redirect: 'manual' });
  const where = back.headers.get('location');
  if (where !== `/facebook?${permit ? 'permitted' : 'connected'}=1`)
    throw new Error(`connecting came back to ${where}`);
}

/** Responds when the run for the link has ended: what a test does next has the platform for itself. */
export async function linkCampaign(tenant: RegisteredTenant, facebookCampaignId: string): Promise<void> {
  await post(tenant, `/api/campaigns/${tenant.campaignId}/connect-facebook`, { facebookCampaignId });
  const headers = { cookie: await cookieOf(tenant) };
  const ask = async (path: string) => (await fetch(`${tenant.url}/api/facebook/${path}`, { headers })).json();
  await eventually(async () => {
    const links: { facebookCampaignId: string; lastSyncTime: string | null }[] = await ask('connections');
    const lastSyncTime = links.find((link) => link.facebookCampaignId === facebookCampaignId)?.lastSyncTime;
    if (!lastSyncTime || (await ask('sync-status')).isRunning) throw new Error('the run for the link goes on');
  }, LINKED);
}

/** The worker may have other work first. */
const LINKED = { timeoutMs: 20_000 };

/** Responds when all spend is in the event log. */
const syncAll = (tenant: RegisteredTenant) => post(tenant, '/api/facebook/sync-all', {});

/** A tenant with a connection, campaigns of two accounts linked to its own campaign, and their spend. */
export async function registerConnectedTenant(url: string): Promise<RegisteredTenant> {
  const tenant = await registerTenant(url);
  await connectFacebook(tenant);
  for (const name of ['Lançamento Curso X', 'Lista de espera'])
    await linkCampaign(tenant, campaignOf(ACCOUNT_BR, name).id);
  await linkCampaign(tenant, campaignOf(ACCOUNT_US, 'Course X launch').id);
  await syncAll(tenant);
  return tenant;
}

async function post(tenant: RegisteredTenant, path: string, body: object): Promise<void> {
  const headers = { cookie: await cookieOf(tenant), 'content-type': 'application/json' };
  const answer = await fetch(tenant.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** Spend that the stub shows now for an ad or a campaign over some days, in cents. */
export const shownCents = (graph: GraphStub, id: string, since: TenantDay, until: TenantDay): number =>
  daysFrom(since, until).reduce((sum, day) => sum + Math.round(Number(graph.shown(id, day).spend) * 100), 0);

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
/** Formatted like the screens, with U+00A0 after R$. */
export const moneyOf = (cents: number): string => money.format(cents / 100);
