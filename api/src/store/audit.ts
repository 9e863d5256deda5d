import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { STRANGER } from '@tracker/infra/postgres/tables/audit-log';
import type { AuditAction } from '@tracker/schemas/audit-actions';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { sql, type Transaction } from 'kysely';
import type { RequestSource } from '../http/caller.ts';

/** The actor: a user or an API key; a `Principal` is one. */
export type AuditActor = { readonly tenantId: TenantId; readonly from: RequestSource } & (
  | { readonly userId: UserId }
  | { readonly keyId: string; readonly keyName: string }
  /** It is not known who: a wrong password. */
  | { readonly isStranger: true }
);

/**
 * Writes into the tenant's audit log that this was done, in the transaction that does it: neither is stored without the other. Call it
 * inside `withTenant`. `details` hold ids, names of things and of changed fields, and of an invited or removed person the name or e-mail
 * address (ADR 73). Never a secret, and never a buyer's or a visitor's data: the log is never changed.
 */
export async function record(
  trx: Transaction<Database>,
  actor: AuditActor,
  action: AuditAction,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      tenant_id: actor.tenantId,
      ...('userId' in actor
        ? { actor: actor.userId, actor_name: nameOf(actor.userId) }
        : 'keyId' in actor
          ? { actor: `key:${actor.keyId}`, actor_name: actor.keyName }
          : { actor: STRANGER }),
      ...actor.from,
      action,
      details: storable(details),
      outcome: 'ok',
      ended_at: sql`now()`,
    })
    .execute();
}

/** `record` in a transaction of its own, for what is done outside of one. */
export const recordAlone = (postgres: Postgres, actor: AuditActor, ...rest: AuditEntry): Promise<void> =>
  postgres.withTenant(actor.tenantId, (trx) => record(trx, actor, ...rest));

type AuditEntry = [action: AuditAction, details?: Readonly<Record<string, unknown>>];

/**
 * That a list was taken along as a file, and by which filters; not what was searched for. In a transaction of its own, before the file
 * begins: what is under way cannot be called back.
 */
export async function recordExport(
  postgres: Postgres,
  actor: AuditActor,
  action: Extract<AuditAction, `${string}.export`>,
  { q, ...filters }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const details = { ...filters, ...(q !== undefined && { isSearch: q !== '' }) };
  await recordAlone(postgres, actor, action, details);
}

/** Half of a surrogate pair, which a person may have typed into a name, is no text to jsonb. */
const storable = (details: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(details, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value)));

/** Kept with the row: it must say who it was when that person is gone. */
const nameOf = (userId: UserId) =>
  sql<string | null>`(SELECT trim(first_name || ' ' || last_name) FROM users WHERE id = ${userId})`;
