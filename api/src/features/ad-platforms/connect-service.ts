import { type NewConnection, saveConnection } from '@tracker/infra/ad-platforms/connection-store';
import type { Graph } from '@tracker/infra/ad-platforms/facebook/graph';
import { GraphError } from '@tracker/infra/ad-platforms/facebook/graph-error';
import type { Facebook } from '@tracker/infra/ad-platforms/facebook/open-graph';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { ConnectError } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { Person } from '../../http/access.ts';
import { hashOfToken, newSecretToken } from '../../http/secret-token.ts';
import { record } from '../../store/audit.ts';

export interface ConnectDeps {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly facebook: Facebook;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

export interface ConnectQuery {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly error?: string | undefined;
}

/** The way to the provider's consent page and back. Both answer with an address for the browser; nothing here is an error page. */
export interface ConnectService {
  start(person: Person): Promise<string>;
  finish(person: Person, query: ConnectQuery): Promise<string>;
}

const CONSENT_MS = 10 * 60_000;
/** Without it the connection would see nothing: a person can take it out on the consent page. */
const NEEDED_SCOPE = 'ads_read';

export function createConnectService(deps: ConnectDeps): ConnectService {
  const { postgres, facebook, clock, logger } = deps;
  const redirectUri = `${deps.publicUrl}/auth/facebook/callback`;

  /** A state is worth something once, to the one who left with it, from the same session. */
  const takeState = ({ tenantId, userId, sessionId }: Person, state: string) =>
    postgres.withTenant(tenantId, (trx) =>
      trx
        .deleteFrom('facebook_consents')
        .where('state_hash', '=', hashOfToken(state))
        .where('user_id', '=', userId)
        .where('session_id', '=', sessionId)
        .where('expires_at', '>', new Date(clock.now()))
        .returning('state_hash')
        .executeTakeFirst(),
    );

  return {
    async start({ tenantId, userId, sessionId }) {
      if (!facebook.isConfigured) return backWith('not-configured');
      const state = newSecretToken();
      await postgres.withTenant(tenantId, (trx) =>
        trx
          .insertInto('facebook_consents')
          .values({
            state_hash: hashOfToken(state),
            tenant_id: tenantId,
            user_id: userId,
            session_id: sessionId,
            expires_at: new Date(clock.now() + CONSENT_MS),
          })
          .execute(),
      );
      return facebook.graph.consentUrl({ redirectUri, state });
    },

    async finish(person, { code, state, error }) {
      if (!facebook.isConfigured) return backWith('not-configured');
      if (state === undefined || !(await takeState(person, state))) return backWith('expired');
      if (error !== undefined) return backWith(error === 'access_denied' ? 'denied' : 'failed');
      if (code === undefined) return backWith('failed');
      try {
        const consent = await readConsent(facebook.graph, code, redirectUri);
        if (!consent.scopes.includes(NEEDED_SCOPE)) return backWith('permission');
        await save(deps, person, consent);
        return '/facebook?connected=1';
      } catch (caught) {
        if (!(caught instanceof GraphError)) throw caught;
        logger.warn(
          { event: 'ad-platform.connect.failed', err: caught, tenantId: person.tenantId },
          'ad platform connection failed; the person may retry',
        );
        return backWith('failed');
      }
    },
  };
}

interface Consent extends NewConnection {
  readonly scopes: readonly string[];
}

async function readConsent(graph: Graph, code: string, redirectUri: string): Promise<Consent> {
  const { accessToken, expiresAtMs } = await graph.extendToken(await graph.exchangeCode(code, redirectUri));
  const state = await graph.debugToken(accessToken);
  const { id, name } = await graph.me(accessToken);
  const ends = [expiresAtMs, state.expiresAtMs, state.dataAccessExpiresAtMs].filter((ms) => ms !== null);
  return {
    token: accessToken,
    expiresAtMs: ends.length === 0 ? null : Math.min(...ends),
    scopes: state.isValid ? state.scopes : [],
    facebookUserId: id,
    accountName: name,
  };
}

const save = (deps: ConnectDeps, person: Person, consent: Consent) =>
  deps.postgres.withTenant(person.tenantId, async (trx) => {
    await saveConnection(trx, deps, person.tenantId, consent);
    await record(trx, person, 'facebook.connect');
  });

const backWith = (error: ConnectError) => `/facebook?error=${error}`;
