// Verifies that a delivery comes from its checkout: over the raw bytes, and in constant time.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { checkoutSecretAad } from '@tracker/infra/secrets/checkout-secret';
import type { Authenticity } from '@tracker/schemas/checkouts/define-checkout';
import { fieldOf, valueAt } from '@tracker/schemas/checkouts/fields';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { JsonObject } from '@tracker/schemas/checkouts/mapping';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { IngestDeps } from '../deps.ts';

/** What a delivery may prove itself with. */
export interface Proof {
  readonly bytes: Uint8Array;
  readonly headers: IncomingHttpHeaders;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: JsonObject;
}

/** `not-asked`: the tenant set no secret for this checkout. */
export type SecretVerdict = 'right' | 'wrong' | 'not-asked';

export async function checkSecret(
  { secrets, keyring }: Pick<IngestDeps, 'secrets' | 'keyring'>,
  tenantId: TenantId,
  checkout: CheckoutId,
  proof: Proof,
): Promise<SecretVerdict> {
  const entry = await secrets.find(tenantId, checkout);
  if (!entry) return 'not-asked';
  const secret = Buffer.from(keyring.decrypt(entry.encrypted, checkoutSecretAad(tenantId, checkout))).toString('utf8');
  return proves(CHECKOUTS[checkout].authenticity, proof, secret) ? 'right' : 'wrong';
}

/** Whether a delivery came with a token or signature of this checkout, right or wrong. */
export function showsSecret(checkout: CheckoutId, proof: Proof): boolean {
  const rule = CHECKOUTS[checkout].authenticity;
  return rule.kind === 'token' ? tokensOf(rule, proof).length > 0 : signatureOf(rule, proof) !== '';
}

function proves(rule: Authenticity, proof: Proof, secret: string): boolean {
  if (rule.kind === 'token') {
    // Compare all of them: a checkout may send its own header in addition to ours.
    return tokensOf(rule, proof).reduce((right, token) => isSame(token, secret) || right, false);
  }
  const shown = signatureOf(rule, proof);
  if (rule.kind === 'hmac-of-id') return provesId(rule, shown, proof, secret);
  const { time, marks } = rule.isTimed ? timedMarks(shown) : { time: '', marks: [shown] };
  const hash = createHmac(rule.algorithm, secret)
    .update(rule.isTimed ? `${time}.` : '')
    .update(proof.bytes);
  const expected = hash.digest(rule.encoding);
  // Hex may come in capitals and after the algorithm's name; in base64 the case says something.
  const plain = (mark: string) => (rule.encoding === 'hex' ? mark.replace(/^sha(1|256)=/i, '').toLowerCase() : mark);
  return marks.reduce((right, mark) => isSame(plain(mark), expected) || right, false);
}

function signatureOf(rule: Exclude<Authenticity, { kind: 'token' }>, proof: Proof): string {
  const { query, header } = rule.kind === 'hmac' ? rule.from : { query: undefined, header: rule.header };
  return textOf(query === undefined ? proof.headers[header ?? ''] : proof.query[query]);
}

/** The id is taken from the body, which says what is looked up: the address may name another one. */
function provesId(
  { idAt }: Authenticity & { kind: 'hmac-of-id' },
  shown: string,
  { headers, body }: Proof,
  secret: string,
): boolean {
  const { time, marks } = timedMarks(shown, 'ts');
  const id = valueAt(body, idAt);
  const parts = [
    ['id', typeof id === 'number' ? String(id) : textOf(id).toLowerCase()],
    ['request-id', textOf(headers['x-request-id'])],
    ['ts', time],
  ] as const;
  const signed = parts.map(([name, value]) => (value === '' ? '' : `${name}:${value};`)).join('');
  const expected = createHmac('sha256', secret).update(signed).digest('hex');
  return marks.reduce((right, mark) => isSame(mark.toLowerCase(), expected) || right, false);
}

/** `t=1492774577,v1=5257a8…,v1=…`: more than one while a secret is being changed. */
function timedMarks(shown: string, timeName = 't'): { time: string; marks: string[] } {
  const parts = shown.split(',', SIGNATURE_PARTS_MAX).map((part) => part.trim().split('='));
  const valuesOf = (name: string) => parts.flatMap(([key, value = '']) => (key === name ? [value] : []));
  return { time: valuesOf(timeName)[0] ?? '', marks: valuesOf('v1') };
}

const SIGNATURE_PARTS_MAX = 8;

function tokensOf({ headers, bodyFields }: Authenticity & { kind: 'token' }, proof: Proof): string[] {
  const fromHeaders = headers.map((name) => {
    const text = textOf(proof.headers[name]);
    return name === 'authorization' ? tokenIn(text) : text;
  });
  const fromBody = bodyFields.map((name) => textOf(fieldOf(proof.body, name)));
  return [...fromHeaders, ...fromBody].filter((token) => token !== '');
}

/** After 'Bearer '; of 'Basic ' the user and the password, as 'user:password'. */
function tokenIn(authorization: string): string {
  const [, basic] = /^basic\s+(.*)$/i.exec(authorization) ?? [];
  return basic === undefined ? authorization.replace(/^bearer\s+/i, '') : Buffer.from(basic, 'base64').toString('utf8');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Hashed first: texts of different lengths take the same time too. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const digest = (text: string) => createHash('sha256').update(text).digest();
