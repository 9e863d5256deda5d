import { randomBytes } from 'node:crypto';
import type { MappingResult } from '@tracker/schemas/checkouts/mapping';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { buyerOf, phoneOf } from '@tracker/schemas/privacy/buyer';
import type { RedactedBody } from '@tracker/schemas/privacy/redact';
import type { TenantCache } from '../caches/tenant-cache.ts';
import type { PersonalData } from '../event-log/recorder.ts';
import { personIdOf, phoneTieOf, transactionTieOf } from './person-id.ts';

/** What ties a delivery to others of the same person. */
export interface Delivered {
  readonly mapped: MappingResult;
  readonly verified: boolean;
}

/**
 * The personal fields of a body, under the person they describe: the person of the e-mail, else of the transaction, else of the phone, else
 * a new anonymous person. Without proof only an e-mail makes a person: what a stranger sends must not come under the key of a buyer
 * whose transaction or phone it names. Undefined when there are none.
 */
export async function personalDataOf(
  { tenants }: { readonly tenants: TenantCache },
  tenantId: TenantId,
  redacted: RedactedBody,
  { mapped, verified: isProven }: Delivered,
): Promise<PersonalData | undefined> {
  const { personal: fields, email } = redacted;
  if (Object.keys(fields).length === 0) return undefined;
  const anonymous = randomBytes(16).toString('hex');
  const salt = (await tenants.find(tenantId))?.personSalt;
  if (salt === undefined) return { personId: anonymous, fields };

  const conversion = mapped.kind === 'conversion' ? mapped.conversion : undefined;
  const verified = isProven && conversion?.isTest !== true;
  const number = buyerOf(fields).phone || phoneOf(redacted.phone);
  const phone = number === '' ? undefined : phoneTieOf(salt, number);
  const transaction =
    typeof conversion?.transactionId === 'string'
      ? transactionTieOf(salt, conversion.checkout, conversion.transactionId)
      : undefined;
  const tie = verified ? (transaction ?? phone) : undefined;
  return {
    personId: email === '' ? (tie ?? anonymous) : personIdOf(salt, email),
    fields,
    ties: {
      hasEmail: email !== '',
      verified,
      ...(phone !== undefined && { phone }),
      ...(transaction !== undefined && { transaction }),
    },
  };
}
