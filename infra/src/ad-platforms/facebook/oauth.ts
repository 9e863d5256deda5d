// OAuth: how a tenant grants access to its ads, and revokes it.
import type { Clock } from '../../lifecycle/clock.ts';
import type { ConsentOptions } from '../ad-platform.ts';
import { DebugTokenAnswer, MeAnswer, SuccessAnswer, TokenAnswer } from './answers.ts';
import type { GraphCall } from './graph-call.ts';

/** Reading spend needs no more. */
const READ = 'ads_read';

/** Changing ads needs it besides. */
export const MANAGE_SCOPE = 'ads_management';

export interface AppIdentity {
  readonly dialogUrl: string;
  readonly version: string;
  readonly appId: string;
  readonly appSecret: string;
  readonly clock: Clock;
}

export interface LongToken {
  readonly accessToken: string;
  /** Unix milliseconds; null when it does not expire. About 60 days, and nothing can lengthen it but a new consent. */
  readonly expiresAtMs: number | null;
}

export interface TokenState {
  /** Valid, and of our app: a token of another one fails at every call. */
  readonly isValid: boolean;
  readonly expiresAtMs: number | null;
  /** When the right to the data ends, which may be before the token does. */
  readonly dataAccessExpiresAtMs: number | null;
  readonly scopes: readonly string[];
  readonly userId: string | null;
}

export interface OAuth {
  /** Where the browser goes. It comes back with `code` and `state`, or with `error=access_denied` and `state`. */
  consentUrl(options: ConsentOptions): string;
  /** The code of the consent page to a token of some hours. `redirectUri` as it was in the consent page's address. */
  exchangeCode(code: string, redirectUri: string, signal?: AbortSignal): Promise<string>;
  extendToken(shortToken: string, signal?: AbortSignal): Promise<LongToken>;
  debugToken(token: string, signal?: AbortSignal): Promise<TokenState>;
  me(token: string, signal?: AbortSignal): Promise<{ id: string; name: string }>;
  /** Takes the consent back: no token of this person is worth anything afterwards. */
  revoke(token: string, signal?: AbortSignal): Promise<void>;
}

export function createOAuth(call: GraphCall, app: AppIdentity): OAuth {
  const { appId, appSecret, clock } = app;
  const exchange = (name: string, params: Record<string, string>, signal?: AbortSignal) =>
    call(
      { name, to: '/oauth/access_token', params: { client_id: appId, client_secret: appSecret, ...params }, signal },
      TokenAnswer,
    );
  return {
    consentUrl: (options) => consentUrl(app, options),
    async exchangeCode(code, redirectUri, signal) {
      return (await exchange('exchange code', { redirect_uri: redirectUri, code }, signal)).access_token;
    },
    async extendToken(shortToken, signal) {
      const params = { grant_type: 'fb_exchange_token', fb_exchange_token: shortToken };
      const { access_token, expires_in } = await exchange('extend token', params, signal);
      return { accessToken: access_token, expiresAtMs: expires_in ? clock.now() + expires_in * 1000 : null };
    },
    async debugToken(token, signal) {
      const request = { name: 'debug token', to: '/debug_token', params: { input_token: token }, signal };
      const { data } = await call({ ...request, token: `${appId}|${appSecret}` }, DebugTokenAnswer);
      return {
        isValid: data.is_valid && data.app_id === appId,
        expiresAtMs: msOf(data.expires_at),
        dataAccessExpiresAtMs: msOf(data.data_access_expires_at),
        scopes: data.scopes,
        userId: data.user_id ?? null,
      };
    },
    me: (token, signal) => call({ name: 'me', to: '/me', params: { fields: 'id,name' }, token, signal }, MeAnswer),
    async revoke(token, signal) {
      await call({ name: 'revoke', method: 'DELETE', to: '/me/permissions', token, signal }, SuccessAnswer);
    },
  };
}

function consentUrl(
  { dialogUrl, version, appId }: AppIdentity,
  { redirectUri, state, permit }: ConsentOptions,
): string {
  const url = new URL(`${dialogUrl}/${version}/dialog/oauth`);
  url.searchParams.set('client_id', appId);
  url.searchParams.set('redirect_uri', redirectUri);
  url.searchParams.set('state', state);
  url.searchParams.set('scope', permit === 'actions' ? `${READ},${MANAGE_SCOPE}` : READ);
  // Otherwise a permission that was once declined is not asked for again.
  if (permit === 'actions') url.searchParams.set('auth_type', 'rerequest');
  url.searchParams.set('response_type', 'code');
  return url.href;
}

const msOf = (seconds: number) => (seconds === 0 ? null : seconds * 1000);
