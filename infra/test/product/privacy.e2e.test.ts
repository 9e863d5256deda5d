import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomText } from '@tracker/infra/identity/random-id';
import { BUYER } from '@tracker/schemas/checkouts/example';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { FoundPerson } from '@tracker/schemas/contracts/privacy.contract';
import { ERASE_WORD } from '@tracker/schemas/contracts/privacy.contract';
import { CLICK_TAGS, TAG_NAMES } from '@tracker/schemas/events/click-tags';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { freezePostgres } from '../crash/faults.ts';
import { eventually } from '../kit/eventually.ts';
import { within } from '../kit/machine.ts';
import { type Product, startProduct } from '../kit/product.ts';
import {
  click,
  cookieOf,
  freshRegistration,
  type RegisteredTenant,
  registerTenant,
  secretHolds,
  VISITOR,
} from '../kit/registered-tenant.ts';
import { askSocket, caughtUp, runOps } from './run-ops.ts';
import { searchStores } from './search-stores.ts';

/** A person's data enters through every endpoint, is erased, and everything is replayed: afterwards no store contains it. */

vi.setConfig({ testTimeout: within(240_000) });

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

const phoneText = ({ phone }: Person) => `+55 (${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`;
const cpfText = ({ cpf }: Person) => cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');

/** Free texts that a form or a script may fill with what was typed. */
const tagsOf = (one: Person) => ({ source: one.email, medium: phoneText(one), campaign: `CPF ${cpfText(one)}` });

const lead = ({ url, campaignId }: RegisteredTenant, { name, email, phone }: Person, clickId = '', tags: object = {}) =>
  post(`${url}/leads`, { name, email, phone, campaign_id: campaignId, click_id: clickId, source: 'facebook', ...tags });

/** A click, its page views and its pixel's ids, with the person in every parameter and header. */
async function visit(tenant: RegisteredTenant, one: Person): Promise<string> {
  const typed = [one.email, phoneText(one), cpfText(one), `${one.email} ${cpfText(one)}`];
  const tags = TAG_NAMES.map((name, index) => [CLICK_TAGS[name].parameter, typed[index % typed.length] ?? '']);
  const page = `https://loja.example/obrigado/${cpfText(one)}?${new URLSearchParams({
    nome: one.name,
    'comprador[nome]': one.name,
    telefone: one.phone,
    x: `55${one.phone}`,
    cpf: one.cpf,
    y: one.cpf,
    email: one.email,
    voltar: `https://loja.example/?name=${one.name}&phone=${phoneText(one)}`,
    pedido: '4711',
  })}#nome=${encodeURIComponent(one.name)}`;
  const clickId = await click(tenant, { ...Object.fromEntries(tags), referrer: page });
  const headers = { 'user-agent': `${VISITOR} ${one.email}`, 'x-forwarded-for': ADDRESS, referer: page };
  const view = new URLSearchParams({ clickid: clickId, url: page, referrer: page, title: `Obrigada, ${one.name}!` });
  for (const query of [view, new URLSearchParams({ clickid: clickId })]) {
    expect((await fetch(`${tenant.url}/view?${query}`, { headers })).status).toBe(200);
  }
  await post(`${tenant.url}/identify`, { clickid: clickId, fbp: one.email, fbc: cpfText(one) });
  return clickId;
}

