import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { createTableLock } from '@tracker/infra/postgres/table-lock';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import type { JsonObject } from '@tracker/schemas/checkouts/mapping';
import { CHECKOUT_IDS, type CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { AdClaim, AdResults } from '@tracker/schemas/events/ad-spend';
import { DEAD_LETTERS_TOPIC, EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import type { Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { eventually } from '@tracker/test/kit/eventually';
import { within } from '@tracker/test/kit/machine';
import { useStack } from '@tracker/test/kit/stack';
import { STORIES, tries } from '@tracker/test/kit/stories';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startProcessor } from './app.ts';
import { NOWHERE } from './lookups/geo.ts';
import { createBatchKit } from './testing/batch-kit.ts';
import {
  adSpend,
  assignment,
  click,
  clickIdOf,
  delivery,
  type EventOwner,
  identification,
  keyless,
  NOON,
  openedCheckout,
  record,
  rulesChanged,
  spendOfAd,
} from './testing/events.ts';
import { storeRule } from './testing/unverified-rules.ts';

vi.setConfig({ testTimeout: within(120_000 * STORIES) });

const stack = useStack();
const kit = createBatchKit(stack);
const MINUTE = 60_000;

const clickedMs = ({ payload }: ReturnType<typeof click>) => parseClickId(payload.clickId)?.clickedAtMs;

const conversion = (owner: EventOwner, change: Record<string, unknown> = {}, receivedAtMs = NOON) =>
  delivery(owner, { transaction_id: 'T-1', amount: 97.9, status: 'approved', ...change }, receivedAtMs);

describe('conversion', () => {
  it('is of the person of its deliveries, and so is each of its events', async () => {
    const tenant = await createTenant(stack);
    const reported = conversion(tenant);
    const person = { personId: 'ps_ana', keyId: 'k', sealed: 'AAAA' };
    await kit.process([record({ ...reported, payload: { ...reported.payload, person } })]);
    const { conversions, conversion_ledger } = await kit.tables(tenant.tenantId);
    expect(conversions).toMatchObject([{ person_id: 'ps_ana' }]);
    expect(conversion_ledger).toMatchObject([{ person_id: 'ps_ana' }]);
    expect(await kit.rows(tenant.tenantId, 'webhook_deliveries')).toMatchObject([{ person_id: 'ps_ana' }]);
  });

  it('takes campaign, channel and ad of its click', async () => {
    const tenant = await createTenant(stack);
    const clickEvent = click(tenant, {
      source: 'facebook',
      sub1: 'ad-1',
      sub7: 'Stories',
      gclid: 'Cj0K',
      kwaiClickId: 'kw1',
      ctwaClid: 'ARAk',
      ttp: '2uDM',
    });
    await kit.process([record(clickEvent), record(conversion(tenant, { click_id: clickEvent.payload.clickId }))]);
    const { clicks, conversions } = await kit.tables(tenant.tenantId);
    expect(clicks).toMatchObject([
      {
        ad_id: 'ad-1',
        adset_id: '',
        placement: 'Stories',
        gclid: 'Cj0K',
        kwai_click_id: 'kw1',
        msclkid: '',
        ctwa_clid: 'ARAk',
        ttp: '2uDM',
      },
    ]);
    expect(conversions).toMatchObject([
      {
        click_id: clickEvent.payload.clickId,
        campaign_id: tenant.campaignId,
        channel: 'facebook',
        ad_id: 'ad-1',
        placement: 'Stories',
        status: 'approved',
      },
    ]);
  });

  it('leaves what a click reports of consent in its row, and knows nothing of it from older events', async () => {
    const tenant = await createTenant(stack);
    const clickEvent = click(tenant, { atMs: NOON });
    const { ctwaClid, ttp, ...oldTags } = clickEvent.payload.tags;
    const old = { ...clickEvent, payload: { ...clickEvent.payload, tags: oldTags } };
    const objecting = click(tenant, { atMs: NOON + 1 });
    await kit.process([
      record(old),
      record({ ...objecting, payload: { ...objecting.payload, gpc: true, consent: 'granted' } }),
    ]);
    const rows = await kit.rows(tenant.tenantId, 'clicks');
    expect(rows.map((row) => [row.gpc, row.consent, row.ctwa_clid, row.ttp])).toEqual([
      [0, '', '', ''],
      [1, 'granted', '', ''],
    ]);
  });

  it('is direct until its click arrives, and attributed afterwards', async () => {
    const tenant = await createTenant(stack);
    const clickEvent = click(tenant, { source: 'google' });
    await kit.process([record(conversion(tenant, { click_id: clickEvent.payload.clickId }))]);
    expect(await kit.rows(tenant.tenantId, 'conversions')).toMatchObject([
      { click_id: '', campaign_id: '', channel: 'direct' },
    ]);
    await kit.process([record(clickEvent)]);
    expect(await kit.rows(tenant.tenantId, 'conversions')).toMatchObject([
      { click_id: clickEvent.payload.clickId, campaign_id: tenant.campaignId, channel: 'google' },
    ]);
  });

  const DAY = 24 * 60 * MINUTE;
  const stored = async (tenant: EventOwner) =>
    ((await kit.rows(tenant.tenantId, 'conversions')) as { ts: string; status: string; event_count: number }[]).map(
      ({ ts, status }) => `${status} ${ts.slice(0, 10)}`,
    );
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

  it('has one row when events move it to another day, in any order of events', async () => {
    const reported = (tenant: EventOwner) => [
      record(conversion(tenant, { status: 'pending' }, NOON - 3 * DAY)),
      record(conversion(tenant, { approved_at: new Date(NOON - DAY).toISOString() }, NOON)),
      record(
        conversion(tenant, { status: 'completed', approved_at: new Date(NOON - 2 * DAY).toISOString() }, NOON + DAY),
      ),
    ];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ]) {
      const tenant = await createTenant(stack);
      const events = reported(tenant);
      for (const index of order) await kit.process([events[index] as (typeof events)[number]]);
      expect(await stored(tenant)).toEqual([`approved ${dayAt(NOON - 2 * DAY)}`]);
      // A batch that stopped halfway is repeated.
      await kit.process(events.slice(0, 1));
      expect(await stored(tenant)).toEqual([`approved ${dayAt(NOON - 2 * DAY)}`]);
    }
  });

  it('belongs to the day of its first receipt, even when a repeat of another day is read first', async () => {
    const tenant = await createTenant(stack);
    await kit.process([record(conversion(tenant, {}, NOON + DAY))]);
    expect(await stored(tenant)).toEqual([`approved ${dayAt(NOON + DAY)}`]);
    await kit.process([record(conversion(tenant, {}, NOON))]);
    expect(await stored(tenant)).toEqual([`approved ${dayAt(NOON)}`]);
    expect(await kit.rows(tenant.tenantId, 'conversions')).toMatchObject([{ event_count: 1 }]);
  });

  const UTM = {
    utm_source: 'FB',
    utm_campaign: 'Lançamento|238',
    utm_medium: 'Frio|239',
    utm_content: 'Vídeo 1|240',
    utm_term: 'Instagram_Feed',
  };
  const BY_UTM = {
    attribution: 'utm',
    click_id: '',
    campaign_id: '',
    channel: 'facebook',
    ad_id: '240',
    ad_name: 'Vídeo 1',
    adset_id: '239',
    adset_name: 'Frio',
    ad_campaign_id: '238',
    ad_campaign_name: 'Lançamento',
    placement: 'Instagram_Feed',
    source: 'facebook',
    utm_source: 'FB',
  };

  it('takes channel and ad of the utm values of its delivery when it names no click', async () => {
    const tenant = await createTenant(stack);
    await kit.process([record(conversion(tenant, { trackingParameters: UTM }))]);
    expect(await kit.rows(tenant.tenantId, 'conversions')).toMatchObject([BY_UTM]);
    await kit.process([record(conversion(tenant, { transaction_id: 'T-2' }))]);
    expect(await kit.rows(tenant.tenantId, 'conversions')).toContainEqual(
      expect.objectContaining({ transaction_id: 'T-2', attribution: 'none', channel: 'direct', ad_id: '' }),
    );
  });

  it("has the channel and ad of a click with UTMify's parameters, as a sale without a click has", async () => {
    const tenant = await createTenant(stack);
    const [utmSource, utmCampaign, utmMedium, utmContent, utmTerm] = [
      UTM.utm_source,
      UTM.utm_campaign,
      UTM.utm_medium,
      UTM.utm_content,
      UTM.utm_term,
    ];
    // As a program before this one stored it: without any sub.
    const clickEvent = click(tenant, { utmSource, utmCampaign, utmMedium, utmContent, utmTerm });
    await kit.process([record(clickEvent), record(conversion(tenant, { click_id: clickEvent.payload.clickId }))]);
    const { attribution: _attribution, click_id: _click, campaign_id: _campaign, ...ad } = BY_UTM;
    const { clicks, conversions } = await kit.tables(tenant.tenantId);
    expect(clicks).toMatchObject([ad]);
    expect(conversions).toMatchObject([{ ...ad, attribution: 'click' }]);
  });

  it('belongs to its click in spite of utm values, also when the click arrives later', async () => {
    const tenant = await createTenant(stack);
    const clickEvent = click(tenant, { source: 'google', sub1: 'ad-1' });
    const events = [
      record(conversion(tenant, { click_id: clickEvent.payload.clickId, trackingParameters: UTM })),
      record(clickEvent),
    ];
    await kit.process(events.slice(0, 1));
    expect(await kit.rows(tenant.tenantId, 'conversions')).toMatchObject([BY_UTM]);
    await kit.process(events.slice(1));
    const conversions = await kit.rows(tenant.tenantId, 'conversions');
    expect(conversions).toMatchObject([
      { attribution: 'click', campaign_id: tenant.campaignId, channel: 'google', ad_id: 'ad-1', ad_name: '' },
    ]);
    await kit.onEmptyTables(async (empty) => {
      await kit.process([...events].reverse(), empty);
      expect(await kit.rows(tenant.tenantId, 'conversions', empty)).toEqual(conversions);
    });
  });

  it('has the campaign and channel that a person assigns, until they take it away, and the ad of its utm values', async () => {
    const tenant = await createTenant(stack);
    const read = () => kit.rows(tenant.tenantId, 'conversions');
    const assigned = { attribution: 'manual', click_id: '', campaign_id: tenant.campaignId };
    await kit.process([record(conversion(tenant, { trackingParameters: UTM }))]);
    await kit.process([record(assignment(tenant, 'T-1'))]);
    expect(await read()).toMatchObject([{ ...BY_UTM, ...assigned }]);
    // In one batch, the later one first.
    const changes = [
      assignment(tenant, 'T-1', { channel: 'whatsapp' }, NOON + 2),
      assignment(tenant, 'T-1', { campaignId: null }, NOON + 1),
    ];
    await kit.process(changes.map(record));
    expect(await read()).toMatchObject([{ ...BY_UTM, ...assigned, channel: 'whatsapp' }]);
    await kit.process([record(assignment(tenant, 'T-1', { campaignId: null }, NOON + 3))]);
    expect(await read()).toMatchObject([BY_UTM]);
  });

  it('keeps what a person assigned through refunds and events before it, and gives way to a click', async () => {
    const tenant = await createTenant(stack);
    const clickEvent = click(tenant, { source: 'google' });
    const named = { click_id: clickEvent.payload.clickId };
    const events = [
      assignment(tenant, 'T-1', { channel: 'email' }),
      conversion(tenant, { ...named, occurred_at: new Date(NOON).toISOString() }),
      conversion(tenant, { ...named, status: 'refunded', occurred_at: new Date(NOON + 1).toISOString() }, NOON + 1),
    ];
    for (const [index, status] of ['', 'approved', 'refunded'].entries()) {
      await kit.process([record(events[index]!)]);
      const assigned = { status, attribution: 'manual', campaign_id: tenant.campaignId, channel: 'email' };
      expect(await kit.rows(tenant.tenantId, 'conversions')).toMatchObject(status === '' ? [] : [assigned]);
    }
    await kit.process([record(clickEvent)]);
    const byClick = [{ attribution: 'click', channel: 'google', click_id: clickEvent.payload.clickId }];
    expect(await kit.rows(tenant.tenantId, 'conversions')).toMatchObject(byClick);
    await kit.process([record(assignment(tenant, 'T-1', { channel: 'sms' }, NOON + 5))]);
    expect(await kit.rows(tenant.tenantId, 'conversions')).toMatchObject(byClick);
  });

  it('has the product, payment and fee of its delivery', async () => {
    const tenant = await createTenant(stack);
    const { payload, ...event } = delivery(tenant, EXAMPLES.orders[0]!.body);
    await kit.process([record({ ...event, payload: { ...payload, provider: 'orders' } })]);
    const sold = {
      product_id: 'P1',
      product_name: 'Curso X',
      payment_method: 'pix',
      gateway_fee: 9.85,
      net_to_seller: 187.15,
      kind: 'main',
      installments: 0,
    };
    const { conversions, conversion_ledger } = await kit.tables(tenant.tenantId);
    expect(conversions).toMatchObject([sold]);
    expect(conversion_ledger).toMatchObject([{ ...sold, kind: '' }]);
  });

  it('ignores a click of another tenant', async () => {
    const [tenant, other] = [await createTenant(stack), await createTenant(stack)];
    const foreign = click(other);
    await kit.process([record(foreign), record(conversion(tenant, { click_id: foreign.payload.clickId }))]);
    expect(await kit.rows(tenant.tenantId, 'conversions')).toMatchObject([{ click_id: '', channel: 'direct' }]);
  });

  it('is refunded on its own day', async () => {
    const tenant = await createTenant(stack);
    const at = (minutes: number) => ({ occurred_at: new Date(NOON + minutes * MINUTE).toISOString() });
    await kit.process([record(conversion(tenant, at(0)))]);
    await kit.process([record(conversion(tenant, { status: 'refunded', ...at(3 * 24 * 60) }))]);
    expect(await kit.rows(tenant.tenantId, 'conversions')).toMatchObject([
      { status: 'refunded', is_counted: 0, ts: '2026-11-20 15:00:00.000', event_count: 2 },
    ]);
  });
});

