import type { Within } from '@tracker/figures/asker';
import { askerOfLink } from '@tracker/figures/make-asker';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { FastifyRequest } from 'fastify';
import type { Reader } from './access.ts';
import type { RequestSource } from './caller.ts';

/** A link to shared figures: of which tenant, which link it is, and what it shows. */
export interface SharedLink {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly timeZone: TimeZone;
  readonly within: Within;
}

/** The link that a request holds, if it does. What makes links decides how a request holds one, and whether it was revoked or has expired. */
export type SharedLinkOf = (request: FastifyRequest) => Promise<SharedLink | undefined>;

export const readerWith = ({ id, tenantId, timeZone, within }: SharedLink, from: RequestSource): Reader => ({
  readerId: id,
  tenantId,
  role: 'viewer',
  asker: askerOfLink({ tenantId, timeZone }, within),
  timeZone,
  from,
});
