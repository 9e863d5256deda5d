// Old conversions that people import from a file. Rows of Postgres recognise a file that comes twice; the figures follow from an event for each
// row (ADR 69). Both are written in one transaction: when the log refuses an event there is no row either, and the caller comes again.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { notFound } from '@tracker/infra/errors/app-error';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import { hashOf, importedConversionIdOf } from '@tracker/infra/identity/conversion-id';
import { newEvent } from '@tracker/infra/identity/new-event';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { lockTenant } from '@tracker/infra/postgres/wire';
import { isCounted } from '@tracker/schemas/checkouts/conversion-status';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import {
  CONVERSION_IMPORTS_LISTED_MAX,
  type ConversionImport,
  type StoredConversionImport,
} from '@tracker/schemas/contracts/conversion-imports.contract';
import type { ConversionImportEvent, ImportedConversion } from '@tracker/schemas/events/conversion-import';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { addMoney, type Currency, type MoneySum } from '@tracker/schemas/primitives/money';
import { dayOf, monthsBefore, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import type { ConversionFile } from '@tracker/schemas/texts/conversion-import';
import { sql, type Transaction } from 'kysely';
import type { Person } from '../../http/access.ts';
import type { FileTurns } from '../../http/file-turns.ts';
import { eachInTurns } from '../../http/in-turns.ts';
import { record } from '../../store/audit.ts';
import { readRetention } from '../../store/retention.ts';
import { deliveredConversions } from './queries.ts';
import {
  type ConversionFileError,
  type ConversionFileRow,
  problem,
  type ReadConversionFile,
  readConversionFile,
} from './read-conversion-file.ts';

export interface ConversionImportService {
  importFile(person: Person, bytes: Uint8Array, options: { readonly isDryRun: boolean }): Promise<ConversionImport>;
  listImports(person: Person): Promise<StoredConversionImport[]>;
  /** 404 for an import of which nothing is left. */
  undoImport(person: Person, importId: string): Promise<void>;
}

export interface ConversionImportDeps {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly fileTurns: FileTurns;
}

const EVENTS_A_CALL = 500;

type Trx = Transaction<Database>;

interface StoredImport {
  readonly import_id: string;
  readonly at: Date;
  readonly by: string | null;
  readonly rows: number;
  readonly undone: boolean;
  /** As `importFile` records them. */
  readonly details: { readonly format?: ConversionFile; readonly first?: TenantDay; readonly last?: TenantDay } | null;
}

interface NewRow {
  readonly row: ConversionFileRow;
  readonly conversionId: string;
  readonly contentHash: string;
}

interface Known {
  /** Of the last import of each conversion that was not undone. */
  readonly hashes: ReadonlyMap<string, string>;
  /** The last receipt of each conversion. */
  readonly changedMs: ReadonlyMap<string, number>;
}

export function createConversionImportService({
  clickhouse,
  postgres,
  log,
  clock,
  fileTurns,
}: ConversionImportDeps): ConversionImportService {
  const append = async (events: readonly ConversionImportEvent[]) => {
    const records = events.map((event) => ({
      key: importedConversionIdOf(event.tenantId, event.payload.checkout, event.payload.transactionId),
      value: JSON.stringify(event),
    }));
    for (let start = 0; start < records.length; start += EVENTS_A_CALL) {
      await log.append(EVENTS_TOPIC, records.slice(start, start + EVENTS_A_CALL));
    }
  };

  return {
    async importFile(person, bytes, { isDryRun }) {
      const { tenantId, timeZone } = person;
      const nowMs = clock.now();
      const file = await fileTurns.run(person, () => readConversionFile(bytes, { timeZone, nowMs }));
      const rows: NewRow[] = [];
      await eachInTurns(file.right, (row) => rows.push(newRowOf(tenantId, row)));
      const ids = [...new Set(rows.map(({ conversionId }) => conversionId))];
      const delivered = ids.length > 0 ? await deliveredConversions.run(clickhouse, tenantId, { ids }) : [];
      const deliveredIds = new Set(delivered.map(({ conversion_id }) => conversion_id));
      return postgres.withTenant(tenantId, async (trx) => {
        await lockTenant(trx, 'conversionImports', tenantId);
        const known = await readKnown(trx, ids);
        const today = dayOf(nowMs, timeZone);
        const first = monthsBefore(today, (await readRetention(trx)).clicksMonths);
        const errors = [...file.wrong];
        const seen = new Map<string, NewRow>();
        const news: NewRow[] = [];
        let duplicates = 0;
        await eachInTurns(rows, (one) => {
          const { line, conversion } = one.row;
          const day = dayOf(msFromInstant(conversion.soldAt), timeZone);
          const twin = seen.get(one.conversionId);
          if (day > today) errors.push(problem(line, 'future', { day }));
          else if (day < first) errors.push(problem(line, 'too-old', { from: first }));
          else if (twin && twin.contentHash !== one.contentHash) {
            errors.push(problem(line, 'contradiction', { line: twin.row.line }));
          } else if (
            twin ||
            deliveredIds.has(one.conversionId) ||
            known.hashes.get(one.conversionId) === one.contentHash
          ) {
            duplicates += 1;
          } else news.push(one);
          if (!twin) seen.set(one.conversionId, one);
        });
        const summary = summaryOf(file, news, {
          duplicates,
          errors,
          dayOfRow: (row) => dayOf(msFromInstant(row.soldAt), timeZone),
        });
        if (isDryRun || news.length === 0) return { importId: null, ...summary };
        const importId = randomId('ci');
        await record(trx, person, 'conversion.import', {
          importId,
          format: file.format,
          rows: news.length,
          ...summary.days,
        });
        const dated = news.map((one) => ({
          ...one,
          atMs: Math.max(nowMs, (known.changedMs.get(one.conversionId) ?? 0) + 1),
        }));
        await storeRows(trx, tenantId, importId, dated);
        await append(dated.map(({ row, atMs }) => eventOf(tenantId, importId, row, row.conversion, atMs)));
        return { importId, ...summary };
      });
    },

    // What a file was and who sent it is in the audit log, which is kept for less time than the rows.
    listImports: ({ tenantId }) =>
      postgres.withTenant(tenantId, async (trx) => {
        const { rows } = await sql<StoredImport>`
          SELECT i.import_id, coalesce(a.at, i.changed_at) AS at, i.rows::int, i.undone, a.details,
            coalesce(trim(u.first_name || ' ' || u.last_name), a.actor_name) AS by
          FROM (
            SELECT import_id, min(changed_at) AS changed_at, count(*) AS rows, bool_and(is_undone) AS undone
            FROM conversion_imports GROUP BY import_id
          ) AS i
          LEFT JOIN audit_log a ON a.action = 'conversion.import' AND a.details ->> 'importId' = i.import_id
          LEFT JOIN users u ON u.id = a.actor
          ORDER BY at DESC, i.import_id
          LIMIT ${CONVERSION_IMPORTS_LISTED_MAX}`.execute(trx);
        return rows.map(({ import_id: importId, at, by, details, rows: count, undone }) => {
          const { format, first, last } = details ?? {};
          return {
            ...{ importId, at: instantFromMs(at.getTime()), by, undone },
            ...{ format: format ?? null, rows: count, days: first && last ? { first, last } : null },
          };
        });
      }),

    undoImport: (person, importId) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        const { tenantId } = person;
        await lockTenant(trx, 'conversionImports', tenantId);
        const { rows } = await sql<{ checkout: CheckoutId; transaction_id: string; changed_at: Date }>`
          UPDATE conversion_imports AS i SET
            is_undone = true,
            changed_at = greatest(${instantFromMs(clock.now())}::timestamptz, (
              SELECT max(o.changed_at) + interval '1 millisecond' FROM conversion_imports o
              WHERE o.tenant_id = i.tenant_id AND o.conversion_id = i.conversion_id))
          WHERE import_id = ${importId} AND NOT is_undone
          RETURNING checkout, transaction_id, changed_at`.execute(trx);
        if (rows.length === 0) throw notFound();
        await record(trx, person, 'conversion.undo-import', { importId, rows: rows.length });
        await append(
          rows.map(({ checkout, transaction_id: transactionId, changed_at }) =>
            eventOf(tenantId, importId, { checkout, transactionId }, null, changed_at.getTime()),
          ),
        );
      }),
  };
}

