import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { ClickIdentityEvent } from '@tracker/schemas/events/click-identity';
import { describe, expect, test } from 'vitest';
import { useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();
const { app, click, get, post, stored } = ingest;

describe('GET /mc.js', () => {
  const bundle = readFileSync(new URL('./script/mc.min.js', import.meta.url), 'utf8');

  test('serves the script to any site, compressed when the client accepts gzip', async () => {
    const plain = await get('/mc.js');
    expect(plain.statusCode).toBe(200);
    expect(plain.body).toBe(bundle);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^public, max-age=\d+/),
      vary: 'accept-encoding',
    });
    const zipped = await get('/mc.js', { 'accept-encoding': 'gzip, br' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(bundle);
    expect((await get('/mc.js', { 'accept-encoding': 'br, gzip;q=0' })).body).toBe(bundle);
  });

  test('answers 304 when the client has the current version', async () => {
    const etag = String((await get('/mc.js')).headers.etag);
    for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const answer = await get('/mc.js', { 'if-none-match': known });
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await get('/mc.js', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('ignores the parameters of its URL in its body', async () => {
    const answer = await get('/mc.js?attribution=%3C/script%3E&cookiedomain=%22;alert(1)//&defaultcampaignid=%27');
    expect(answer.body).toBe(bundle);
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
    const body = JSON.stringify({ clickid: clickId, fbp: `fb.1.${'x'.repeat(400)}`, fbc: '{{fbc}}' });
    expect((await post('/i', body, { 'content-type': 'text/plain;charset=UTF-8' })).statusCode).toBe(204);
    await expect.poll(() => identities(clickId)).toHaveLength(1);
    expect(identities(clickId)[0]?.payload).toEqual({ clickId, fbp: `fb.1.${'x'.repeat(251)}`, fbc: '' });
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
