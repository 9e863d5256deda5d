// Guarantee 5 of ARCHITECTURE: no event is dropped silently. The reasons for which a stream may leave one out are the type `LeftOut`.
import type { CampaignCache } from '@tracker/infra/caches/campaign-cache';
import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import type { ConversionImportEvent } from '@tracker/schemas/events/conversion-import';
import type { LeadEvent } from '@tracker/schemas/events/lead';
import type { RecomputeEvent } from '@tracker/schemas/events/recompute';
import type { CampaignId, LeadId, TenantId } from '@tracker/schemas/primitives/ids';
import type { Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { expect, test } from 'vitest';
import { sortBatch } from '../batch/batch.ts';
import { UNKNOWN_TENANT } from '../steps/refuse-unknown-tenant.ts';
import {
  adSpend,
  assignment,
  click,
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
