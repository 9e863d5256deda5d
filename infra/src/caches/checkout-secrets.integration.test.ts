import { randomBytes } from 'node:crypto';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { eventually } from '@tracker/test/kit/eventually';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { describe, expect, test } from 'vitest';
import { randomText } from '../identity/random-id.ts';
import { checkoutSecretAad } from '../secrets/checkout-secret.ts';

const stack = useStack();

const setSecret = ({ tenantId }: TestTenant, provider: CheckoutId, secret: string) => {
  const values = { secret_encrypted: stack.keyring.encrypt(secret, checkoutSecretAad(tenantId, provider)) };
  return stack.postgres.withTenant(tenantId, (trx) =>
    trx
      .insertInto('webhook_secrets')
      .values({ tenant_id: tenantId, provider, ...values })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'provider']).doUpdateSet(values))
      .execute(),
  );
};
const dropSecrets = ({ tenantId }: TestTenant) =>
  stack.postgres.withTenant(tenantId, (trx) => trx.deleteFrom('webhook_secrets').execute());

describe('checkout secrets', () => {
  test('finds a secret by tenant and checkout, and notices changes', async () => {
    const { secrets } = stack.caches;
    const [one, two] = [await createTenant(stack), await createTenant(stack)];
    const opened = async () => {
      const entry = await secrets.find(one.tenantId, 'kiwify');
      const aad = checkoutSecretAad(one.tenantId, 'kiwify');
      return entry && Buffer.from(stack.keyring.decrypt(entry.encrypted, aad)).toString();
    };
    expect(await opened()).toBeUndefined();
    await setSecret(one, 'kiwify', 'first');
    await eventually(async () => expect(await opened()).toBe('first'));
    await setSecret(one, 'kiwify', 'second');
    await eventually(async () => expect(await opened()).toBe('second'));
    expect(await secrets.find(one.tenantId, 'eduzz')).toBeUndefined();
    expect(await secrets.find(two.tenantId, 'kiwify')).toBeUndefined();
    await dropSecrets(one);
    await eventually(async () => expect(await opened()).toBeUndefined());
  });

  test('does not let another tenant read, write or delete a secret', async () => {
    const [one, two] = [await createTenant(stack), await createTenant(stack)];
    await setSecret(one, 'greenn', 'hers');
    const seen = await stack.postgres.withTenant(two.tenantId, async (trx) => ({
      rows: await trx.selectFrom('webhook_secrets').selectAll().execute(),
      removed: (await trx.deleteFrom('webhook_secrets').where('provider', '=', 'greenn').executeTakeFirst())
        .numDeletedRows,
    }));
    expect(seen).toEqual({ rows: [], removed: 0n });
    const planted = stack.postgres.withTenant(two.tenantId, (trx) =>
      trx
        .insertInto('webhook_secrets')
        .values({ tenant_id: one.tenantId, provider: 'hubla', secret_encrypted: randomBytes(8) })
        .execute(),
    );
    await expect(planted).rejects.toThrow('row-level security');
    expect(await stack.postgres.db.selectFrom('webhook_secrets').selectAll().execute()).toEqual([]);
  });
});

describe('replaced tracking key', () => {
  const expire = (tenant: TestTenant, at: Date) =>
    stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.updateTable('tracking_keys').set({ expires_at: at }).where('provider', '=', 'ticto').execute(),
    );

  test('is accepted until it expires, also from the cache', async () => {
    const tenant = await createTenant(stack);
    const find = () => stack.caches.trackingKeys.find(tenant.trackingKeys.ticto);
    expect(await find()).toMatchObject({ tenantId: tenant.tenantId, provider: 'ticto' });
    await expire(tenant, new Date(Date.now() + 1_000));
    await eventually(async () => expect(await find()).toBeUndefined());
    await expire(tenant, new Date(Date.now() + 60_000));
    await eventually(async () => expect(await find()).toMatchObject({ provider: 'ticto' }));
  });

  test('is allowed next to one active key, but a second active key is rejected', async () => {
    const tenant = await createTenant(stack);
    const { tenantId } = tenant;
    const add = () =>
      stack.postgres.withTenant(tenantId, (trx) =>
        trx
          .insertInto('tracking_keys')
          .values({ tenant_id: tenantId, provider: 'ticto', key: randomText(32) })
          .execute(),
      );
    await expect(add()).rejects.toMatchObject({ code: '23505' });
    await expire(tenant, new Date());
    await add();
    await expect(add()).rejects.toMatchObject({ code: '23505' });
  });
});
