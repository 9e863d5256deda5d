import { readCostsOfRange } from '@tracker/figures/costs-of-range';
import { type AskedRange, type DayRange, dayRange, resolveDayRange } from '@tracker/figures/day-range';
import { mainCampaignOf } from '@tracker/figures/main-campaign';
import { addLines, type NetLines, netOf, withExpenses } from '@tracker/figures/net';
import { readSpendRates } from '@tracker/figures/spend-rates';
import { readFiguresRange, readMoneyRange } from '@tracker/figures/traffic-range';
import { wantFreshSpend } from '@tracker/infra/ad-platforms/spend-schedule';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type {
  BestAd,
  BestCampaign,
  BestChannel,
  DailyMetric,
  HourMetric,
  PerformanceSummary,
} from '@tracker/schemas/contracts/dashboard.contract';
import type { Pending } from '@tracker/schemas/contracts/pending.contract';
import type { Uncounted } from '@tracker/schemas/contracts/uncounted.contract';
import { conversionRate, roas } from '@tracker/schemas/metrics/formulas';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { MoneySum, sumMoney } from '@tracker/schemas/primitives/money';
import {
  addDays,
  dayOf,
  daysFrom,
  firstOfMonth,
  type InstantRange,
  startOfDay,
  type TenantDay,
} from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { Principal } from '../../http/access.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { adsOfRange } from './ad-queries.ts';
import { readPending } from './pending.ts';
import {
  campaignsOfDay,
  channelsOfRange,
  dailyMetrics,
  hourlyMetrics,
  periodTotals,
  uncountedByReason,
} from './queries.ts';
import { revenueByHour, yesterdayToNow } from './yesterday-to-now.ts';

/** The default range of best ads and channels: the last 30 days. */
const DEFAULT_DAYS = 30;

export interface PerformanceService {
  summary(principal: Principal, asked: AskedRange): Promise<PerformanceSummary>;
  bestCampaigns(principal: Principal, period: 'today' | 'yesterday', limit: number): Promise<BestCampaign[]>;
  bestAds(principal: Principal, asked: AskedRange, limit: number): Promise<BestAd[]>;
  bestChannels(principal: Principal, asked: AskedRange, limit: number): Promise<BestChannel[]>;
  metricsChart(principal: Principal, days: number): Promise<DailyMetric[]>;
  hoursChart(principal: Principal, endDate: TenantDay | undefined, days: number): Promise<HourMetric[]>;
  uncounted(principal: Principal, asked: AskedRange): Promise<Uncounted>;
  pending(principal: Principal, asked: AskedRange): Promise<Pending>;
}

export interface PerformanceDeps {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly campaigns: CampaignRepository;
  readonly clock: Clock;
}

