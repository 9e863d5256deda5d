// A program that posts for a tenant authenticates with an API key instead of the tracking key in the URL.
import { AppError } from '@tracker/infra/errors/app-error';
import { apiKeyOf, missingScope } from '@tracker/infra/secrets/api-key';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { IngestDeps } from '../deps.ts';

/**
 * The tenant of the API key in an `Authorization` header; undefined when the header carries none of ours. Throws 401 for a key that
 * no one has and 403 for one that may only read. It is not among the headers that a page of another site may send: a key in a page is
 * everybody's key.
 */
export async function findApiKeyOwner(
  { apiKeys }: Pick<IngestDeps, 'apiKeys'>,
  authorization: string | undefined,
): Promise<TenantId | undefined> {
  const key = apiKeyOf(authorization);
  if (key === undefined) return undefined;
  const owner = await apiKeys.find(key);
  if (!owner) throw new AppError('api-key-invalid');
  if (!owner.mayCapture) throw new AppError('api-key-read-only', { challenge: missingScope('capture') });
  apiKeys.used(key);
  return owner.tenantId;
}