function newRowOf(tenantId: TenantId, row: ConversionFileRow): NewRow {
  const { checkout, transactionId, conversion } = row;
  return {
    row,
    conversionId: importedConversionIdOf(tenantId, checkout, transactionId),
    contentHash: hashOf(JSON.stringify(Object.entries(conversion).sort())),
  };
}

async function readKnown(trx: Trx, ids: readonly string[]): Promise<Known> {
  const hashes = new Map<string, string>();
  const changedMs = new Map<string, number>();
  if (ids.length === 0) return { hashes, changedMs };
  const rows = await trx
    .selectFrom('conversion_imports')
    .select(['conversion_id', 'content_hash', 'is_undone', 'changed_at'])
    .where('conversion_id', 'in', ids)
    .orderBy('changed_at')
    .execute();
  for (const row of rows) {
    if (!row.is_undone) hashes.set(row.conversion_id, row.content_hash);
    changedMs.set(row.conversion_id, row.changed_at.getTime());
  }
  return { hashes, changedMs };
}

async function storeRows(
  trx: Trx,
  tenantId: TenantId,
  importId: string,
  rows: readonly (NewRow & { readonly atMs: number })[],
): Promise<void> {
  const values = rows.map(({ row, conversionId, contentHash, atMs }) => ({
    conversion_id: conversionId,
    checkout: row.checkout,
    transaction_id: row.transactionId,
    content_hash: contentHash,
    changed_at: instantFromMs(atMs),
  }));
  await sql`
    INSERT INTO conversion_imports (tenant_id, conversion_id, import_id, checkout, transaction_id, content_hash, changed_at)
    SELECT ${tenantId}, r.conversion_id, ${importId}, r.checkout, r.transaction_id, r.content_hash, r.changed_at
    FROM jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) AS r (
      conversion_id text, checkout text, transaction_id text, content_hash text, changed_at timestamptz)`.execute(trx);
}