export function createPerformanceService(deps: PerformanceDeps): PerformanceService {
  const { clickhouse, postgres, campaigns, clock } = deps;
  const todayOf = ({ timeZone }: Principal) => dayOf(clock.now(), timeZone);

  const rangeOf = ({ timeZone }: Principal, asked: AskedRange): DayRange =>
    resolveDayRange(asked, { nowMs: clock.now(), timeZone, days: DEFAULT_DAYS });

  const trafficOf = ({ tenantId, timeZone }: Principal, { fromMs, toMs }: DayRange) =>
    readFiguresRange(clickhouse, tenantId, { fromMs, toMs, timeZone });

  return {
    async summary(principal, asked) {
      const { tenantId, timeZone } = principal;
      const hasRange = asked.startDate !== undefined || asked.endDate !== undefined;
      const today = todayOf(principal);
      const yesterday = addDays(today, -1);
      const month = firstOfMonth(today);
      const range = hasRange ? rangeOf(principal, asked) : { first: today, last: today, fromMs: 0, toMs: 0 };
      const days = [month, yesterday, today, range.first, range.last].toSorted();
      const costDays = [today, range.first, range.last].toSorted();
      const [rates, costs] = await Promise.all([
        readSpendRates(postgres, tenantId, { first: days[0] ?? today, last: days.at(-1) ?? today }),
        readCostsOfRange(postgres, principal, { first: costDays[0] ?? today, last: costDays.at(-1) ?? today }),
      ]);
      const todayMs = startOfDay(today, timeZone);
      const [monthMs, yesterdayMs] = [startOfDay(month, timeZone), startOfDay(yesterday, timeZone)];
      const tomorrowMs = startOfDay(addDays(today, 1), timeZone);
      const periods = mergedRanges([{ fromMs: Math.min(monthMs, yesterdayMs), toMs: tomorrowMs }, range]);
      const bound = {
        ...(await readMoneyRange(clickhouse, tenantId, { ranges: periods, timeZone })),
        today,
        yesterday,
        month,
        first: range.first,
        last: range.last,
        ...{ todayMs, tomorrowMs, yesterdayMs, monthMs, firstMs: range.fromMs, afterLastMs: range.toMs },
        hasRange: hasRange ? 1 : 0,
      };
      const [rows, spendCameAt] = await Promise.all([
        periodTotals.run(clickhouse, tenantId, bound, { rates, costs: costs.params }),
        wantFreshSpend(postgres, tenantId, clock.now()),
      ]);
      const revenue = totalsOf(rows, 'revenue');
      const spend = totalsOf(rows, 'spend');
      const byMinute = totalsOf(rows, 'revenue-by-minute');
      const moment = { yesterdayMs, todayMs, elapsedMs: clock.now() - todayMs };
      const netOfDays = (part: 'lines' | 'today_lines', days: Pick<DayRange, 'first' | 'last'>) =>
        netOf(withExpenses(addLines(costs.linesOf(revenue[part]), costs.linesOf(spend[part])), costs.expensesOf(days)));
      return {
        spend: periodsOf(spend),
        revenue: periodsOf(revenue),
        // Ratios of the sums, never means of ratios (decision 23).
        roas: {
          today: roas(revenue.today, spend.today),
          yesterday: roas(revenue.yesterday, spend.yesterday),
          thisMonth: roas(revenue.this_month, spend.this_month),
        },
        yesterdayToNow: yesterdayToNow(byMinute, spend, moment),
        spendAt: newest(spendCameAt?.getTime() ?? 0, spend.received_ms),
        todaySoFar: {
          conversions: revenue.conversions_today,
          profit: netOfDays('today_lines', { first: today, last: today }).profit,
          ...revenueByHour(byMinute, moment),
        },
        ...(hasRange && {
          range: {
            spend: spend.in_range,
            revenue: revenue.in_range,
            roas: roas(revenue.in_range, spend.in_range),
            net: netOfDays('lines', range),
          },
        }),
      };
    },

    async bestCampaigns(principal, period, limit) {
      const { tenantId, timeZone } = principal;
      const day = addDays(todayOf(principal), period === 'today' ? 0 : -1);
      const { fromMs, toMs } = dayRange(day, day, timeZone);
      const [mainCampaignId, rates] = await Promise.all([
        mainCampaignOf(postgres, tenantId),
        readSpendRates(postgres, tenantId, { first: day, last: day }),
      ]);
      const bound = { day, fromMs, toMs, mainCampaignId: mainCampaignId ?? '', limit };
      const rows = await campaignsOfDay.run(clickhouse, tenantId, bound, rates);
      const names = await campaigns.namesOf(
        tenantId,
        rows.map((row) => row.campaign),
      );
      return rows.map(({ campaign, conversions, revenue, spend }) => ({
        campaignId: campaign,
        name: names.get(campaign) ?? campaign,
        conversions,
        revenue,
        spend,
        roas: roas(revenue, spend),
      }));
    },

    async bestAds(principal, asked, limit) {
      const range = rangeOf(principal, asked);
      const [traffic, rates, costs] = await Promise.all([
        trafficOf(principal, range),
        readSpendRates(postgres, principal.tenantId, range),
        readCostsOfRange(postgres, principal, range),
      ]);
      const bound = { ...traffic, firstDay: range.first, lastDay: range.last, limit };
      const rows = await adsOfRange.run(clickhouse, principal.tenantId, bound, { rates, costs: costs.params });
      return rows.map(({ ad_id, ad_name, clicks, conversions, revenue, spend, reports, lines }) => ({
        adId: ad_id,
        adName: ad_name || ad_id,
        clicks,
        conversions,
        revenue,
        conversionRate: conversionRate(conversions, clicks),
        ...(reports > 0
          ? { spend, roas: roas(revenue, spend), ...netOfAd(costs.linesOf(lines)) }
          : { spend: null, roas: null, netProfit: null, netRoas: null }),
      }));
    },

    async bestChannels(principal, asked, limit) {
      const traffic = await trafficOf(principal, rangeOf(principal, asked));
      const rows = await channelsOfRange.run(clickhouse, principal.tenantId, { ...traffic, limit });
      return rows.map(({ channel, clicks, conversions, attributed, revenue }) => ({
        channel,
        clicks,
        conversions,
        revenue,
        conversionRate: conversionRate(attributed, clicks),
      }));
    },

    async uncounted(principal, asked) {
      const { fromMs, toMs } = rangeOf(principal, asked);
      const rows = await uncountedByReason.run(clickhouse, principal.tenantId, { fromMs, toMs });
      return {
        count: rows.reduce((sum, { uncounted }) => sum + uncounted, 0),
        value: Number(sumMoney(rows.map(({ worth }) => MoneySum.parse(worth)))),
        byReason: rows.map(({ reason, uncounted, worth }) => ({ reason, count: uncounted, value: Number(worth) })),
      };
    },

    pending: (principal, asked) => readPending(clickhouse, principal.tenantId, rangeOf(principal, asked)),

    async metricsChart(principal, days) {
      const { tenantId, timeZone } = principal;
      const last = todayOf(principal);
      const range = dayRange(addDays(last, 1 - days), last, timeZone);
      const starts = daysFrom(range.first, last).map((date) => ({ date, ms: startOfDay(date, timeZone) }));
      const rows = await dailyMetrics.run(clickhouse, tenantId, {
        ...(await trafficOf(principal, range)),
        dayStartsMs: starts.map(({ ms }) => ms),
      });
      const byStart = new Map(rows.map((row) => [row.day_start_ms, row]));
      return starts.map(({ date, ms }) => ({
        date,
        clicks: byStart.get(ms)?.clicks ?? 0,
        conversions: byStart.get(ms)?.conversions ?? 0,
      }));
    },

    async hoursChart(principal, endDate, days) {
      const { timeZone } = principal;
      const range = resolveDayRange({ endDate }, { nowMs: clock.now(), timeZone, days });
      const starts: number[] = [];
      for (let ms = range.fromMs; ms < range.toMs; ms += HOUR_MS) starts.push(ms);
      const rows = await hourlyMetrics.run(clickhouse, principal.tenantId, {
        ...(await trafficOf(principal, range)),
        hourStartsMs: starts,
      });
      const byStart = new Map(rows.map((row) => [row.hour_start_ms, row]));
      return starts.map((ms) => ({
        at: instantFromMs(ms),
        clicks: byStart.get(ms)?.clicks ?? 0,
        conversions: byStart.get(ms)?.conversions ?? 0,
      }));
    },
  };
}

