/**
 * Events that every schema accepts and no honest sender writes: each field at and beyond its extremes, and floods of one key. A log may hold
 * them, since an older door let more in than today's. The same seed gives the same events.
 */
import { leadIdOf } from '@tracker/infra/identity/lead-id';
import {
  adSpend,
  assignment,
  click,
  clickIdOf,
  delivery,
  type EventOwner,
  identification,
  keyless,
  openedCheckout,
  pageView,
  rulesChanged,
  scriptNotice,
} from '@tracker/processor/testing/events';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import { CHECKOUT_IDS } from '@tracker/schemas/checkouts/registry';
import { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import { ClickEvent } from '@tracker/schemas/events/click';
import { ClickIdentityEvent } from '@tracker/schemas/events/click-identity';
import { ConversionEvent } from '@tracker/schemas/events/conversion';
import { ConversionAssignmentEvent } from '@tracker/schemas/events/conversion-assignment';
import { ConversionImportEvent } from '@tracker/schemas/events/conversion-import';
import { LeadEvent } from '@tracker/schemas/events/lead';
import { OpenedCheckoutEvent } from '@tracker/schemas/events/opened-checkout';
import { PageViewEvent } from '@tracker/schemas/events/page-view';
import { RatesChangedEvent } from '@tracker/schemas/events/rates-changed';
import { RecomputeEvent } from '@tracker/schemas/events/recompute';
import { ScriptNoticeEvent } from '@tracker/schemas/events/script-notice';
import { UnverifiedRulesChangedEvent } from '@tracker/schemas/events/unverified-rules-changed';
import type { Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { createRandom, type Random } from '@tracker/standalone/demo/random';
import type { z } from 'zod';

export interface HostileOptions {
  readonly owner: EventOwner;
  readonly count: number;
  readonly seed: number;
  /** When they are received. */
  readonly nowMs: number;
  /** An honest lead of the owner: its person is encrypted, which needs the stores. */
  readonly lead: LeadEvent;
}

export interface HostileEvent {
  readonly id: string;
  readonly type: string;
}

const LONG = 'x'.repeat(5_000);
const TEXTS = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    'null',
    '{}',
    '[]',
    '%00',
    '\u0000',
    '\ud83d',
    '\udc4d\ud83d',
    '👍',
    'a\u202eb',
    '\ufeff',
    LONG,
  ],
  ...[
    '99999999999999.9999',
    '99999999999999.99',
    '100000000000000',
    '0.0001',
    '1e309',
    'NaN',
    'R$ 1.234,56',
    '1.234.567,89',
  ],
  ...[
    '1970-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '+010000-01-01T00:00:00.000Z',
    '1969-12-31',
    '9999-12-31',
  ],
  ...['approved', 'partially_refunded', 'refunded', 'chargeback', 'chargeback_reversed', 'lead', 'pending'],
  ...['BRL', 'USD', 'XXX', 'constructor', '__proto__', "'; DROP TABLE clicks --", '{{ad.id}}', '=1+1'],
];
const NUMBERS = [0, -0, -1, 1, 0.1, 1e-7, 2 ** 31, 2 ** 32, 2 ** 53 - 1, -(2 ** 53), 1e15, 1e21, 1e308, 5e-324];

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The same JSON with one to four of its leaves at an extreme. */
function distorted(value: Json, random: Random): Json {
  let changed = structuredClone(value);
  for (let times = random.integer(1, 4); times > 0; times -= 1) changed = withExtreme(changed, random);
  return changed;
}

function withExtreme(value: Json, random: Random): Json {
  if (Array.isArray(value)) {
    if (value.length === 0) return value;
    const index = random.integer(0, value.length - 1);
    return value.map((one, at) => (at === index ? withExtreme(one, random) : one));
  }
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value);
    if (names.length === 0) return value;
    const name = random.pick(names);
    return { ...value, [name]: withExtreme(value[name] ?? null, random) };
  }
  // Mostly of its own kind: other kinds are rejected by most schemas.
  if (random.chance(0.1)) return random.pick<Json>([null, true, [], {}, random.pick(TEXTS), random.pick(NUMBERS)]);
  if (typeof value === 'number') return random.pick(NUMBERS);
  if (typeof value === 'boolean') return !value;
  return random.pick(TEXTS);
}

interface Kind {
  readonly schema: z.ZodType;
  readonly base: (options: HostileOptions, random: Random, number: number) => HostileEvent;
}

