import { notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { newTrackingKey } from '@tracker/infra/postgres/tables/create-tenant';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import { providerSecretAad, providerTokenHash } from '@tracker/infra/secrets/provider-secret';
import { PROVIDERS, type Provider } from '@tracker/schemas/checkouts/provider';
import type { WebhookKey } from '@tracker/schemas/contracts/webhooks.contract';
import { sql } from 'kysely';
import type { Principal } from '../../http/access.ts';

export interface WebhookKeyService {
  /** The keys in use, in the order of the webhook screen. */
  list(principal: Principal): Promise<WebhookKey[]>;
  setSecret(principal: Principal, provider: Provider, secret: string): Promise<void>;
  removeSecret(principal: Principal, provider: Provider): Promise<void>;
  rotate(principal: Principal, provider: Provider): Promise<WebhookKey>;
}

export interface WebhookKeyDeps {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/** Time enough to change the address in the checkout's panel. */
const OLD_KEY_LIVES_MS = 24 * 60 * 60 * 1000;

export function createWebhookKeyService({ postgres, keyring, clock, publicUrl }: WebhookKeyDeps): WebhookKeyService {
  async function list({ tenantId }: Principal): Promise<WebhookKey[]> {
    const rows = await postgres.withTenant(tenantId, (trx) =>
      trx
        .selectFrom('tracking_keys')
        .leftJoin('webhook_secrets', (join) =>
          join
            .onRef('webhook_secrets.provider', '=', 'tracking_keys.provider')
            .onRef('webhook_secrets.tenant_id', '=', 'tracking_keys.tenant_id'),
        )
        .select(['tracking_keys.provider as provider', 'key', 'set_at'])
        .where('expires_at', 'is', null)
        .execute(),
    );
    const order = (provider: string) => PROVIDERS.indexOf(provider as Provider);
    return rows
      .filter(({ provider }) => order(provider) >= 0)
      .sort((a, b) => order(a.provider) - order(b.provider))
      .map(({ provider, key, set_at }) => ({
        provider: provider as Provider,
        key,
        url: `${publicUrl}/webhooks/${provider}/${key}`,
        secretSet: set_at !== null,
      }));
  }

  return {
    list,

    async setSecret({ tenantId }, provider, secret) {
      const values = {
        sealed: keyring.seal(secret, providerSecretAad(tenantId, provider)),
        token_hash: providerTokenHash(provider, secret),
        set_at: new Date(clock.now()),
      };
      await postgres.withTenant(tenantId, (trx) =>
        trx
          .insertInto('webhook_secrets')
          .values({ tenant_id: tenantId, provider, ...values })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'provider']).doUpdateSet(values))
          .execute(),
      );
    },

    async removeSecret({ tenantId }, provider) {
      await postgres.withTenant(tenantId, (trx) =>
        trx.deleteFrom('webhook_secrets').where('provider', '=', provider).execute(),
      );
    },

    async rotate(principal, provider) {
      const { tenantId } = principal;
      const now = clock.now();
      await postgres.withTenant(tenantId, async (trx) => {
        // One after the other: of two at once, the second would not see the key of the first.
        await sql`SELECT pg_advisory_xact_lock(4307, hashtext(${tenantId}))`.execute(trx);
        await trx
          .deleteFrom('tracking_keys')
          .where('provider', '=', provider)
          .where('expires_at', '<', new Date(now))
          .execute();
        await trx
          .updateTable('tracking_keys')
          .set({ expires_at: new Date(now + OLD_KEY_LIVES_MS) })
          .where('provider', '=', provider)
          .where('expires_at', 'is', null)
          .execute();
        await trx
          .insertInto('tracking_keys')
          .values({ key: newTrackingKey(), tenant_id: tenantId, provider, created_at: new Date(now) })
          .execute();
      });
      const key = (await list(principal)).find((one) => one.provider === provider);
      if (!key) throw notFound();
      return key;
    },
  };
}
