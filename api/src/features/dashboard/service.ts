import { type GroupReader, groupReader, readGroups } from '@tracker/figures/ask-groups';
import { assertUnlimited } from '@tracker/figures/asker';
import { type AskedRange, type DayRange, dayRange, resolveDayRange } from '@tracker/figures/day-range';
import { type AskedGroups, orZero } from '@tracker/figures/groups';
import type { KeyFilter } from '@tracker/figures/named-filters';
import { namesOfGroups } from '@tracker/figures/names';
import { netOf } from '@tracker/figures/net';
import type { FigureDeps } from '@tracker/figures/plan';
import { hasAnySpend } from '@tracker/figures/spend-source';
import { QUARTER_MS } from '@tracker/figures/sql/dimension-sql';
import { specifiedValueOf } from '@tracker/figures/value';
import { wantFreshSpend } from '@tracker/infra/ad-platforms/spend-schedule';
import type {
  BestAd,
  BestCampaign,
  BestChannel,
  DailyMetric,
  HourMetric,
  PerformanceSummary,
  WholeSummary,
} from '@tracker/schemas/contracts/dashboard.contract';
import type { Pending } from '@tracker/schemas/contracts/pending.contract';
import type { Uncounted } from '@tracker/schemas/contracts/uncounted.contract';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { roas, roi } from '@tracker/schemas/metrics/formulas';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { MoneySum, sumMoney } from '@tracker/schemas/primitives/money';
import {
  addDays,
  dayOf,
  daysFrom,
  firstOfMonth,
  startOfDay,
  type TenantDay,
} from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { Principal } from '../../http/access.ts';
import type { Page } from '../../http/page.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { DAYS, type DaysTotal, joinedSpans, readDays, readPartsOfDays, totalOfDays } from './days.ts';
import { readPending } from './pending.ts';
import { uncountedByReason } from './queries.ts';
import { readSpendOfLinks } from './spend-of-links.ts';
import { profitSoFar, revenueByHour, yesterdayToNow } from './yesterday-to-now.ts';

/** The default range of best ads and channels: the last 30 days. */
const DEFAULT_DAYS = 30;

export interface DashboardService {
  summary(principal: Principal, asked: AskedRange): Promise<WholeSummary>;
  bestCampaigns(principal: Principal, period: 'today' | 'yesterday', limit: number): Promise<Page<BestCampaign>>;
  bestAds(principal: Principal, asked: AskedRange, limit: number): Promise<Page<BestAd>>;
  bestChannels(principal: Principal, asked: AskedRange, limit: number): Promise<Page<BestChannel>>;
  metricsChart(principal: Principal, days: number): Promise<DailyMetric[]>;
  hoursChart(principal: Principal, endDate: TenantDay | undefined, days: number): Promise<HourMetric[]>;
  uncounted(principal: Principal, asked: AskedRange): Promise<Uncounted>;
  pending(principal: Principal, asked: AskedRange): Promise<Pending>;
}

export interface PerformanceDeps extends FigureDeps {
  readonly campaigns: CampaignRepository;
}

