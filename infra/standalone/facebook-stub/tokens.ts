// Codes and tokens: the users who consented, expiry, and what ended a token.
import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { type Refusal, refusals, refuse } from './refusal.ts';

/** The response of debug_token. */
interface Token {
  readonly issuedAtMs: number;
  /** Null: it does not expire. */
  readonly expiresAtMs: number | null;
  readonly canManage: boolean;
}

export interface StubApp {
  readonly appId: string;
  readonly appSecret: string;
}

export interface Tokens {
  readonly user: { readonly id: string; readonly name: string };
  issueCode(redirectUri: string, options?: Granted): string;
  exchangeCode(code: string, redirectUri: string): TokenBody;
  extend(shortToken: string): TokenBody;
  /** A token as after a consent to read, valid for 60 days by default. */
  issue(options?: { expiresInMs?: number | null } & Granted): string;
  /** The person takes the permission to change ads back, in their settings. */
  takeManagementBack(): void;
  /** Whether the token may change ads. */
  canManage(token: string | undefined): boolean;
  /** A pixel's token: it belongs to another app, so it needs no appsecret_proof. */
  issueForPixel(): string;
  /** Ends all existing tokens, like a changed password. */
  endAll(refusal: Refusal): void;
  describe(token: string): Record<string, unknown>;
  /** Rejects everything but a valid token with its proof. */
  check(token: string | undefined, proof: string | undefined): void;
  checkForPixel(token: string | undefined, proof: string | undefined): void;
  isOfApp(token: string | undefined): boolean;
}

export interface Granted {
  /** ads_management, too. */
  readonly canManage?: boolean;
}

interface TokenBody {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
}

/** How the unique part of a token begins. */
const [MANAGES, READS] = ['a', '0'];
const SHORT_MS = 5_400_000;
const LONG_MS = 60 * DAY_MS;
const CODE_MS = 10 * 60_000;

export function createTokens({ appId, appSecret }: StubApp, clock: { now(): number }): Tokens {
  const codes = new Map<string, { redirectUri: string; expiresAtMs: number; isUsed: boolean; canManage: boolean }>();
  let managementEndedMs = 0;
  let ended: { refusal: Refusal; untilMs: number } | undefined;
  const pixelTokens = new Set<string>();
  const user = { id: '1001', name: 'Ana Lima' };

  const unguessable = (prefix: string) => prefix + randomBytes(30).toString('base64url').replace(/[-_]/g, 'x');
  const sign = (text: string) => createHmac('sha256', appSecret).update(text).digest('hex');
  // A token contains its own dates with a signature, so that a restarted demo accepts the tokens that it issued before.
  const mint = (lifeMs: number | null, canManage: boolean) => {
    const issuedAtMs = Math.max(clock.now(), (ended?.untilMs ?? 0) + 1, managementEndedMs + 1);
    const unique = `${canManage ? MANAGES : READS}${randomBytes(12).toString('hex')}`;
    const claims = `${issuedAtMs}Z${lifeMs === null ? '' : clock.now() + lifeMs}Z${unique}`;
    return `EAA${claims}Z${sign(claims)}`;
  };
  const read = (text: string | undefined): Token | undefined => {
    const [, claims = '', issuedAt, expiresAt, unique = '', signature] =
      /^EAA((\d+)Z(\d*)Z([0-9a-f]+))Z([0-9a-f]+)$/.exec(text ?? '') ?? [];
    if (signature !== sign(claims)) return undefined;
    return {
      issuedAtMs: Number(issuedAt),
      expiresAtMs: expiresAt === '' ? null : Number(expiresAt),
      canManage: unique.startsWith(MANAGES),
    };
  };
  const body = (lifeMs: number, canManage: boolean): TokenBody => ({
    access_token: mint(lifeMs, canManage),
    token_type: 'bearer',
    expires_in: Math.floor(lifeMs / 1000),
  });
  const refusalOf = (text: string | undefined): Refusal | undefined => {
    const token = read(text);
    if (!token) return refusals.badToken;
    if (ended && token.issuedAtMs <= ended.untilMs) return ended.refusal;
    const isOver = token.expiresAtMs !== null && token.expiresAtMs <= clock.now();
    return isOver ? refusals.expiredToken : undefined;
  };

  const canManage = (text: string | undefined): boolean => {
    const token = read(text);
    return token?.canManage === true && token.issuedAtMs > managementEndedMs;
  };

  return {
    user,
    issueCode(redirectUri, { canManage = false } = {}) {
      const code = unguessable('AQ');
      codes.set(code, { redirectUri, expiresAtMs: clock.now() + CODE_MS, isUsed: false, canManage });
      return code;
    },
    exchangeCode(text, redirectUri) {
      const code = codes.get(text) ?? refuse(refusals.badParameter);
      if (code.redirectUri !== redirectUri) refuse(refusals.otherRedirect);
      if (code.isUsed) refuse(refusals.usedCode);
      if (code.expiresAtMs <= clock.now()) refuse(refusals.expiredCode);
      code.isUsed = true;
      return body(SHORT_MS, code.canManage);
    },
    extend(shortToken) {
      const refusal = refusalOf(shortToken);
      if (refusal) refuse(refusal);
      return body(LONG_MS, read(shortToken)?.canManage ?? false);
    },
    issue: ({ expiresInMs = LONG_MS, canManage = false } = {}) => mint(expiresInMs, canManage),
    takeManagementBack() {
      managementEndedMs = Math.max(clock.now(), managementEndedMs + 1);
    },
    canManage,
    issueForPixel() {
      const token = unguessable('EAAP');
      pixelTokens.add(token);
      return token;
    },
    endAll(refusal) {
      ended = { refusal, untilMs: Math.max(clock.now(), (ended?.untilMs ?? 0) + 1) };
    },
    describe(text) {
      const token = read(text);
      if (!token) return { is_valid: false, scopes: [] };
      const { expiresAtMs } = token;
      return {
        app_id: appId,
        type: 'USER',
        application: 'Traffic Tracker',
        is_valid: refusalOf(text) === undefined,
        expires_at: expiresAtMs === null ? 0 : Math.floor(expiresAtMs / 1000),
        data_access_expires_at: Math.floor((clock.now() + 90 * DAY_MS) / 1000),
        scopes: ['ads_read', ...(canManage(text) ? ['ads_management'] : []), 'public_profile'],
        user_id: user.id,
      };
    },
    check(token, proof) {
      const refusal = refusalOf(token);
      if (refusal) refuse(refusal);
      if (proof === undefined) refuse(refusals.noProof);
      const right = createHmac('sha256', appSecret)
        .update(token ?? '')
        .digest('hex');
      if (proof !== right) refuse(refusals.badProof);
    },
    checkForPixel(token, proof) {
      if (!pixelTokens.has(token ?? '')) refuse(refusals.badToken);
      if (proof !== undefined) refuse(refusals.badProof);
    },
    isOfApp: (token) => token === `${appId}|${appSecret}`,
  };
}
