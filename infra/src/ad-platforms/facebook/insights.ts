import { addDays, countDays } from '@tracker/schemas/primitives/tenant-day';
import type { z } from 'zod';
import type { AccountDay, DayWindow, HourlySpendRow, SpendRow } from '../ad-platform.ts';
import { AccountDayAnswer, HOUR_BREAKDOWN, HourAnswer, InsightAnswer } from './answers.ts';
import type { GraphCall } from './graph-call.ts';
import { GraphError } from './graph-error.ts';
import { RESULT_FIELDS, RESULT_WINDOWS } from './insight-results.ts';
import { toAccountDay, toAdDayRow, toHourRow, toInsightRow, withoutRepeats } from './insight-rows.ts';
import { createInsightsRuns, type InsightsRuns, type RunDeps } from './insights-run.ts';
import { accountPath, objectPath } from './object-path.ts';
import { readAllPages } from './pages.ts';

/** An account (null: with what is deleted and archived), some campaigns of it, or campaigns alone, which costs a call for each. */
export type InsightsTarget =
  | { readonly adAccountId: string; readonly campaignIds?: readonly string[] | null }
  | { readonly adAccountId?: undefined; readonly campaignIds: readonly string[] };

export type InsightsLevel = 'campaign' | 'adset' | 'ad';
export type InsightsQuery = InsightsTarget & DayWindow & { readonly level: InsightsLevel };

export interface Insights {
  /** One row for each day with delivery. Of an account without `campaignIds`, deleted and archived campaigns are left out. */
  dailyInsights(token: string, query: InsightsQuery, signal?: AbortSignal): Promise<SpendRow[]>;
  /**
   * The whole account's days, deleted campaigns included: what is more than the campaigns' sum is 'não alocado'. With `campaignIds`, at most 50,
   * the part of the account's sum that is theirs.
   */
  accountInsights(
    token: string,
    query: DayWindow & { readonly adAccountId: string; readonly campaignIds?: readonly string[] | null },
    signal?: AbortSignal,
  ): Promise<AccountDay[]>;
  /** By hour of the account's local clock, so that days can be cut in another time zone. */
  hourlyInsights(token: string, query: InsightsQuery, signal?: AbortSignal): Promise<HourlySpendRow[]>;
}

/**
 * From so many days on Facebook computes in the background at once: refusing first would cost it a long query. Above the 90 days
 * that a person waits for after a click: asked at once they come in seconds, and what is too much of them comes in halves.
 */
const ASYNC_FROM_DAYS = { account: 400, campaign: 120, adset: 100, ad: 100, hours: 32 } as const;
const CAMPAIGNS_A_CALL_MAX = 50;

const METRICS = 'account_id,account_currency,spend,impressions,clicks';
const FIELDS = {
  account: METRICS,
  campaign: `${METRICS},campaign_id,campaign_name`,
  adset: `${METRICS},campaign_id,campaign_name,adset_id,adset_name`,
  ad: `${METRICS},campaign_id,campaign_name,adset_id,adset_name,ad_id,ad_name`,
} as const;

/**
 * A filter leaves out what is archived or deleted unless it names these too, and a linked campaign that is archived goes on being
 * corrected. Each level refuses the words of the levels below it.
 */
const CAMPAIGN_STATUSES = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED', 'IN_PROCESS', 'WITH_ISSUES'];
const ADSET_STATUSES = [...CAMPAIGN_STATUSES, 'CAMPAIGN_PAUSED'];
const AD_STATUSES = [
  ...ADSET_STATUSES,
  'ADSET_PAUSED',
  'PENDING_REVIEW',
  'DISAPPROVED',
  'PREAPPROVED',
  'PENDING_BILLING_INFO',
];
const STATUSES = { account: [], campaign: CAMPAIGN_STATUSES, adset: ADSET_STATUSES, ad: AD_STATUSES } as const;

