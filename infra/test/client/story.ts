// A program of a customer: from a new tenant to its figures, with a client whose types are made of the document that the product serves.
// `client-story.e2e.test.ts` makes them, compiles this file against them, and runs it.
import { isDeepStrictEqual } from 'node:util';
import createClient from 'openapi-fetch';
import { eventually } from '../kit/eventually.ts';
import type { paths } from './generated/openapi.ts';

type Client = ReturnType<typeof createClient<paths>>;

const [baseUrl = '', registration = '{}'] = process.argv.slice(2);
const TODAY = new Date().toISOString();
const VISITOR = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

interface Answered<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** What was answered; anything else than success ends the program. */
async function take<Data>(call: Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (data === undefined) throw new Error(`${response.status} ${response.url}: ${JSON.stringify(error)}`);
  return data;
}

/** Signs up, and makes a campaign and an API key. */
async function begin() {
  const browser = createClient<paths>({ baseUrl });
  const registered = await browser.POST('/api/auth/register', { body: JSON.parse(registration) });
  const { tenant } = await take(Promise.resolve(registered));
  const cookie = registered.response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  browser.use({
    onRequest: ({ request }) => request.headers.set('cookie', cookie),
  });
  const campaign = await take(browser.POST('/api/campaigns', { body: { name: 'Lançamento 1' } }));
  const key = await take(
    browser.POST('/api/api-keys', { body: { name: 'Planilha', scopes: ['read', 'capture', 'spend'] } }),
  );
  const { timeZone } = await take(
    browser.GET('/api/tenants/{tenantId}', { params: { path: { tenantId: tenant.id } } }),
  );
  return { campaign, key: key.key, timeZone };
}

/** A click, three payments with their refunds, a Pix that waits, a lead. */
async function sell(client: Client, campaignId: string) {
  const { clickid } = await take(
    client.GET('/track/{campaignId}', {
      params: { path: { campaignId }, query: { format: 'json', utm_source: 'facebook', sub1: '120210000000001' } },
      headers: { 'user-agent': VISITOR },
    }),
  );
  type Conversion = NonNullable<paths['/conversion']['post']['requestBody']>['content']['application/json'];
  const send = async (conversion: Conversion) => {
    const answer = await take(
      client.POST('/conversion', { body: { click_id: clickid, currency: 'BRL', ...conversion } }),
    );
    if (!('conversionId' in answer)) throw new Error(`not stored: ${JSON.stringify(answer)}`);
    return answer.conversionId;
  };
  const ids = {
    kept: await send({ transaction_id: 'P-1', amount: '100.00', status: 'approved' }),
    refunded: await send({ transaction_id: 'P-2', amount: '200.00', status: 'approved' }),
    refundedInPart: await send({ transaction_id: 'P-3', amount: 150, status: 'approved' }),
    pending: await send({ transaction_id: 'P-4', amount: '80,00', status: 'pending', payment_method: 'pix' }),
  };
  await send({ transaction_id: 'P-2', event_type: 'refund', amount: '200.00', status: 'refunded' });
  await send({ transaction_id: 'P-3', amount: 150, status: 'partially_refunded', refund_amount: '50.00' });
  const { lead } = await take(
    client.POST('/leads', { body: { name: 'Ana Lima', email: 'ana@example.com', click_id: clickid } }),
  );
  return { clickid, ids, leadId: lead.id };
}

