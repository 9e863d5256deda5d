import { randomBytes } from 'node:crypto';
import { connectionTokenAad } from '@tracker/infra/ad-platforms/connection-store';
import { randomText } from '@tracker/infra/identity/random-id';
import { messageAad } from '@tracker/infra/messages/messages';
import { connect, type Sql } from '@tracker/infra/postgres/connect';
import { addressKeyOf } from '@tracker/infra/privacy/addresses';
import { wrappedFor } from '@tracker/infra/privacy/create-persons';
import { PUSH_KEY_AAD } from '@tracker/infra/push/push-keys';
import { checkoutSecretAad } from '@tracker/infra/secrets/checkout-secret';
import { checkoutTokenAad } from '@tracker/infra/secrets/checkout-token';
import { destinationSecretAad } from '@tracker/infra/secrets/destination-secret';
import { createKeyring } from '@tracker/infra/secrets/keyring';
import { secondFactorAad } from '@tracker/infra/secrets/second-factor';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { useStack } from '@tracker/test/kit/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateKeys } from './rotate-keys.ts';

const stack = useStack();
const tenant = 'tn_1' as TenantId;
const [old, current] = [
  { id: 'old', key: randomBytes(32) },
  { id: 'new', key: randomBytes(32) },
];
const before = createKeyring([old]);
const after = createKeyring([current, old]);

// Tables of this test's own: the values of other tests must keep their key.
let owner: Sql;
let databaseUrl: string;
beforeAll(async () => {
  const schema = `rotate_${randomText(8).toLowerCase()}`;
  databaseUrl = `${stack.postgresUrl}?search_path=${schema}`;
  owner = connect({ url: databaseUrl, logger: stack.logger, name: 'test', max: 1, role: null });
  await owner.unsafe(`
    CREATE SCHEMA ${schema};
    CREATE TABLE ${schema}.webhook_secrets (LIKE public.webhook_secrets INCLUDING ALL);
    CREATE TABLE ${schema}.checkout_tokens (LIKE public.checkout_tokens INCLUDING ALL);
    CREATE TABLE ${schema}.ad_platform_connections (LIKE public.ad_platform_connections INCLUDING ALL);
    CREATE TABLE ${schema}.destinations (LIKE public.destinations INCLUDING ALL);
    CREATE TABLE ${schema}.push_keys (LIKE public.push_keys INCLUDING ALL);
    CREATE TABLE ${schema}.persons (LIKE public.persons INCLUDING ALL);
    CREATE TABLE ${schema}.messages (LIKE public.messages INCLUDING ALL);
    CREATE TABLE ${schema}.person_keys (LIKE public.person_keys INCLUDING ALL);
    CREATE TABLE ${schema}.address_keys (LIKE public.address_keys INCLUDING ALL);`);
});
afterAll(() => owner.end());

