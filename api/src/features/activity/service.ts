import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Click, Conversion, PageView } from '@tracker/schemas/contracts/activity.contract';
import { Money } from '@tracker/schemas/primitives/money';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import type { z } from 'zod';
import type { Principal } from '../../http/access.ts';
import type { Page } from '../../http/page.ts';
import { filterParams, type ListAsked, pageOf, pageParams } from './list-params.ts';
import {
  clickIdentities,
  clicksPage,
  clicksTotal,
  conversionsPage,
  conversionsTotal,
  pageViewsPage,
  pageViewsTotal,
} from './queries.ts';
import { type AddressDeps, showAddresses } from './show-addresses.ts';

export interface ActivityService {
  clicks(principal: Principal, asked: ListAsked & { bots?: '1' | undefined }): Promise<Page<z.input<typeof Click>>>;
  conversions(principal: Principal, asked: ListAsked): Promise<Page<z.input<typeof Conversion>>>;
  pageViews(principal: Principal, asked: ListAsked): Promise<Page<z.input<typeof PageView>>>;
}

type ListedClick = Awaited<ReturnType<typeof clicksPage.run>>[number];
type DeviceType = z.input<typeof Click>['deviceType'];

export interface ActivityDeps extends AddressDeps {
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
}

export function createActivityService(deps: ActivityDeps): ActivityService {
  const { clickhouse, clock } = deps;

  function paramsOf(principal: Principal, asked: ListAsked) {
    const filters = filterParams(principal, asked, clock.now());
    return { filters, page: pageParams(filters, asked) };
  }

  /** For the clicks that lack one of the pixel's ids, by click id. */
  async function pixelIdsToldLater({ tenantId }: Principal, clicks: readonly ListedClick[]) {
    const lacking = clicks.filter(({ fbp, fbc }) => fbp === null || fbc === null);
    if (lacking.length === 0) return new Map<string, never>();
    const moments = lacking.map(({ created_at }) => msFromInstant(created_at));
    const rows = await clickIdentities.run(clickhouse, tenantId, {
      fromMs: Math.min(...moments),
      toMs: Math.max(...moments) + 1,
      clickIds: lacking.map(({ click_id }) => click_id),
    });
    return new Map(rows.map((row) => [row.click_id, row]));
  }

  return {
    async clicks(principal, asked) {
      const { filters, page } = paramsOf(principal, asked);
      const bots = asked.bots === '1' ? 1 : 0;
      const [rows, totals] = await Promise.all([
        clicksPage.run(clickhouse, principal.tenantId, { ...page, bots }),
        clicksTotal.run(clickhouse, principal.tenantId, { ...filters, bots }),
      ]);
      const [shown, later] = await Promise.all([
        showAddresses(deps, rows, principal.role),
        pixelIdsToldLater(principal, rows),
      ]);
      const items = shown.map((row) => ({
        id: row.click_id,
        clickId: row.click_id,
        campaignId: row.campaign_id,
        source: row.source,
        referrer: row.referrer,
        ...placeAndDevice(row),
        isBot: row.is_bot,
        fbp: row.fbp ?? later.get(row.click_id)?.first_fbp ?? null,
        fbc: row.fbc ?? later.get(row.click_id)?.first_fbc ?? null,
        sub1: row.sub1,
        sub2: row.sub2,
        sub3: row.sub3,
        sub4: row.sub4,
        sub5: row.sub5,
        sub6: row.sub6,
        sub7: row.sub7,
        sub8: row.sub8,
        utmSource: row.utm_source,
        utmMedium: row.utm_medium,
        utmCampaign: row.utm_campaign,
        utmContent: row.utm_content,
        utmTerm: row.utm_term,
        utmId: row.utm_id,
        convertedAt: row.sales > 0 ? row.converted_at : null,
        conversionValue: row.sales > 0 ? Money.parse(row.conversion_value) : null,
        createdAt: row.created_at,
      }));
      return pageOf(items, asked.limit, totals);
    },

    async conversions(principal, asked) {
      const { filters, page } = paramsOf(principal, asked);
      const [rows, totals] = await Promise.all([
        conversionsPage.run(clickhouse, principal.tenantId, page),
        conversionsTotal.run(clickhouse, principal.tenantId, filters),
      ]);
      const items = rows.map((row) => ({
        id: row.conversion_id,
        clickId: row.click_id,
        campaignId: row.campaign_id,
        conversionType: row.conversion_type,
        status: row.status as z.input<typeof Conversion>['status'],
        value: Money.parse(row.value),
        netValue: Money.parse(row.net_value),
        currency: row.currency,
        transactionId: row.transaction_id,
        provider: row.provider,
        isTest: row.is_test,
        verified: row.verified,
        createdAt: row.created_at,
      }));
      return pageOf(items, asked.limit, totals);
    },

    async pageViews(principal, asked) {
      const { filters, page } = paramsOf(principal, asked);
      const [rows, totals] = await Promise.all([
        pageViewsPage.run(clickhouse, principal.tenantId, page),
        pageViewsTotal.run(clickhouse, principal.tenantId, filters),
      ]);
      const shown = await showAddresses(deps, rows, principal.role);
      const items = shown.map((row) => ({
        id: row.view_id,
        clickId: row.click_id,
        campaignId: row.campaign_id,
        url: row.url,
        title: row.title,
        referrer: row.referrer,
        ...placeAndDevice(row),
        isBot: row.is_bot,
        createdAt: row.created_at,
      }));
      return pageOf(items, asked.limit, totals);
    },
  };
}

interface PlaceAndDeviceRow {
  readonly ip_address: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly timezone: string | null;
  readonly user_agent: string | null;
  readonly device_type: string;
  readonly browser: string | null;
  readonly operating_system: string | null;
}

const placeAndDevice = (row: PlaceAndDeviceRow) => ({
  ipAddress: row.ip_address,
  country: row.country,
  region: row.region,
  city: row.city,
  timezone: row.timezone,
  userAgent: row.user_agent,
  deviceType: (row.device_type || 'unknown') as DeviceType,
  browser: row.browser,
  operatingSystem: row.operating_system,
});
