import type { Insertable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export type NewUser = Omit<Insertable<Database['persons']>, 'last_tenant_id' | 'last_tenant_at'> &
  Pick<Insertable<Database['memberships']>, 'tenant_id' | 'role' | 'is_owner'>;

/** A new person, who belongs to this tenant alone. Call it inside `withTenant` of the tenant. */
export async function createUser(
  trx: Transaction<Database>,
  { tenant_id, role, is_owner, ...person }: NewUser,
): Promise<void> {
  await sql`SELECT set_config('app.person_id', ${person.id}, true)`.execute(trx);
  await trx
    .insertInto('persons')
    .values({ ...person, last_tenant_id: tenant_id })
    .execute();
  const { id: user_id, created_at } = person;
  await trx.insertInto('memberships').values({ tenant_id, user_id, role, is_owner, created_at }).execute();
}
