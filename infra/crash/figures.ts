import type { Company } from '../e2e/company.ts';

/** The tables still change: two reads do not agree. */
export class NotSettledError extends Error {
  override readonly name = 'NotSettledError';
}

/** What the product says of the company, read as its people do: by its API. */
export interface Figures {
  readonly clickIds: ReadonlySet<string>;
  readonly clicks: number;
  readonly views: number;
  readonly conversions: number;
  readonly revenueCents: number;
  /** Everything at once, to compare two states of the tables. */
  readonly fingerprint: string;
}

export async function readFigures(company: Company): Promise<Figures> {
  const cookie = await signIn(company);
  const clicks = await allPages(company, '/api/clicks', cookie);
  const views = await allPages(company, '/api/page-views', cookie);
  const conversions = await allPages(company, '/api/conversions', cookie);
  const [best] = await get<{ conversions: number; revenue: number }[]>(
    company,
    '/api/performance/best-campaigns?limit=1',
    cookie,
  );
  const summary = await get<{ revenue: { thisMonth: number } }>(company, '/api/performance/summary', cookie);
  const counted = conversions.filter((row) => row.status === 'approved');
  const revenueCents = Math.round(summary.revenue.thisMonth * 100);
  if (counted.length !== (best?.conversions ?? 0)) {
    throw new NotSettledError(
      `the list has ${counted.length} counted conversions and the dashboard ${best?.conversions}`,
    );
  }
  return {
    clickIds: new Set(clicks.map((row) => String(row.id))),
    clicks: clicks.length,
    views: views.length,
    conversions: counted.length,
    revenueCents,
    fingerprint: JSON.stringify([clicks, views, conversions, summary, best]),
  };
}

type Row = Readonly<Record<string, unknown>>;

async function allPages(company: Company, path: string, cookie: string): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | undefined = `${path}?limit=1000`;
  while (next !== undefined) {
    const answer: Response = await fetch(new URL(next, company.url), { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    rows.push(...((await answer.json()) as Row[]));
    const total = Number(answer.headers.get('x-total-count'));
    next = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    if (next === undefined && rows.length !== total)
      throw new NotSettledError(`${path}: ${rows.length} rows of ${total}`);
  }
  return rows;
}

async function signIn({ url, email, password }: Company): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

async function get<T>({ url }: Company, path: string, cookie: string): Promise<T> {
  const answer = await fetch(url + path, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
