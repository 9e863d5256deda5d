/**
 * What visitors, forms and checkouts send in five weeks, over HTTP, with a random choice that is always the same: clicks with every tag,
 * views, late pixel ids, leads, and conversions in the format of every checkout: repeated, out of order, refused, unverified, in other
 * currencies, and of no click.
 */
import { EXAMPLE_CLICK_ID, type Example } from '@tracker/schemas/checkouts/example';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import { mapCheckout } from '@tracker/schemas/checkouts/map-checkout';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { PLACES, USER_AGENTS } from '../../standalone/demo/catalogue.ts';
import { createRandom, type Random } from '../../standalone/demo/random.ts';
import type { GoldenTenant } from './tenants.ts';

export interface Step {
  readonly atMs: number;
  send(): Promise<void>;
}

export interface StoryInput {
  readonly url: string;
  readonly tenant: GoldenTenant;
  /** By checkout. */
  readonly keys: Readonly<Record<string, string>>;
  readonly endMs: number;
  readonly visitors: number;
}

/** Of these checkouts a secret is set: every delivery without it is refused. */
export const SECRETS = {
  greenn: { header: 'x-greenn-token', secret: 'segredo-da-loja-greenn' },
  hubla: { header: 'x-hubla-token', secret: 'segredo-da-loja-hubla' },
} as const;

const PROOFS = Object.fromEntries(Object.values(SECRETS).map(({ header, secret }) => [header, secret]));
const DAYS = 35;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The day of all examples. */
const EXAMPLE_DAY_MS = Date.UTC(2026, 10, 20, 15);
const SOURCES = ['facebook', 'instagram', 'google', 'tiktok', 'newsletter', ''];
const REFERRERS = ['', 'https://www.google.com/search?q=x', 'https://l.instagram.com/', 'https://blog.example.com/a'];
const CURRENCIES = ['BRL', 'BRL', 'BRL', 'USD', 'EUR', 'ARS'];
const STATUSES = [
  ...['approved', 'completed', 'pending', 'refunded', 'partially_refunded', 'chargeback', 'chargeback_reversed'],
  ...['canceled', 'expired', 'refused', 'disputed'],
];
const PRODUCTS = [
  { product_id: 'P-1', product_name: 'Curso', offer: 'À vista' },
  { product_id: 'P-1', product_name: 'Curso', offer: 'Parcelado' },
  { product_id: 'P-2', product_name: 'Mentoria' },
  { product_name: 'Livro' },
  {},
];
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const BROWSERS = [...USER_AGENTS, { userAgent: GOOGLEBOT, weight: 3 }];

/** The steps of one tenant, in the order of time. */
export function storyOf(input: StoryInput, seed: number): Step[] {
  const random = createRandom(seed);
  const steps: Step[] = [];
  for (let number = 0; number < input.visitors; number += 1) {
    // Steps are sent some at a time; those of one visitor come one after the other.
    let before = Promise.resolve();
    for (const { atMs, send } of visitor(input, random, number)) {
      steps.push({ atMs, send: () => (before = before.then(send)) });
    }
  }
  return steps.filter(({ atMs }) => atMs <= input.endMs).sort((one, other) => one.atMs - other.atMs);
}

