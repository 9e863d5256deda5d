/** Records that no visitor sends: ad spend with corrections, events of the oldest form, assignments by hand, and bytes that are no event. */
import { conversionIdOf, deliveryIdOf } from '@tracker/infra/identity/conversion-id';
import type { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import { dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { createRandom, type Random } from '../../standalone/demo/random.ts';
import type { LoggedEvent, PortableRecord } from './portable-log.ts';
import type { GoldenTenant } from './tenants.ts';

const DAYS = 35;
const DAY_MS = 86_400_000;
const SOURCES = ['facebook/238001', 'facebook/238002', 'google', 'tiktok'];

export function* furtherRecords(tenant: GoldenTenant, endMs: number, seed: number): Generator<PortableRecord> {
  const random = createRandom(seed);
  yield* adSpend(tenant, random, endMs);
  yield* oldDeliveries(tenant, random, endMs);
  yield* assignments(tenant, random, endMs);
  for (const text of ['', 'not JSON', '{}', '{"type":"click"}', '{"type":"unknown","id":"x"}']) {
    yield { key: tenant.tenantId, text };
  }
}

/** Each campaign, day and source; a third of them is corrected later, and some corrections come before what they correct. */
function* adSpend(tenant: GoldenTenant, random: Random, endMs: number): Generator<PortableRecord> {
  const { tenantId, campaignIds, timeZone } = tenant;
  for (const campaignId of campaignIds) {
    for (const source of SOURCES) {
      const currency = source === 'tiktok' ? 'USD' : source === 'google' && random.chance(0.2) ? 'ARS' : 'BRL';
      for (let ago = DAYS; ago >= 0; ago -= 1) {
        if (random.chance(0.1)) continue;
        const day = dayOf(endMs - ago * DAY_MS, timeZone);
        const versions = [0, ...(random.chance(0.33) ? [1] : []), ...(random.chance(0.1) ? [2] : [])];
        const records = versions.map((version) => {
          const payload = spendOf(random, { day, source, currency });
          const receivedAtMs = Math.min(endMs, endMs - ago * DAY_MS + (version + 1) * 6 * 3_600_000) + version;
          const id = `golden ${campaignId} ${day} ${source} ${version}`;
          return record(campaignId, event(tenantId, campaignId, 'ad-spend', id, receivedAtMs, payload));
        });
        yield* random.chance(0.2) ? records.reverse() : records;
      }
    }
  }
}

function spendOf(random: Random, { day, source, currency }: { day: TenantDay; source: string; currency: string }) {
  const ads = source.startsWith('facebook')
    ? Array.from({ length: random.integer(0, 6) }, () => {
        const ad = random.integer(1, 40);
        return {
          adId: `ad-${ad}`,
          adName: `Vídeo ${ad}`,
          adsetId: `set-${ad % 8}`,
          adsetName: `Conjunto ${ad % 8}`,
          spend: money(random.integer(10, 9_999)),
          impressions: random.integer(10, 5_000),
          clicks: random.integer(0, 90),
        };
      })
    : [];
  const distinct = [...new Map(ads.map((ad) => [ad.adId, ad])).values()];
  const ofAds = distinct.reduce((sum, { spend }) => sum + Math.round(Number(spend) * 100), 0);
  return {
    ...{ day, source, currency },
    // Sometimes more than its ads: the platform names no ad for a part of it.
    spend: money(ofAds + (random.chance(0.5) ? random.integer(0, 5_000) : 0)),
    impressions: random.integer(100, 50_000),
    clicks: random.integer(1, 900),
    // The oldest events tell nothing by ad.
    ...(random.chance(0.9) && { ads: distinct }),
  } as unknown as AdSpendEvent['payload'];
}

/** Without hash of the body, delivery id, person and version of the checkout. */
function* oldDeliveries(tenant: GoldenTenant, random: Random, endMs: number): Generator<PortableRecord> {
  for (let number = 0; number < 60; number += 1) {
    const atMs = endMs - random.integer(0, DAYS * DAY_MS);
    const amount = random.integer(1_000, 50_000) / 100;
    const conversion = { transaction_id: `OLD-${number >> 1}`, amount, currency: 'BRL', event_type: 'purchase' };
    const status = random.pick(['approved', 'approved', 'refunded']);
    const body = JSON.stringify({ ...conversion, status, occurred_at: new Date(atMs).toISOString() });
    const payload = { provider: 'generic', body, verified: random.chance(0.9) };
    const id = deliveryIdOf(tenant.tenantId, 'generic', body);
    yield record(tenant.tenantId, event(tenant.tenantId, null, 'conversion', id, atMs, payload));
  }
}

/** Of conversions without a click: assigned, changed and taken away, some at the same moment or before the conversion. */
function* assignments({ tenantId, campaignIds }: GoldenTenant, random: Random, endMs: number) {
  for (let number = 0; number < 40; number += 1) {
    const conversionId = conversionIdOf(
      JSON.stringify([tenantId, 'generic', 'transaction', `OLD-${random.integer(0, 31)}`]),
    );
    const campaignId = random.chance(0.2) ? null : random.pick(campaignIds);
    const payload = { conversionId, channel: random.pick(['', 'whatsapp', 'email']) };
    const atMs = endMs - random.integer(0, 5) * DAY_MS;
    yield record(
      conversionId,
      event(tenantId, campaignId, 'conversion-assignment', `golden assignment ${number}`, atMs, payload),
    );
  }
}

const money = (cents: number): string => (cents / 100).toFixed(2);
const record = (key: string, logged: LoggedEvent): PortableRecord => ({ key, event: logged });

function event(
  tenantId: GoldenTenant['tenantId'],
  campaignId: string | null,
  type: string,
  id: string,
  atMs: number,
  payload: object,
) {
  const at = new Date(atMs).toISOString();
  return { id, type, schemaVersion: 1, tenantId, campaignId, occurredAt: at, receivedAt: at, payload } as LoggedEvent;
}
