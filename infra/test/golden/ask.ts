/**
 * Every question that the API can be asked: each GET route with its filters, periods, groupings and pages, as two roles. A route that is
 * missing in `QUESTIONS` ends the run.
 */
import { ConversionStatus } from '@tracker/schemas/checkouts/conversion-status';
import { PAYMENT_METHODS } from '@tracker/schemas/checkouts/sold';
import { NO_GROUPS } from '@tracker/schemas/contracts/analytics.contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { FIGURE_DIMENSION_NAMES } from '@tracker/schemas/figures/dimensions';
import { FIGURE_METRIC_NAMES } from '@tracker/schemas/figures/metrics';
import { DIMENSIONS } from '@tracker/schemas/metrics/dimensions';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { RunningProduct } from './run-product.ts';
import { signIn } from './sign-in.ts';
import { EMPTY, type GoldenTenant, ROLES, type RoleOfRun } from './tenants.ts';

type Query = Readonly<Record<string, string>>;

export interface Answer {
  /** Who asks what: 'saopaulo admin /api/clicks?q=x'. */
  readonly question: string;
  readonly status: number;
  readonly total?: string;
  /** JSON, or the lines of a file; of a list all pages. */
  readonly body: unknown;
}

/** Not asked, and why. */
const NOT_ASKED: Readonly<Record<string, string>> = {
  '/api/live': 'a stream without figures',
  '/api/docs': 'a page about the API',
  '/api/docs/reference.js': 'the script of that page',
  '/api/ad-platforms': 'a list of the product, without figures',
  '/api/ad-objects/:platform/:level/:id/picture': 'a picture that an ad platform gives',
  '/api/figures/fatigue': 'which ads tire now, held by its own tests',
  '/api/figures/lag': 'how old clicks are now, held by its own tests',
  '/api/figures/dimensions': 'a table of the product, without figures',
  '/api/openapi.json': 'a description of the API, held by its own tests',
  '/api/usage': 'the sum of figures that are asked, and a constant of the plan',
  '/api/webhook-deliveries/:id/explanation': 'the mapping of one body, held by its own tests',
  '/api/sessions': 'the sessions of the run itself',
  '/api/conversions/changes': 'rows of the list, in the order of their changes, held by its own tests',
  '/api/leads/changes': 'rows of the list, in the order of their changes, held by its own tests',
  '/api/clicks/changes': 'rows of the list, in the order of their changes, held by its own tests',
  '/api/spend/changes': 'rows of the list, in the order of their changes, held by its own tests',
  '/api/users/:id/made': 'keys and destinations, without figures',
  '/api/auth/reset-link': 'needs the token of a mail',
  '/api/auth/validate-invite': 'needs the token of an invitation',
  '/auth/facebook': 'sends the browser to the ad platform',
  '/auth/facebook/callback': 'sends the browser to the ad platform',
  '/auth/:platform': 'sends the browser to the ad platform',
  '/auth/:platform/callback': 'sends the browser to the ad platform',
};

/** The ids of a list, for the routes that read one of its rows. */
interface Known {
  readonly tenant: GoldenTenant;
  readonly nowMs: number;
  readonly conversionIds: readonly string[];
  readonly leadIds: readonly string[];
}

const PAIRS = DIMENSIONS.flatMap((one) =>
  DIMENSIONS.filter((other) => other !== one).map((other) => `${one},${other}`),
);
const VERDICTS = ['processed', 'ignored', 'duplicate', 'rejected', 'dead-letter'];
const these = (...queries: Query[]): Query[] => queries;
const none = these({});