export function createDashboardService(deps: PerformanceDeps): DashboardService {
  const { clickhouse, postgres, campaigns, clock } = deps;
  const todayOf = ({ timeZone }: Principal) => dayOf(clock.now(), timeZone);

  const rangeOf = ({ timeZone }: Principal, asked: AskedRange): DayRange =>
    resolveDayRange(asked, { nowMs: clock.now(), timeZone, days: DEFAULT_DAYS });

  return {
    async summary(principal, asked) {
      // The parts of its days are read without filters.
      assertUnlimited(principal.asker);
      const { tenantId, timeZone } = principal;
      const today = todayOf(principal);
      const yesterday = addDays(today, -1);
      const month = firstOfMonth(today);
      const range = asked.startDate === undefined && asked.endDate === undefined ? null : rangeOf(principal, asked);
      const [todayMs, yesterdayMs] = [startOfDay(today, timeZone), startOfDay(yesterday, timeZone)];
      const spans = joinedSpans([
        { first: [month, yesterday].sort()[0] ?? today, last: today },
        ...(range ? [{ first: range.first, last: range.last }] : []),
      ]);
      const reader = groupReader(deps, principal.asker, DAYS);
      const [days, parts, , spendCameAt, trackedSince, hasSpend] = await Promise.all([
        Promise.all(spans.map(({ first, last }) => readDays(reader, dayRange(first, last, timeZone)))),
        readPartsOfDays(deps, principal, { yesterday, today, yesterdayMs, spans }),
        wantFreshSpend(postgres, tenantId, clock.now()),
        readSpendOfLinks(postgres, tenantId),
        reader.trackedSince(),
        hasAnySpend(clickhouse, tenantId),
      ]);
      const { refused } = spendCameAt;
      const byDay = new Map(days.flat());
      const totalOf = (first: TenantDay, last: TenantDay) => totalOfDays(byDay, first, last);
      const moment = { yesterdayMs, todayMs, elapsedMs: clock.now() - todayMs };
      const totals = {
        today: totalOf(today, today),
        yesterday: totalOf(yesterday, yesterday),
        thisMonth: totalOf(month, today),
      };
      const ofRange = range ? totalOf(range.first, range.last) : NO_DAYS;
      const known = <Value>(of: (total: DaysTotal) => Value) => ({ ...each(of), range: of(ofRange) });
      const each = <Value>(figure: (total: DaysTotal) => Value) => ({
        ...{ today: figure(totals.today), yesterday: figure(totals.yesterday), thisMonth: figure(totals.thisMonth) },
      });
      const byHour = revenueByHour(parts.revenue, moment);
      // What was spent before tracking began has no ROAS, not one of 0.
      const before = yesterdayToNow(parts.revenue, parts.spend, moment);
      const isUntracked = trackedSince === null || trackedSince.day > yesterday;
      const hoursOfToday = Math.round((startOfDay(addDays(today, 1), timeZone) - todayMs) / HOUR_MS);
      return {
        spend: each(({ spend }) => spend),
        revenue: each(({ revenue }) => revenue),
        // Ratios of the sums, never means of ratios (decision 23).
        roas: each(roasOf),
        spendKnown: known(({ unknownDays: count }) => count === 0),
        unknownSpendDays: known(({ unknownDays: count }) => count),
        refusedSpend: refused,
        spendSource: spendCameAt.isLinked ? 'linked' : hasSpend ? 'entered' : 'none',
        yesterdayToNow: {
          ...before,
          ...(isUntracked && before.spend !== 0 && { roas: null }),
          ...(totals.yesterday.unknownDays > 0 && { spend: null, roas: null }),
        },
        spendAt: spendCameAt.isLinked ? spendCameAt.at : newest(parts.receivedMs),
        todaySoFar: {
          conversions: totals.today.conversions,
          ...profitSoFar(netOfDays(totals.today), { begun: byHour.hours.length, ofDay: hoursOfToday }),
          ...byHour,
        },
        trackedSince: trackedSince?.day ?? null,
        trackedFrom: trackedSince && instantFromMs(trackedSince.atMs),
        ...(range && { range: rangeFigures(ofRange) }),
      };
    },

    async bestCampaigns(principal, period, limit) {
      const day = addDays(todayOf(principal), period === 'today' ? 0 : -1);
      const { groups, total } = await readGroups(deps, principal.asker, {
        ...{ range: dayRange(day, day, principal.timeZone), by: ['campaign'], filters: [isNot('campaign')], limit },
        sums: ['conversions', 'revenue', 'spend'],
        order: [
          { figure: 'revenue', descending: true },
          { figure: 'conversions', descending: true },
        ],
      });
      const ids = groups.map(({ keys: [id = ''] }) => id);
      const names = await campaigns.namesOf(principal.tenantId, ids);
      const items = groups.map((group, index) => {
        const { conversions, revenue } = orZero(group);
        const { spend = null } = group.sums;
        const id = ids[index] ?? '';
        const name = names.get(id) ?? id;
        return { campaignId: id, name, conversions, revenue, spend, roas: specifiedValueOf('roas', group) };
      });
      return { items, total };
    },

    async bestAds(principal, asked, limit) {
      const range = rangeOf(principal, asked);
      const ofAds: AskedGroups = {
        ...{ range, by: ['ad'], filters: [isNot('ad')], limit },
        sums: [
          'clicks',
          'conversions',
          'attributed',
          'revenue',
          'revenueTax',
          'gatewayFees',
          'productCosts',
          'spend',
          'spendTax',
        ],
      };
      const reader = groupReader(deps, principal.asker, ofAds);
      const { groups, total } = await reader.read(ofAds);
      const ids = groups.flatMap(({ keys: [adId] }) => adId ?? []);
      const parentsOf =
        ids.length === 0 ? () => NO_PARENTS : await readParentsOfAds(deps, principal, reader, range, ids);
      const names = await namesOfGroups(deps, principal, ['ad'], groups);
      const items = groups.map((group, index) => {
        const { clicks, conversions, revenue } = orZero(group);
        const { spend = null } = group.sums;
        const net = netOf(group.tracked.lines, spend !== null && !group.tracked.isUntracked);
        const [adId = ''] = group.keys;
        return {
          ...{ adId, adName: names[index]?.[0] || adId, ...parentsOf(adId), clicks, conversions, revenue },
          // As everywhere: of those with a click.
          conversionRate: specifiedValueOf('conversionRate', group) ?? 0,
          ...{ spend, trackedSpend: spend === null ? null : (group.tracked.sums.spend ?? null) },
          roas: specifiedValueOf('roas', group),
          ...{ netProfit: net.profit, netRoas: net.roas },
        };
      });
      return { items, total };
    },

    async bestChannels(principal, asked, limit) {
      const { groups, total } = await readGroups(deps, principal.asker, {
        ...{ range: rangeOf(principal, asked), by: ['channel'], limit },
        sums: ['clicks', 'conversions', 'attributed', 'revenue'],
      });
      const items = groups.map((group) => {
        const { clicks, conversions, revenue } = orZero(group);
        const [channel = ''] = group.keys;
        const rate = specifiedValueOf('conversionRate', group) ?? 0;
        return { channel, clicks, conversions, revenue, conversionRate: rate };
      });
      return { items, total };
    },

    async uncounted(principal, asked) {
      assertUnlimited(principal.asker);
      const { fromMs, toMs } = rangeOf(principal, asked);
      const rows = await uncountedByReason.run(clickhouse, principal.tenantId, { fromMs, toMs });
      return {
        count: rows.reduce((sum, { uncounted }) => sum + uncounted, 0),
        value: Number(sumMoney(rows.map(({ worth }) => MoneySum.parse(worth)))),
        byReason: rows.map(({ reason, uncounted, worth }) => ({ reason, count: uncounted, value: Number(worth) })),
      };
    },

    async pending(principal, asked) {
      assertUnlimited(principal.asker);
      return readPending(clickhouse, principal.tenantId, rangeOf(principal, asked));
    },

    async metricsChart(principal, days) {
      const last = todayOf(principal);
      const range = dayRange(addDays(last, 1 - days), last, principal.timeZone);
      const { groups } = await readGroups(deps, principal.asker, { range, by: ['day'], sums: CHARTED, limit: days });
      const byDay = new Map(groups.map((group) => [group.keys[0], orZero(group)]));
      return daysFrom(range.first, last).map((date) => ({
        ...{ date, clicks: byDay.get(date)?.clicks ?? 0, conversions: byDay.get(date)?.attributed ?? 0 },
      }));
    },

    async hoursChart(principal, endDate, days) {
      const range = resolveDayRange({ endDate }, { nowMs: clock.now(), timeZone: principal.timeZone, days });
      const { groups } = await readGroups(deps, principal.asker, {
        ...{ range, by: ['quarterHour'], sums: CHARTED, limit: (days + 1) * QUARTERS_OF_DAY },
      });
      const hours: { at: number; clicks: number; conversions: number }[] = [];
      for (let at = range.fromMs; at < range.toMs; at += HOUR_MS) hours.push({ at, clicks: 0, conversions: 0 });
      for (const group of groups) {
        const { clicks, attributed } = orZero(group);
        const hour = hours[Math.floor((Number(group.keys[0]) * QUARTER_MS - range.fromMs) / HOUR_MS)];
        if (!hour) continue;
        hour.clicks += clicks;
        hour.conversions += attributed;
      }
      return hours.map(({ at, ...counts }) => ({ at: instantFromMs(at), ...counts }));
    },
  };
}