const DAY_MS = 86_400_000;
const SOLD = ['approved', 'partially_refunded', 'refunded', 'chargeback', 'completed', 'pending'];

/** A checkout's example with its leaves at extremes; of the generic format, amounts whose sums have too many digits. */
function checkoutBody(options: HostileOptions, random: Random, number: number): Record<string, unknown> {
  const { owner, nowMs } = options;
  if (random.chance(0.4)) {
    return {
      transaction_id: random.chance(0.5) ? `H-${random.integer(0, 40)}` : `H-${number}`,
      amount: random.pick(['99999999999999.99', '99999999999999.9999', '0.01', '997.00']),
      refund_amount: random.pick(['99999999999999.99', '50000000000000.00', '1.00']),
      currency: random.pick(['BRL', 'USD', 'JPY']),
      status: random.pick(SOLD),
      click_id: clickIdOf(owner, random.pick([nowMs, 0, nowMs + 90 * DAY_MS, 9_999_999_999_999]), number % 1_000_000),
      occurred_at: random.pick(TEXTS),
    };
  }
  const example = random.pick(EXAMPLES[random.pick(CHECKOUT_IDS)]);
  return distorted(example.body as Json, random) as Record<string, unknown>;
}

const KINDS: readonly Kind[] = [
  {
    schema: ClickEvent,
    base: ({ owner, nowMs }, random, number) =>
      click(owner, {
        atMs: nowMs,
        clickId: clickIdOf(
          owner,
          random.pick([nowMs, nowMs - 500 * 30 * DAY_MS, 0, 9_999_999_999_999]),
          number % 1_000_000,
        ),
        sub1: `ad-${number}`,
        sub2: `set-${number}`,
        sub7: `place-${number}`,
        source: `source-${number}`,
      }),
  },
  {
    schema: PageViewEvent,
    base: ({ owner, nowMs }, random, number) => {
      const view = pageView(owner, { atMs: nowMs, number });
      const monthMs = random.integer(0, 500) * 30 * DAY_MS;
      return { ...view, payload: { ...view.payload, clickId: clickIdOf(owner, monthMs, number % 1_000_000) } };
    },
  },
  {
    schema: ClickIdentityEvent,
    base: ({ owner, nowMs }, random) =>
      identification(click(owner, { atMs: random.integer(0, 2_000) * 30 * DAY_MS }), { fbp: 'fb.1.1.1' }, nowMs),
  },
  {
    schema: OpenedCheckoutEvent,
    base: ({ owner, nowMs }, random, number) =>
      openedCheckout(
        click(owner, { atMs: random.pick([nowMs, random.integer(0, 2_000) * 30 * DAY_MS]) }),
        `https://pay.example/${number}`,
        nowMs,
      ),
  },
  {
    schema: ScriptNoticeEvent,
    base: ({ owner, nowMs }, random, number) =>
      scriptNotice(
        click(owner, { atMs: nowMs }),
        random.pick(['button-without-link', 'script-copied']),
        `https://loja.example/${number}`,
        nowMs,
      ),
  },
  {
    schema: ConversionEvent,
    base: (options, random, number) =>
      (random.chance(0.5) ? keyless : delivery)(options.owner, checkoutBody(options, random, number), options.nowMs),
  },
  { schema: LeadEvent, base: ({ lead }, _random, number) => ({ ...lead, id: `${lead.id}-${number}` }) },
  {
    schema: AdSpendEvent,
    base: ({ owner, nowMs }, random) => {
      const day = random.pick(['1970-01-01', '9999-12-31', '2026-11-20']) as TenantDay;
      const event = adSpend(owner, day, '99999999999999.99' as Money, nowMs);
      const moment = () => instantFromMs(random.pick([0, nowMs, 253_402_300_799_999]));
      const video = { plays: Number.MAX_SAFE_INTEGER, views3s: 0, thruplays: 0, p25: 0, p50: 0, p75: 0, p100: 0 };
      const claim = { ...{ action: LONG.slice(0, 64), window: '1d_view' as const }, value: event.payload.spend };
      const claims = [{ ...claim, conversions: event.payload.spend }];
      return {
        ...event,
        payload: {
          ...event.payload,
          report: { accountId: LONG.slice(0, 64), readAt: moment(), since: moment(), wholeAt: moment() },
          results: [{ adId: LONG.slice(0, 64), claims, video }],
        },
      };
    },
  },
  {
    schema: ConversionImportEvent,
    base: ({ owner, nowMs }, random, number) => ({
      ...envelope(owner, nowMs, `import-${number}`),
      type: 'conversion-import',
      payload: {
        importId: `im_${random.integer(0, 3)}`,
        checkout: random.pick(CHECKOUT_IDS),
        transactionId: `H-${random.integer(0, 40)}`,
        conversion: {
          ...{ status: random.pick(SOLD), soldAt: instantFromMs(random.pick([0, nowMs, 253_402_300_799_999])) },
          ...{ amount: '99999999999999.99', currency: 'BRL', productName: LONG.slice(0, 256), clickId: '' },
          ...{ utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '', utmTerm: '', utmId: '' },
        },
      },
    }),
  },
  {
    schema: ConversionAssignmentEvent,
    base: ({ owner, nowMs }, random) =>
      assignment(owner, `H-${random.integer(0, 40)}`, { channel: LONG.slice(0, 100) }, nowMs),
  },
  {
    schema: RatesChangedEvent,
    base: ({ owner, nowMs }, random, number) => ({
      ...envelope(owner, nowMs, `rates-${number}`),
      type: 'rates-changed',
      payload: { currency: random.pick(['USD', 'JPY', 'XXX']) },
    }),
  },
  {
    schema: UnverifiedRulesChangedEvent,
    base: ({ owner, nowMs }, random) => rulesChanged(owner, random.pick([0, nowMs, nowMs + DAY_MS])),
  },
  {
    schema: RecomputeEvent,
    base: ({ owner, nowMs }, random, number) => ({
      ...envelope(owner, nowMs, `recompute-${number}`),
      type: 'recompute',
      payload: random.pick([
        { of: 'conversion', conversionId: 'cv_none' },
        { of: 'day', half: 'money', day: '1970-01-01' },
        { of: 'currency', currency: 'ZZZ' },
        { of: 'rules', from: instantFromMs(0) },
      ]),
    }),
  },
];

