// Who did what, and when. A tenant reads its own rows; operator runs on the whole product belong to no tenant.
import type { AuditEntry as ShownEntry } from '@tracker/schemas/contracts/audit.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Kysely } from 'kysely';
import type { Postgres } from '../client.ts';
import type { Database } from '../database.ts';

/** The actor of what a person tried whom we do not know. */
export const STRANGER = 'stranger';

/** The actor of what the product does by itself, by a rule that a person set. */
export const SYSTEM = 'system';

type ActorKind = ShownEntry['actorKind'];
export const OPERATOR = 'operator:';

/** Who did it; an operator by the name after `operator:`. */
export function actorKindOf(actor: string): ActorKind {
  if (actor.startsWith(OPERATOR)) return 'operator';
  if (actor === STRANGER) return 'unknown';
  if (actor === SYSTEM) return 'system';
  return actor.startsWith('key:') ? 'key' : 'person';
}

export interface AuditEntry {
  /** Null: on the whole product. */
  readonly tenantId: TenantId | null;
  /** A user's id, or `operator:<name>@<host>`. */
  readonly actor: string;
  /** `<noun>.<verb>`. */
  readonly action: string;
  /** Never a secret and never a buyer's or a visitor's data. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Gives the row's id, for `endAudit`. `outcome` is given where the deed is done already. */
export function beginAudit(postgres: Postgres, entry: AuditEntry, outcome: string | null = null): Promise<string> {
  const { tenantId, actor, action, details } = entry;
  return within(postgres, tenantId, async (db) => {
    const row = await db
      .insertInto('audit_log')
      .values({ tenant_id: tenantId, actor, action, details, outcome, ended_at: outcome === null ? null : new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
}

export async function endAudit(postgres: Postgres, tenantId: TenantId | null, id: string, outcome: string) {
  await within(postgres, tenantId, (db) =>
    db.updateTable('audit_log').set({ outcome, ended_at: new Date() }).where('id', '=', id).execute(),
  );
}

const within = <T>(postgres: Postgres, tenantId: TenantId | null, work: (db: Kysely<Database>) => Promise<T>) =>
  tenantId === null ? work(postgres.db) : postgres.withTenant(tenantId, work);
