import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { startGraphTest, useGraph } from '@tracker/test/kit/use-graph';
import { expect, test } from 'vitest';

const t = useGraph();
const redirectUri = 'https://rastreio.example/auth/facebook/callback';
const DAY_MS = 86_400_000;

/** Acts like the browser: opens the consent page, presses a button, and returns the redirect address. */
async function answerConsent(button: '__allow' | '__deny', state = 'abc'): Promise<URL> {
  const page = t.graph.consentUrl({ redirectUri, state });
  const html = await (await fetch(page)).text();
  expect(html).toContain('Continuar');
  const response = await fetch(`${page}&${button}=1`, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

test('exchanges the code of the consent page for a token of 60 days', async () => {
  const back = await answerConsent('__allow');
  expect(back.href).toMatch(`${redirectUri}?`);
  expect(back.searchParams.get('state')).toBe('abc');
  const short = await t.graph.exchangeCode(back.searchParams.get('code') ?? '', redirectUri);
  const { accessToken, expiresAtMs } = await t.graph.extendToken(short);
  expect(expiresAtMs).toBe(t.clock.now() + 60 * DAY_MS);
  expect(await t.graph.me(accessToken)).toEqual({ id: '1001', name: 'Ana Lima' });
  expect(await t.graph.debugToken(accessToken)).toMatchObject({
    isValid: true,
    expiresAtMs,
    scopes: ['ads_read', 'public_profile'],
    userId: '1001',
  });
});

test('returns an access_denied error and no code when the user declines', async () => {
  const back = await answerConsent('__deny');
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'abc' });
  expect(back.searchParams.has('code')).toBe(false);
});

test('exchanges a code once, for its own redirect address, within ten minutes', async () => {
  const code = t.stub.tokens.issueCode(redirectUri);
  await expect(t.graph.exchangeCode(code, `${redirectUri}/x`)).rejects.toMatchObject({ action: 'configuration' });
  await t.graph.exchangeCode(code, redirectUri);
  await expect(t.graph.exchangeCode(code, redirectUri)).rejects.toMatchObject({ action: 'reconnect' });
  const late = t.stub.tokens.issueCode(redirectUri);
  t.clock.advance(11 * 60_000);
  await expect(t.graph.exchangeCode(late, redirectUri)).rejects.toMatchObject({ action: 'reconnect' });
});

test('asks for a new connection when the token has expired, without a retry', async () => {
  const short = t.stub.tokens.issue({ expiresInMs: 1_000 });
  t.clock.advance(1_000);
  const expired = { action: 'reconnect', number: 190, subcode: 463, code: 'connection_expired' };
  await expect(t.graph.adAccounts(short)).rejects.toMatchObject(expired);
  await expect(t.graph.extendToken(short)).rejects.toMatchObject(expired);
  expect(t.stub.requests).toHaveLength(2);
  expect(await t.graph.debugToken(short)).toMatchObject({ isValid: false });
});

test('reports no expiry for a token that does not expire', async () => {
  const forever = t.stub.tokens.issue({ expiresInMs: null });
  expect(await t.graph.debugToken(forever)).toMatchObject({ isValid: true, expiresAtMs: null });
});

test('rejects every token after the consent was revoked', async () => {
  await t.graph.revoke(t.token);
  await expect(t.graph.me(t.token)).rejects.toMatchObject({ action: 'reconnect', subcode: 458 });
});

test('reports a changed password with a code of its own', async () => {
  t.stub.tokens.endAll(refusals.changedPassword);
  await expect(t.graph.me(t.token)).rejects.toMatchObject({
    action: 'reconnect',
    code: 'password_changed',
  });
});

test.each([
  [{ appSecret: 'wrong' }, 'app_refused'],
  [{ version: 'v24.0' }, 'version_ended'],
])('names the wrong setting %j', async (wrong, code) => {
  const other = await startGraphTest(wrong);
  await expect(other.graph.me(other.token)).rejects.toMatchObject({
    action: 'configuration',
    code,
  });
  await other.stub.close();
});
