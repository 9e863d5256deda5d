import { z } from 'zod';
import { CursorText, PAGE_SIZE_MAX } from '../primitives/pagination.ts';
import { Instant } from '../primitives/time.ts';
import { queryInteger } from './common.ts';
import { defineContract } from './define-contract.ts';

export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  /** The actor: a user of the tenant, one of its API keys, an operator, the product itself, or an unknown person who tried to sign in. */
  actorKind: z.enum(['person', 'key', 'operator', 'system', 'unknown']),
  /** Also of a person who is gone; null when no one wrote it down. */
  actor: z.string().nullable(),
  /** The network of the request, without the host. */
  network: z.string().nullable(),
  /** As in 'Chrome · Windows'. */
  browser: z.string().nullable(),
  /** To whom it was done, when that was a person who is still here. */
  subject: z.string().nullable(),
  /** One of `AUDIT_ACTIONS`, or an older or an operator's `<noun>.<verb>`. */
  action: z.string(),
  /** Ids, names of things and of changed fields; of an invited or removed person the `email` or `name` of then. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAuditLog = defineContract('audit-log.list', 'GET /api/audit-log', 'admin', {
  summary: 'Who changed what in the company, and when, newest first.',
  query: z.object({ limit: queryInteger(1, PAGE_SIZE_MAX, 50), cursor: CursorText.optional() }),
  response: z.array(AuditEntry),
  paged: true,
});
