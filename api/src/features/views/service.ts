import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import type { changeView, NewView, View } from '@tracker/schemas/contracts/views.contract';
import { VIEWS_MAX, ViewScreen } from '@tracker/schemas/contracts/views.contract';
import { hasRole } from '@tracker/schemas/roles';
import type { Selectable, Transaction } from 'kysely';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import { assertUnchanged } from '../../store/assert-unchanged.ts';
import { record } from '../../store/audit.ts';
import { changeLocked } from '../../store/taken-name.ts';

export interface ViewService {
  list(person: Person): Promise<View[]>;
  /** 403 for a viewer who shares it, 409 for a name that is taken and beyond `VIEWS_MAX`. */
  create(person: Person, view: z.output<typeof NewView>): Promise<View>;
  /** 404 for a view of another person. */
  change(person: Person, id: string, change: z.output<(typeof changeView)['body']>): Promise<View>;
  remove(person: Person, id: string): Promise<void>;
}

export interface ViewDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
}

type Row = Selectable<Database['views']>;

export function createViewService({ postgres, clock }: ViewDeps): ViewService {
  /** Their own, and the tenant's. */
  const readRows = (trx: Transaction<Database>, { userId }: Person): Promise<Row[]> =>
    trx
      .selectFrom('views')
      .selectAll()
      .where((is) => is.or([is('user_id', 'is', null), is('user_id', '=', userId)]))
      .orderBy('name')
      .orderBy('id')
      .execute();

  async function rowOf(trx: Transaction<Database>, person: Person, id: string): Promise<Row> {
    const row = (await readRows(trx, person)).find((one) => one.id === id);
    if (!row) throw notFound();
    if (row.user_id === null) assertMayShare(person);
    return row;
  }

  async function assertRoom(trx: Transaction<Database>, person: Person, userId: string | null): Promise<void> {
    const owned = (await readRows(trx, person)).filter((row) => row.user_id === userId);
    if (owned.length >= VIEWS_MAX) throw new AppError('too-many-views', { params: { max: VIEWS_MAX } });
  }

  const change = <Result>(person: Person, work: (trx: Transaction<Database>) => Promise<Result>) =>
    changeLocked(postgres, person.tenantId, 'views', work);

  /** Of a screen there is one default of each owner. */
  async function store(trx: Transaction<Database>, row: Row): Promise<View> {
    if (row.is_default) {
      await trx
        .updateTable('views')
        .set({ is_default: false })
        .where('screen', '=', row.screen)
        .where('user_id', row.user_id === null ? 'is' : '=', row.user_id)
        .where('id', '<>', row.id)
        .execute();
    }
    const { tenant_id: _, id: __, ...values } = row;
    await trx
      .insertInto('views')
      .values(row)
      .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet(values))
      .execute();
    return toView(row);
  }

  /** What the tenant shares is in its audit log; what people keep for themselves is not. */
  async function recordShared(
    trx: Transaction<Database>,
    person: Person,
    action: 'view.share' | 'view.remove',
    row: Row,
  ) {
    if (row.user_id === null) await record(trx, person, action, { screen: row.screen, name: row.name });
  }

  return {
    list: (person) => postgres.withTenant(person.tenantId, async (trx) => (await readRows(trx, person)).map(toView)),

    create: (person, { screen, name, search, shared = false, isDefault = false }) =>
      change(person, async (trx) => {
        if (shared) assertMayShare(person);
        const user_id = shared ? null : person.userId;
        await assertRoom(trx, person, user_id);
        const row: Row = {
          ...{ tenant_id: person.tenantId, id: randomId('vw'), user_id, screen, name, search, is_default: isDefault },
          changed_at: new Date(clock.now()),
        };
        const view = await store(trx, row);
        await recordShared(trx, person, 'view.share', row);
        return view;
      }),

    change: (person, id, given) =>
      change(person, async (trx) => {
        const before = await rowOf(trx, person, id);
        assertUnchanged(given, toView(before));
        if (given.shared) assertMayShare(person);
        const shared = given.shared ?? before.user_id === null;
        const user_id = shared ? null : person.userId;
        if (user_id !== before.user_id) {
          await assertRoom(trx, person, user_id);
          await recordShared(trx, person, 'view.remove', before);
        }
        const row: Row = {
          ...before,
          user_id,
          name: given.name ?? before.name,
          search: given.search ?? before.search,
          is_default: given.isDefault ?? before.is_default,
          changed_at: new Date(clock.now()),
        };
        const view = await store(trx, row);
        await recordShared(trx, person, 'view.share', row);
        return view;
      }),

    remove: (person, id) =>
      change(person, async (trx) => {
        const row = await rowOf(trx, person, id);
        await trx.deleteFrom('views').where('id', '=', id).execute();
        await recordShared(trx, person, 'view.remove', row);
      }),
  };
}

function assertMayShare({ role }: Person): void {
  if (!hasRole(role, 'editor')) throw new AppError('forbidden');
}

const toView = ({ id, user_id, screen, name, search, is_default }: Row): View => ({
  ...{ id, name, search, screen: ViewScreen.parse(screen) },
  shared: user_id === null,
  isDefault: is_default,
});
