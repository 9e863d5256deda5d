import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomText } from '@tracker/infra/identity/random-id';
import { BUYER } from '@tracker/schemas/checkouts/example';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { afterAll, expect, inject, test } from 'vitest';
import { freezePostgres } from '../crash/faults.ts';
import { eventually } from '../kit/eventually.ts';
import { type Product, startProduct } from '../kit/product.ts';
import {
  click,
  cookieOf,
  freshRegistration,
  type RegisteredTenant,
  registerTenant,
  VISITOR,
} from '../kit/registered-tenant.ts';
import { caughtUp, runOps } from './run-ops.ts';
import { searchStores } from './search-stores.ts';

/** A person's data enters through every endpoint, is erased, and everything is replayed: afterwards no store contains it. */

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-privacy-e2e-'));
let product: Product | undefined;

afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Person {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly cpf: string;
}

/** Texts that occur nowhere by chance. */
const person = (cpf: string): Person => {
  const unique = randomText(12).toLowerCase();
  return {
    name: `Zulmira ${randomText(12)}`,
    email: `zulmira.${unique}@correio-${unique}.com.br`,
    phone: `119${String(Math.random()).slice(2, 10)}`,
    cpf,
  };
};

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBeLessThan(300);
}

const lead = ({ url, campaignId }: RegisteredTenant, { name, email, phone }: Person, clickId = '') =>
  post(`${url}/leads`, { name, email, phone, campaign_id: campaignId, click_id: clickId, source: 'facebook' });

/** The checkout's example with this person as buyer. */
function delivery({ url, webhookKeys }: RegisteredTenant, provider: CheckoutId, { name, email, phone, cpf }: Person) {
  const text = JSON.stringify(EXAMPLES[provider][0]?.body)
    .replaceAll(BUYER.email, email)
    .replaceAll(BUYER.name, name)
    .replaceAll(BUYER.phone, phone)
    .replaceAll(BUYER.cpf, cpf);
  return post(`${url}/webhooks/${provider}/${webhookKeys[provider]}`, JSON.parse(text) as object);
}

/** IP address of a visitor; its day's key still exists, yet it is stored only encrypted. */
const ADDRESS = '203.0.113.177';

const SENDERS = ['hotmart', 'own-checkout', 'kiwify', 'eduzz', 'orders', 'ticto'] as const satisfies CheckoutId[];

async function seen(tenant: RegisteredTenant, path: string): Promise<string> {
  const answer = await fetch(`${tenant.url}${path}`, { headers: { cookie: await cookieOf(tenant) } });
  expect(answer.status).toBe(200);
  return answer.text();
}

const spooledFiles = () => readdirSync(join(dataDir, 'spool')).filter((name) => name.endsWith('.segment'));