/** Of a whole account, so that 90 days of hundreds of campaigns are some ten calls. What Facebook refuses as too much comes in halves. */
const ROWS_OF_ACCOUNT = '2000';

/** Of hours: two days of an account come in one call, as a rule; more days come in pages that Facebook does not refuse. */
const rowsACall = ({ since, until }: DayWindow) => (countDays(since, until) <= 3 ? 5_000 : 500);

/** One list of rows to be read: of one object, at one level. */
interface Question {
  readonly level: InsightsLevel | 'account';
  /** Undefined: of a whole account. */
  readonly campaignIds?: readonly string[];
  readonly token: string;
  readonly path: string;
  readonly adAccountId?: string;
  readonly params: Readonly<Record<string, string>>;
  readonly asyncFromDays: number;
  /** A half of what was not answered, whose halves are not asked for. */
  readonly isHalf?: boolean;
  readonly signal?: AbortSignal;
}

export function createInsights(call: GraphCall, deps: RunDeps): Insights {
  const runs = createInsightsRuns(call, deps);
  const ask = async <T extends AnyRow>(questions: readonly Question[], window: DayWindow, row: z.ZodType<T>) => {
    const rows: T[] = [];
    for (const question of questions)
      for (const one of await readWindow(call, runs, question, window, row)) rows.push(one);
    return rows;
  };
  return {
    async dailyInsights(token, query, signal) {
      const questions = questionsOf(token, query, query.level, ASYNC_FROM_DAYS[query.level], signal);
      if (query.level !== 'ad') return withoutRepeats((await ask(questions, query, InsightAnswer)).map(toInsightRow));
      // The same calls with longer answers. Not by hour: there Facebook leaves out what happened on other sites.
      const withResults = questions.map((question) => ({
        ...question,
        params: {
          ...question.params,
          fields: `${FIELDS.ad},${RESULT_FIELDS}`,
          action_attribution_windows: RESULT_WINDOWS,
        },
      }));
      try {
        return withoutRepeats((await ask(withResults, query, InsightAnswer)).map(toAdDayRow));
      } catch (error) {
        // A field that Facebook knows no more makes it refuse the spend of all ads with it.
        if (!(error instanceof GraphError) || error.code !== 'refused') throw error;
        return withoutRepeats((await ask(questions, query, InsightAnswer)).map(toInsightRow));
      }
    },
    async accountInsights(token, query, signal) {
      const questions = questionsOf(
        token,
        { adAccountId: query.adAccountId },
        'account',
        ASYNC_FROM_DAYS.account,
        signal,
      );
      const filters = query.campaignIds && [{ field: 'campaign.id', operator: 'IN', value: query.campaignIds }];
      const asked = filters
        ? questions.map((one) => ({ ...one, params: { ...one.params, filtering: JSON.stringify(filters) } }))
        : questions;
      return withoutRepeats((await ask(asked, query, AccountDayAnswer)).map(toAccountDay));
    },
    async hourlyInsights(token, query, signal) {
      const questions = questionsOf(token, query, query.level, ASYNC_FROM_DAYS.hours, signal).map((question) => ({
        ...question,
        params: { ...question.params, breakdowns: HOUR_BREAKDOWN, limit: String(rowsACall(query)) },
      }));
      return withoutRepeats((await ask(questions, query, HourAnswer)).map(toHourRow));
    },
  };
}

