import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { GuardedGet } from '@tracker/infra/postbacks/guarded-call';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { lockTenant } from '@tracker/infra/postgres/wire';
import type { MadeBy } from '@tracker/schemas/contracts/common';
import {
  type changePostback,
  type createPostback,
  POSTBACKS_MAX,
  type Postback,
  type PostbackTest,
  type SendResults,
} from '@tracker/schemas/contracts/send-back.contract';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { EXAMPLE_VALUES, fillTemplate, partsSent } from '@tracker/schemas/send-back/macros';
import { postbackProblemText, postbackSuccessText } from '@tracker/schemas/texts/send-back';
import type { Selectable, Transaction } from 'kysely';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import { assertUnchanged } from '../../store/assert-unchanged.ts';
import { record } from '../../store/audit.ts';
import { holdAdmin, readMakers } from '../../store/made-by.ts';
import { giveUpWaiting } from '../../store/outbox.ts';
import { readResults } from './results.ts';
import type { TestLimit } from './shared.ts';

type Row = Selectable<Database['destinations']>;

export interface PostbackService {
  list(person: Person): Promise<Postback[]>;
  /** 409 when the tenant has the maximum number of postbacks. */
  create(person: Person, input: z.output<(typeof createPostback)['body']>): Promise<Postback>;
  change(person: Person, id: string, input: z.output<(typeof changePostback)['body']>): Promise<Postback>;
  remove(person: Person, id: string): Promise<void>;
  test(person: Person, id: string): Promise<PostbackTest>;
}

export interface PostbackDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly get: GuardedGet;
  readonly testLimit: TestLimit;
}

export function createPostbackService({ postgres, clock, get, testLimit }: PostbackDeps): PostbackService {
  async function withResults(trx: Transaction<Database>, rows: readonly Row[]): Promise<Postback[]> {
    const ids = rows.map(({ id }) => id);
    const resultsOf = await readResults(trx, ids, clock.now());
    const makerOf = await readMakers(trx);
    return rows.map((row) => toPostback(row, resultsOf(row.id), makerOf(row.created_by)));
  }

  async function one(trx: Transaction<Database>, row: Row): Promise<Postback> {
    const [postback] = await withResults(trx, [row]);
    return postback as Postback;
  }

  return {
    list: ({ tenantId }) =>
      postgres.withTenant(tenantId, async (trx) => withResults(trx, await postbacks(trx).execute())),

    create: (person, { name, url, enabled }) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        await holdAdmin(trx, person);
        await lockTenant(trx, 'destinations', person.tenantId);
        if ((await postbacks(trx).execute()).length >= POSTBACKS_MAX) {
          throw new AppError('too-many-postbacks', { params: { max: POSTBACKS_MAX } });
        }
        const now = new Date(clock.now());
        const row = await trx
          .insertInto('destinations')
          .values({
            id: randomId('ds'),
            tenant_id: person.tenantId,
            kind: 'postback',
            name,
            is_on: enabled,
            since: now,
            url_template: url,
            created_at: now,
            created_by: person.userId,
            changed_by: person.userId,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await record(trx, person, 'postback.create', { name });
        return one(trx, row);
      }),

    change: (person, id, change) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        const { name, url, enabled } = change;
        await holdAdmin(trx, person);
        await lockTenant(trx, 'destinations', person.tenantId);
        const before = await postbacks(trx).where('id', '=', id).executeTakeFirst();
        if (!before) throw notFound();
        assertUnchanged(change, { name: before.name, url: before.url_template, enabled: before.is_on });
        const isSwitchedOn = enabled === true && !before.is_on;
        const row = await trx
          .updateTable('destinations')
          .set({
            name: name ?? before.name,
            url_template: url ?? before.url_template,
            ...((url !== undefined && url !== before.url_template) || isSwitchedOn
              ? { changed_by: person.userId }
              : {}),
            is_on: enabled ?? before.is_on,
            since: isSwitchedOn ? new Date(clock.now()) : before.since,
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        if (enabled === false) await giveUpWaiting(trx, id, clock.now());
        const fields = [
          row.name !== before.name && 'name',
          row.url_template !== before.url_template && 'url',
          row.is_on !== before.is_on && 'enabled',
        ].filter((field) => field !== false);
        // Not the address: a person may have put a key into it.
        await record(trx, person, 'postback.edit', { name: row.name, fields });
        return one(trx, row);
      }),

    async remove(person, id) {
      await postgres.withTenant(person.tenantId, async (trx) => {
        const gone = await trx
          .deleteFrom('destinations')
          .where('kind', '=', 'postback')
          .where('id', '=', id)
          .returning('name')
          .executeTakeFirst();
        if (!gone) throw notFound();
        await record(trx, person, 'postback.remove', { name: gone.name });
      });
    },

    async test({ tenantId }, id) {
      const row = await postgres.withTenant(tenantId, (trx) => postbacks(trx).where('id', '=', id).executeTakeFirst());
      if (!row) throw notFound();
      testLimit.take(tenantId);
      const url = fillTemplate(row.url_template ?? '', EXAMPLE_VALUES);
      const outcome = await get(url);
      const { status, durationMs } = outcome;
      return {
        success: outcome.ok,
        message: outcome.ok ? postbackSuccessText(status) : postbackProblemText(outcome.problem),
        url: url.href,
        parts: partsSent(row.url_template ?? '', EXAMPLE_VALUES),
        status,
        durationMs,
      };
    },
  };
}

const postbacks = (trx: Transaction<Database>) =>
  trx.selectFrom('destinations').selectAll().where('kind', '=', 'postback').orderBy('created_at').orderBy('id');

const toPostback = (row: Row, results: SendResults, madeBy: MadeBy): Postback => ({
  id: row.id,
  name: row.name,
  url: row.url_template ?? '',
  enabled: row.is_on,
  since: row.is_on ? instantFromMs(row.since.getTime()) : null,
  madeBy,
  results,
});