describe('flood of events for one conversion', () => {
  const TIMES = 150_000;

  /** The rows that so many posts would leave. */
  const flood = (tenantId: string, table: string, columns: Record<string, string>) =>
    stack.clickhouse.command(
      `INSERT INTO ${table} (tenant_id, ${Object.keys(columns).join(', ')})
       SELECT '${tenantId}', ${Object.values(columns).join(', ')} FROM numbers(${TIMES})`,
    );

  it('does not displace the verified events of the checkout', async () => {
    const tenant = await createTenant(stack);
    await kit.process([record(conversion(tenant))]);
    const before = (await kit.rows(tenant.tenantId, 'conversions')) as { conversion_id: string }[];
    await flood(tenant.tenantId, 'conversion_ledger', {
      conversion_id: `'${before[0]?.conversion_id}'`,
      event_id: "concat('flood ', toString(number))",
      status: "'pending'",
      received_at: `fromUnixTimestamp64Milli(${NOON} - number)`,
      currency: "'BRL'",
    });
    await kit.process([record(conversion(tenant, { status: 'refunded' }))]);
    expect(await kit.rows(tenant.tenantId, 'conversions')).toMatchObject([{ status: 'refunded', is_counted: 0 }]);
  });

  it('does not stop the attribution of a click in the same minute', async () => {
    const tenant = await createTenant(stack);
    const clickEvent = click(tenant);
    await kit.process([record(conversion(tenant, { click_id: clickEvent.payload.clickId }))]);
    await flood(tenant.tenantId, 'unattributed_conversions', {
      click_minute: `toStartOfMinute(fromUnixTimestamp64Milli(${clickedMs(clickEvent)}))`,
      click_id: "concat('flood ', toString(number))",
      conversion_id: "concat('flood ', toString(number))",
      ver: '1',
    });
    await kit.process([record(clickEvent)]);
    expect(await kit.rows(tenant.tenantId, 'conversions')).toMatchObject([{ click_id: clickEvent.payload.clickId }]);
  });
});

