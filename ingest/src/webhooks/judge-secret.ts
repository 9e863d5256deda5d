// What the secret of a delivery proves, and which limits hold for who sent it. A checkout that proves itself by its own token or signature
// has no rate limit, also without a key in the address; all others without a key are strangers.
import { firstOwnedClick, type OwnerOf } from '@tracker/infra/identity/click-reference';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { IngestDeps } from '../deps.ts';
import { campaignOfClick, type Guessed } from '../limits/limits.ts';
import { checkSecret, type Proof, type SecretVerdict, showsSecret } from './check-secret.ts';
import type { DeliveryOwner } from './find-owner.ts';

/** The limits of who sent a delivery. */
export interface Sender {
  /** Of one without a key that proves nothing: throws 429, and 503 while the disk is nearly full. */
  takeNetwork(): void;
  takeCampaign(campaignId: string): void;
  takeTenant(tenantId: TenantId): void;
  /** Of one without a key that shows a secret: throws 429. */
  takeKeylessSecret(): void;
  /** Throws 429 after too many wrong secrets of this network for the tenant. */
  assertMayProve(guessed: Guessed): void;
  countWrongSecret(guessed: Guessed): void;
}

interface Prover extends Pick<IngestDeps, 'secrets' | 'keyring'> {
  readonly checkout: CheckoutId;
  readonly addressedTo: CheckoutId | undefined;
  readonly proof: Proof;
  readonly sender: Sender;
}

export interface AdmittedStranger {
  /** Of the delivery's owner, which is known later than who is limited; throws 429 when it is not the one that was admitted for. */
  judge(owner: DeliveryOwner): Promise<SecretVerdict>;
}

/** What a seller types may be guessed, and proves nothing without the key. */
export const provesAlone = (checkout: CheckoutId): boolean => CHECKOUTS[checkout].secretFrom === 'checkout';

/** Throws 429 for a delivery without a key that is beyond the limits, before any look-up where it shows no secret. */
export async function admitStranger(prover: Prover, text: string, ownerOf: OwnerOf): Promise<AdmittedStranger> {
  const { checkout, proof, sender } = prover;
  const isGuess = showsSecret(checkout, proof);
  if (isGuess) sender.takeKeylessSecret();
  else sender.takeNetwork();

  async function judge(tenantId: TenantId | undefined, campaignId: string): Promise<SecretVerdict> {
    let verdict: SecretVerdict = 'not-asked';
    if (tenantId !== undefined) {
      const guessed = { tenantId, hasKey: false };
      if (isGuess) sender.assertMayProve(guessed);
      verdict = await checkSecret(prover, tenantId, checkout, proof);
      if (isGuess) countGuess(sender, verdict, guessed);
    }
    if (verdict === 'right' && provesAlone(checkout)) return verdict;
    if (isGuess) sender.takeNetwork();
    sender.takeCampaign(campaignId);
    if (tenantId !== undefined) sender.takeTenant(tenantId);
    return verdict;
  }

  // The first click id anywhere in the text, before the body is read: to refuse must be cheap.
  const click = await firstOwnedClick([text], ownerOf);
  const named = { tenantId: click?.tenantId, campaignId: campaignOf(click?.clickId) };
  const verdict = await judge(named.tenantId, named.campaignId);
  return {
    async judge({ tenantId, click: { clickId } }) {
      const campaignId = campaignOf(clickId);
      const isSame = tenantId === named.tenantId && campaignId === named.campaignId;
      return isSame ? verdict : judge(tenantId, campaignId);
    },
  };
}

const campaignOf = (clickId: ClickId | null | undefined): string => (clickId ? campaignOfClick(clickId) : '');

/**
 * Of a delivery with a key. A secret that is set for a checkout is demanded of its bodies at both addresses, and of all that comes to the
 * checkout's own address: else a body of another format would go around it.
 */
export async function judgeKeyed(prover: Prover, keyOwner: TenantId): Promise<SecretVerdict> {
  const { checkout, addressedTo = checkout, proof, sender } = prover;
  const isGuess = showsSecret(checkout, proof) || showsSecret(addressedTo, proof);
  const guessed = { tenantId: keyOwner, hasKey: true };
  if (isGuess) sender.assertMayProve(guessed);
  const own = await checkSecret(prover, keyOwner, checkout, proof);
  const verdict = own === 'not-asked' ? await checkSecret(prover, keyOwner, addressedTo, proof) : own;
  if (isGuess) countGuess(sender, verdict, guessed);
  return verdict;
}

/** Asked again after the look-up: of many guesses that come together, the right one is refused as well. */
function countGuess(sender: Sender, verdict: SecretVerdict, guessed: Guessed): void {
  if (verdict === 'wrong') sender.countWrongSecret(guessed);
  else sender.assertMayProve(guessed);
}