function netOfAd(lines: NetLines): Pick<BestAd, 'netProfit' | 'netRoas'> {
  const { profit, roas } = netOf(lines);
  return { netProfit: profit, netRoas: roas };
}

/** Ascending, without overlaps and empty ones. */
function mergedRanges(ranges: readonly InstantRange[]): InstantRange[] {
  const merged: InstantRange[] = [];
  for (const { fromMs, toMs } of ranges.filter((one) => one.fromMs < one.toMs).sort((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.at(-1);
    if (last && fromMs <= last.toMs) merged.splice(-1, 1, { fromMs: last.fromMs, toMs: Math.max(last.toMs, toMs) });
    else merged.push({ fromMs, toMs });
  }
  return merged;
}

type Totals = Awaited<ReturnType<typeof periodTotals.run>>[number];

const NO_TOTALS = {
  ...{ today: 0, yesterday: 0, this_month: 0, in_range: 0 },
  ...{ lines: [], today_lines: [], conversions_today: 0, part_starts: [], parts: [], without_hours: 0, received_ms: 0 },
};

const totalsOf = (rows: readonly Totals[], figure: Totals['figure']): Omit<Totals, 'figure'> =>
  rows.find((row) => row.figure === figure) ?? NO_TOTALS;

const newest = (...instants: number[]) => {
  const ms = Math.max(...instants);
  return ms === 0 ? null : instantFromMs(ms);
};

const periodsOf = ({ today, yesterday, this_month }: Omit<Totals, 'figure'>) => ({
  today,
  yesterday,
  thisMonth: this_month,
});