function* visitor(input: StoryInput, random: Random, number: number): Generator<Step> {
  const { tenant, endMs, url } = input;
  const campaignId = random.pick(tenant.campaignIds);
  const startMs = endMs - Math.floor(random.next() ** 1.3 * DAYS * DAY_MS);
  const headers = {
    'user-agent': random.weighted(BROWSERS).userAgent,
    'x-forwarded-for': `189.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(1, 254)}`,
    ...placeHeaders(random),
    ...(random.chance(0.01) && { 'sec-purpose': 'prefetch' }),
  };
  let clickId = '';
  const get = async (path: string): Promise<string> => {
    const answer = await fetch(url + path, { headers, redirect: 'manual' });
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 302 ? (answer.headers.get('location') ?? '') : answer.text();
  };
  const post =
    (path: string, contentType: string, body: () => string, more: Record<string, string> = {}) =>
    async () => {
      const request = { method: 'POST', headers: { ...headers, ...more, 'content-type': contentType }, body: body() };
      const answer = await fetch(url + path, request);
      // Refusals belong to the story.
      if (answer.status >= 500 || answer.status === 429) throw new Error(`${path}: ${answer.status}`);
      await answer.arrayBuffer();
    };

  const tags = tagsOf(random, number);
  const wantsJson = random.chance(0.8);
  yield {
    atMs: startMs,
    async send() {
      const query = new URLSearchParams({ ...tags, ...(wantsJson && { format: 'json' }) });
      const text = await get(`/${number % 5 === 0 ? 't' : 'track'}/${campaignId}?${query}`);
      clickId = /mc_[a-z0-9_-]+_\d+/.exec(text)?.[0] ?? '';
    },
  };
  // Of the same visitor, who had this click stored when the next one came; chosen without the generator, so that all other events stay as they are.
  if (wantsJson && number % 7 === 0) {
    yield {
      atMs: startMs + 2 * MINUTE_MS,
      async send() {
        await get(`/t/${campaignId}?${new URLSearchParams({ ...tags, format: 'json', prev: clickId })}`);
      },
    };
  }
  const views = random.chance(0.7) ? random.integer(1, 3) : 0;
  for (let view = 1; view <= views; view += 1) {
    const page = `https://loja.example.com/pagina-${random.integer(1, 9)}`;
    const send = async () => {
      const query = { clickid: clickId, url: page, title: `Página ${view}`, referrer: tags.referrer ?? '' };
      await get(`/view?${new URLSearchParams(query)}`);
    };
    yield { atMs: startMs + view * random.integer(5_000, 90_000), send };
  }
  // Chosen without the generator, as above; every second one goes there twice.
  if (number % 9 === 0) {
    const body = () => JSON.stringify({ clickid: clickId, url: `https://pay.kiwify.com.br/curso-${number % 4}?sck=1` });
    const send = post('/checkout', 'text/plain', body);
    yield { atMs: startMs + 3 * MINUTE_MS, send };
    if (number % 2 === 0) yield { atMs: startMs + 5 * MINUTE_MS, send };
  }
  if (random.chance(0.06)) {
    const body = () =>
      JSON.stringify({ clickid: clickId, fbp: `fb.1.${startMs}.${number}`, fbc: `fb.1.${startMs}.late` });
    yield { atMs: startMs + 4_000, send: post('/identify', 'text/plain', body) };
  }
  if (random.chance(0.05)) {
    const email = `pessoa${random.integer(1, 400)}@cliente.example.com`;
    const lead = { name: `Pessoa ${number}`, email, phone: `(11) 90000-${1000 + number}`, campaign_id: campaignId };
    const isKnown = random.chance(0.8);
    const body = () => JSON.stringify({ ...lead, ...(isKnown && { click_id: clickId }), source: tags.tsource ?? '' });
    const send = post('/leads', 'application/json', body);
    yield { atMs: startMs + 3 * MINUTE_MS, send };
    if (random.chance(0.2)) yield { atMs: startMs + DAY_MS, send };
  }
  if (random.chance(0.22)) yield* conversion(input, random, { number, startMs, clickId: () => clickId, post });
}

interface Buyer {
  readonly number: number;
  readonly startMs: number;
  readonly clickId: () => string;
  post(path: string, contentType: string, body: () => string, more?: Record<string, string>): () => Promise<void>;
}

