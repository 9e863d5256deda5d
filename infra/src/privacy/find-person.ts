// A person has an id of their own at each company. Only an operator may look through all companies: with the role that owns the
// tables, which no program runs under.
import { TenantId } from '@tracker/schemas/primitives/ids';
import { z } from 'zod';
import { connect, type Sql } from '../postgres/connect.ts';
import type { Logger } from '../telemetry/logger.ts';
import { normaliseEmail, personIdOf } from './person-id.ts';

export interface PersonSearch {
  readonly email: string;
  /** All companies when absent. */
  readonly tenantId?: TenantId;
}

export interface PersonAt {
  readonly tenantId: TenantId;
  readonly personId: string;
}

/** Throws `TypeError` for what is no e-mail address. */
export function checkedEmail(email: string): string {
  const parsed = z.email({ pattern: z.regexes.unicodeEmail }).safeParse(normaliseEmail(email));
  if (!parsed.success) throw new TypeError('this is not an e-mail address');
  return parsed.data;
}

/** Runs `work` on a connection of the tables' owner. */
export async function asOwner<T>(options: { databaseUrl: string; logger: Logger }, work: (sql: Sql) => Promise<T>) {
  const sql = connect({ url: options.databaseUrl, logger: options.logger, name: 'privacy', max: 1, role: null });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Who the person would be at each company, whether anything is known of them there or not. */
export async function personAtCompanies(sql: Sql, { email, tenantId }: PersonSearch): Promise<PersonAt[]> {
  const rows = await sql<{ id: string; person_salt: string }[]>`
    SELECT id, person_salt FROM tenants WHERE ${tenantId ?? null}::text IS NULL OR id = ${tenantId ?? null} ORDER BY id`;
  return rows.map(({ id, person_salt }) => ({
    tenantId: TenantId.parse(id),
    personId: personIdOf(person_salt, email),
  }));
}
