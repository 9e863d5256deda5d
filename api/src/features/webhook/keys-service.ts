import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { addMissingTrackingKeys, newTrackingKey } from '@tracker/infra/postgres/tables/tracking-keys';
import { lockTenant } from '@tracker/infra/postgres/wire';
import { checkoutSecretAad } from '@tracker/infra/secrets/checkout-secret';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { AmountsIn } from '@tracker/schemas/checkouts/mapping';
import { CHECKOUT_IDS, type CheckoutId } from '@tracker/schemas/checkouts/registry';
import { isWeakSecret } from '@tracker/schemas/checkouts/typed-secret';
import type { WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Instant, instantFromMs } from '@tracker/schemas/primitives/time';
import type { Person, Principal } from '../../http/access.ts';
import { record } from '../../store/audit.ts';
import { holdAdmin, readMakers } from '../../store/made-by.ts';
import type { WebhookTokenService } from './token-service.ts';

export interface WebhookKeyService {
  /** The key in use of each checkout, in the order of the webhook screen. A checkout that is new since the last call gets its key. */
  list(principal: Principal): Promise<WebhookKey[]>;
  setSecret(principal: Person, checkout: CheckoutId, secret: string): Promise<void>;
  removeSecret(principal: Person, checkout: CheckoutId): Promise<void>;
  rotate(principal: Person, checkout: CheckoutId): Promise<WebhookKey>;
  /** Whether a GET with the key of this checkout counts. */
  permitGet(principal: Person, checkout: CheckoutId, permitsGet: boolean): Promise<WebhookKey>;
  /** The unit of amounts at the generic address. */
  setAmountsIn(principal: Person, amountsIn: AmountsIn): Promise<void>;
}

