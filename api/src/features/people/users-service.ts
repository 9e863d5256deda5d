import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database, Stored } from '@tracker/infra/postgres/database';
import { lockTenant } from '@tracker/infra/postgres/wire';
import type { MadeByPerson, Member } from '@tracker/schemas/contracts/people.contract';
import type { UserId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { Role } from '@tracker/schemas/roles';
import type { Transaction } from 'kysely';
import type { Person } from '../../http/access.ts';
import { record } from '../../store/audit.ts';
import { giveUpWaiting } from '../../store/outbox.ts';

export interface UserService {
  /** Oldest first. */
  list(person: Person): Promise<Member[]>;
  /** API keys and destinations that the person set up. */
  made(person: Person, userId: string): Promise<MadeByPerson[]>;
  /** Of an administrator who is one no longer, as `remove`. */
  changeRole(person: Person, userId: string, role: Role, kept: readonly string[]): Promise<Member>;
  /**
   * Ends the membership, and the sessions of a person who has no other one. Revokes the person's API keys and switches off the destinations that
   * they set up, but for those to be kept, and withdraws their invitations.
   */
  remove(person: Person, userId: string, kept: readonly string[]): Promise<void>;
  /** Ends the person's own membership, as `remove`. */
  leave(person: Person): Promise<void>;
  /** The owner names another administrator; where there is no owner, any administrator does. */
  changeOwner(person: Person, userId: string): Promise<Member>;
}

const columns = [
  'id',
  'email',
  'first_name',
  'last_name',
  'role',
  'created_at',
  'second_factor_at',
  'is_owner',
] as const;

export function createUserService({ postgres, clock }: { postgres: Postgres; clock: Clock }): UserService {
  /**
   * Changes of who is who in a tenant happen one after the other, each seeing what the one before it did. Two administrators who
   * demote each other at the same moment would otherwise both find the other one left, and leave no one.
   */
  const changing = <T>(person: Person, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
    postgres.withTenant(person.tenantId, async (trx) => {
      await lockTenant(trx, 'people', person.tenantId);
      return work(trx);
    });

  /** The person to be changed: 404 when the tenant has none, 409 when the change must not be. */
  async function findOther(
    trx: Transaction<Database>,
    person: Person,
    userId: string,
    selfRefusal: 'own-role' | 'own-account',
  ) {
    const people = await trx.selectFrom('users').select(columns).execute();
    const target = people.find(({ id }) => id === userId);
    if (!target) throw notFound();
    if (target.id === person.userId) throw new AppError(selfRefusal);
    assertNotLast(people, target);
    if (target.is_owner) throw new AppError('company-owner');
    // The caller may have lost the role, or the account, while this waited for its turn.
    if (!isAdmin(people, person.userId)) throw new AppError('forbidden');
    return target;
  }

  /** Takes their rights, and what they made. */
  async function end(trx: Transaction<Database>, person: Person, userId: string, kept: readonly string[]) {
    await endMadeBy(trx, person, userId, kept);
    await trx.deleteFrom('memberships').where('user_id', '=', userId).execute();
  }

  /** Invitations, and the keys and destinations that are not kept. */
  async function endMadeBy(trx: Transaction<Database>, person: Person, userId: string, kept: readonly string[]) {
    await withdrawInvitesOf(trx, person, userId);
    await revokeKeysOf(trx, person, userId, kept);
    await switchOffDestinationsOf(trx, person, userId, kept);
  }

  async function switchOffDestinationsOf(
    trx: Transaction<Database>,
    person: Person,
    userId: string,
    kept: readonly string[],
  ): Promise<void> {
    for (const { id, kind, name, platform } of await destinationsOf(trx, userId).execute()) {
      if (kept.includes(id)) continue;
      await trx.updateTable('destinations').set({ is_on: false }).where('id', '=', id).execute();
      await giveUpWaiting(trx, id, clock.now());
      if (kind === 'postback') await record(trx, person, 'postback.edit', { name, fields: ['enabled'] });
      else await record(trx, person, 'pixel.set', { platform, fields: ['enabled'] });
    }
  }

  async function withdrawInvitesOf(trx: Transaction<Database>, person: Person, userId: string): Promise<void> {
    const gone = await trx
      .deleteFrom('invites')
      .where('inviter_id', '=', userId)
      .returning(['id', 'role', 'email'])
      .execute();
    for (const { id, ...invited } of gone) await record(trx, person, 'invite.withdraw', { inviteId: id, ...invited });
  }

  async function revokeKeysOf(trx: Transaction<Database>, person: Person, userId: string, kept: readonly string[]) {
    let keys = trx.deleteFrom('api_keys').where('created_by', '=', userId);
    if (kept.length > 0) keys = keys.where('id', 'not in', kept);
    const gone = await keys.returning('name').execute();
    for (const { name } of gone) await record(trx, person, 'api-key.revoke', { name });
  }

  return {
    async list(person) {
      const rows = await postgres.withTenant(person.tenantId, (trx) =>
        trx.selectFrom('users').select(columns).orderBy('created_at').orderBy('id').execute(),
      );
      return rows.map(toMember);
    },

    made: (person, userId) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        if (!(await trx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst())) throw notFound();
        const keys = await trx
          .selectFrom('api_keys')
          .select(['id', 'name', 'hint'])
          .where('created_by', '=', userId)
          .orderBy('created_at')
          .execute();
        const destinations = await destinationsOf(trx, userId).execute();
        return [
          ...keys.map(({ id, name, hint }) => ({ id, kind: 'api-key' as const, name, hint: `${hint}…` })),
          ...destinations.map(({ id, kind, name, platform, url_template }) =>
            kind === 'postback'
              ? { id, kind, name, hint: hostOf(url_template ?? '') }
              : { id, kind: 'pixel' as const, name: platform ?? '', hint: '' },
          ),
        ];
      }),

    changeRole: (person, userId, role, kept) =>
      changing(person, async (trx) => {
        const target = await findOther(trx, person, userId, 'own-role');
        if (target.role === role) return toMember(target);
        await trx.updateTable('memberships').set({ role }).where('user_id', '=', target.id).execute();
        await record(trx, person, 'user.change-role', { ...whom(target), from: target.role, to: role });
        if (target.role === 'admin') {
          await endMadeBy(trx, person, target.id, kept);
        }
        return toMember({ ...target, role });
      }),

    remove: (person, userId, kept) =>
      changing(person, async (trx) => {
        const target = await findOther(trx, person, userId, 'own-account');
        await end(trx, person, target.id, kept);
        await record(trx, person, 'user.remove', { ...whom(target), email: target.email, role: target.role });
      }),

    leave: (person) =>
      changing(person, async (trx) => {
        const people = await trx.selectFrom('users').select(columns).execute();
        const self = people.find(({ id }) => id === person.userId);
        if (!self) throw notFound();
        assertNotLast(people, self);
        if (self.is_owner) throw new AppError('owner-leaves');
        // While the log still finds their name.
        await record(trx, person, 'user.leave', { email: self.email, role: self.role });
        await end(trx, person, self.id, []);
      }),

    changeOwner: (person, userId) =>
      changing(person, async (trx) => {
        const people = await trx.selectFrom('users').select(columns).execute();
        const owner = people.find(({ is_owner }) => is_owner);
        if (!isAdmin(people, person.userId) || (owner && owner.id !== person.userId)) throw new AppError('forbidden');
        const target = people.find(({ id }) => id === userId);
        if (!target) throw notFound();
        if (target.role !== 'admin') throw new AppError('owner-not-admin');
        if (target.is_owner) return toMember(target);
        const memberships = trx.updateTable('memberships');
        await memberships.set({ is_owner: false }).where('is_owner', '=', true).execute();
        await memberships.set({ is_owner: true }).where('user_id', '=', target.id).execute();
        await record(trx, person, 'user.change-owner', whom(target));
        return toMember({ ...target, is_owner: true });
      }),
  };
}