interface Page<Row> {
  readonly changes: readonly { readonly id: string; readonly row: Row | null }[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

/** A copy that is kept by polling: asks from a moment on, then from each cursor, until the copy is what is wanted. */
async function follow<Row>(
  ask: (query: { changedSince?: string; cursor?: string; limit: string }) => Promise<Page<Row>>,
  isComplete: (copy: ReadonlyMap<string, Row>) => boolean,
): Promise<ReadonlyMap<string, Row>> {
  const copy = new Map<string, Row>();
  let query: { changedSince?: string; cursor?: string } = { changedSince: new Date(Date.now() - 60_000).toISOString() };
  return eventually(async () => {
    for (let hasMore = true; hasMore; ) {
      // Two at a time: the cursor has to hold.
      const page = await ask({ ...query, limit: '2' });
      for (const { id, row } of page.changes) if (row) copy.set(id, row);
      query = { cursor: page.cursor };
      hasMore = page.hasMore;
    }
    if (!isComplete(copy)) throw new Error(`the copy is not complete: ${JSON.stringify([...copy])}`);
    return copy;
  });
}

/** Not sent. A client without types would compile, too: these are the errors that the types find. */
const misspelt = (client: Client) => [
  // @ts-expect-error -- a name that the call does not know
  client.GET('/api/conversions', { params: { query: { campaign_id: 'lanc01' } } }),
  // @ts-expect-error -- `from` and `to` are needed
  client.GET('/api/figures', { params: { query: { metrics: 'clicks' } } }),
  // @ts-expect-error -- an address that is not there
  client.GET('/api/orders', {}),
  // @ts-expect-error -- the list is of rows
  client.PUT('/api/spend', { body: { campaignId: 'lanc01', day: '2026-11-20', source: 'taboola', amount: '1.00' } }),
  // @ts-expect-error -- a day is text
  client.PUT('/api/spend', { body: [{ campaignId: 'lanc01', day: 20, source: 'taboola', amount: '1.00' }] }),
];
void misspelt;

const { campaign, key, timeZone } = await begin();
const { campaignId } = campaign;
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
const { clickid, ids, leadId } = await sell(client, campaignId);

const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(TODAY));
const entered = await take(
  client.PUT('/api/spend', {
    body: [
      // `id` and `campaignId` name the same campaign.
      { campaignId, day, source: 'taboola', amount: '30.50' },
      { campaignId: campaign.id, day, source: 'outbrain', amount: 19.5 },
      { campaignId: 'none', day, source: 'outbrain', amount: '1.00' },
    ],
  }),
);

const conversions = await follow(
  (query) => take(client.GET('/api/conversions/changes', { params: { query } })),
  (copy) =>
    copy.get(ids.refunded)?.status === 'refunded' &&
    copy.get(ids.refundedInPart)?.status === 'partially_refunded' &&
    copy.has(ids.kept) &&
    copy.has(ids.pending),
);
const leads = await follow(
  (query) => take(client.GET('/api/leads/changes', { params: { query } })),
  (copy) => copy.get(leadId)?.clickId === clickid,
);
const clicks = await follow(
  (query) => take(client.GET('/api/clicks/changes', { params: { query } })),
  (copy) => copy.get(clickid)?.conversionValue === '200.00',
);
const spend = await follow(
  (query) => take(client.GET('/api/spend/changes', { params: { query } })),
  (copy) => [...copy.values()].some(({ rows }) => rows.length === 2),
);
const figures = await eventually(async () => {
  const { total } = await take(
    client.GET('/api/figures', {
      params: {
        query: {
          ...{ from: day, to: day, metrics: 'clicks,conversions,revenue,spend,roas,pendingValue,leads' },
          f: [`campaign:is:${campaign.id}`],
        },
      },
    }),
  );
  const wanted = { clicks: 1, conversions: 2, revenue: 200, spend: 50, roas: 4, pendingValue: 80, leads: 1 };
  if (!isDeepStrictEqual(total.values, wanted)) throw new Error(JSON.stringify(total.values));
  return total.values;
});
const listed = await take(client.GET('/api/conversions', { params: { query: { campaignId } } }));

console.log(
  JSON.stringify({
    spend: { ...entered, rows: entered.rows.map(({ result, error }) => [result, error]) },
    conversions: Object.fromEntries(
      [...conversions.values()].map((row) => [row.transactionId, [row.status, row.value, row.netValue, row.clickId]]),
    ),
    // The copy is what the list says.
    isListed: isDeepStrictEqual(new Map(listed.map((row) => [row.id, row])), new Map(conversions)),
    lead: [...leads.values()].map(({ name, email, source }) => [name, email, source]),
    click: [...clicks.values()].map(({ conversionIds, conversionValue }) => [conversionIds.length, conversionValue]),
    spendOfDay: [...spend.values()].map(({ rows }) => rows.map(({ source, amount }) => [source, amount])),
    figures,
    clickid,
  }),
);