export interface WebhookKeyDeps {
  readonly tokens: WebhookTokenService;
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/** Time enough to change the address in the checkout's panel. */
const OLD_KEY_LIVES_MS = DAY_MS;
/** Of one checkout, still valid at the same time. */
export const OLD_KEYS_MAX = 5;

export function createWebhookKeyService({
  postgres,
  tokens,
  keyring,
  clock,
  publicUrl,
}: WebhookKeyDeps): WebhookKeyService {
  /** The key in use of each checkout, and those that were replaced less than a day ago. */
  const liveKeys = ({ tenantId }: Principal) =>
    postgres.withTenant(tenantId, async (trx) => {
      const keys = await trx
        .selectFrom('tracking_keys')
        .leftJoin('webhook_secrets', (join) =>
          join
            .onRef('webhook_secrets.provider', '=', 'tracking_keys.provider')
            .onRef('webhook_secrets.tenant_id', '=', 'tracking_keys.tenant_id'),
        )
        .select([
          'tracking_keys.provider as provider',
          'key',
          'secret_encrypted',
          'webhook_secrets.set_by as secret_set_by',
          'expires_at',
          'amounts_in',
          'permits_get',
        ])
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date(clock.now()))]))
        .orderBy('expires_at')
        .execute();
      const makerOf = await readMakers(trx);
      return keys.map(({ secret_set_by, ...key }) => ({ ...key, secretMadeBy: makerOf(secret_set_by) }));
    });

  /** Of one that does not decrypt nothing is known; `ops keys rotate` reports it. */
  function isWeak(tenantId: TenantId, checkout: CheckoutId, encrypted: Uint8Array): boolean {
    try {
      const secret = Buffer.from(keyring.decrypt(encrypted, checkoutSecretAad(tenantId, checkout))).toString();
      return isWeakSecret(checkout, secret);
    } catch {
      return false;
    }
  }

  async function list(principal: Principal): Promise<WebhookKey[]> {
    let rows = await liveKeys(principal);
    const inUse = new Set(rows.filter(({ expires_at }) => expires_at === null).map(({ provider }) => provider));
    if (CHECKOUT_IDS.some((checkout) => !inUse.has(checkout))) {
      const { tenantId } = principal;
      await postgres.withTenant(tenantId, (trx) => addMissingTrackingKeys(trx, tenantId, new Date(clock.now())));
      rows = await liveKeys(principal);
    }
    const replacedUntil = new Map<string, Instant>();
    for (const { provider, expires_at } of rows) {
      if (expires_at) replacedUntil.set(provider, instantFromMs(expires_at.getTime()));
    }
    const lookUpOf = await tokens.list(principal);
    const order = (provider: string) => CHECKOUT_IDS.indexOf(provider as CheckoutId);
    return rows
      .filter(({ provider, expires_at }) => expires_at === null && order(provider) >= 0)
      .sort((a, b) => order(a.provider) - order(b.provider))
      .map(({ provider, key, secret_encrypted, secretMadeBy, amounts_in, permits_get }) => ({
        provider: provider as CheckoutId,
        key,
        url: `${publicUrl}/webhooks/${provider}/${key}`,
        secretSet: secret_encrypted !== null,
        secretWeak: secret_encrypted !== null && isWeak(principal.tenantId, provider as CheckoutId, secret_encrypted),
        secretMadeBy,
        previousKeyUntil: replacedUntil.get(provider) ?? null,
        amountsIn: provider === 'generic' ? amounts_in : null,
        permitsGet: permits_get,
        lookUp: lookUpOf(provider as CheckoutId),
      }));
  }

  async function keyOf(person: Person, checkout: CheckoutId): Promise<WebhookKey> {
    const key = (await list(person)).find((one) => one.provider === checkout);
    if (!key) throw notFound();
    return key;
  }

  return {
    list,

    async setSecret(person, checkout, secret) {
      const { tenantId } = person;
      if (isWeakSecret(checkout, secret)) throw new AppError('secret-too-short', { field: 'secret' });
      const values = {
        secret_encrypted: keyring.encrypt(secret, checkoutSecretAad(tenantId, checkout)),
        set_at: new Date(clock.now()),
        set_by: person.userId,
      };
      await postgres.withTenant(tenantId, async (trx) => {
        await holdAdmin(trx, person);
        await trx
          .insertInto('webhook_secrets')
          .values({ tenant_id: tenantId, provider: checkout, ...values })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'provider']).doUpdateSet(values))
          .execute();
        await record(trx, person, 'webhook-secret.set', { provider: checkout });
      });
    },

    async removeSecret(person, checkout) {
      await postgres.withTenant(person.tenantId, async (trx) => {
        const removed = await trx.deleteFrom('webhook_secrets').where('provider', '=', checkout).executeTakeFirst();
        if (removed.numDeletedRows > 0n) await record(trx, person, 'webhook-secret.remove', { provider: checkout });
      });
    },

    async rotate(person, checkout) {
      const { tenantId } = person;
      const now = clock.now();
      await postgres.withTenant(tenantId, async (trx) => {
        await lockTenant(trx, 'trackingKeys', tenantId);
        await trx
          .deleteFrom('tracking_keys')
          .where('provider', '=', checkout)
          .where('expires_at', '<', new Date(now))
          .execute();
        const { count } = await trx
          .selectFrom('tracking_keys')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('provider', '=', checkout)
          .where('expires_at', 'is not', null)
          .executeTakeFirstOrThrow();
        if (Number(count) >= OLD_KEYS_MAX) throw new AppError('too-many-rotations', { params: { max: OLD_KEYS_MAX } });
        const inUse = await trx
          .selectFrom('tracking_keys')
          .select(['amounts_in', 'permits_get'])
          .where('provider', '=', checkout)
          .where('expires_at', 'is', null)
          .executeTakeFirst();
        await trx
          .updateTable('tracking_keys')
          .set({ expires_at: new Date(now + OLD_KEY_LIVES_MS) })
          .where('provider', '=', checkout)
          .where('expires_at', 'is', null)
          .execute();
        await trx
          .insertInto('tracking_keys')
          .values({
            ...{ key: newTrackingKey(), tenant_id: tenantId, provider: checkout, created_at: new Date(now) },
            ...(inUse && { amounts_in: inUse.amounts_in, permits_get: inUse.permits_get }),
          })
          .execute();
        await record(trx, person, 'webhook-key.rotate', { provider: checkout });
      });
      return keyOf(person, checkout);
    },

    async permitGet(person, checkout, permitsGet) {
      await keyOf(person, checkout);
      await postgres.withTenant(person.tenantId, async (trx) => {
        // Those that are still valid as well: the sender is the same one.
        await trx
          .updateTable('tracking_keys')
          .set({ permits_get: permitsGet })
          .where('provider', '=', checkout)
          .execute();
        await record(trx, person, 'webhook-key.permit-get', { provider: checkout, permitsGet });
      });
      return keyOf(person, checkout);
    },

    async setAmountsIn(person, amountsIn) {
      await postgres.withTenant(person.tenantId, async (trx) => {
        // All that are still valid: the address is the same one to its sender.
        await trx
          .updateTable('tracking_keys')
          .set({ amounts_in: amountsIn })
          .where('provider', '=', 'generic')
          .execute();
        await record(trx, person, 'webhook-key.set-amounts', { amountsIn });
      });
    },
  };
}