const envelope = ({ tenantId, campaignId }: EventOwner, nowMs: number, id: string) => ({
  ...{ id, schemaVersion: 1, tenantId, campaignId },
  ...{ occurredAt: instantFromMs(nowMs), receivedAt: instantFromMs(nowMs) },
});

/** More of one conversion than any ledger should hold comes in between, and one click with a new ad for each. */
export function* hostileEvents(options: HostileOptions): Generator<HostileEvent> {
  const random = createRandom(options.seed);
  for (let number = 0; number < options.count; ) {
    const { schema, base } = random.pick(KINDS);
    const honest = base(options, random, number);
    const tried = distortedEvent(honest, random);
    const event = schema.safeParse(tried).success ? tried : honest;
    number += 1;
    yield event;
  }
}

/** Its owner and type stay: an event of another tenant is another attack, which the door holds. */
function distortedEvent(event: HostileEvent, random: Random): HostileEvent {
  const { id, type, ...rest } = event as unknown as { id: string; type: string; payload: Json; occurredAt: Json };
  return {
    ...rest,
    id: random.chance(0.05) ? random.pick(TEXTS) : id,
    type,
    payload: distorted(rest.payload, random),
    occurredAt: random.chance(0.2) ? random.pick(TEXTS) : rest.occurredAt,
  } as HostileEvent;
}

/** `count` refunds of one conversion, each of another time. */
export function* flood(
  owner: EventOwner,
  transaction_id: string,
  count: number,
  nowMs: number,
): Generator<HostileEvent> {
  for (let index = 0; index < count; index += 1) {
    const body = { transaction_id, amount: '99999999999999.99', refund_amount: '99999999999999.99' };
    yield delivery(
      owner,
      { ...body, status: 'partially_refunded', occurred_at: instantFromMs(nowMs - index * 1_000) },
      nowMs,
    );
  }
}

/** Of a person whose key no one has. */
export const leadOf = ({ tenantId, campaignId }: EventOwner, nowMs: number): LeadEvent => ({
  ...{ id: 'lead', type: 'lead', schemaVersion: 1, tenantId, campaignId },
  ...{ occurredAt: instantFromMs(nowMs), receivedAt: instantFromMs(nowMs) },
  payload: {
    ...{ leadId: leadIdOf(tenantId, campaignId, 'p'), clickId: '', source: '', medium: '', campaign: '' },
    person: { personId: 'p', keyId: 'k', sealed: 'AAAA' },
    request: { userAgent: '', ipAddress: '', referrer: '', place: null },
  },
});
