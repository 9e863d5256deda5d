import { notFound } from '@tracker/infra/errors/app-error';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import type { Profile, ProfileChange } from '@tracker/schemas/contracts/profile.contract';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import { toUser, userColumns } from '../../http/identity-row.ts';
import { assertUnchanged } from '../../store/assert-unchanged.ts';
import { record } from '../../store/audit.ts';

export interface ProfileService {
  get(person: Person): Promise<Profile>;
  change(person: Person, change: z.output<typeof ProfileChange>): Promise<Profile>;
}

export function createProfileService({ postgres }: { postgres: Postgres }): ProfileService {
  async function read(trx: Transaction<Database>, { userId }: Person): Promise<Profile> {
    const row = await trx
      .selectFrom('users')
      .innerJoin('memberships', 'memberships.user_id', 'users.id')
      .select([...userColumns, 'quiet_from', 'quiet_until'])
      .where('users.id', '=', userId)
      .executeTakeFirst();
    if (!row) throw notFound();
    const { quiet_from: from, quiet_until: until } = row;
    return { ...toUser(row), quiet: from === null || until === null ? null : { from, until } };
  }

  return {
    get: (person) => postgres.withTenant(person.tenantId, (trx) => read(trx, person)),

    change: (person, change) =>
      postgres.withPerson(person, async (trx) => {
        const { firstName, lastName, quiet } = change;
        if (change.seen) {
          await trx.selectFrom('persons').select('id').where('id', '=', person.userId).forUpdate().execute();
          assertUnchanged(change, await read(trx, person));
        }
        const values = {
          ...(firstName !== undefined && { first_name: firstName }),
          ...(lastName !== undefined && { last_name: lastName }),
        };
        if (Object.keys(values).length > 0) {
          await trx.updateTable('persons').set(values).where('id', '=', person.userId).execute();
          await record(trx, person, 'profile.change');
        }
        if (quiet !== undefined) {
          await trx
            .updateTable('memberships')
            .set({ quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null })
            .where('user_id', '=', person.userId)
            .execute();
        }
        return read(trx, person);
      }),
  };
}
