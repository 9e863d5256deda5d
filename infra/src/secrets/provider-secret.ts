// A checkout's secret at rest: where its box belongs, and the hash by which a token that came with a delivery finds its company.
import { createHash } from 'node:crypto';
import { AUTHENTICITY } from '@tracker/schemas/checkouts/authenticity';
import type { Provider } from '@tracker/schemas/checkouts/provider';
import type { TenantId } from '@tracker/schemas/primitives/ids';

export const providerSecretAad = (tenantId: TenantId, provider: Provider): string =>
  `webhook-secret|${tenantId}|${provider}`;

/** Null for a checkout whose secret only signs: it never comes with a delivery. */
export function providerTokenHash(provider: Provider, secret: string): string | null {
  if (AUTHENTICITY[provider].kind !== 'token') return null;
  return createHash('sha256').update(`${provider}|${secret}`).digest('hex');
}
