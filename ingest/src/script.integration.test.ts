import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createServer } from '@tracker/infra/http/server';
import { ClickIdentityEvent } from '@tracker/schemas/events/click-identity';
import { describe, expect, test } from 'vitest';
import { registerScript } from './routes/script.ts';
import { useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();
const { app, click, get, post, stored } = ingest;

describe('GET /mc.js', () => {
  const bundle = readFileSync(new URL('./script/mc.min.js', import.meta.url), 'utf8');
  const served = (address: string) => bundle.replace("('');\n", `('${address}');\n`);
  const QUERY =
    'attribution=lastclick&cookiedomain=.loja.com&cookieduration=30&defaultcampaignid=lanc01&regviewonce=true';

  test('serves the script to any site, compressed when the client accepts gzip', async () => {
    const text = served(`http://localhost:80/mc.js?${QUERY}`);
    const plain = await get(`/mc.js?${QUERY}`);
    expect(plain.statusCode).toBe(200);
    expect(plain.body).toBe(text);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^public, max-age=\d+/),
      vary: 'accept-encoding',
    });
    const zipped = await get(`/mc.js?${QUERY}`, { 'accept-encoding': 'gzip, br' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(text);
    expect(zipped.rawPayload.length).toBeLessThan(6_200);
    expect((await get(`/mc.js?${QUERY}`, { 'accept-encoding': 'br, gzip;q=0' })).body).toBe(text);
  });

  test('answers 304 when the client has the current version of this address', async () => {
    const etag = String((await get(`/mc.js?${QUERY}`)).headers.etag);
    for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const answer = await get(`/mc.js?${QUERY}`, { 'if-none-match': known });
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
    }
    for (const other of [`/mc.js?${QUERY}&hashviews=1`, '/mc.js'])
      expect((await get(other, { 'if-none-match': etag })).statusCode).toBe(200);
    expect((await get(`/mc.js?${QUERY}`, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test.each([
    ['parameters in another form', '?attribution=%3C/script%3E&cookiedomain=%22;alert(1)//&defaultcampaignid=%27', {}],
    ['parameters that it does not know', "?x=');alert(1)//&regviewonce=yes", {}],
    ['a list of values', "?defaultcampaignid[]=');alert(1)//", {}],
    ['another host that was forwarded', '', { 'x-forwarded-host': 'evil.example' }],
    ['a host that is none', '', { host: "x');alert(1)//" }],
  ])('writes no %s into its text', async (_, query, headers) => {
    const { body } = await get(`/mc.js${query}`, headers);
    expect(body.replace(':80/', '/')).toBe(served('http://localhost/mc.js?'));
  });

  test('writes the address of the product into its text when it has one', async () => {
    const own = createServer({ logger: ingest.stack.logger, trustProxy: false });
    registerScript(own, { publicUrl: "https://t.example.com/a'b" });
    const { body } = await own.inject({ url: '/mc.js?hashviews=true', headers: { host: 'evil.example' } });
    expect(body).toBe(served('https://t.example.com/a%27b/mc.js?hashviews=true'));
    await own.close();
  });
});

describe('POST /identify', () => {
  const identities = (clickId: string) =>
    [...stored.values()]
      .flatMap((event) => ClickIdentityEvent.safeParse(event).data ?? [])
      .filter(({ payload }) => payload.clickId === clickId);

  test('stores the Facebook ids that the page learns after the click', async () => {
    const clickId = await click();
    const answer = await post('/identify', { clickid: clickId, fbp: 'fb.1.2.3', fbc: 'fb.1.2.abc' });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    await expect.poll(() => identities(clickId)).toHaveLength(1);
    const [event] = identities(clickId);
    expect(event).toMatchObject({
      tenantId: ingest.tenant.tenantId,
      campaignId: ingest.tenant.campaignId,
      payload: { clickId, fbp: 'fb.1.2.3', fbc: 'fb.1.2.abc' },
    });
    expect(stored.get(String(event?.id))).toMatchObject({ key: clickId });
  });

  test('has a neutral alias, and accepts the plain text of a beacon', async () => {
    const clickId = await click();
    const fbp = `fb.1.${'x'.repeat(400)}`;
    const body = JSON.stringify({ clickid: clickId, fbp, fbc: '{{fbc}}' });
    expect((await post('/i', body, { 'content-type': 'text/plain;charset=UTF-8' })).statusCode).toBe(204);
    await expect.poll(() => identities(clickId)).toHaveLength(1);
    expect(identities(clickId)[0]?.payload).toEqual({ clickId, fbp, fbc: '' });
  });

  test('answers 204 and stores nothing for an unknown click or empty ids', async () => {
    const known = await click();
    const before = stored.size;
    for (const body of [
      { clickid: 'mc_nobody_1751849000000123456', fbp: 'fb.1.2.3' },
      { clickid: 'not a click id', fbp: 'fb.1.2.3' },
      { clickid: known },
      { clickid: known, fbp: 7, fbc: null },
    ]) {
      expect((await post('/i', body)).statusCode).toBe(204);
    }
    await ingest.eventOf(await click());
    expect(identities(known)).toEqual([]);
    expect(stored.size).toBeLessThanOrEqual(before + 2);
  });

  test('answers 400 without a click id or without a JSON object', async () => {
    for (const body of ['', '{', '[]', 'null', '"x"', '{}', '{"clickid":""}', '{"clickid":{}}', '['.repeat(16_000)]) {
      const answer = await post('/identify', body);
      expect([body.slice(0, 20), answer.statusCode]).toEqual([body.slice(0, 20), 400]);
      expect(answer.json()).toMatchObject({ message: expect.stringMatching(/\.$/) });
    }
  });

  test('answers preflights of another site', async () => {
    for (const url of ['/identify', '/i']) {
      const answer = await app.inject({ method: 'OPTIONS', url, headers: { origin: 'https://loja.com' } });
      expect(answer.statusCode).toBe(204);
      expect(answer.headers['access-control-allow-methods']).toContain('POST');
    }
  });
});
