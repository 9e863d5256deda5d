import { interpretDelivery } from '@tracker/infra/identity/interpret-delivery';
import {
  EXAMPLE_CAMPAIGN_ID,
  EXAMPLE_KEY,
  PUBLIC_ENDPOINTS,
  type PublicEndpoint,
  type PublicExample,
} from '@tracker/schemas/capture/public-endpoints';
import { EXAMPLE_CLICK_ID } from '@tracker/schemas/checkouts/example';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { useIngest } from './testing/use-ingest.ts';

/** Each example of the reference is sent as it is written there, with a key, a campaign and a click of the reader's own. */
const ingest = useIngest();
let clickId: string;
beforeEach(async () => {
  clickId = (await ingest.get(`/track/${ingest.tenant.campaignId}?format=json`)).json<{ clickid: string }>().clickid;
});

const cases = PUBLIC_ENDPOINTS.flatMap((endpoint) =>
  (endpoint.examples ?? []).map((example) => [endpoint.name, example.summary, endpoint, example] as const),
);

async function permitGet(): Promise<void> {
  await ingest.stack.postgres.withTenant(ingest.tenant.tenantId, (trx) =>
    trx.updateTable('tracking_keys').set({ permits_get: true }).execute(),
  );
}

async function send({ method, paths }: PublicEndpoint, { params = {}, query = {}, body }: PublicExample) {
  const { trackingKeys, campaignId } = ingest.tenant;
  const key = trackingKeys[(params.provider ?? 'generic') as keyof typeof trackingKeys];
  const own = (text: string) =>
    text
      .replaceAll(EXAMPLE_CLICK_ID, clickId)
      .replaceAll(EXAMPLE_KEY, key)
      .replaceAll(`"${EXAMPLE_CAMPAIGN_ID}"`, `"${campaignId}"`);
  const given = JSON.parse(own(JSON.stringify({ params, query }))) as Required<Pick<PublicExample, 'params' | 'query'>>;
  const url = paths[0].replace(/:(\w+)/g, (_, name: string) => given.params[name] ?? '');
  return ingest.app.inject({
    ...{ method, url, query: given.query, headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } },
    ...(body && {
      payload: own(JSON.stringify(body)),
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
    }),
  });
}

/** What each summary says of the sale, in the words of the ledger. */
const CONVERSIONS: Readonly<Record<string, object>> = {
  'Compra aprovada': { conversionType: 'purchase', status: 'approved', refundAmount: '0.00' },
  'Venda aprovada': { conversionType: 'purchase', status: 'approved', refundAmount: '0.00' },
  'Nos nomes de um rastreador': { conversionType: 'purchase', status: 'approved', amount: '12.50' },
  'Pix pago': { conversionType: 'purchase', status: 'approved', sold: { paymentMethod: 'pix' } },
  'Pix gerado': { conversionType: 'purchase', status: 'pending', sold: { paymentMethod: 'pix' } },
  'Aguardando pagamento': { conversionType: 'purchase', status: 'pending' },
  Recusado: { conversionType: 'purchase', status: 'refused' },
  'Reembolso parcial': { conversionType: 'purchase', status: 'partially_refunded', refundAmount: '30.00' },
  Reembolso: { conversionType: 'purchase', status: 'refunded' },
  Chargeback: { conversionType: 'purchase', status: 'chargeback' },
  'Chargeback revertido': { conversionType: 'purchase', status: 'chargeback_reversed' },
  Lead: { conversionType: 'lead', status: 'approved', amount: '0.00' },
};
const AMOUNTS: Readonly<Record<string, string>> = { generic: '97.90', 'own-checkout': '497.00', orders: '197.00' };

/** The ledger's reading of what was stored. */
async function storedConversion(): Promise<unknown> {
  const found = () => ingest.deliveries.findLast(({ tenantId }) => tenantId === ingest.tenant.tenantId);
  await expect.poll(found).toBeDefined();
  const verdict = await interpretDelivery(
    found() as ConversionEvent,
    DEFAULT_TIME_ZONE,
    async () => ingest.tenant.tenantId,
  );
  return verdict.kind === 'processed' ? verdict.conversion : verdict;
}

/** What the other addresses store. */
const EVENTS: Readonly<Record<string, () => object>> = {
  'capture.track': () => ({
    type: 'click',
    payload: {
      tags: expect.objectContaining({
        ...{ source: 'facebook', utmSource: 'facebook', sub1: '120210000000001', sub4: 'VSL 01' },
      }),
    },
  }),
  'capture.view': () => ({
    type: 'page-view',
    payload: { clickId, url: 'https://loja.example/oferta', title: 'Oferta' },
  }),
  'capture.identify': () => ({
    type: 'click-identity',
    payload: { clickId, fbp: 'fb.1.1751849000000.1234567890', fbc: 'fb.1.1751849000000.AbCdEf' },
  }),
  'capture.checkout': () => ({ type: 'checkout', payload: { clickId, url: 'https://pay.hotmart.com/A1234567B' } }),
  'capture.notice': () => ({ type: 'script-notice', payload: { clickId, problem: 'button-without-link' } }),
};

const storedEvents = () =>
  [...ingest.stored.values()].filter((event) => (event as ConversionEvent).tenantId === ingest.tenant.tenantId);

describe.each(cases)('%s: %s', (name, summary, endpoint, example) => {
  test('is answered as the reference says, and stored as its summary says', async () => {
    if (endpoint.method === 'GET' && /by-get$/.test(name)) await permitGet();
    const { statusCode, body } = await send(endpoint, example);
    expect(statusCode, body).toBe(example.status);
    const event = EVENTS[name]?.();
    if (event) return await expect.poll(storedEvents).toContainEqual(expect.objectContaining(inside(event)));
    const answer = JSON.parse(body);
    if (name === 'capture.lead') {
      const { name: person, nome = person, email, source = null } = example.body as Record<string, string>;
      return expect(answer.lead).toMatchObject({ name: nome, email, source });
    }
    expect(answer).toMatchObject({ success: true, conversionId: expect.any(String), clickId });
    const expected = CONVERSIONS[summary.replace(/^[\w-]+: /, '')];
    expect(expected, 'each summary says what is stored').toBeDefined();
    const amount = AMOUNTS[example.params?.provider ?? 'generic'];
    expect(await storedConversion()).toMatchObject({ amount, currency: 'BRL', isTest: false, ...expected });
  });
});

/** Of an event what is named, and all else that it has. */
const inside = ({ payload, ...event }: { payload?: object }) => ({
  ...event,
  payload: expect.objectContaining(payload ?? {}),
});

test('there is an example for each address that takes something', () => {
  const without = PUBLIC_ENDPOINTS.filter(({ examples = [] }) => examples.length === 0).map(({ name }) => name);
  expect(without).toEqual(['capture.script']);
});
