// A call that makes something may be sent again with its key (`Idempotency-Key`): nothing is made twice, and the second answer is the first one's
// (infra/docs/adr/0172).
import { createHash, randomUUID } from 'node:crypto';
import { AppError } from '@tracker/infra/errors/app-error';
import { withBeforeCommit } from '@tracker/infra/postgres/before-commit';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database, Stored } from '@tracker/infra/postgres/database';
import { type Keyring, SecretError } from '@tracker/infra/secrets/keyring';
import type { Contract } from '@tracker/schemas/contracts/define-contract';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_HEADER } from '@tracker/schemas/contracts/idempotency';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { FastifyRequest } from 'fastify';
import { sql, type Transaction } from 'kysely';
import type { Insider } from './access.ts';

/** What is kept for 24 hours. Whose answer is too long or too old for it reads that it was saved, and when; a key that is gone makes a second thing. */
export const IDEMPOTENT_CALLS_MAX = {
  answerBytes: 256 * 1024,
  /** A person or an API key. */
  answerBytesOfCaller: 2 * 1024 * 1024,
  answerBytesOfTenant: 16 * 1024 * 1024,
  callsOfCaller: 2_000,
  callsOfTenant: 10_000,
};
const AGAIN_AFTER_S = 1;

/** What a handler gave, or what it gave to the first try. */
export interface Given {
  readonly answer: unknown;
  /** Of the first try; undefined: this is it. */
  readonly firstAnsweredAt?: Date;
}

export interface IdempotentCalls {
  /**
   * Runs `work`, unless a try with the key of this request has been answered.
   * @throws AppError 400 for a key that is none, 422 for one that came with another request, 409 while the first try runs or where its answer was lost
   */
  once(contract: Contract, principal: Insider, request: FastifyRequest, work: () => Promise<unknown>): Promise<Given>;
}

interface Call {
  readonly tenantId: TenantId;
  readonly caller: string;
  readonly key: string;
  readonly attempt: string;
}

export function createIdempotentCalls(
  { postgres, keyring }: { postgres: Postgres; keyring: Keyring },
  most = IDEMPOTENT_CALLS_MAX,
) {
  /** Undefined: it is this attempt's to make. */
  const begin = ({ tenantId, caller, key, attempt }: Call, contract: string, asked: Uint8Array) =>
    postgres.withTenant(tenantId, async (trx) => {
      const ofKey = trx.selectFrom('idempotent_calls').where('caller', '=', caller).where('key', '=', key);
      // A first try that neither wrote nor answered for two minutes has died, or is not let through any more by `mark_call_written`. A moment
      // ahead is of a clock that was set back.
      const { rows } = await sql`
        INSERT INTO idempotent_calls AS first (tenant_id, caller, key, contract, request, attempt)
        VALUES (${tenantId}, ${caller}, ${key}, ${contract}, ${asked}, ${attempt})
        ON CONFLICT (tenant_id, caller, key) DO UPDATE
          SET contract = excluded.contract, request = excluded.request, attempt = excluded.attempt, begun_at = now(),
            written_at = NULL, answered_at = NULL, answer = NULL
          WHERE first.begun_at < now() - interval '24 hours'
            OR first.begun_at NOT BETWEEN now() - interval '2 minutes' AND now() + interval '1 minute'
              AND first.answered_at IS NULL AND first.written_at IS NULL
              AND first.contract = excluded.contract AND first.request = excluded.request
        RETURNING 1`.execute(trx);
      return rows.length > 0
        ? undefined
        : ofKey
            .selectAll()
            // Behind its last commit there is only the answer to be made.
            .select(sql<boolean>`coalesce(abs(extract(epoch FROM now() - written_at)) > 10, false)`.as('is_lost'))
            .executeTakeFirstOrThrow();
    });

  const own = ({ caller, key, attempt }: Call) =>
    sql<boolean>`caller = ${caller} AND key = ${key} AND attempt = ${attempt}`;

  /** Only a transaction that this attempt still owns is committed. */
  const mark =
    ({ tenantId, caller, key, attempt }: Call) =>
    async (trx: Parameters<Parameters<typeof withBeforeCommit>[0]>[0]) => {
      const { rows } = await sql<{ is_own: boolean }>`
        SELECT mark_call_written(${tenantId}, ${caller}, ${key}, ${attempt}) AS is_own`.execute(trx);
      if (!rows[0]?.is_own) throw new AppError('first-try-running', { retryAfterSeconds: AGAIN_AFTER_S });
    };

  const keepAnswer = (call: Call, answer: unknown) =>
    postgres.withTenant(call.tenantId, async (trx) => {
      const text = Buffer.from(JSON.stringify(answer ?? null));
      const kept = text.length > most.answerBytes ? null : keyring.encrypt(text, placeOf(call));
      await trx
        .updateTable('idempotent_calls')
        .set({ answer: kept, answered_at: sql<Date>`now()` })
        .where(own(call))
        .execute();
      await forgetBeyond(trx, most);
    });

  /** What wrote nothing may be tried again at once. */
  const giveUp = (call: Call, wroteNothing: boolean) =>
    postgres.withTenant(call.tenantId, (trx) =>
      trx
        .deleteFrom('idempotent_calls')
        .where(own(call))
        .$if(!wroteNothing, (query) => query.where('written_at', 'is', null))
        .execute(),
    );

  function answerOf(call: Call, first: Stored<'idempotent_calls'>): unknown {
    if (first.answer === null) return undefined;
    try {
      return JSON.parse(Buffer.from(keyring.decrypt(first.answer, placeOf(call))).toString('utf8'));
    } catch (error) {
      // Its key was replaced since.
      if (error instanceof SecretError) return undefined;
      throw error;
    }
  }

  const calls: IdempotentCalls = {
    async once(contract, principal, request, work) {
      const given = request.headers[IDEMPOTENCY_KEY_HEADER];
      if (given === undefined) return { answer: await work() };
      if (typeof given !== 'string' || !IDEMPOTENCY_KEY.test(given)) throw new AppError('idempotency-key-invalid');
      const caller = 'userId' in principal ? principal.userId : `key:${principal.keyId}`;
      const call = { tenantId: principal.tenantId, caller, key: given, attempt: randomUUID() };
      const asked = hashOf(request);
      const first = await begin(call, contract.name, asked);
      if (first) {
        const time = timeIn(principal.timeZone, first.answered_at ?? first.written_at ?? first.begun_at);
        if (first.contract !== contract.name || !Buffer.from(first.request).equals(asked)) {
          throw new AppError('first-try-differs', { params: { time } });
        }
        if (first.answered_at === null && !first.is_lost) {
          throw new AppError('first-try-running', { retryAfterSeconds: AGAIN_AFTER_S });
        }
        const answer = answerOf(call, first);
        if (first.answered_at === null || answer === undefined) {
          throw new AppError('first-try-saved', { params: { time } });
        }
        return { answer, firstAnsweredAt: first.answered_at };
      }
      let answer: unknown;
      try {
        answer = await withBeforeCommit(mark(call), work);
      } catch (error) {
        const isRefused = error instanceof AppError && error.status < 500;
        // Where the store is away, the next try finds it as it is.
        await giveUp(call, isRefused).catch(() => undefined);
        throw error;
      }
      await keepAnswer(call, answer).catch(() => undefined);
      return { answer };
    },
  };
  return calls;
}