describe('identification of a click', () => {
  it('stores what a page learned later once in a row of its own, even before the click', async () => {
    const tenant = await createTenant(stack);
    const made = click(tenant);
    const prev = click(tenant, { atMs: NOON - MINUTE }).payload.clickId;
    const clickEvent = { ...made, payload: { ...made.payload, prev } };
    const reported = identification(clickEvent, { fbp: 'fb.1.2.3', ttp: '2uDM', prev });
    await kit.process([record(reported), record(reported)]);
    await kit.process([record(clickEvent), record(reported)]);
    expect(await kit.rows(tenant.tenantId, 'click_identities')).toMatchObject([
      { click_id: clickEvent.payload.clickId, event_id: reported.id, fbp: 'fb.1.2.3', fbc: '', ttp: '2uDM', prev },
    ]);
    expect(await kit.rows(tenant.tenantId, 'clicks')).toMatchObject([{ prev }]);
  });
});

describe('opened checkout', () => {
  it('stores one row for a click and target, even before the click and when it is reported again', async () => {
    const tenant = await createTenant(stack);
    const clickEvent = click(tenant);
    const url = 'https://pay.kiwify.com.br/abc';
    const [first, again] = [openedCheckout(clickEvent, url), openedCheckout(clickEvent, url, NOON + MINUTE)];
    const other = openedCheckout(clickEvent, 'https://pay.hotmart.com/X1', NOON + 2 * MINUTE);
    await kit.process([record(again), record(first)]);
    await kit.process([record(clickEvent), record(other), record(again)]);
    const rows = await kit.rows(tenant.tenantId, 'opened_checkouts');
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ url, opened_at: expect.stringContaining('2026-11-20 15:00:00') }),
        expect.objectContaining({ url: 'https://pay.hotmart.com/X1' }),
      ]),
    );
  });
});

