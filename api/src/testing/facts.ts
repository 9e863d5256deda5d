import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { type AdSpendRow, insertAdSpend } from '@tracker/infra/clickhouse/tables/ad-spend';
import { insertClickIdentities } from '@tracker/infra/clickhouse/tables/click-identities';
import { type ClickRow, insertClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { type ConversionLedgerRow, insertConversionLedger } from '@tracker/infra/clickhouse/tables/conversion-ledger';
import { type ConversionRow, insertConversions, mapAttribution } from '@tracker/infra/clickhouse/tables/conversions';
import { insertOpenedCheckouts } from '@tracker/infra/clickhouse/tables/opened-checkouts';
import { insertPageViews, type PageViewRow, VIEW_TRAFFIC } from '@tracker/infra/clickhouse/tables/page-views';
import { insertScriptNotices } from '@tracker/infra/clickhouse/tables/script-notices';
import { toSoldRow } from '@tracker/infra/clickhouse/tables/sold-columns';
import { randomText } from '@tracker/infra/identity/random-id';
import { uuidV7 } from '@tracker/infra/identity/uuid-v7';
import { NOT_GIVEN } from '@tracker/schemas/checkouts/sold';
import { NO_UTM } from '@tracker/schemas/checkouts/utm';
import type { SpendKind } from '@tracker/schemas/events/ad-spend';
import type { NoticeProblem } from '@tracker/schemas/events/script-notice';
import { clickRow, conversionRow, pageViewRow } from '@tracker/test/kit/clickhouse/rows';
import type { TestTenant } from '@tracker/test/kit/tenant-fixture';

type Given<Row> = Partial<Row> & { at: string };

interface SpendGiven {
  day: string;
  spend: string;
  campaignId?: string;
  currency?: string;
  source?: string;
  kind?: SpendKind;
  /** The spend of each ad; empty when the platform reports none by ad. */
  ads?: readonly { id: string; spend: string; name?: string; adset?: string; adsetName?: string }[];
  /** 0, with clicks, for a day of which the platform reports nothing. */
  impressions?: number;
  clicks?: number;
  /** `at`: when the hour begins, Unix milliseconds. */
  hours?: readonly { at: number; spend: string }[];
  ver?: number;
}

export interface Facts {
  /** `at` is the moment of the click; gives the stored row. */
  click(given: Given<ClickRow>): Promise<ClickRow>;
  clicks(rows: Given<ClickRow>[]): Promise<ClickRow[]>;
  /** What the page reported about a click after it, at `at`. */
  notice(given: { at: string; problem: NoticeProblem; url: string }): Promise<void>;
  openCheckout(click: ClickRow, given: { at: string; url: string }): Promise<void>;
  identify(click: ClickRow, given: { at: string; fbp?: string; fbc?: string; prev?: string }): Promise<void>;
  /** A conversion that counts; with `click` it is that click's. Gives its id. */
  conversion(given: Given<ConversionRow> & { amount: string; click?: ClickRow }): Promise<string>;
  /** What a checkout reported of a conversion, and when. Gives the event's id. */
  reported(conversionId: string, given: Given<ConversionLedgerRow>): Promise<string>;
  spend(given: SpendGiven): Promise<void>;
  /** With `click` it is a view of that click. Gives its id. */
  pageView(given: Given<PageViewRow> & { click?: ClickRow }): Promise<string>;
}

/** What happened to a tenant, as the processor would have stored it. */
export function factsOf(clickhouse: () => ClickHouse, tenant: TestTenant): Facts {
  const { tenantId, campaignId } = tenant;

  async function clicks(given: Given<ClickRow>[]): Promise<ClickRow[]> {
    const rows = given.map(({ at, ...fields }) => {
      const row = clickRow({ at: Date.parse(at), tenant_id: tenantId, campaign_id: campaignId, ...fields });
      return { ...row, click_id: row.click_id.replace('mc_c1_', `mc_${row.campaign_id}_`) };
    });
    await insertClicks.run(clickhouse(), rows);
    return rows;
  }

  return {
    clicks,

    async click(given) {
      const [row] = await clicks([given]);
      if (!row) throw new Error('no row');
      return row;
    },

    async notice({ at, problem, url }) {
      const row = {
        tenant_id: tenantId,
        ts: at,
        event_id: randomText(8),
        problem,
        campaign_id: campaignId,
        url,
        ver: 1,
      };
      await insertScriptNotices.run(clickhouse(), [row]);
    },
    async openCheckout({ tenant_id, ts, click_id }, { at, url }) {
      const row = { tenant_id, ts, click_id, event_id: uuidV7(Date.parse(at)), opened_at: at, url, ver: 1 };
      await insertOpenedCheckouts.run(clickhouse(), [row]);
    },
    async identify({ tenant_id, ts, click_id }, { at, fbp = '', fbc = '', prev = '' }) {
      const received_at = new Date(at).toISOString();
      const row = {
        tenant_id,
        ts,
        click_id,
        event_id: uuidV7(Date.parse(at)),
        fbp,
        fbc,
        ttp: '',
        prev,
        received_at,
        ver: 1,
      };
      await insertClickIdentities.run(clickhouse(), [row]);
    },

    async conversion({ at, amount, click, ...fields }) {
      const row = conversionRow({
        tenant_id: tenantId,
        conversion_id: `cv_${randomText(24)}`,
        ts: new Date(at).toISOString(),
        transaction_id: randomText(8),
        value: amount,
        net_value: amount,
        revenue: amount,
        ...(click && {
          click_ref: click.click_id,
          attribution: 'click',
          ...mapAttribution((column) => click[column]),
          click_ts: click.ts,
          click_is_bot: click.is_bot,
        }),
        ...fields,
      });
      await insertConversions.run(clickhouse(), [row]);
      return row.conversion_id;
    },

    async reported(conversionId, { at, ...fields }) {
      const row: ConversionLedgerRow = {
        tenant_id: tenantId,
        conversion_id: conversionId,
        event_id: randomText(24),
        provider: 'generic',
        transaction_id: 'T1',
        conversion_type: 'purchase',
        status: 'approved',
        event_time: null,
        sale_time: null,
        received_at: new Date(at).toISOString(),
        click_ref: '',
        click_id: '',
        campaign_hint: '',
        amount: '0',
        refund_amount: '0',
        refund_is_total: false,
        currency: 'BRL',
        ...NO_UTM,
        ...toSoldRow(NOT_GIVEN),
        person_id: '',
        is_test: false,
        verified: true,
        network: '',
        import_id: '',
        is_import_undone: false,
        ver: 1,
        ...fields,
      };
      await insertConversionLedger.run(clickhouse(), [row]);
      return row.event_id;
    },

    async spend(given) {
      const {
        day,
        spend,
        ads = [],
        hours = [],
        currency = 'BRL',
        source = 'facebook',
        kind = 'reported',
        ver = 1,
      } = given;
      const row: AdSpendRow = {
        tenant_id: tenantId,
        campaign_id: given.campaignId ?? campaignId,
        day,
        source,
        kind,
        currency,
        spend,
        impressions: given.impressions ?? 1_000,
        clicks: given.clicks ?? 10,
        ad_ids: ads.map(({ id }) => id),
        ad_names: ads.map(({ name = '' }) => name),
        adset_ids: ads.map(({ adset = '' }) => adset),
        adset_names: ads.map(({ adsetName = '' }) => adsetName),
        ad_spends: ads.map((ad) => ad.spend),
        ad_impressions: ads.map(() => 100),
        ad_clicks: ads.map(() => 1),
        hour_starts: hours.map(({ at }) => at / 1000),
        hour_spends: hours.map((hour) => hour.spend),
        received_at: `${day}T12:00:00.000Z`,
        ver,
      };
      await insertAdSpend.run(clickhouse(), [row]);
    },

    async pageView({ at, click, ...fields }) {
      const row = pageViewRow({
        at: Date.parse(at),
        tenant_id: tenantId,
        campaign_id: campaignId,
        ...(click && {
          click_id: click.click_id,
          ...Object.fromEntries(VIEW_TRAFFIC.map((column) => [column, click[column]])),
        }),
        ...fields,
      });
      await insertPageViews.run(clickhouse(), [row]);
      return row.view_id;
    },
  };
}
