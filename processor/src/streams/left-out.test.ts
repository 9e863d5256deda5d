// Guarantee 5 of ARCHITECTURE: no event is dropped silently. The reasons for which a stream may leave one out are the type `LeftOut`.
import { readdirSync, readFileSync } from 'node:fs';
import type { CampaignCache } from '@tracker/infra/caches/campaign-cache';
import type { TenantCache, TenantEntry } from '@tracker/infra/caches/tenant-cache';
import type { ConversionImportEvent } from '@tracker/schemas/events/conversion-import';
import type { LeadEvent } from '@tracker/schemas/events/lead';
import type { RecomputeEvent } from '@tracker/schemas/events/recompute';
import type { CampaignId, LeadId, TenantId } from '@tracker/schemas/primitives/ids';
import type { Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs, type TimeZone } from '@tracker/schemas/primitives/time';
import { expect, test } from 'vitest';
import { sortBatch } from '../batch/batch.ts';
import { UNKNOWN_TENANT } from '../steps/refuse-unknown-tenant.ts';
import {
  adSpend,
  assignment,
  click,
  clickIdOf,
  delivery,
  identification,
  NOON,
  openedCheckout,
  pageView,
  ratesChanged,
  record,
  rulesChanged,
  scriptNotice,
} from '../testing/events.ts';
import { createStreams, type StreamLookups } from './streams.ts';

const owner = { tenantId: 'tn_3kfm2Lq9Zx81aBcDeFgHiJ' as TenantId, campaignId: 'lanc01' as CampaignId };
const instant = instantFromMs(NOON);
const envelope = { id: 'one', schemaVersion: 1, ...owner, occurredAt: instant, receivedAt: instant } as const;

const lead = {
  ...envelope,
  type: 'lead',
  payload: {
    leadId: 'ld_3kfm2Lq9Zx81aBcDeFgHiJ' as LeadId,
    clickId: '',
    source: '',
    medium: '',
    campaign: '',
    person: null,
    request: { userAgent: '', ipAddress: '', referrer: '', place: null },
  },
} satisfies LeadEvent;
const imported = {
  ...envelope,
  type: 'conversion-import',
  payload: { importId: 'file', checkout: 'hotmart', transactionId: 'HP1', conversion: null },
} satisfies ConversionImportEvent;
const recompute = {
  ...envelope,
  type: 'recompute',
  payload: { of: 'conversion', conversionId: 'cv_1' },
} satisfies RecomputeEvent;

const clicked = click(owner);
const EVENTS = [
  clicked,
  identification(clicked, { fbp: 'fb.1.1.1' }),
  openedCheckout(clicked, 'https://pay.hotmart.com/A1'),
  scriptNotice(clicked, 'button-without-link', 'https://example.com/'),
  pageView(owner),
  delivery(owner, { transaction_id: 'T1', amount: '10.00' }),
  assignment(owner, 'T1'),
  imported,
  lead,
  adSpend(owner, '2026-11-20' as TenantDay, '10.00' as Money),
  ratesChanged(owner, 'USD'),
  rulesChanged(owner, NOON),
  recompute,
];

const noTenants: TenantCache = { peek: () => undefined, find: async () => undefined };
const noCampaigns: CampaignCache = { find: async () => undefined };
/** The other look-ups come after the tenant's. */
const streams = createStreams({ tenants: noTenants, campaigns: noCampaigns } as unknown as StreamLookups);

test('there is an event for every stream', () => {
  expect(EVENTS.map(({ type }) => type).sort()).toEqual([...streams.keys()].sort());
});

test.each(EVENTS)('a $type of an unknown tenant is a dead letter with its bytes', async (event) => {
  const given = record(event);
  const { deadLetters, dropped, rows } = await sortBatch(streams, [given]);
  expect([...dropped]).toEqual([]);
  expect([...rows.values()].flat()).toEqual([]);
  expect(deadLetters).toEqual(
    streams.get(event.type)!.map(({ name }) => ({
      record: given,
      stream: name,
      tenantId: owner.tenantId,
      reason: UNKNOWN_TENANT,
      error: undefined,
    })),
  );
});

const KEPT_FROM = NOON - 3_600_000;
const tenant: TenantEntry = {
  ...{ tenantId: owner.tenantId, timeZone: 'America/Sao_Paulo' as TimeZone, mainCampaignId: null, personSalt: '' },
  ...{ clicksKeptFromMs: KEPT_FROM, clicksMonths: 24, plan: 'free', isConfirmed: true, refusesUnverified: false },
};
const knownTenant: TenantCache = { peek: () => tenant, find: async () => tenant };
const knownStreams = createStreams({ tenants: knownTenant, campaigns: noCampaigns } as unknown as StreamLookups);

const sold = { transaction_id: 'T1', amount: '10.00', status: 'approved' };
const rejected = delivery(owner, sold);
const known = { personId: 'pe_1', keyId: 'k1', sealed: 'c2VhbGVk' };
const future = clickIdOf(owner, NOON + 3_600_000);
const old = clickIdOf(owner, KEPT_FROM - 1);

/** Each reason of `LeftOut`, and the streams in which the event is all the same; none: it was wanted gone, or was made up. */
const LEFT_OUT: readonly (readonly [reason: string, event: object, isIn: readonly string[]])[] = [
  ['conversion-link: no link', delivery(owner, sold), ['conversion', 'delivery']],
  [
    'conversion: rejected: wrong_secret',
    { ...rejected, payload: { ...rejected.payload, rejected: 'wrong_secret' } },
    ['delivery'],
  ],
  ['conversion: ignored: abandoned_cart', delivery(owner, { event: 'abandoned_cart' }), ['delivery']],
  [
    'lead-conversion: leads of this campaign are no conversions',
    { ...lead, payload: { ...lead.payload, person: known } },
    ['lead'],
  ],
  ['lead: the person was erased before the lead was stored', lead, []],
  ['click: older than the retention of its tenant', click(owner, { clickId: old, atMs: NOON }), []],
  ['click: names a moment after its receipt', click(owner, { clickId: future, atMs: NOON }), []],
];

test.each(LEFT_OUT)(
  'leaves out of a stream for the reason "%s" only what is in another, or is wanted gone',
  async (reason, event, isIn) => {
    const { deadLetters, dropped, rows } = await sortBatch(knownStreams, [record(event as typeof clicked)]);
    const stored = [...rows].filter(([, of]) => of.length > 0).map(([{ name }]) => name);
    const refused = deadLetters.map(({ stream }) => stream);
    expect([...dropped.keys()]).toContain(reason);
    expect(stored.sort()).toEqual([...isIn].sort());
    // Each stream of the event reports what became of it.
    const ways = knownStreams.get((event as typeof clicked).type)!.map(({ name }) => name);
    const reported = [...stored, ...refused, ...[...dropped.keys()].map((one) => one.split(': ')[0] ?? '')];
    expect([...new Set(reported)].sort()).toEqual([...ways].sort());
  },
);

test('knows every step that may leave an event out', () => {
  const folder = new URL('../steps/', import.meta.url);
  const files = readdirSync(folder).filter((file) => /\bdrop\(/.test(readFileSync(new URL(file, folder), 'utf8')));
  expect(files.sort()).toEqual([
    'drop-no-conversion.ts',
    'drop-out-of-retention.ts',
    'drop-plain-lead.ts',
    'to-conversion-link-row.ts',
    'to-lead-row.ts',
  ]);
});