describe('ad spend', () => {
  it('keeps the latest sync, also when syncs arrive out of order', async () => {
    const tenant = await createTenant(stack);
    const day = '2026-11-20' as TenantDay;
    const first = adSpend(tenant, day, '10.00' as Money, NOON);
    const second = adSpend(tenant, day, '12.50' as Money, NOON + MINUTE);
    await kit.process([record(second), record(first), record(second)]);
    const rows = await kit.rows(tenant.tenantId, 'ad_spend');
    expect(rows?.map((row) => Number((row as { spend: string }).spend))).toEqual([12.5]);
  });

  it('is stored by ad, with names cleaned as those of clicks', async () => {
    const tenant = await createTenant(stack);
    const long = 'Vídeo\u0000 novo\n'.repeat(40).slice(0, 512);
    const ads = [spendOfAd('ad-1', '7.25', { adName: long }), spendOfAd('ad-2', '2.00', { adsetId: '' })];
    await kit.process([record(adSpend(tenant, '2026-11-20' as TenantDay, '10.00' as Money, NOON, ads))]);
    const [row] = await spendRows(tenant);
    expect(row).toMatchObject({
      ad_ids: ['ad-1', 'ad-2'],
      adset_ids: ['set-1', ''],
      adset_names: ['Conjunto 1', 'Conjunto 1'],
    });
    expect([row?.ad_spends, row?.ad_impressions, row?.ad_clicks].map((numbers) => numbers?.map(Number))).toEqual([
      [7.25, 2],
      [50, 50],
      [5, 5],
    ]);
    expect(row?.ad_names).toEqual(['Vídeo novo '.repeat(40).slice(0, 256).trim(), 'Anúncio ad-2']);
  });

  it('loses an ad that the latest sync omits, and an older sync does not restore it', async () => {
    const tenant = await createTenant(stack);
    const reported = (minute: number, ...ads: [string, string][]) =>
      record(
        adSpend(
          tenant,
          '2026-11-20' as TenantDay,
          '10.00' as Money,
          NOON + minute * MINUTE,
          ads.map(([id, spend]) => spendOfAd(id, spend)),
        ),
      );
    await kit.process([reported(1, ['ad-1', '6.00'], ['ad-2', '4.00'])]);
    await kit.process([reported(2, ['ad-2', '10.00']), reported(0, ['ad-3', '9.00'])]);
    await kit.process([reported(1, ['ad-1', '6.00'], ['ad-2', '4.00'])]);
    expect((await spendRows(tenant)).map((row) => [row.ad_ids, row.ad_spends.map(Number)])).toEqual([[['ad-2'], [10]]]);
    await kit.process([reported(3)]);
    expect((await spendRows(tenant)).map((row) => row.ad_ids)).toEqual([[]]);
  });

  it('has no ads for an event of the older schema', async () => {
    const tenant = await createTenant(stack);
    const { payload, ...event } = adSpend(tenant, '2026-11-20' as TenantDay, '10.00' as Money);
    const { ads: _none, ...before } = payload;
    await kit.process([record({ ...event, payload: before })]);
    expect((await spendRows(tenant)).map((row) => [Number(row.spend), row.ad_ids])).toEqual([[10, []]]);
  });

  it('keeps each report as a version, one that repeats an amount in the row of the first, and says of older events what is known', async () => {
    const tenant = await createTenant(stack);
    const day = '2026-11-20' as TenantDay;
    const at = (minute: number) => instantFromMs(NOON + minute * MINUTE);
    const reported = (minute: number, spend: string, since: number, wholeAt: number | null) => {
      const { payload, ...event } = adSpend(tenant, day, spend as Money, NOON + minute * MINUTE);
      const report = {
        ...{ accountId: 'act_1', readAt: at(minute), since: at(since) },
        wholeAt: wholeAt === null ? null : at(wholeAt),
      };
      return record({ ...event, payload: { ...payload, source: 'facebook/1', report } });
    };
    const records = [
      record(adSpend(tenant, day, '9.00' as Money, NOON)),
      reported(1, '10.00', 1, null),
      reported(2, '12.50', 2, 2),
      // Back to an amount of before is a version of its own.
      reported(3, '10.00', 3, 3),
      reported(4, '10.00', 3, 3),
    ];
    const versions = async () =>
      (await kit.rows(tenant.tenantId, 'spend_reports')).map((row) =>
        [row.source, Number(row.spend), row.reported_at, row.confirmed_at, row.whole_at].join(' '),
      );
    const stored = (minute: number) => at(minute).replace('T', ' ').replace('Z', '');
    const expected = [
      `facebook 9 ${stored(0)} ${stored(0)} `,
      `facebook/1 10 ${stored(1)} ${stored(1)} `,
      `facebook/1 12.5 ${stored(2)} ${stored(2)} ${stored(2)}`,
      `facebook/1 10 ${stored(3)} ${stored(4)} ${stored(3)}`,
    ];
    await kit.process(records);
    expect(await versions()).toEqual(expected);
    await kit.process(records.toReversed());
    expect(await versions()).toEqual(expected);
    expect(await kit.rows(tenant.tenantId, 'ad_results')).toEqual([]);
  });

  it('keeps what a platform claims until a report brings it again, an ad whose claims are unknown apart', async () => {
    const tenant = await createTenant(stack);
    const reported = (minute: number, results?: AdResults[]) => {
      const { payload, ...event } = adSpend(
        tenant,
        '2026-11-20' as TenantDay,
        '10.00' as Money,
        NOON + minute * MINUTE,
      );
      return record({ ...event, payload: { ...payload, results } });
    };
    const claim = { action: 'purchase', window: '7d_click', conversions: '2.00', value: '195.80' } as AdClaim;
    const video = { plays: 9, views3s: 8, thruplays: 7, p25: 6, p50: 5, p75: 4, p100: 3 };
    await kit.process([
      reported(1, [
        { adId: 'ad-1', claims: [claim], video },
        { adId: 'ad-2', claims: null, video: null },
      ]),
      reported(2),
    ]);
    const rows = () => kit.rows(tenant.tenantId, 'ad_results');
    expect(await rows()).toMatchObject([
      {
        ...{ claim_ad_ids: ['ad-1'], claim_actions: ['purchase'], claim_windows: ['7d_click'], currency: 'BRL' },
        ...{ unread_ad_ids: ['ad-2'], video_ad_ids: ['ad-1'] },
      },
    ]);
    const [row] = (await rows()) as Record<string, unknown[]>[];
    expect(
      [row!.claim_conversions, row!.claim_values, row!.video_plays, row!.video_p100].map((of) => of!.map(Number)),
    ).toEqual([[2], [195.8], [9], [3]]);
    await kit.process([reported(3, []), reported(0, [{ adId: 'ad-3', claims: [claim], video }])]);
    expect(await rows()).toMatchObject([{ claim_ad_ids: [], unread_ad_ids: [], video_ad_ids: [] }]);
  });

  const spendRows = async (owner: EventOwner) =>
    (await kit.rows(owner.tenantId, 'ad_spend')) as {
      spend: string;
      ad_ids: string[];
      ad_names: string[];
      ad_spends: string[];
      ad_impressions: string[];
      ad_clicks: string[];
    }[];
});