/** On the screen of an administrator; whom the search finds. */
async function eraseOnScreen(tenant: RegisteredTenant, by: 'email' | 'phone', value: string): Promise<number> {
  const cookie = await cookieOf(tenant);
  const ask = async <T>(what: string, body: object): Promise<T> => {
    const answer = await fetch(`${tenant.url}/api/privacy/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as T;
  };
  const found = await ask<FoundPerson[]>('search', { by, value });
  const persons = found.filter(({ name, email }) => name !== null || email !== null);
  for (const { personId } of persons) await ask('erase', { personId, confirm: ERASE_WORD });
  return persons.length;
}

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

/** On which the checkouts' examples were paid. */
const EXAMPLE_DAY = '2026-11-20';
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

  // Through every endpoint, in every field.
  const clickId = await visit(tenant, known);
  await lead(tenant, known, clickId, tagsOf(known));
  for (const provider of SENDERS) await delivery(tenant, provider, known);
  // Not understood, and kept for later.
  await post(`${product.url}/webhooks/generic/${tenant.trackingKey}`, { amount: 'muito', note: `de ${known.email}` });
  // No conversion, and one whose secret is wrong.
  const hooks = `${product.url}/webhooks/kirvano/${tenant.webhookKeys.kirvano}`;
  const cart = EXAMPLES.kirvano.find(({ name }) => name === 'Carrinho abandonado')?.body ?? {};
  await post(hooks, cart);
  const secret = await fetch(`${product.url}/api/webhook-keys/kirvano/secret`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie: await cookieOf(tenant) },
    body: JSON.stringify({ secret: 'segredo-certo-da-loja' }),
  });
  expect(secret.status).toBeLessThan(300);
  await secretHolds(hooks);
  for (const body of [cart, { ...EXAMPLES.kirvano[0]?.body, sale_id: randomText(8) }]) {
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(hooks, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(401);
  }
  // Of a sale that is known, and by a phone that is; and by a stranger, whom neither ties.
  const withKey = `${product.url}/conversion?key=${tenant.trackingKey}`;
  const { name, phone } = known;
  const bought = { transaction_id: `T-${randomText(8)}`, amount: 10, status: 'pending' };
  await post(withKey, { ...bought, email: known.email, phone });
  await post(withKey, { ...bought, name, address: { street: `Rua ${name}` } });
  await post(withKey, { ...bought, transaction_id: `T-${randomText(8)}`, customer: { name, phone: phoneText(known) } });
  await post(`${product.url}/conversion`, { ...bought, click_id: clickId, name, phone, note: cpfText(known) });
  // Not even valid JSON: it is kept as it came, and is as much of this person.
  const broken = `{"email":"${known.email}","name":"${known.name}"`;
  const unreadable = await fetch(`${product.url}/conversion?key=${tenant.trackingKey}`, {
    method: 'POST',
    body: broken,
  });
  expect(unreadable.status).toBe(200);
  await caughtUp(dataDir);
  await eventually(async () => expect(await seen(tenant, '/api/leads')).toContain(known.email));
  expect(await seen(tenant, '/api/page-views')).toContain(ADDRESS);
  const exported = JSON.stringify(await askSocket(dataDir, 'export', { email: known.email }));
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
  // The person, and what a stranger sent with the same transaction: without an e-mail and proof it is a person of its own.
  expect(await eraseOnScreen(tenant, 'email', known.email)).toBe(2);
  expect(await eraseOnScreen(tenant, 'phone', phoneText(known))).toBe(0);
  expect(await seen(tenant, '/api/leads')).not.toMatch(/zulmira/i);

  // The whole history again, in place and into shadow tables.
  await askSocket(dataDir, 'log seek', { to: 'start', yes: true });
  await caughtUp(dataDir);
  await askSocket(dataDir, 'replay run');
  expect(await seen(tenant, '/api/leads')).not.toMatch(/zulmira/i);
  for (const { email } of [known, spooled]) {
    const { companies: tenants } = (await askSocket(dataDir, 'export', { email })) as { companies: unknown };
    expect(JSON.stringify(tenants)).not.toMatch(/zulmira/i);
  }
  // The conversions stay: one per checkout, and the two of our own. The spooled one is Kiwify's again, with the same transaction.
  const listed = await Promise.all(
    [`startDate=${EXAMPLE_DAY}&endDate=${EXAMPLE_DAY}`, ''].map(async (days) => {
      const conversions: { id: string }[] = JSON.parse(await seen(tenant, `/api/conversions?${days}`));
      return conversions.map(({ id }) => id);
    }),
  );
  expect(new Set(listed.flat()).size).toBe(SENDERS.length + 2);

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
  const texts = [
    ADDRESS,
    ...[known, spooled].flatMap((one) => [one.email, one.name, one.phone, one.cpf, phoneText(one), cpfText(one)]),
    known.name.replace(' ', '+'),
  ];
  // The tenant's own name, which is part of its campaign id, is everywhere: it proves that the search works.
  const searched = await searchStores(dataDir, [...texts, tenant.slug]);
  expect(searched.found.filter(({ text }) => text !== tenant.slug)).toEqual([]);
  const places = searched.found.map(({ where }) => where.split(' ')[0]);
  expect(new Set(places)).toEqual(new Set(['file', 'postgres', 'log', 'clickhouse']));
  expect(searched.sentences).toEqual([]);
  expect(searched.files).toBeGreaterThan(500);
  expect(searched.columns).toBeGreaterThan(200);
  expect(searched.records).toBeGreaterThan(SENDERS.length + 3);
  for (const log of ['log/tracker.log', 'postgres/server.log']) {
    expect(readFileSync(join(dataDir, log), 'utf8'), log).not.toContain(tenant.email);
  }
});