/** Of a tenant: first the answers that were given longest ago, then their keys. Calls that run are left alone. */
async function forgetBeyond(trx: Transaction<Database>, most: typeof IDEMPOTENT_CALLS_MAX): Promise<void> {
  // Two calls that end at once skip each other's rows.
  await sql`
    WITH ranked AS (
      SELECT caller, key,
        sum(length(answer)) OVER (PARTITION BY caller ORDER BY answered_at DESC, key) AS of_caller,
        sum(length(answer)) OVER (ORDER BY answered_at DESC, caller, key) AS of_tenant
      FROM idempotent_calls WHERE answer IS NOT NULL
    ), beyond AS (
      SELECT caller, key FROM idempotent_calls WHERE (caller, key) IN (
        SELECT caller, key FROM ranked WHERE of_caller > ${most.answerBytesOfCaller} OR of_tenant > ${most.answerBytesOfTenant}
      ) FOR UPDATE SKIP LOCKED
    )
    UPDATE idempotent_calls c SET answer = NULL FROM beyond b WHERE c.caller = b.caller AND c.key = b.key`.execute(trx);
  await sql`
    WITH ranked AS (
      SELECT caller, key,
        row_number() OVER (PARTITION BY caller ORDER BY answered_at DESC, key) AS of_caller,
        row_number() OVER (ORDER BY answered_at DESC, caller, key) AS of_tenant
      FROM idempotent_calls WHERE answered_at IS NOT NULL
    ), beyond AS (
      SELECT caller, key FROM idempotent_calls WHERE (caller, key) IN (
        SELECT caller, key FROM ranked WHERE of_caller > ${most.callsOfCaller} OR of_tenant > ${most.callsOfTenant}
      ) FOR UPDATE SKIP LOCKED
    )
    DELETE FROM idempotent_calls c USING beyond b WHERE c.caller = b.caller AND c.key = b.key`.execute(trx);
}

const placeOf = ({ tenantId, caller, key }: Call): string => `idempotent call|${tenantId}|${caller}|${key}`;

/** Of the address and what was sent to it. */
const hashOf = ({ url, body }: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(`${url}\n`)
    .update(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null))
    .digest();

const timeIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