test('leaves no trace of an erased person in any store, log, spool or file, even after a full replay', async () => {
  const [known, spooled] = [person('52998224725'), person('11144477735')];
  product = await startProduct({
    demoData: false,
    dataDir,
    trustProxy: '127.0.0.1',
    migratedDir: inject('migratedDir'),
  });
  const tenant = await registerTenant(product.url);

  // Through every endpoint.
  const email = encodeURIComponent(known.email);
  const clickId = await click(tenant, { sub1: known.email, referrer: `https://loja.example/obrigado?email=${email}` });
  const page = encodeURIComponent(`https://loja.example/checkout?email=${known.email}`);
  await fetch(`${product.url}/view?clickid=${clickId}&url=${page}&title=${email}`, {
    headers: { 'user-agent': VISITOR, 'x-forwarded-for': ADDRESS },
  });
  await lead(tenant, known, clickId);
  for (const provider of SENDERS) await delivery(tenant, provider, known);
  // Not understood, and kept for later.
  await post(`${product.url}/webhooks/generic/${tenant.trackingKey}`, { amount: 'muito', note: `de ${known.email}` });
  // No conversion, and one whose secret is wrong.
  const hooks = `${product.url}/webhooks/kirvano/${tenant.webhookKeys.kirvano}`;
  await post(hooks, EXAMPLES.kirvano.find(({ name }) => name === 'Carrinho abandonado')?.body ?? {});
  const secret = await fetch(`${product.url}/api/webhook-keys/kirvano/secret`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie: await cookieOf(tenant) },
    body: JSON.stringify({ secret: 'segredo-certo' }),
  });
  expect(secret.status).toBeLessThan(300);
  await eventually(async () => {
    const body = JSON.stringify({ ...EXAMPLES.kirvano[0]?.body, sale_id: randomText(8) });
    const unproven = await fetch(hooks, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(unproven.status).toBe(401);
  });
  // Not even valid JSON.
  const broken = `{"email":"${known.email}","name":"${known.name}"`;
  const refused = await fetch(`${product.url}/conversion?key=${tenant.trackingKey}`, { method: 'POST', body: broken });
  expect(refused.status).toBe(400);
  await caughtUp(dataDir);
  await eventually(async () => expect(await seen(tenant, '/api/leads')).toContain(known.email));
  expect(await seen(tenant, '/api/page-views')).toContain(ADDRESS);
  const exported = JSON.stringify(await runOps(dataDir, 'export', known.email));
  expect(exported).toContain(known.name);
  expect(exported).not.toContain(known.cpf);

  // During an outage of the log, followed by a power cut: only the spool contains them.
  const thaw = freezePostgres(dataDir);
  try {
    await Promise.all([lead(tenant, spooled), lead(tenant, known), delivery(tenant, 'kiwify', spooled)]);
    expect(spooledFiles().length).toBeGreaterThan(0);
    await product.kill();
  } finally {
    thaw();
  }
  await runOps(dataDir, 'erase', spooled.email, '--yes');

  product = await startProduct({ demoData: false, dataDir });
  tenant.url = product.url;
  await eventually(() => expect(spooledFiles()).toEqual([]));
  await caughtUp(dataDir);
  await runOps(dataDir, 'erase', known.email, '--yes');
  expect(await seen(tenant, '/api/leads')).not.toMatch(/zulmira/i);

  // The whole history again, in place and into shadow tables.
  await runOps(dataDir, 'log', 'seek', '--to', 'start', '--yes');
  await caughtUp(dataDir);
  await runOps(dataDir, 'replay', 'run');
  expect(await seen(tenant, '/api/leads')).not.toMatch(/zulmira/i);
  for (const { email: forgotten } of [known, spooled]) {
    const { companies: tenants } = (await runOps(dataDir, 'export', forgotten)) as { companies: unknown };
    expect(JSON.stringify(tenants)).not.toMatch(/zulmira/i);
  }
  // The conversions stay: one per checkout. The spooled one is Kiwify's again, with the same transaction.
  expect(JSON.parse(await seen(tenant, '/api/conversions'))).toHaveLength(SENDERS.length);

  // An error in which the database quotes a row.
  const taken = { ...freshRegistration(), email: tenant.email };
  const again = await fetch(`${product.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(taken),
  });
  expect(again.status).toBe(409);

  expect(await product.stop()).toBe(0);
  product = undefined;
  const texts = [ADDRESS, ...[known, spooled].flatMap((one) => [one.email, one.name, one.phone, one.cpf])];
  const searched = await searchStores(dataDir, texts);
  expect(searched.found).toEqual([]);
  expect(searched.sentences).toEqual([]);
  expect(searched.files).toBeGreaterThan(500);
  expect(searched.columns).toBeGreaterThan(200);
  expect(searched.records).toBeGreaterThan(SENDERS.length + 3);
  for (const log of ['log/tracker.log', 'postgres/server.log']) {
    expect(readFileSync(join(dataDir, log), 'utf8'), log).not.toContain(tenant.email);
  }
  // Proves that the search works: the tenant's own name, which is part of its campaign id, is everywhere.
  const own = await searchStores(dataDir, [tenant.slug]);
  const places = own.found.map(({ where }) => where.split(' ')[0]);
  expect(new Set(places)).toEqual(new Set(['file', 'postgres', 'log', 'clickhouse']));
}, 240_000);
