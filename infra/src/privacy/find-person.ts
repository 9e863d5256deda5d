// A person has a separate id in each tenant. Only an operator may search all tenants: with the role that owns the tables, which
// no program uses.
import { TenantId } from '@tracker/schemas/primitives/ids';
import { z } from 'zod';
import type { Sql } from '../postgres/connect.ts';
import { normaliseEmail, personIdOf } from './person-id.ts';

export interface PersonSearch {
  readonly email: string;
  /** All tenants when absent. */
  readonly tenantId?: TenantId;
}

export interface PersonAt {
  readonly tenantId: TenantId;
  readonly personId: string;
}

export interface FoundPerson extends PersonAt {
  /** The tenant has a key of the person, or erased them once; otherwise no store has data of them. */
  readonly isKnown: boolean;
}

/** Throws `TypeError` for what is no e-mail address. */
export function checkedEmail(email: string): string {
  const parsed = z.email({ pattern: z.regexes.unicodeEmail }).safeParse(normaliseEmail(email));
  if (!parsed.success) throw new TypeError('this is not an e-mail address');
  return parsed.data;
}

/** The id that the person has, or would have, in each tenant. */
export async function personAtTenants(sql: Sql, { email, tenantId }: PersonSearch): Promise<FoundPerson[]> {
  const rows = await sql<{ id: string; person_salt: string }[]>`
    SELECT id, person_salt FROM tenants WHERE ${tenantId ?? null}::text IS NULL OR id = ${tenantId ?? null} ORDER BY id`;
  const persons = rows.map(({ id, person_salt }) => ({ tenant_id: id, person_id: personIdOf(person_salt, email) }));
  const known = await sql<{ tenant_id: string }[]>`
    SELECT w.tenant_id FROM jsonb_to_recordset(${JSON.stringify(persons)}::text::jsonb) AS w (tenant_id text, person_id text)
    WHERE EXISTS (SELECT FROM person_keys k WHERE k.tenant_id = w.tenant_id AND k.person_id = w.person_id)
       OR EXISTS (SELECT FROM erased_persons e WHERE e.tenant_id = w.tenant_id AND e.person_id = w.person_id)`;
  const knowing = new Set(known.map(({ tenant_id }) => tenant_id));
  return persons.map(({ tenant_id, person_id }) => ({
    tenantId: TenantId.parse(tenant_id),
    personId: person_id,
    isKnown: knowing.has(tenant_id),
  }));
}