describe('delivery', () => {
  it('is processed in the inbox exactly when the ledger holds its conversion', async () => {
    const tenant = await createTenant(stack);
    const bodies: [CheckoutId, JsonObject][] = CHECKOUT_IDS.flatMap((provider) => [
      ...EXAMPLES[provider].map(({ body }): [CheckoutId, JsonObject] => [provider, body]),
      [provider, { unknown: provider }],
    ]);
    const events = bodies.map(([provider, body], index) => {
      const event = delivery(tenant, body, NOON + index);
      return { ...event, payload: { ...event.payload, provider } };
    });
    await kit.process(events.map(record));
    const tables = await kit.tables(tenant.tenantId);
    const inbox = tables.webhook_deliveries as { event_id: string; verdict: string; conversion_id: string }[];
    const ledger = tables.conversion_ledger as { event_id: string; conversion_id: string }[];
    expect(inbox).toHaveLength(events.length);
    expect(new Set(inbox.map(({ verdict }) => verdict))).toEqual(
      new Set(['processed', 'look-up', 'ignored', 'dead-letter']),
    );
    const processed = inbox.filter(({ verdict }) => verdict === 'processed');
    const idsOf = (rows: typeof ledger) => new Map(rows.map((row) => [row.event_id, row.conversion_id]));
    expect(idsOf(processed)).toEqual(idsOf(ledger));
  });
});

