/**
 * Records that no visitor sends: ad spend with corrections, spend that people entered, assignments and imports by hand, second attempts
 * of a click, events of the oldest form, and bytes that are no event.
 */
import { conversionIdOf, deliveryIdOf, importedConversionIdOf } from '@tracker/infra/identity/conversion-id';
import type { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import { NO_TAGS } from '@tracker/schemas/events/click';
import { formatClickId } from '@tracker/schemas/primitives/click-id';
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
  yield* entries(tenant, random, endMs);
  yield* assignments(tenant, random, endMs);
  yield* imports(tenant, random, endMs);
  yield* retriedClicks(tenant, random, endMs);
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
    // The oldest events have nothing by ad.
    ...(random.chance(0.9) && { ads: distinct }),
    ...(source.startsWith('facebook') && random.chance(0.5) && { hours: hoursOf(random, day, ofAds) }),
  } as unknown as AdSpendEvent['payload'];
}

/** Some hours of the day; together less than all of it. */
function hoursOf(random: Random, day: TenantDay, cents: number) {
  const firstMs = Date.parse(`${day}T12:00:00.000Z`);
  return Array.from({ length: random.integer(1, 8) }, (_, hour) => ({
    startsAt: new Date(firstMs + hour * 3_600_000).toISOString(),
    spend: money(Math.floor(cents / 10)),
  }));
}

/** Entered, changed and removed; of 'google' and 'tiktok' a platform reports most of the days, too. */
function* entries({ tenantId, campaignIds, timeZone }: GoldenTenant, random: Random, endMs: number) {
  for (const campaignId of campaignIds) {
    for (const source of ['google', 'tiktok', 'panfletos']) {
      for (let ago = DAYS; ago >= 0; ago -= random.integer(1, 4)) {
        const day = dayOf(endMs - ago * DAY_MS, timeZone);
        const kinds = [
          'entered',
          ...(random.chance(0.3) ? ['entered'] : []),
          ...(random.chance(0.2) ? ['removed'] : []),
        ];
        for (const [version, kind] of kinds.entries()) {
          const spend = kind === 'removed' ? '0.00' : money(random.integer(100, 50_000));
          const payload = {
            day,
            source,
            kind,
            currency: random.pick(['BRL', 'BRL', 'USD']),
            spend,
            impressions: 0,
            clicks: 0,
          };
          const id = `golden entry ${campaignId} ${day} ${source} ${version}`;
          const atMs = Math.min(endMs, endMs - ago * DAY_MS + (version + 1) * 3_600_000) + version;
          yield record(campaignId, event(tenantId, campaignId, 'ad-spend', id, atMs, payload));
        }
      }
    }
  }
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

/** Two files of old conversions; some of them a checkout delivered, too, and of the second file a part is taken back. */
function* imports({ tenantId }: GoldenTenant, random: Random, endMs: number) {
  for (let number = 0; number < 120; number += 1) {
    const soldAt = new Date(endMs - random.integer(0, 60 * DAY_MS)).toISOString();
    const transactionId = number % 6 === 0 ? `OLD-${number >> 1}` : `IMP-${number}`;
    const conversion = {
      ...{ status: random.pick(['approved', 'approved', 'completed', 'refunded', 'chargeback']), soldAt },
      ...{
        amount: money(random.integer(990, 90_000)),
        currency: random.pick(['BRL', 'BRL', 'EUR']),
        productName: 'Curso',
      },
      ...{
        clickId: '',
        utm_source: random.pick(['', 'facebook']),
        utm_medium: '',
        utm_campaign: '',
        utm_content: '',
        utm_term: '',
      },
    };
    const versions = [conversion, ...(number >= 60 && random.chance(0.5) ? [null] : [])];
    for (const [version, row] of versions.entries()) {
      const payload = {
        importId: `golden-${number < 60 ? 1 : 2}`,
        checkout: 'generic',
        transactionId,
        conversion: row,
      };
      const id = `golden import ${number} ${version}`;
      const key = importedConversionIdOf(tenantId, 'generic', transactionId);
      yield record(key, event(tenantId, null, 'conversion-import', id, endMs - 2 * DAY_MS + version * DAY_MS, payload));
    }
  }
}

/** The gateway asked twice, and both attempts were stored: the second one counts. */
function* retriedClicks({ tenantId, campaignIds }: GoldenTenant, random: Random, endMs: number) {
  for (let number = 0; number < 40; number += 1) {
    const campaignId = random.pick(campaignIds);
    const atMs = endMs - random.integer(1, DAYS * DAY_MS);
    const request = {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
      ipAddress: '203.0.113.7',
      referrer: '',
      place: null,
    };
    const tags = { ...NO_TAGS, source: 'facebook', sub1: `ad-${number % 40}` };
    const attempts = [formatClickId(campaignId, atMs, '900100'), formatClickId(campaignId, atMs, '901101')].map(
      (clickId, index) =>
        record(
          campaignId,
          event(
            tenantId,
            campaignId,
            'click',
            clickId,
            atMs + index,
            { clickId, request, tags, isPrefetch: false, ...(index === 1 && { retryOf: '100' }) },
            atMs,
          ),
        ),
    );
    yield* random.chance(0.5) ? attempts : attempts.reverse();
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
  occurredMs = atMs,
) {
  const [occurredAt, receivedAt] = [occurredMs, atMs].map((ms) => new Date(ms).toISOString());
  return { id, type, schemaVersion: 1, tenantId, campaignId, occurredAt, receivedAt, payload } as LoggedEvent;
}
