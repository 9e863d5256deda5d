import { type AdPlatform, AdPlatformError, type Consent } from '@tracker/infra/ad-platforms/ad-platform';
import { saveConnection } from '@tracker/infra/ad-platforms/connection-store';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import { hashOfToken, newSecretToken } from '@tracker/infra/secrets/secret-token';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { ConnectError } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { Person } from '../../http/access.ts';
import { stateFor } from '../../http/wanted-tenant.ts';
import { record } from '../../store/audit.ts';
import { holdAdmin } from '../../store/made-by.ts';

export interface ConnectDeps {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly platform: AdPlatform;
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

/** The way to a platform's consent page and back. Both answer with an address for the browser; nothing here is an error page. */
export interface ConnectService {
  /** `permit`: to the consent for changing ads. */
  start(person: Person, permit?: 'actions'): Promise<string>;
  finish(person: Person, query: ConnectQuery): Promise<string>;
}

const CONSENT_MS = 10 * 60_000;

export function createConnectService(deps: ConnectDeps): ConnectService {
  const { postgres, platform, clock, logger } = deps;
  const { id, screen } = platform.descriptor;
  const redirectUri = `${deps.publicUrl}/auth/${id}/callback`;
  const backWith = (error: ConnectError) => `${screen}?error=${error}`;

  /** A state counts once, for the person who left with it, in the same session. */
  const takeState = ({ tenantId, userId, sessionId }: Person, state: string) =>
    postgres.withTenant(tenantId, (trx) =>
      trx
        .deleteFrom('ad_platform_consents')
        .where('state_hash', '=', hashOfToken(state))
        .where('platform', '=', id)
        .where('user_id', '=', userId)
        .where('session_id', '=', sessionId)
        .where('expires_at', '>', new Date(clock.now()))
        .returning('for_actions')
        .executeTakeFirst(),
    );

  return {
    async start({ tenantId, userId, sessionId }, permit) {
      if (!platform.isConfigured || (permit && !platform.control)) return backWith('not-configured');
      const state = stateFor(tenantId, newSecretToken());
      await postgres.withTenant(tenantId, (trx) =>
        trx
          .insertInto('ad_platform_consents')
          .values({
            state_hash: hashOfToken(state),
            tenant_id: tenantId,
            platform: id,
            user_id: userId,
            session_id: sessionId,
            expires_at: new Date(clock.now() + CONSENT_MS),
            for_actions: permit === 'actions',
          })
          .execute(),
      );
      return platform.consentUrl({ redirectUri, state, permit });
    },

    async finish(person, { code, state, error }) {
      if (!platform.isConfigured) return backWith('not-configured');
      const left = state === undefined ? undefined : await takeState(person, state);
      if (!left) return backWith('expired');
      const denied = left.for_actions ? 'actions-denied' : 'denied';
      if (error !== undefined) return backWith(error === 'access_denied' ? denied : 'failed');
      if (code === undefined) return backWith('failed');
      try {
        const consent = await platform.exchangeCode(code, redirectUri);
        if (!consent.canReadAds) return backWith('permission');
        await save(deps, person, consent);
        if (!left.for_actions) return `${screen}?connected=1`;
        return consent.canAct ? `${screen}?permitted=1` : backWith(denied);
      } catch (caught) {
        if (!(caught instanceof AdPlatformError)) throw caught;
        logger.warn(
          { event: 'ad-platform.connect.failed', err: caught, tenantId: person.tenantId },
          'ad platform connection failed; the person may retry',
        );
        return backWith('failed');
      }
    },
  };
}

const save = (deps: ConnectDeps, person: Person, consent: Consent) =>
  deps.postgres.withTenant(person.tenantId, async (trx) => {
    const platform = deps.platform.descriptor.id;
    await holdAdmin(trx, person);
    await saveConnection(trx, deps, { tenantId: person.tenantId, platform, by: person.userId }, consent);
    await record(trx, person, 'ad-platform.connect', { platform, canAct: consent.canAct });
  });