const QUESTIONS: Readonly<Record<string, (known: Known) => readonly Query[]>> = {
  '/api/auth/user': () => none,
  '/api/auth/hint': () => none,
  '/api/tenants/:tenantId': () => none,
  '/api/tenants/:tenantId/users': () => none,
  '/api/tenants/:tenantId/invites': () => none,
  '/api/companies': () => none,
  '/api/profile': () => none,
  '/api/profile/second-factor': () => none,
  '/api/push-devices': () => none,
  '/api/conversions/imports': () => none,
  '/api/conversions/set-aside': () => none,
  '/api/api-keys': () => none,
  '/api/audit-log': () => none,
  '/api/webhook-keys': () => none,
  '/api/webhook-deliveries/providers': () => none,
  '/api/webhook-deliveries/notes': () => none,
  '/api/webhook-deliveries/unread-names': () => none,
  '/api/webhook-deliveries': () => these({}, ...VERDICTS.map((verdict) => ({ verdict })), { provider: 'hotmart' }),
  '/api/campaigns': ranges,
  '/api/performance/summary': ranges,
  '/api/performance/best-campaigns': () =>
    ['today', 'yesterday'].flatMap((period) => these({ period }, { period, limit: '100' })),
  '/api/performance/best-ads': (known) => ranges(known).map((range) => ({ ...range, limit: '100' })),
  '/api/performance/best-channels': (known) => ranges(known).map((range) => ({ ...range, limit: '100' })),
  '/api/performance/uncounted': ranges,
  '/api/performance/net': ranges,
  '/api/performance/pending': ranges,
  '/api/performance/hours-chart': () => these({}, { days: '8' }),
  '/api/performance/metrics-chart': () => these({}, { days: '7' }, { days: '90' }),
  '/api/analytics/breakdown': (known) =>
    ranges(known).flatMap((range, index) => {
      const [key = ''] = known.tenant.campaignIds;
      const groups: Query[] = [NO_GROUPS, ...DIMENSIONS].map((groupBy) => ({ groupBy }));
      const ofCampaign = PAIRS.filter((pair) => pair.startsWith('campaign,')).map((groupBy) => ({ groupBy, key }));
      // Every pair for two of the periods, every dimension for all.
      const pairs = index < 2 ? [...PAIRS.map((groupBy) => ({ groupBy })), ...ofCampaign] : [];
      return [...groups, ...pairs].map((group) => ({ ...range, ...group, limit: '1000' }));
    }),
  '/api/analytics/export': () => [...DIMENSIONS, 'ad,weekday', 'campaign,hour'].map((groupBy) => ({ groupBy })),
  '/api/analytics/geography': (known) => [...ranges(known), { ...ranges(known)[1], f: 'channel:is:facebook' }],
  '/api/analytics/funnel': (known) =>
    periods(known).flatMap((period) =>
      these({}, { by: 'channel' }, { window: '28', compare: 'previous' }).map((asked) => ({ ...period, ...asked })),
    ),
  '/api/figures': (known) =>
    periods(known).flatMap((period) =>
      these({}, ...FIGURE_DIMENSION_NAMES.map((by) => ({ by }))).map((group) => ({
        ...{ ...period, ...group, metrics: FIGURE_METRIC_NAMES.join(), compare: 'previous', limit: '1000' },
      })),
    ),
  '/api/figures/export': (known) =>
    periods(known).map((period) => ({
      ...{ ...period, by: 'channel,device,product', metrics: 'conversions,revenue,ticket', f: 'country:is:BR' },
    })),
  '/api/figures/values': (known) =>
    periods(known).flatMap((period) => FIGURE_DIMENSION_NAMES.map((dim) => ({ ...period, dim, limit: '100' }))),
  '/api/clicks': (known) => [...filters(known), { bots: '1' }],
  '/api/clicks/totals': (known) => [...filters(known), { bots: '1' }],
  '/api/clicks/sources': (known) => [...ranges(known), { bots: '1' }],
  '/api/clicks/export': (known) => filters(known).slice(0, 4),
  '/api/conversions': conversionFilters,
  '/api/conversions/totals': conversionFilters,
  '/api/conversions/:id': () => none,
  '/api/conversions/export': (known) => filters(known).slice(0, 4),
  '/api/page-views': (known) => filters(known).filter((query) => !('f' in query)),
  '/api/leads': leadFilters,
  '/api/leads/export': (known) => leadFilters(known).slice(0, 4),
  '/api/leads/analytics': () => none,
  '/api/leads/:id/history': () => none,
  '/api/spend': ranges,
  '/api/costs': () => none,
  '/api/products': () => none,
  '/api/views': () => none,
  '/api/exchange-rates': () => none,
  '/api/exchange-rates/missing': () => none,
  '/api/exchange-rates/recomputing': () => none,
  '/api/exchange-rates/bank': () => none,
  '/api/integration': () => none,
  '/api/integration/script-status': () => none,
  '/api/onboarding': () => none,
  '/api/tracking-health': () => none,
  '/api/ad-objects': () => none,
  '/api/actions': () => none,
  '/api/facebook/status': () => none,
  '/api/facebook/ad-accounts': () => none,
  '/api/facebook/campaigns': () => none,
  '/api/facebook/connections': () => none,
  '/api/facebook/reconciliation': () => none,
  '/api/facebook/sync-status': () => none,
  '/api/facebook/pixel': () => none,
  '/api/facebook/account-rules': () => none,
  '/api/facebook/link-suggestions': () => none,
  '/api/postbacks': () => none,
};

/** By default, today, the day before, a week, all, and one day in the middle. */
function ranges({ tenant, nowMs }: Known): Query[] {
  const today = dayOf(nowMs, tenant.timeZone);
  const range = (from: number, to: number) => ({ startDate: addDays(today, -from), endDate: addDays(today, -to) });
  return [{}, range(34, 0), range(0, 0), range(1, 1), range(7, 1), range(20, 20), range(60, 28)];
}

/** All, and one day in the middle. */
function periods(known: Known): Query[] {
  const [, all, , , , day] = ranges(known);
  return [all, day].map((range) => ({ from: range!.startDate!, to: range!.endDate! }));
}

