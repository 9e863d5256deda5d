// Persons in one tenant, by what is known of them. A person has a separate id in each tenant.
import { CHECKOUT_IDS } from '@tracker/schemas/checkouts/registry';
import { TenantId } from '@tracker/schemas/primitives/ids';
import { phoneOf } from '@tracker/schemas/privacy/buyer';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/client.ts';
import type { Postgres } from '../postgres/client.ts';
import type { Sql } from '../postgres/connect.ts';
import { type PersonGroup, personGroups } from './person-groups.ts';
import { normaliseEmail, personIdOf, phoneTieOf, transactionTieOf } from './person-id.ts';
import type { Persons } from './persons.ts';

export interface PrivacyDeps {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly persons: Persons;
}

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

export type PersonQuery = { readonly email: string } | { readonly phone: string } | { readonly transaction: string };

/**
 * The persons of one tenant that an administrator means. By e-mail: that person, and persons without an e-mail who share a phone or
 * transaction with it and cannot be counted to it. By phone or transaction: all persons with it.
 */
export async function findGroups(postgres: Postgres, tenantId: TenantId, query: PersonQuery): Promise<PersonGroup[]> {
  return postgres.withTenant(tenantId, async (transaction) => {
    const { person_salt: salt } = await transaction
      .selectFrom('tenants')
      .select('person_salt')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    const groups = personGroups(transaction);
    if ('email' in query) {
      const group = await groups.groupOf(personIdOf(salt, query.email));
      return [group, ...(await groups.relatedGroups(group))];
    }
    const ties =
      'phone' in query
        ? [phoneTieOf(salt, phoneOf(query.phone))]
        : CHECKOUT_IDS.map((checkout) => transactionTieOf(salt, checkout, query.transaction.trim()));
    const found = await groups.groupsOfTies(ties);
    const erased = await transaction
      .selectFrom('erased_persons')
      .select('person_id')
      .where('person_id', 'in', ties)
      .execute();
    const members = new Set(found.flatMap(({ personIds }) => personIds));
    const gone = erased.map(({ person_id }) => person_id).filter((personId) => !members.has(personId));
    return [...found, ...(await Promise.all(gone.map((personId) => groups.groupOf(personId))))];
  });
}

/** The person that the id is of, with all ids that belong to it. */
export const groupOf = ({ postgres }: Pick<PrivacyDeps, 'postgres'>, { tenantId, personId }: PersonAt) =>
  postgres.withTenant(tenantId, (transaction) => personGroups(transaction).groupOf(personId));

/** The id that the person of the e-mail has, or would have, in each tenant. Needs a connection that sees all. */
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
