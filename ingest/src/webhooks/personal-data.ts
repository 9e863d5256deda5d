import { randomBytes } from 'node:crypto';
import type { PersonalData } from '@tracker/infra/event-log/recorder';
import { personIdOf } from '@tracker/infra/privacy/person-id';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { RedactedBody } from '@tracker/schemas/privacy/redact';
import type { IngestDeps } from '../deps.ts';

/**
 * The personal fields of a body, under the person they describe: the person of the e-mail, else of the phone, else a new
 * anonymous person. Undefined when there are none.
 */
export async function personalDataOf(
  { tenants }: Pick<IngestDeps, 'tenants'>,
  tenantId: TenantId,
  { personal, email, phone }: RedactedBody,
): Promise<PersonalData | undefined> {
  if (Object.keys(personal).length === 0) return undefined;
  const tenant = await tenants.find(tenantId);
  const known = email || phone;
  const personId = tenant && known !== '' ? personIdOf(tenant.personSalt, known) : randomBytes(16).toString('hex');
  return { personId, fields: personal };
}
