/** A tenant as its users and sites use it: over HTTP only. */
import { randomText } from '@tracker/infra/identity/random-id';
import type { AuthStatus } from '@tracker/schemas/contracts/auth.contract';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { Role } from '@tracker/schemas/roles';
import type { Page } from 'playwright-core';

/** A phone's user agent: those of curl and Node count as bots and are excluded from the figures. */
export const VISITOR =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

export interface Company {
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

export async function registerCompany(url: string): Promise<Company> {
  const registration = freshRegistration();
  const answer = await fetch(`${url}/api/auth/register`, json(registration));
  const { tenant } = (await answer.json()) as AuthStatus;
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const [campaign] = (await get(`${url}/api/campaigns`, cookie)) as Campaign[];
  const keys = (await get(`${url}/api/webhook-keys`, cookie)) as { provider: string; key: string }[];
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
export async function createColleague(company: Company, role: Exclude<Role, 'admin'>): Promise<Company> {
  const email = `${role}@${company.slug}.example.com`;
  const token = await invite(company, email, role);
  const person = { token, firstName: 'Beto', lastName: 'Souza', password: company.password };
  const answer = await fetch(`${company.url}/api/auth/accept-invite`, json(person));
  if (!answer.ok) throw new Error(`accepting: ${answer.status} ${await answer.text()}`);
  return { ...company, email };
}

/** Returns the token of the invitation link. */
export async function invite(company: Company, email: string, role: Exclude<Role, 'admin'>): Promise<string> {
  const request = json({ email, role });
  const headers = { ...request.headers, cookie: await cookieOf(company) };
  const answer = await fetch(`${company.url}/api/auth/invite`, { ...request, headers });
  if (!answer.ok) throw new Error(`inviting: ${answer.status} ${await answer.text()}`);
  const { inviteUrl } = (await answer.json()) as { inviteUrl: string };
  return new URL(inviteUrl).searchParams.get('token') ?? '';
}

export async function signIn(page: Page, { email, password }: Pick<Company, 'email' | 'password'>): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
}

/** Signs in without a browser; returns the cookie for `fetch`. */
export async function cookieOf({ url, email, password }: Company): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, json({ email, password }));
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** Clicks on an ad as a visitor; returns the click id. */
export async function click(company: Company, tags: Record<string, string> = {}, campaignId = company.campaignId) {
  const query = new URLSearchParams({ format: 'json', ...tags });
  const answer = await fetch(`${company.url}/track/${campaignId}?${query}`, { headers: { 'user-agent': VISITOR } });
  const { clickid } = (await answer.json()) as { clickid: string };
  return clickid;
}

export async function view(company: Company, clickid: string): Promise<string> {
  const query = new URLSearchParams({ clickid, url: 'https://loja.example.com/oferta', title: 'Oferta' });
  const answer = await fetch(`${company.url}/view?${query}`, { headers: { 'user-agent': VISITOR } });
  return answer.text();
}

export interface SaleBody {
  transaction_id: string;
  amount: string;
  click_id?: string;
  status?: string;
  approved_at?: string;
  currency?: string;
}

/** Posts a conversion with the tenant's key, like a checkout. */
export async function sale(company: Company, body: SaleBody): Promise<{ success: boolean; conversionId: string }> {
  const address = `${company.url}/conversion?key=${company.trackingKey}`;
  const answer = await fetch(address, json({ event_type: 'purchase', currency: 'BRL', ...body }));
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { success: boolean; conversionId: string };
}

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