describe('event that cannot be processed', () => {
  it('becomes a dead letter with reason and bytes, and the others of its batch are stored', {
    tags: ['§G.5'],
  }, async () => {
    const tenant = await createTenant(stack);
    const good = click(tenant);
    const broken = ['{', '[]', 'null', '{"id":"x","type":"nonsense"}', '{"id":"x","type":"click"}'];
    await kit.process([...broken.map(record), record(good), record(delivery(tenant, { amount: 'muito' }))]);
    expect(await kit.rows(tenant.tenantId, 'clicks')).toHaveLength(1);

    const deadLetters: { reason: string; bytes: string }[] = [];
    const consumer = await stack.log.consume({
      topic: DEAD_LETTERS_TOPIC,
      group: 'test',
      maxRecords: 100,
      async onBatch(records) {
        deadLetters.push(...records.map((one) => JSON.parse(Buffer.from(one.value).toString())));
      },
    });
    await eventually(() => expect(deadLetters.length).toBeGreaterThanOrEqual(broken.length + 1));
    await consumer.stop();
    expect(deadLetters.map((one) => Buffer.from(one.bytes, 'base64').toString())).toEqual(
      expect.arrayContaining(broken),
    );
    expect(deadLetters.every((one) => one.reason !== '')).toBe(true);
  });
});

