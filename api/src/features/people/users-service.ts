import { AppError, notFound } from '@tracker/infra/errors/app-error';
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
import type { EndConnectionDeps, GiveBack } from '../../store/end-connection.ts';
import { type Decided, endMadeBy, madeBy, NOTHING_KEPT } from './made-by.ts';

export interface UserService {
  /** Oldest first. */
  list(person: Person): Promise<Member[]>;
  /** What the person set up that goes on without them. */
  made(person: Person, userId: string): Promise<MadeByPerson[]>;
  /** Of an administrator who is one no longer, as `remove`. */
  changeRole(person: Person, userId: string, role: Role, decided: Decided): Promise<Member>;
  /**
   * Ends the membership, and the sessions of a person who has no other one. Ends what the person set up and that lets something out, as
   * `decided`, and withdraws their invitations.
   */
  remove(person: Person, userId: string, decided: Decided): Promise<void>;
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

export interface UserDeps extends EndConnectionDeps {
  readonly postgres: Postgres;
}

export function createUserService(deps: UserDeps): UserService {
  const { postgres } = deps;
  /**
   * Changes of who is who in a tenant happen one after the other, each seeing what the one before it did. Two administrators who
   * demote each other at the same moment would otherwise both find the other one left, and leave no one.
   */
  async function changing<T>(
    person: Person,
    work: (trx: Transaction<Database>, later: GiveBack[]) => Promise<T>,
  ): Promise<T> {
    const later: GiveBack[] = [];
    const changed = await postgres.withTenant(person.tenantId, async (trx) => {
      await lockTenant(trx, 'people', person.tenantId);
      return work(trx, later);
    });
    for (const giveBack of later) await giveBack();
    return changed;
  }

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

  /** Invitations, and what they set up as it was decided. */
  async function endTheirs(
    trx: Transaction<Database>,
    person: Person,
    userId: string,
    { decided, later }: { readonly decided: Decided; readonly later: GiveBack[] },
  ): Promise<void> {
    // What they are just setting up ends too, when it is there.
    await trx.selectFrom('memberships').select('role').where('user_id', '=', userId).forUpdate().execute();
    await withdrawInvitesOf(trx, person, userId);
    later.push(...(await endMadeBy(trx, deps, person, userId, decided)));
  }

  const endMembership = (trx: Transaction<Database>, userId: string) =>
    trx.deleteFrom('memberships').where('user_id', '=', userId).execute();

  async function withdrawInvitesOf(trx: Transaction<Database>, person: Person, userId: string): Promise<void> {
    const gone = await trx
      .deleteFrom('invites')
      .where('inviter_id', '=', userId)
      .returning(['id', 'role', 'email'])
      .execute();
    for (const { id, ...invited } of gone) await record(trx, person, 'invite.withdraw', { inviteId: id, ...invited });
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
        return madeBy(trx, userId);
      }),

    changeRole: (person, userId, role, decided) =>
      changing(person, async (trx, later) => {
        const target = await findOther(trx, person, userId, 'own-role');
        if (target.role === role) return toMember(target);
        await trx.updateTable('memberships').set({ role }).where('user_id', '=', target.id).execute();
        await record(trx, person, 'user.change-role', { ...whom(target), from: target.role, to: role });
        if (target.role === 'admin') await endTheirs(trx, person, target.id, { decided, later });
        return toMember({ ...target, role });
      }),

    remove: (person, userId, decided) =>
      changing(person, async (trx, later) => {
        const target = await findOther(trx, person, userId, 'own-account');
        await endTheirs(trx, person, target.id, { decided, later });
        await endMembership(trx, target.id);
        await record(trx, person, 'user.remove', { ...whom(target), email: target.email, role: target.role });
      }),

    leave: (person) =>
      changing(person, async (trx, later) => {
        const people = await trx.selectFrom('users').select(columns).execute();
        const self = people.find(({ id }) => id === person.userId);
        if (!self) throw notFound();
        assertNotLast(people, self);
        if (self.is_owner) throw new AppError('owner-leaves');
        // While the log still finds their name.
        await record(trx, person, 'user.leave', { email: self.email, role: self.role });
        await endTheirs(trx, person, self.id, { decided: NOTHING_KEPT, later });
        await endMembership(trx, self.id);
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