const eventOf = (
  tenantId: TenantId,
  importId: string,
  { checkout, transactionId }: Pick<ConversionFileRow, 'checkout' | 'transactionId'>,
  conversion: ImportedConversion | null,
  atMs: number,
): ConversionImportEvent =>
  newEvent(
    {
      type: 'conversion-import',
      tenantId,
      campaignId: null,
      payload: { importId, checkout, transactionId, conversion },
    },
    atMs,
  );

interface Outcome {
  readonly duplicates: number;
  readonly errors: readonly ConversionFileError[];
  readonly dayOfRow: (row: ImportedConversion) => TenantDay;
}

/** What the screen shows, before the import and after it. */
function summaryOf(
  { format, rows, skipped }: ReadConversionFile,
  news: readonly NewRow[],
  { duplicates, errors, dayOfRow }: Outcome,
): Omit<ConversionImport, 'importId'> {
  const days = news.map(({ row }) => dayOfRow(row.conversion)).sort();
  const [first, last] = [days[0], days.at(-1)];
  const totals = new Map<Currency, MoneySum>();
  for (const { row } of news) {
    const { status, currency, amount } = row.conversion;
    if (!isCounted(status)) continue;
    const before = totals.get(currency);
    totals.set(currency, before === undefined ? amount : addMoney(before, amount));
  }
  return {
    ...{ format, rows, imported: news.length, duplicates, skipped },
    errors: errors.toSorted((a, b) => a.line - b.line),
    days: first && last ? { first, last } : null,
    totals: [...totals].map(([currency, amount]) => ({ currency, amount })),
  };
}
