import {
  EXAMPLE_CAMPAIGN_ID,
  EXAMPLE_KEY,
  PUBLIC_ENDPOINTS,
  type PublicEndpoint,
  type PublicExample,
} from '@tracker/schemas/capture/public-endpoints';
import { EXAMPLE_CLICK_ID } from '@tracker/schemas/checkouts/example';
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

describe.each(cases)('%s: %s', (name, _, endpoint, example) => {
  test('is answered as the reference says, and counts', async () => {
    if (endpoint.method === 'GET' && /by-get$/.test(name)) await permitGet();
    const { statusCode, body } = await send(endpoint, example);
    expect(statusCode, body).toBe(example.status);
    if (!/conversion|webhook/.test(name)) return;
    const answer = JSON.parse(body);
    expect(answer).toMatchObject({ success: true, conversionId: expect.any(String), clickId });
  });
});

test('there is an example for each address that takes something', () => {
  const without = PUBLIC_ENDPOINTS.filter(({ examples = [] }) => examples.length === 0).map(({ name }) => name);
  expect(without).toEqual(['capture.notice', 'capture.script']);
});