describe('processing', () => {
  /** How many decisions a row has seen is no part of what it says. */
  const tablesOf = async ({ tenantId }: EventOwner, store?: ClickHouse) => {
    const { conversions = [], ...tables } = await kit.tables(tenantId, store);
    return { ...tables, conversions: (conversions as object[]).map((row) => ({ ...row, ver: 0 })) };
  };

  it('gives identical tables after any order, repetition and batching of events, and after a replay into empty tables', {
    tags: ['§G.2', '§G.3'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        stories,
        fc.infiniteStream(fc.nat(1_000)),
        fc.integer({ min: 1, max: 7 }),
        async (story, noise, size) => {
          const tenant = await createTenant(stack);
          const { events, rules } = story(tenant);
          const unknown = new Map(rules.map((rule) => [new Date(rule.fromMs).toISOString(), rule]));
          for (const batch of batches(delivered(events, noise), size)) {
            // The API stores a rule right before it announces it: conversions processed until then followed the rule before.
            for (const { value } of batch) {
              const { from } = JSON.parse(Buffer.from(value).toString()).payload;
              const rule = unknown.get(from);
              if (rule && unknown.delete(from)) await storeRule(stack, tenant.tenantId, rule);
            }
            await kit.process(batch);
          }
          const disturbed = await tablesOf(tenant);

          await kit.onEmptyTables(async (empty) => {
            await kit.process(events.map(record), empty);
            expect(await tablesOf(tenant, empty)).toEqual(disturbed);
          });

          // What Postgres keeps of conversions without a key is a function of the events, too.
          await kit.forgetUnverified(tenant.tenantId);
          await kit.onEmptyTables(async (empty) => {
            for (const batch of batches(events.map(record), size)) await kit.process(batch, empty);
            expect(await tablesOf(tenant, empty)).toEqual(disturbed);
          });
        },
      ),
      { numRuns: tries(2, 4 * STORIES) },
    );
  });
});

describe('running processor', () => {
  it('fills the tables from the log, announces changed tenants until that succeeds, and resumes after a restart', {
    tags: ['§G.4'],
  }, async () => {
    const tenant = await createTenant(stack);
    const announced = new Set<string>();
    let failures = 1;
    const tableLock = createTableLock({ url: stack.postgresUrl, logger: stack.logger });
    onTestFinished(() => tableLock.close());
    const start = () =>
      startProcessor({
        log: stack.openLog(),
        clickhouse: stack.clickhouse,
        postgres: stack.postgres,
        ...stack.caches,
        geo: { place: () => NOWHERE },
        tableLock,
        clock: { now: () => NOON },
        logger: stack.logger,
        announce: async (tenantIds) => {
          failures -= 1;
          if (failures >= 0) throw Object.assign(new Error('Postgres is away'), { code: 'ECONNREFUSED' });
          for (const id of tenantIds) announced.add(id);
        },
      });
    const append = (event: object) => stack.log.append(EVENTS_TOPIC, [{ key: 'k', value: JSON.stringify(event) }]);

    const first = await start();
    await append(click(tenant, { atMs: NOON }));
    await eventually(async () => expect(await kit.rows(tenant.tenantId, 'clicks')).toHaveLength(1));
    await eventually(async () => expect([...announced]).toContain(tenant.tenantId));
    await first.stop();
    await append(click(tenant, { atMs: NOON + 1 }));
    const second = await start();
    await eventually(async () => expect(await kit.rows(tenant.tenantId, 'clicks')).toHaveLength(2));
    await second.stop();
    expect(failures).toBeLessThan(0);
  });
});