function filters(known: Known): Query[] {
  const [, all] = ranges(known);
  const [campaignId] = known.tenant.campaignIds;
  const one = these(
    { source: 'facebook' },
    { source: 'direct' },
    { campaignId: campaignId! },
    { q: 'ad-1' },
    { q: 'T-' },
    { f: 'channel:is:facebook' },
  );
  return [{}, all!, ...one.map((filter) => ({ ...all, ...filter }))];
}

function conversionFilters(known: Known): Query[] {
  const [, all] = ranges(known);
  const more = these(
    ...ConversionStatus.options.map((status) => ({ status })),
    ...PAYMENT_METHODS.map((payment) => ({ payment })),
    ...['with', 'direct'].map((tracking) => ({ tracking })),
    ...['true', 'false'].map((verified) => ({ verified })),
    ...['hotmart', 'generic'].map((checkout) => ({ checkout })),
    ...['P-1', 'Livro'].map((product) => ({ product })),
  );
  return [...filters(known), ...more.map((filter) => ({ ...all, ...filter }))];
}

function leadFilters(known: Known): Query[] {
  const [, all] = ranges(known);
  const one = these({ status: 'qualified' }, { source: 'facebook' }, { source: 'direct' }, { q: 'pessoa1' });
  return [{}, all!, ...one, { q: 'pessoa10@cliente.example.com' }];
}

const PATHS = CONTRACTS.filter(({ method }) => method === 'GET').map(({ path }) => path);

/** What the calls of Facebook below answer, under other names. */
const isAskedElsewhere = (path: string) => path.startsWith('/api/ad-platforms/:platform/');
/** Routes of which nothing above says how to ask them, or why not. */
export const forgottenRoutes = () =>
  PATHS.filter((path) => !(path in QUESTIONS) && !(path in NOT_ASKED) && !isAskedElsewhere(path));

/** Asks all of it, and gives the answers in a stable order. `only`: the paths that begin so. */
export async function* askEverything(
  { product, tenants, nowMs }: { product: RunningProduct; tenants: readonly GoldenTenant[]; nowMs: number },
  only: readonly string[] = ['/'],
): AsyncGenerator<Answer> {
  for (const tenant of tenants) {
    for (const role of ROLES) {
      const ask = await askerOf(product, tenant, role);
      const everything = { startDate: '2026-01-01', endDate: '2026-12-31' };
      const idsOf = async (path: string) =>
        ((await ask(path, everything)).body as { id: string }[]).map(({ id }) => id);
      const conversionIds = (await idsOf('/api/conversions')).filter((_, index) => index % 20 === 0);
      const leadIds = (await idsOf('/api/leads')).slice(0, 40);
      const known = { tenant, nowMs, conversionIds, leadIds };
      for (const path of PATHS.filter((one) => only.some((start) => one.startsWith(start)))) {
        // The second role sees the same figures, and the empty tenant none: a small part of them is enough.
        const queries = QUESTIONS[path]?.(known) ?? [];
        for (const query of role === 'admin' && tenant.name !== EMPTY.name ? queries : queries.slice(0, 12)) {
          for (const asked of withIds(path, known)) {
            const { status, total, body } = await ask(asked, query);
            const question = `${tenant.name} ${role} ${asked}?${new URLSearchParams(query)}`;
            yield { question, status, ...(total !== undefined && { total }), body };
          }
        }
      }
    }
  }
}

function withIds(path: string, { tenant, conversionIds, leadIds }: Known): readonly string[] {
  if (path === '/api/conversions/:id') return conversionIds.map((id) => path.replace(':id', id));
  if (path === '/api/leads/:id/history') return leadIds.map((id) => path.replace(':id', id));
  return [path.replace(':tenantId', tenant.tenantId)];
}

type Ask = (path: string, query: Query) => Promise<Omit<Answer, 'question'>>;

async function askerOf(product: RunningProduct, tenant: GoldenTenant, role: RoleOfRun): Promise<Ask> {
  const { url } = product;
  const cookie = await signIn(product, tenant, role);
  return async (path, query) => {
    let next: string | undefined = `${path}?${new URLSearchParams(query)}`;
    let rows: unknown[] | undefined;
    for (;;) {
      const answer: Response = await fetch(url + next, { headers: { cookie } });
      // Leads are searched in an index that the first search begins to make.
      if (Number(answer.headers.get('x-search-pending') ?? 0) > 0) continue;
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json');
      const body: unknown = isJson ? JSON.parse(text) : text.split('\n');
      const total = answer.headers.get('x-total-count') ?? undefined;
      const parts = { status: answer.status, ...(total !== undefined && { total }) };
      next = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]?.replace(/^https?:\/\/[^/]+/, '');
      if (next === undefined && rows === undefined) return { ...parts, body };
      rows = [...(rows ?? []), ...(body as unknown[])];
      if (next === undefined) return { ...parts, body: rows };
    }
  };
}