/** Those that send now. */
const destinationsOf = (trx: Transaction<Database>, userId: string) =>
  trx
    .selectFrom('destinations')
    .select(['id', 'kind', 'name', 'platform', 'url_template'])
    .where('changed_by', '=', userId)
    .where('kind', '<>', 'web-push')
    .where('is_on', '=', true)
    .orderBy('created_at');

/** Not the whole address: a person may have put a key into it. */
const hostOf = (template: string): string => /^https?:\/\/([^/?#]+)/i.exec(template)?.[1] ?? '';

const isAdmin = (people: readonly UserRow[], userId: string): boolean =>
  people.some(({ id, role }) => id === userId && role === 'admin');

function assertNotLast(people: readonly UserRow[], leaving: UserRow): void {
  const admins = people.filter(({ role }) => role === 'admin');
  if (admins.length === 1 && leaving.role === 'admin') throw new AppError('last-admin');
}

/** For the audit log, which says to whom it was done also when that person is gone. */
const whom = ({ id, first_name, last_name }: UserRow) => ({ userId: id, name: `${first_name} ${last_name}`.trim() });

type UserRow = Omit<Stored<'users'>, 'tenant_id' | 'confirmed_at'>;

function toMember(row: UserRow): Member {
  return {
    id: row.id as UserId,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    role: row.role,
    createdAt: instantFromMs(row.created_at.getTime()),
    hasSecondFactor: row.second_factor_at !== null,
    isOwner: row.is_owner,
  };
}
