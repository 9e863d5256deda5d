import { TENANT_HEADER, TENANT_PARAMETER } from '@tracker/schemas/contracts/wanted-tenant';
import { TenantId } from '@tracker/schemas/primitives/ids';
import type { FastifyRequest } from 'fastify';

export interface WantedTenant {
  /** The caller must belong to it. */
  readonly named: string | undefined;
  /** Holds where nothing is named and the caller belongs to it. */
  readonly hinted: string | undefined;
}

/** The tenant that a request is about. Two tabs of a browser share its cookies and not their tenant, so it is no part of the session. */
export function wantedTenantOf({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>): WantedTenant {
  const { [TENANT_PARAMETER]: linked, state } = Object(query) as Readonly<Record<string, unknown>>;
  const named = headers[TENANT_HEADER] ?? linked;
  return {
    // A text that is no id names no tenant.
    named: named === undefined || TenantId.safeParse(named).success ? (named as string | undefined) : '',
    hinted: typeof state === 'string' ? /^(tn_\w+)\./.exec(state)?.[1] : undefined,
  };
}

/** An ad platform sends the browser back with nothing of ours but the state, so the state says for which tenant the browser left. */
export const stateFor = (tenantId: TenantId, token: string): string => `${tenantId}.${token}`;
