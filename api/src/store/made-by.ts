import { AppError } from '@tracker/infra/errors/app-error';
import type { Database } from '@tracker/infra/postgres/database';
import type { MadeBy } from '@tracker/schemas/contracts/common';
import type { Transaction } from 'kysely';
import type { Person } from '../http/access.ts';

/** Names the members of the tenant by their id: inside `withTenant`. Null of no id: from before it was stored. */
export async function readMakers(trx: Transaction<Database>): Promise<(id: string | null | undefined) => MadeBy> {
  const people = await trx.selectFrom('users').select(['id', 'first_name', 'last_name']).execute();
  const names = new Map(people.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]));
  return (id) => (id == null ? null : { id, name: names.get(id) ?? null });
}

/**
 * For what goes on without the person who sets it up: first in its transaction. A change that takes the person's rights waits for its end, and ends it with the
 * rest; where the rights went first, it is refused. Inside `withTenant`.
 */
export async function holdAdmin(trx: Transaction<Database>, { userId }: Person): Promise<void> {
  const own = trx.selectFrom('memberships').select('role').where('user_id', '=', userId);
  if ((await own.forShare().executeTakeFirst())?.role !== 'admin') throw new AppError('forbidden');
}