function* conversion(input: StoryInput, random: Random, buyer: Buyer): Generator<Step> {
  const { keys } = input;
  const isDirect = random.chance(0.15);
  const clickId = () => (isDirect ? '' : buyer.clickId());
  const soldMs = buyer.startMs + Math.round(random.wait(40 * MINUTE_MS)) + MINUTE_MS;
  const at = (): number => soldMs + Math.round(random.wait(2 * DAY_MS));
  if (random.chance(0.4)) {
    const body = {
      transaction_id: `T-${input.tenant.name}-${buyer.number}`,
      amount: (random.integer(990, 99_900) / 100).toFixed(2),
      currency: random.pick(CURRENCIES),
      event_type: random.chance(0.93) ? 'purchase' : random.pick(['upsell', 'lead', 'subscription']),
      email: `comprador${buyer.number}@cliente.example.com`,
      ...soldOf(random, input.tenant, buyer.number),
      // Of a direct conversion, its channel and ad.
      ...(isDirect &&
        random.chance(0.5) && { utm_source: random.pick(SOURCES), utm_content: `Vídeo|ad-${buyer.number % 9}` }),
      ...(random.chance(0.04) && { is_test: true }),
    };
    const news = [
      'approved',
      ...(random.chance(0.35) ? [random.pick(STATUSES)] : []),
      ...(random.chance(0.1) ? [random.pick(STATUSES)] : []),
    ];
    const isUnverified = random.chance(0.1);
    for (const [index, status] of (random.chance(0.2) ? news.reverse() : news).entries()) {
      const atMs = index === 0 ? soldMs : at();
      const refund = status === 'partially_refunded' ? { refund_amount: '9.90' } : {};
      const text = () =>
        JSON.stringify({ ...body, ...refund, status, click_id: clickId(), occurred_at: new Date(atMs).toISOString() });
      const send = buyer.post(`/conversion${isUnverified ? '' : `?key=${keys.generic}`}`, 'application/json', text);
      yield { atMs, send };
      if (random.chance(0.15)) yield { atMs: atMs + random.integer(1_000, DAY_MS), send };
    }
    return;
  }
  const [checkout, examples] = random.pick(Object.entries(EXAMPLES) as [CheckoutId, readonly Example[]][]);
  const first = random.integer(0, examples.length - 1);
  const some = examples.slice(first, first + random.integer(1, 3));
  const isProven = random.chance(0.8);
  for (const [index, example] of (random.chance(0.2) ? some.reverse() : some).entries()) {
    const atMs = index === 0 ? soldMs : at();
    const days = Math.round((atMs - EXAMPLE_DAY_MS) / DAY_MS);
    const text = () => bodyText(checkout, example, { number: buyer.number, days, clickId: clickId() });
    const proof = isProven ? PROOFS : {};
    const key = random.chance(0.01) ? 'unknown-key' : keys[checkout];
    const send = buyer.post(`/webhooks/${checkout}/${key}`, example.contentType ?? 'application/json', text, proof);
    yield { atMs, send };
    if (random.chance(0.2)) yield { atMs: atMs + random.integer(1_000, DAY_MS), send };
  }
}

/** The example as another conversion: another transaction and buyer, some days later or earlier, and this click. */
function bodyText(checkout: CheckoutId, example: Example, change: { number: number; days: number; clickId: string }) {
  const { number, days, clickId } = change;
  const context = { timeZone: DEFAULT_TIME_ZONE, receivedAtMs: EXAMPLE_DAY_MS };
  const mapped = mapCheckout(checkout, example.body, context);
  const transaction = mapped.kind === 'conversion' ? mapped.conversion.transactionId : null;
  const changed = deepMap(example.body, (value) => {
    if (String(value) === transaction)
      return typeof value === 'number' ? value * 100_000 + number : `${value}${number}`;
    if (typeof value === 'number') return value > 1.7e12 && value < 2e12 ? value + days * DAY_MS : value;
    return value
      .replaceAll(EXAMPLE_CLICK_ID, clickId)
      .replace('ana.lima@', `ana${number}@`)
      .replace(/\b2026-\d{2}-\d{2}/g, (day) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10));
  });
  if (example.contentType === undefined) return JSON.stringify(changed);
  return String(new URLSearchParams([...flat(changed as object, '')]));
}

function deepMap(value: unknown, change: (leaf: string | number) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => deepMap(item, change));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, deepMap(item, change)]));
  return typeof value === 'string' || typeof value === 'number' ? change(value) : value;
}

