import { cookieOf, type RegisteredTenant } from '../kit/registered-tenant.ts';
import { conversionKey } from './account.ts';

/** The tables are still changing: two readings differ. */
export class NotSettledError extends Error {
  override readonly name = 'NotSettledError';
}

/** The tenant's figures as the API returns them. */
export interface Figures {
  readonly clickIds: ReadonlySet<string>;
  readonly clicks: number;
  readonly views: number;
  /** Click ids with an opened checkout, and all opened checkouts. */
  readonly opened: ReadonlySet<string>;
  readonly openedCheckouts: number;
  /** Verified ones by checkout and transaction: the counted amount in cents, and the attributed click. */
  readonly conversionsByKey: ReadonlyMap<string, { readonly cents: number; readonly clickId: string | null }>;
  /** Rows of the list that count as conversions. */
  readonly conversions: number;
  /** Rows of the list without a verified event, and tests. */
  readonly strangers: number;
  readonly leads: readonly string[];
  /** Revenue of the dashboard. */
  readonly revenueCents: number;
  /** All figures in one value, to compare two states of the tables. */
  readonly fingerprint: string;
}

export async function readFigures(tenant: RegisteredTenant): Promise<Figures> {
  const cookie = await sessionOf(tenant);
  const clicks = await allPages(tenant, '/api/clicks', cookie);
  const opened = clicks.filter((row) => (row.openedCheckouts as unknown[]).length > 0);
  const views = await allPages(tenant, '/api/page-views', cookie);
  const conversions = await allPages(tenant, '/api/conversions', cookie);
  const leads = await allPages(tenant, '/api/leads', cookie);
  const [best] = await get<{ conversions: number; revenue: number }[]>(
    tenant,
    '/api/performance/best-campaigns?limit=1',
    cookie,
  );
  const summary = await get<{ revenue: { thisMonth: number } }>(tenant, '/api/performance/summary', cookie);
  const counted = conversions.filter((row) => cents(row.netValue) > 0);
  if (counted.length !== (best?.conversions ?? 0)) {
    throw new NotSettledError(
      `the list has ${counted.length} counted conversions and the dashboard ${best?.conversions}`,
    );
  }
  return {
    clickIds: new Set(clicks.map((row) => String(row.id))),
    clicks: clicks.length,
    views: views.length,
    opened: new Set(opened.map((row) => String(row.id))),
    openedCheckouts: opened.reduce((sum, row) => sum + (row.openedCheckouts as unknown[]).length, 0),
    conversionsByKey: new Map(
      conversions
        .filter(isProven)
        .map((row) => [
          conversionKey(String(row.provider), String(row.transactionId)),
          { cents: cents(row.netValue), clickId: row.clickId as string | null },
        ]),
    ),
    conversions: counted.length,
    strangers: conversions.filter((row) => !isProven(row)).length,
    leads: leads.map((row) => String(row.email)),
    revenueCents: Math.round(summary.revenue.thisMonth * 100),
    fingerprint: JSON.stringify([clicks, views, conversions, leads, summary, best]),
  };
}

const sessions = new WeakMap<RegisteredTenant, string>();

/** One for all readings: of one person, the twenty-first sign-in in ten minutes is refused. */
async function sessionOf(tenant: RegisteredTenant): Promise<string> {
  const cookie = sessions.get(tenant) ?? (await cookieOf(tenant));
  sessions.set(tenant, cookie);
  return cookie;
}

/** What strangers sent without a key, and tests, are listed and no conversions of the account. */
const isProven = (row: Row): boolean => row.verified === true && row.isTest === false;

const cents = (amount: unknown): number => Math.round(Number(amount) * 100);

type Row = Readonly<Record<string, unknown>>;

async function allPages(tenant: RegisteredTenant, path: string, cookie: string): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | undefined = `${path}?limit=1000`;
  while (next !== undefined) {
    const answer: Response = await fetch(new URL(next, tenant.url), { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    rows.push(...((await answer.json()) as Row[]));
    const total = Number(answer.headers.get('x-total-count'));
    next = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    if (next === undefined && rows.length !== total)
      throw new NotSettledError(`${path}: ${rows.length} rows of ${total}`);
  }
  return rows;
}

async function get<T>({ url }: RegisteredTenant, path: string, cookie: string): Promise<T> {
  const answer = await fetch(url + path, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