test('re-encrypts with the first key everything that an older key encrypted, and counts what no key decrypts', async () => {
  const box = (text: string, aad: string) => Buffer.from(before.encrypt(text, aad));
  for (let index = 0; index < 1_203; index += 1) {
    const person = `p${String(index).padStart(5, '0')}`;
    await owner`INSERT INTO person_keys ${owner({ tenant_id: tenant, person_id: person, key_id: 'k', wrapped: box(person, wrappedFor(tenant, person, 'k')) })}`;
  }
  await owner`INSERT INTO address_keys ${owner({ day: '2026-11-20', wrapped: box('day', addressKeyOf('2026-11-20')) })}`;
  await owner`INSERT INTO address_keys ${owner({ day: '2026-11-21', wrapped: box('elsewhere', addressKeyOf('2026-11-22')) })}`;
  await owner`INSERT INTO webhook_secrets ${owner({ tenant_id: tenant, provider: 'hotmart', secret_encrypted: box('hottok', checkoutSecretAad(tenant, 'hotmart')) })}`;
  await owner`INSERT INTO checkout_tokens ${owner({ tenant_id: tenant, provider: 'mercado-pago', set_at: new Date(), token_encrypted: box('APP_USR', checkoutTokenAad(tenant, 'mercado-pago')) })}`;
  const connection = {
    platform_user_id: '1',
    account_name: 'Ana',
    connected_at: new Date(),
    spend_due_at: new Date(),
    spend_early_at: new Date(),
  };
  await owner`INSERT INTO ad_platform_connections ${owner({ ...connection, tenant_id: tenant, platform: 'facebook', encrypted_token: box('EAAtoken', connectionTokenAad(tenant, 'facebook')) })}`;
  await owner`INSERT INTO destinations ${owner({ id: 'ds_1', tenant_id: tenant, kind: 'conversions-api', platform: 'facebook', is_on: true, since: new Date(), created_at: new Date(), credential: 'own', settings: { pixelId: '12345', testCode: null }, token_encrypted: box('EAA', destinationSecretAad(tenant, 'ds_1')) })}`;
  await owner`INSERT INTO destinations ${owner({ id: 'ds_2', tenant_id: tenant, kind: 'postback', is_on: true, since: new Date(), created_at: new Date(), url_template: 'https://x.example' })}`;
  await owner`INSERT INTO push_keys ${owner({ public_key: 'BKey', private_key_encrypted: box('private', PUSH_KEY_AAD), subject: 'https://x.example' })}`;
  const user = { first_name: 'Ana', last_name: 'Lima', password_hash: 'x' };
  await owner`INSERT INTO persons ${owner({ ...user, id: 'us_1', email: 'ana@example.com', totp_secret_encrypted: box('JBSWY3', secondFactorAad('us_1' as UserId)) })}`;
  await owner`INSERT INTO persons ${owner({ ...user, id: 'us_2', email: 'beto@example.com' })}`;
  const soon = { created_at: new Date(), next_at: new Date(), give_up_at: new Date() };
  await owner`INSERT INTO messages ${owner({ ...soon, id: 'ms_1', tenant_id: tenant, to_kind: 'person', to_id: 'us_1', kind: 'quota', params_encrypted: box('{}', messageAad('ms_1')) })}`;

  const counts = (rotated: number) => ({
    keyId: 'new',
    webhookSecrets: { current: 0, rotated: 1, unreadable: 0 },
    checkoutTokens: { current: 0, rotated: 1, unreadable: 0 },
    adPlatformTokens: { current: 0, rotated: 1, unreadable: 0 },
    pixelTokens: { current: 0, rotated: 1, unreadable: 0 },
    pushKeys: { current: 0, rotated: 1, unreadable: 0 },
    messages: { current: 0, rotated: 1, unreadable: 0 },
    secondFactors: { current: 0, rotated: 1, unreadable: 0 },
    personKeys: { current: 0, rotated, unreadable: 0 },
    addressKeys: { current: 0, rotated: 1, unreadable: 1 },
  });
  const deps = { databaseUrl, keyring: after, logger: stack.logger };
  expect(await rotateKeys(deps, { dryRun: true })).toEqual({ dryRun: true, ...counts(1_203) });
  expect(await rotateKeys(deps)).toEqual({ dryRun: false, ...counts(1_203) });
  expect(await rotateKeys(deps)).toMatchObject({
    webhookSecrets: { current: 1, rotated: 0 },
    pixelTokens: { current: 1, rotated: 0 },
    personKeys: { current: 1_203, rotated: 0 },
    addressKeys: { current: 1, unreadable: 1 },
  });

  // The old key can now be removed.
  const alone = createKeyring([current]);
  const opened = (boxOf: Uint8Array | undefined, aad: string) =>
    Buffer.from(alone.decrypt(boxOf ?? Buffer.alloc(0), aad)).toString();
  const persons = await owner<{ person_id: string; wrapped: Uint8Array }[]>`SELECT person_id, wrapped FROM person_keys`;
  for (const { person_id, wrapped } of persons) {
    expect(opened(wrapped, wrappedFor(tenant, person_id, 'k'))).toBe(person_id);
  }
  const [secret] = await owner<{ secret_encrypted: Uint8Array }[]>`SELECT secret_encrypted FROM webhook_secrets`;
  expect(opened(secret?.secret_encrypted, checkoutSecretAad(tenant, 'hotmart'))).toBe('hottok');
  const [asked] = await owner<{ token_encrypted: Uint8Array }[]>`SELECT token_encrypted FROM checkout_tokens`;
  expect(opened(asked?.token_encrypted, checkoutTokenAad(tenant, 'mercado-pago'))).toBe('APP_USR');
  const [token] = await owner<{ encrypted_token: Uint8Array }[]>`SELECT encrypted_token FROM ad_platform_connections`;
  expect(opened(token?.encrypted_token, connectionTokenAad(tenant, 'facebook'))).toBe('EAAtoken');
  const [pixel] = await owner<
    { token_encrypted: Uint8Array }[]
  >`SELECT token_encrypted FROM destinations WHERE id = 'ds_1'`;
  expect(opened(pixel?.token_encrypted, destinationSecretAad(tenant, 'ds_1'))).toBe('EAA');
  const [factor] = await owner<
    { totp_secret_encrypted: Uint8Array }[]
  >`SELECT totp_secret_encrypted FROM persons WHERE id = 'us_1'`;
  expect(opened(factor?.totp_secret_encrypted, secondFactorAad('us_1' as UserId))).toBe('JBSWY3');
});