function* flat(value: object, prefix: string): Generator<[string, string]> {
  for (const [name, item] of Object.entries(value)) {
    const key = prefix === '' ? name : `${prefix}[${name}]`;
    if (typeof item === 'object' && item !== null) yield* flat(item, key);
    else yield [key, String(item ?? '')];
  }
}

/** What was sold, as far as the checkout says it. */
function soldOf(random: Random, { name }: GoldenTenant, number: number) {
  const isLater = number > 20 && random.chance(0.15);
  return {
    ...random.pick(PRODUCTS),
    ...(random.chance(0.8) && { payment_method: random.pick(['pix', 'boleto', 'credit_card', 'paypal', 'fiado']) }),
    ...(random.chance(0.3) && { installments: random.integer(1, 12) }),
    ...(random.chance(0.3) && { gateway_fee: (random.integer(100, 900) / 100).toFixed(2) }),
    ...(random.chance(0.1) && { net_to_seller: (random.integer(900, 90_000) / 100).toFixed(2) }),
    ...(isLater && { kind: random.pick(['bump', 'upsell']), parent_transaction_id: `T-${name}-${number - 20}` }),
    ...(random.chance(0.05) && { kind: 'renewal', recurrence: random.integer(2, 9) }),
    ...(random.chance(0.1) && { coupon: 'NATAL10' }),
    ...(random.chance(0.1) && { affiliate: `af-${number % 5}` }),
  };
}

function tagsOf(random: Random, number: number): Record<string, string> {
  const source = random.pick(SOURCES);
  const ad = random.integer(1, 40);
  if (source === '') return { referrer: random.pick(REFERRERS) };
  const isPair = random.chance(0.1);
  // A link whose macros the ad platform left as they were.
  const isRaw = random.chance(0.02);
  return {
    tsource: random.chance(0.9) ? source : '',
    sub1: isRaw ? '{{ad.id}}' : isPair ? '' : `ad-${ad}`,
    sub2: isPair ? '' : `set-${ad % 8}`,
    sub3: isPair ? '' : `camp-${ad % 3}`,
    sub4: isRaw ? '{{ad.name}}' : isPair ? '' : `Vídeo ${ad}`,
    sub5: isPair ? '' : `Conjunto ${ad % 8}`,
    sub6: isPair ? '' : `Campanha ${ad % 3}`,
    sub7: random.pick(['Instagram_Stories', 'Facebook_Mobile_Feed', '']),
    sub8: random.pick(['fb', 'ig', '']),
    utm_source: random.chance(0.8) ? source : '',
    utm_medium: isPair ? `Conjunto ${ad % 8}|set-${ad % 8}` : 'cpc',
    utm_campaign: isPair ? `Campanha ${ad % 3}|camp-${ad % 3}` : 'natal',
    utm_content: isPair ? `Vídeo ${ad}|ad-${ad}` : '',
    utm_term: random.chance(0.1) ? 'curso online' : '',
    utm_id: random.chance(0.1) ? String(ad) : '',
    ...(random.chance(0.3) && { _fbp: `fb.1.${number}.1`, _fbc: `fb.1.${number}.2` }),
    ...(random.chance(0.2) && { gclid: `g-${number}`, ttclid: `t-${number}` }),
    ...(random.chance(0.1) && {
      gbraid: `b-${number}`,
      wbraid: `w-${number}`,
      msclkid: `m-${number}`,
      click_id: `k-${number}`,
    }),
    referrer: random.pick(REFERRERS),
  };
}

function placeHeaders(random: Random): Record<string, string> {
  const { place } = random.weighted(PLACES);
  if (place === null || random.chance(0.3)) return {};
  const { countryCode, region, city, timeZone } = place;
  // Headers are bytes: a CDN sends UTF-8.
  const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  return { 'cf-ipcountry': countryCode, 'cf-region': bytes(region), 'cf-ipcity': bytes(city), 'cf-timezone': timeZone };
}
