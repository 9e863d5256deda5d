/** A tenant as its users and sites use it: over HTTP only. */
import { randomText } from '@tracker/infra/identity/random-id';
import type { AuthStatus } from '@tracker/schemas/contracts/auth.contract';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { Role } from '@tracker/schemas/roles';
import type { Page } from 'playwright-core';
import { sendUntil } from './eventually.ts';
import { namesTenant } from './tenant-log.ts';

/** A phone's user agent: those of curl and Node count as bots and are excluded from the figures. */
export const VISITOR =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

export interface RegisteredTenant {
  url: string;
  tenantId: string;
  slug: string;
  email: string;
  password: string;
  /** The campaign that the registration creates. */
  campaignId: string;
  trackingKey: string;
  /** Keyed by checkout. */
  webhookKeys: Readonly<Record<string, string>>;
}

/** Who signs in, and where. */
type Person = Pick<RegisteredTenant, 'url' | 'email' | 'password'>;

export const freshRegistration = () => {
  const slug = `loja-${randomText(8).toLowerCase()}`;
  return {
    companyName: 'Loja da Ana',
    companySlug: slug,
    firstName: 'Ana',
    lastName: 'Souza',
    email: `ana@${slug}.example.com`,
    password: 'segredo-1',
  };
};

export async function registerTenant(url: string): Promise<RegisteredTenant> {
  const registration = freshRegistration();
  const answer = await fetch(`${url}/api/auth/register`, json(registration));
  const { tenant } = (await answer.json()) as AuthStatus;
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const [campaign] = (await get(`${url}/api/campaigns`, cookie)) as Campaign[];
  const keys = (await get(`${url}/api/webhook-keys`, cookie)) as { provider: string; key: string }[];
  namesTenant(tenant.id, tenant.slug, campaign?.campaignId ?? '');
  return {
    url,
    tenantId: tenant.id,
    slug: tenant.slug,
    email: registration.email,
    password: registration.password,
    campaignId: campaign?.campaignId ?? '',
    trackingKey: keys.find(({ provider }) => provider === 'generic')?.key ?? '',
    webhookKeys: Object.fromEntries(keys.map(({ provider, key }) => [provider, key])),
  };
}

/** Another user of the tenant with this role and the same password, invited by its administrator. */
export async function createColleague(
  tenant: RegisteredTenant,
  role: Exclude<Role, 'admin'>,
): Promise<RegisteredTenant> {
  const email = `${role}@${tenant.slug}.example.com`;
  const token = await invite(tenant, email, role);
  const person = { token, firstName: 'Beto', lastName: 'Souza', password: tenant.password };
  const answer = await fetch(`${tenant.url}/api/auth/accept-invite`, json(person));
  if (!answer.ok) throw new Error(`accepting: ${answer.status} ${await answer.text()}`);
  return { ...tenant, email };
}

/** Returns the token of the invitation link. */
export async function invite(tenant: RegisteredTenant, email: string, role: Exclude<Role, 'admin'>): Promise<string> {
  const request = json({ email, role });
  const headers = { ...request.headers, cookie: await cookieOf(tenant) };
  const answer = await fetch(`${tenant.url}/api/auth/invite`, { ...request, headers });
  if (!answer.ok) throw new Error(`inviting: ${answer.status} ${await answer.text()}`);
  const { inviteUrl } = (await answer.json()) as { inviteUrl: string };
  return new URL(inviteUrl).searchParams.get('token') ?? '';
}

export async function signIn(
  page: Page,
  { email, password }: Pick<RegisteredTenant, 'email' | 'password'>,
): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
}

const sessions = new Map<string, Promise<string>>();

/** Signs in once a person and shares that session, which saves most of the time. Not for tests that end a session. */
export async function resumeSession(page: Page, tenant: Person): Promise<void> {
  const cookie = sessions.get(tenant.email) ?? cookieOf(tenant);
  sessions.set(tenant.email, cookie);
  const [name = '', value = ''] = (await cookie).split('=');
  await page.context().addCookies([{ name, value, url: tenant.url }]);
}

/** Signs in without a browser; returns the cookie for `fetch`. */
export async function cookieOf({ url, email, password }: Person): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, json({ email, password }));
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** Clicks on an ad as a visitor; returns the click id. */
export async function click(
  tenant: RegisteredTenant,
  tags: Record<string, string> = {},
  campaignId = tenant.campaignId,
) {
  const query = new URLSearchParams({ format: 'json', ...tags });
  const answer = await fetch(`${tenant.url}/track/${campaignId}?${query}`, { headers: { 'user-agent': VISITOR } });
  const { clickid } = (await answer.json()) as { clickid: string };
  return clickid;
}

export async function view(tenant: RegisteredTenant, clickid: string): Promise<string> {
  const query = new URLSearchParams({ clickid, url: 'https://loja.example.com/oferta', title: 'Oferta' });
  const answer = await fetch(`${tenant.url}/view?${query}`, { headers: { 'user-agent': VISITOR } });
  return answer.text();
}

export interface ConversionBody {
  transaction_id: string;
  amount: string;
  click_id?: string;
  status?: string;
  approved_at?: string;
  currency?: string;
  payment_method?: string;
}

/** Posts a conversion with the tenant's key, like a checkout. */
export async function conversion(
  tenant: RegisteredTenant,
  body: ConversionBody,
): Promise<{ success: boolean; conversionId: string }> {
  const address = `${tenant.url}/conversion?key=${tenant.trackingKey}`;
  const answer = await fetch(address, json({ event_type: 'purchase', currency: 'BRL', ...body }));
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { success: boolean; conversionId: string };
}

/**
 * Waits until the checkout of this address is held to its secret. Until then everything counts, so what asks is no conversion, the same each
 * time, and carries no proof.
 */
export const secretHolds = (address: string): Promise<void> =>
  sendUntil(json({ note: 'no conversion' }), async (unproven) => {
    const { status } = await fetch(address, unproven);
    if (status !== 401) throw new Error(`an unproven delivery is answered with ${status}`);
  });

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function get(url: string, cookie: string): Promise<unknown> {
  const answer = await fetch(url, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}
