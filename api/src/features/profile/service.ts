import { notFound } from '@tracker/infra/errors/app-error';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import type { User } from '@tracker/schemas/contracts/auth.contract';
import type { ProfileChange } from '@tracker/schemas/contracts/profile.contract';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import { toUser, userColumns } from '../../http/identity-row.ts';
import { record } from '../../store/audit.ts';

export interface ProfileService {
  get(person: Person): Promise<User>;
  change(person: Person, change: z.output<typeof ProfileChange>): Promise<User>;
}

export function createProfileService({ postgres }: { postgres: Postgres }): ProfileService {
  async function read(trx: Transaction<Database>, { userId }: Person): Promise<User> {
    const row = await trx.selectFrom('users').select(userColumns).where('id', '=', userId).executeTakeFirst();
    if (!row) throw notFound();
    return toUser(row);
  }

  return {
    get: (person) => postgres.withTenant(person.tenantId, (trx) => read(trx, person)),

    change: (person, { firstName, lastName }) =>
      postgres.withPerson(person, async (trx) => {
        const values = {
          ...(firstName !== undefined && { first_name: firstName }),
          ...(lastName !== undefined && { last_name: lastName }),
        };
        if (Object.keys(values).length > 0) {
          await trx.updateTable('persons').set(values).where('id', '=', person.userId).execute();
          await record(trx, person, 'profile.change');
        }
        return read(trx, person);
      }),
  };
}
