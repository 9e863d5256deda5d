// Whose credentials came with a request: keys in its address and an API key in its header. Each of them must be right, and all of one tenant: which of
// two was meant is not known, and a conversion in the wrong tenant is money in the wrong books.
import type { TrackingKeyEntry } from '@tracker/infra/caches/tracking-key-cache';
import { AppError } from '@tracker/infra/errors/app-error';
import type { FastifyRequest } from 'fastify';
import type { IngestDeps } from '../deps.ts';
import { findKeyOwner } from '../webhooks/find-owner.ts';
import { findApiKeyOwner } from './api-key-owner.ts';

export type CredentialOwner = Pick<TrackingKeyEntry, 'tenantId'> & Partial<TrackingKeyEntry>;

/** Undefined without any. Throws 401 for one that no tenant has, 403 for one that may only read, 400 for those of two tenants. */
export async function findCredentialOwner(
  deps: Pick<IngestDeps, 'apiKeys' | 'trackingKeys'>,
  { raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>,
  pathKey = '',
): Promise<CredentialOwner | undefined> {
  const apiOwner = await findApiKeyOwner(deps, headers.authorization);
  // Of a repeated name, the routes see the first alone.
  const [, query = ''] = (raw.url ?? '').split(/\?(.*)/s);
  const keys = new Set([pathKey, ...new URLSearchParams(query).getAll('key')].filter((key) => key !== ''));
  const owners: CredentialOwner[] = [];
  for (const key of keys) owners.push(await findKeyOwner(deps, key));
  if (apiOwner !== undefined) owners.push({ tenantId: apiOwner });
  if (new Set(owners.map(({ tenantId }) => tenantId)).size > 1) throw new AppError('credentials-differ');
  return owners[0];
}
