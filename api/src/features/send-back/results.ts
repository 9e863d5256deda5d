import type { Database } from '@tracker/infra/postgres/database';
import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import type { SendResults } from '@tracker/schemas/contracts/send-back.contract';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { SendProblem } from '@tracker/schemas/send-back/problems';
import { sendProblemText } from '@tracker/schemas/texts/send-back';
import { sql, type Transaction } from 'kysely';

const RESULTS_OF_MS = 7 * DAY_MS;

const NONE: SendResults = { sent: 0, waiting: 0, failed: 0, lastSentAt: null, lastError: null };

/** How sending goes, by destination; inside `withTenant`. `platform`: of a pixel. */
export async function readResults(
  trx: Transaction<Database>,
  destinationIds: readonly string[],
  nowMs: number,
  platform?: AdPlatformDescriptor,
): Promise<(destinationId: string) => SendResults> {
  if (destinationIds.length === 0) return () => NONE;
  const since = new Date(nowMs - RESULTS_OF_MS);
  const recent = sql<boolean>`settled_at >= ${since}`;
  const rows = await trx
    .selectFrom('outbox')
    .select(({ fn }) => [
      'destination_id',
      fn.countAll<string>().filterWhere('state', '=', 'sent').filterWhere(recent).as('sent'),
      fn.countAll<string>().filterWhere('state', '=', 'waiting').as('waiting'),
      fn.countAll<string>().filterWhere('state', 'in', ['failed', 'expired']).filterWhere(recent).as('failed'),
      fn.max('settled_at').filterWhere('state', '=', 'sent').as('last_sent_at'),
      sql<SendProblem | null>`(array_agg(last_error ORDER BY approved_at DESC) FILTER (WHERE state <> 'sent' AND last_error IS NOT NULL))[1]`.as(
        'last_error',
      ),
    ])
    .where('destination_id', 'in', [...destinationIds])
    // What waits is never older.
    .where((where) => where.or([where('state', '=', 'waiting'), where('settled_at', '>=', since)]))
    .groupBy('destination_id')
    .execute();
  const found = new Map(
    rows.map((row): [string, SendResults] => [
      row.destination_id,
      {
        sent: Number(row.sent),
        waiting: Number(row.waiting),
        failed: Number(row.failed),
        lastSentAt: row.last_sent_at && instantFromMs(row.last_sent_at.getTime()),
        lastError: row.last_error && sendProblemText(row.last_error, platform),
      },
    ]),
  );
  return (id) => found.get(id) ?? NONE;
}