/** Conversions of charts are those with tracking. */
const CHARTED = ['clicks', 'attributed'] as const;
const QUARTERS_OF_DAY = (24 * HOUR_MS) / QUARTER_MS;

/** An ad has few; one whose parents are beyond it is shown without them. */
const PARENTS_MAX = 200;
const NO_PARENTS = { campaignName: null, adsetName: null };

/** The campaign and ad set of each of these ads, by revenue and then clicks. */
async function readParentsOfAds(
  deps: PerformanceDeps,
  principal: Principal,
  reader: GroupReader,
  range: DayRange,
  adIds: string[],
) {
  const by = ['ad', 'campaign', 'adset'] as const;
  const { groups } = await reader.read({
    ...{ range, by, filters: [{ dim: 'ad', op: 'is', values: adIds, named: [] }], limit: PARENTS_MAX },
    // With spend the statement brings all names itself.
    sums: ['revenue', 'clicks', 'spend'],
  });
  const names = await namesOfGroups(deps, principal, by, groups);
  const parents = new Map<string, Pick<BestAd, 'campaignName' | 'adsetName'>>();
  for (const [index, { keys }] of groups.entries()) {
    const [adId = '', campaignId = '', adsetId = ''] = keys;
    const [, campaign, adset] = names[index] ?? [];
    if (parents.has(adId)) continue;
    parents.set(adId, { campaignName: campaign || campaignId || null, adsetName: adset || adsetId || null });
  }
  return (adId: string) => parents.get(adId) ?? NO_PARENTS;
}

const isNot = (dim: FigureDimension): KeyFilter => ({ dim, op: 'not', values: [''], named: [] });

const NO_DAYS = totalOfDays(new Map(), '1971-01-01' as TenantDay, '1971-01-01' as TenantDay);

const netOfDays = ({ tracked, unknownDays }: DaysTotal) => netOf(tracked.lines, unknownDays === 0);

const roasOf = ({ tracked, unknownDays }: DaysTotal): number | null =>
  unknownDays > 0 ? null : roas(tracked.revenue, tracked.spend);

function rangeFigures(total: DaysTotal): NonNullable<PerformanceSummary['range']> {
  const { revenue, spend, tracked } = total;
  const ratios = { roas: roasOf(total), roi: total.unknownDays > 0 ? null : roi(tracked.revenue, tracked.spend) };
  return { spend, revenue, ...ratios, net: netOfDays(total) };
}

const newest = (...instants: number[]) => {
  const ms = Math.max(...instants);
  return ms === 0 ? null : instantFromMs(ms);
};
