import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { GuardedCall } from '../postbacks/guarded-call.ts';
import type { Postgres } from '../postgres/client.ts';
import { readPushKeys } from '../push/push-keys.ts';
import { type PushNotice, PushSubscription, sendPush } from '../push/send-push.ts';
import { decryptDestinationSecret } from '../secrets/destination-secret.ts';
import { type Keyring, SecretError } from '../secrets/keyring.ts';
import type { Delivered } from './delivered.ts';
import { reasonOf } from './webhook-channel.ts';

export interface PushChannelDeps {
  readonly postgres: Postgres;
  readonly keyring: Keyring;
  readonly call: GuardedCall;
}

/** A device whose subscription ended is removed. */
export async function deliverPush(
  deps: PushChannelDeps,
  { tenantId, device: id }: { readonly tenantId: TenantId; readonly device: string },
  notice: PushNotice,
): Promise<Delivered> {
  const { postgres, call } = deps;
  const box = await postgres.withTenant(tenantId, (trx) =>
    trx
      .selectFrom('destinations')
      .select('token_encrypted')
      .where('id', '=', id)
      .where('kind', '=', 'web-push')
      .executeTakeFirst(),
  );
  if (!box?.token_encrypted) return { kind: 'refused', reason: 'no receiver' };
  const opened = await open(deps, tenantId, { id, encryptedToken: box.token_encrypted });
  if (!opened) return { kind: 'failed', reason: 'no key' };
  const outcome = await sendPush(call, opened.keys, { subscription: opened.subscription, notice });
  if (outcome.kind === 'sent') return outcome;
  if (outcome.kind === 'failed')
    return { kind: outcome.isFinal ? 'refused' : 'failed', reason: reasonOf(outcome.problem) };
  // One that was renewed meanwhile stays.
  const ended = Buffer.from(box.token_encrypted);
  await postgres.withTenant(tenantId, (trx) =>
    trx.deleteFrom('destinations').where('id', '=', id).where('token_encrypted', '=', ended).execute(),
  );
  return { kind: 'refused', reason: 'no receiver' };
}

async function open(
  { postgres, keyring }: PushChannelDeps,
  tenantId: TenantId,
  box: { readonly id: string; readonly encryptedToken: Uint8Array },
) {
  try {
    const keys = await readPushKeys(postgres.sql, keyring);
    const subscription = PushSubscription.parse(JSON.parse(decryptDestinationSecret(keyring, tenantId, box)));
    return keys && { keys, subscription };
  } catch (error) {
    // Its key is no longer in APP_KEYS: the notices wait for it, and expire.
    if (error instanceof SecretError) return undefined;
    throw error;
  }
}