/** Some clicks, and conversions with histories: with a click, with one that never arrives, without one. */
const stories = fc
  .record({
    clicks: fc.integer({ min: 0, max: 4 }),
    deliveries: fc.array(
      fc.record({
        transaction: fc.integer({ min: 1, max: 6 }),
        click: fc.integer({ min: 0, max: 6 }),
        status: fc.constantFrom(
          'pending',
          'approved',
          'completed',
          'canceled',
          'refunded',
          'partially_refunded',
          'chargeback',
        ),
        minute: fc.integer({ min: 0, max: 90 }),
        hasTime: fc.boolean(),
        proof: fc.constantFrom('verified', 'keyless', 'keyless', 'test'),
        type: fc.constantFrom('purchase', 'purchase', 'upsell'),
      }),
      { maxLength: 20 },
    ),
    /** Of conversions without a key. */
    rules: fc.uniqueArray(
      fc.record({
        fromMs: fc.integer({ min: 0, max: 90 }).map((minute) => NOON + minute * MINUTE),
        mode: fc.constantFrom('auto' as const, 'count' as const, 'count' as const, 'list' as const),
        maxAgeDays: fc.integer({ min: 1, max: 90 }),
        perDay: fc.integer({ min: 0, max: 4 }),
      }),
      { selector: (rule) => rule.fromMs, maxLength: 3 },
    ),
    assignments: fc.array(
      fc.record({
        transaction: fc.integer({ min: 1, max: 6 }),
        /** Two at the same moment are ordered by their ids. */
        minute: fc.integer({ min: 0, max: 3 }),
        isTaken: fc.boolean(),
        channel: fc.constantFrom('', 'facebook', 'email'),
      }),
      { maxLength: 5 },
    ),
    /** Number of ads in each sync of the day, in the order of the syncs. */
    syncs: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }),
  })
  .map(({ clicks, deliveries, rules, assignments, syncs }) => (owner: EventOwner) => ({
    rules,
    events: [
      ...Array.from({ length: clicks }, (_, index) => click(owner, { atMs: NOON + index, source: `source-${index}` })),
      ...rules.map(({ fromMs }) => rulesChanged(owner, fromMs)),
      ...deliveries.map(({ transaction, click: number, status, minute, hasTime, proof, type }) =>
        (proof === 'keyless' ? keyless : delivery)(
          owner,
          {
            transaction_id: `T-${transaction}`,
            amount: 97.9,
            status,
            event_type: type,
            is_test: proof === 'test' || undefined,
            refund_amount: status === 'partially_refunded' ? 10 : undefined,
            click_id: number === 0 ? undefined : clickIdOf(owner, NOON + number - 1),
            occurred_at: hasTime ? new Date(NOON + minute * MINUTE).toISOString() : undefined,
          },
          NOON + minute * MINUTE,
        ),
      ),
      ...assignments.map(({ transaction, minute, isTaken, channel }) =>
        assignment(
          owner,
          `T-${transaction}`,
          { channel, ...(isTaken && { campaignId: null }) },
          NOON + minute * MINUTE,
        ),
      ),
      ...syncs.map((ads, index) =>
        adSpend(
          owner,
          '2026-11-20' as TenantDay,
          `${index + ads}.50` as Money,
          NOON + index * MINUTE,
          Array.from({ length: ads }, (_, ad) => spendOfAd(`ad-${ad}`, `${index}.25`)),
        ),
      ),
    ],
  }));

/** Shuffled, each event once or more. */
function delivered(events: readonly object[], noise: Iterator<number>) {
  const copies = events.flatMap((event) => Array.from({ length: 1 + (noise.next().value % 3) }, () => event));
  return copies
    .map((event) => [noise.next().value as number, event] as const)
    .sort(([a], [b]) => a - b)
    .map(([, event]) => record(event));
}

const batches = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