function questionsOf(
  token: string,
  { adAccountId, campaignIds }: InsightsTarget,
  level: InsightsLevel | 'account',
  asyncFromDays: number,
  signal?: AbortSignal,
): Question[] {
  const params = { level, fields: FIELDS[level], time_increment: '1', limit: '500' };
  if (adAccountId === undefined) {
    return campaignIds.map((id) => ({
      ...{ level, campaignIds: [id], token, path: objectPath(id), params, asyncFromDays, signal },
    }));
  }
  const path = accountPath(adAccountId);
  const question = { level, token, path, adAccountId: path.slice(1), params, asyncFromDays, signal };
  if (campaignIds === undefined) return [question];
  const ofAnyStatus = { field: `${level}.effective_status`, operator: 'IN', value: STATUSES[level] };
  if (campaignIds === null) {
    const whole = { ...params, limit: ROWS_OF_ACCOUNT, filtering: JSON.stringify([ofAnyStatus]) };
    return [{ ...question, params: whole }];
  }
  const [only, ...others] = campaignIds;
  // One campaign is asked itself: in any status, and without a filter over all of its account.
  if (only !== undefined && others.length === 0) return [{ ...question, campaignIds, path: objectPath(only) }];
  return inGroups(campaignIds, CAMPAIGNS_A_CALL_MAX).map((ids) => {
    const filters = [{ field: 'campaign.id', operator: 'IN', value: ids }, ofAnyStatus];
    return { ...question, campaignIds: ids, params: { ...params, filtering: JSON.stringify(filters) } };
  });
}

/** What is refused as too much is read in halves; a single day, in the background. So are days that come as one: hours may be summed over them. */
async function readWindow<T extends AnyRow>(
  call: GraphCall,
  runs: InsightsRuns,
  question: Question,
  window: DayWindow,
  row: z.ZodType<T>,
): Promise<T[]> {
  const days = countDays(window.since, window.until);
  if (days <= 0) return [];
  const { token, adAccountId, signal } = question;
  const params = { ...question.params, time_range: JSON.stringify({ since: window.since, until: window.until }) };
  const request = {
    name: 'insights',
    to: `${question.path}/insights`,
    params,
    token,
    adAccountId,
    signal,
    use: 'insights' as const,
  };
  let { isHalf = false } = question;
  try {
    const rows = await (days >= question.asyncFromDays ? runs.read(request, row) : readAllPages(call, request, row));
    const isOfDays = rows.every(({ date_start, date_stop }) => date_start === date_stop);
    if (isOfDays || days === 1) return answersTo(question, window, rows);
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    // Asked four times and not answered: half of it is another question, once.
    if (error.action === 'retry' && days > 1 && days < question.asyncFromDays && !question.isHalf) isHalf = true;
    else if (error.action !== 'too-much-data') throw error;
    else if (days === 1) return answersTo(question, window, await runs.read(request, row));
  }
  const middle = addDays(window.since, Math.ceil(days / 2) - 1);
  const first = await readWindow(call, runs, { ...question, isHalf }, { since: window.since, until: middle }, row);
  const second = await readWindow(
    call,
    runs,
    { ...question, isHalf },
    { since: addDays(middle, 1), until: window.until },
    row,
  );
  return [...first, ...second];
}

type AnyRow = z.infer<typeof AccountDayAnswer> & Partial<z.infer<typeof InsightAnswer>>;

/**
 * The rows, if each is what was asked for: one day of the window, the account, its campaigns, the level. A row of several days, or of
 * something else, would be stored as the spend of its first day: then nothing of the answer is.
 */
function answersTo<T extends AnyRow>(question: Question, { since, until }: DayWindow, rows: T[]): T[] {
  const { level, adAccountId, campaignIds } = question;
  const ids = campaignIds && new Set(campaignIds);
  const misfit = (row: AnyRow): string | undefined => {
    const { date_start: day, campaign_id: campaignId } = row;
    if (row.date_stop !== day || day < since || day > until) return 'days';
    if (adAccountId !== undefined && `act_${row.account_id}` !== adAccountId) return 'account';
    if (level !== 'account' && (campaignId === undefined || (ids && !ids.has(campaignId)))) return 'campaign';
    return (row.ad_id !== undefined) !== (level === 'ad') ? 'level' : undefined;
  };
  const found = rows.map(misfit).find((what) => what !== undefined);
  if (found === undefined) return rows;
  throw new GraphError('permanent', {
    problem: { code: 'answer_misfits' },
    reason: `rows of another question: ${found}`,
  });
}

const inGroups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
