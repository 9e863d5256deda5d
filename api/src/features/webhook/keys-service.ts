import { notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { addMissingTrackingKeys, newTrackingKey } from '@tracker/infra/postgres/tables/tracking-keys';
import { lockTenant } from '@tracker/infra/postgres/wire';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import { providerSecretAad, providerTokenHash } from '@tracker/infra/secrets/provider-secret';
import { PROVIDERS, type Provider } from '@tracker/schemas/checkouts/provider';
import type { WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { type Instant, instantFromMs } from '@tracker/schemas/primitives/time';
import type { Person, Principal } from '../../http/access.ts';
import { record } from '../../store/audit.ts';

export interface WebhookKeyService {
  /** The key in use of each checkout, in the order of the webhook screen. A checkout that is new since the last call gets its key. */
  list(principal: Principal): Promise<WebhookKey[]>;
  setSecret(principal: Person, provider: Provider, secret: string): Promise<void>;
  removeSecret(principal: Person, provider: Provider): Promise<void>;
  rotate(principal: Person, provider: Provider): Promise<WebhookKey>;
}

export interface WebhookKeyDeps {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/** Time enough to change the address in the checkout's panel. */
const OLD_KEY_LIVES_MS = DAY_MS;

export function createWebhookKeyService({ postgres, keyring, clock, publicUrl }: WebhookKeyDeps): WebhookKeyService {
  /** The key in use of each checkout, and those that were replaced less than a day ago. */
  const livingKeys = ({ tenantId }: Principal) =>
    postgres.withTenant(tenantId, (trx) =>
      trx
        .selectFrom('tracking_keys')
        .leftJoin('webhook_secrets', (join) =>
          join
            .onRef('webhook_secrets.provider', '=', 'tracking_keys.provider')
            .onRef('webhook_secrets.tenant_id', '=', 'tracking_keys.tenant_id'),
        )
        .select(['tracking_keys.provider as provider', 'key', 'set_at', 'expires_at'])
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date(clock.now()))]))
        .orderBy('expires_at')
        .execute(),
    );

  async function list(principal: Principal): Promise<WebhookKey[]> {
    let rows = await livingKeys(principal);
    const inUse = new Set(rows.filter(({ expires_at }) => expires_at === null).map(({ provider }) => provider));
    if (PROVIDERS.some((provider) => !inUse.has(provider))) {
      const { tenantId } = principal;
      await postgres.withTenant(tenantId, (trx) => addMissingTrackingKeys(trx, tenantId, new Date(clock.now())));
      rows = await livingKeys(principal);
    }
    const replacedUntil = new Map<string, Instant>();
    for (const { provider, expires_at } of rows) {
      if (expires_at) replacedUntil.set(provider, instantFromMs(expires_at.getTime()));
    }
    const order = (provider: string) => PROVIDERS.indexOf(provider as Provider);
    return rows
      .filter(({ provider, expires_at }) => expires_at === null && order(provider) >= 0)
      .sort((a, b) => order(a.provider) - order(b.provider))
      .map(({ provider, key, set_at }) => ({
        provider: provider as Provider,
        key,
        url: `${publicUrl}/webhooks/${provider}/${key}`,
        secretSet: set_at !== null,
        previousKeyUntil: replacedUntil.get(provider) ?? null,
      }));
  }

  return {
    list,

    async setSecret(person, provider, secret) {
      const { tenantId } = person;
      const values = {
        sealed: keyring.seal(secret, providerSecretAad(tenantId, provider)),
        token_hash: providerTokenHash(provider, secret),
        set_at: new Date(clock.now()),
      };
      await postgres.withTenant(tenantId, async (trx) => {
        await trx
          .insertInto('webhook_secrets')
          .values({ tenant_id: tenantId, provider, ...values })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'provider']).doUpdateSet(values))
          .execute();
        await record(trx, person, 'webhook-secret.set', { provider });
      });
    },

    async removeSecret(person, provider) {
      await postgres.withTenant(person.tenantId, async (trx) => {
        const removed = await trx.deleteFrom('webhook_secrets').where('provider', '=', provider).executeTakeFirst();
        if (removed.numDeletedRows > 0n) await record(trx, person, 'webhook-secret.remove', { provider });
      });
    },

    async rotate(person, provider) {
      const { tenantId } = person;
      const now = clock.now();
      await postgres.withTenant(tenantId, async (trx) => {
        await lockTenant(trx, 'trackingKeys', tenantId);
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
        await record(trx, person, 'webhook-key.rotate', { provider });
      });
      const key = (await list(person)).find((one) => one.provider === provider);
      if (!key) throw notFound();
      return key;
    },
  };
}
