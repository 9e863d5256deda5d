// Old conversions that people import from a file. Rows of Postgres recognise a file that comes twice; the figures follow from an event for each
// row (ADR 69), stored with it (ADR 91).
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { AddEvent } from '@tracker/infra/event-log/log-outbox';
import { hashOf, importedConversionIdOf } from '@tracker/infra/identity/conversion-id';
import { newEvent } from '@tracker/infra/identity/new-event';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { isCounted } from '@tracker/schemas/checkouts/conversion-status';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import {
  CONVERSION_IMPORTS_LISTED_MAX,
  type ConversionImport,
  type StoredConversionImport,
} from '@tracker/schemas/contracts/conversion-imports.contract';
import type { ConversionImportEvent, ImportedConversion } from '@tracker/schemas/events/conversion-import';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { dayOf, monthsBefore, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import type { ConversionFile } from '@tracker/schemas/texts/conversion-import';
import { sql, type Transaction } from 'kysely';
import type { Person } from '../../http/access.ts';
import { eachInTurns } from '../../http/in-turns.ts';
import { sumsByCurrency } from '../../http/read-table.ts';
import {
  createFileImports,
  type FileFormat,
  type FileImportDeps,
  type FileImports,
  sumsOf,
} from '../../store/file-imports.ts';
import { readRetention } from '../../store/retention.ts';
import type { ConversionAnswers } from './columns.ts';
import { deliveredConversions } from './queries.ts';
import {
  type ConversionFileError,
  type ConversionFileRow,
  problem,
  type ReadConversionFile,
  readConversionFile,
} from './read-conversion-file.ts';

type Summary = Omit<ConversionImport, 'importId'>;

export interface ConversionImportService extends FileImports<Summary, ConversionAnswers> {
  listImports(person: Person): Promise<StoredConversionImport[]>;
}

export interface ConversionImportDeps extends FileImportDeps {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly clock: Clock;
}

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
  outbox,
  clock,
  fileLimits,
}: ConversionImportDeps): ConversionImportService {
  const format: FileFormat<ReadConversionFile, Summary, ConversionAnswers> = {
    ...{ noun: 'conversion', lock: 'conversionImports', idPrefix: 'ci' },

    read: ({ timeZone }, bytes, answers) => readConversionFile(bytes, { timeZone, nowMs: clock.now(), answers }),

    async prepare({ tenantId, timeZone }, file) {
      const nowMs = clock.now();
      const rows: NewRow[] = [];
      await eachInTurns(file.right, (row) => rows.push(newRowOf(tenantId, row)));
      const ids = [...new Set(rows.map(({ conversionId }) => conversionId))];
      const delivered = ids.length > 0 ? await deliveredConversions.run(clickhouse, tenantId, { ids }) : [];
      const deliveredIds = new Set(delivered.map(({ conversion_id }) => conversion_id));
      const dayOfRow = ({ soldAt }: ImportedConversion) => dayOf(msFromInstant(soldAt), timeZone);
      return async (trx) => {
        const known = await readKnown(trx, ids);
        const today = dayOf(nowMs, timeZone);
        const first = monthsBefore(today, (await readRetention(trx)).clicksMonths);
        const errors = [...file.wrong];
        const seen = new Map<string, NewRow>();
        const news: NewRow[] = [];
        let duplicates = 0;
        await eachInTurns(rows, (one) => {
          const { line, conversion } = one.row;
          const day = dayOfRow(conversion);
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
        return {
          summary: summaryOf(file, news, { duplicates, errors, dayOfRow, orders: [...seen.values()] }),
          details: { format: file.format },
          async store(_, add, importId) {
            const dated = news.map((one) => ({
              ...one,
              atMs: Math.max(nowMs, (known.changedMs.get(one.conversionId) ?? 0) + 1),
            }));
            await storeRows(trx, tenantId, importId, dated);
            for (const { row, atMs } of dated) addImported(add, eventOf(tenantId, importId, row, row.conversion, atMs));
          },
        };
      };
    },

    async undo(trx, add, { tenantId }, importId) {
      const { rows } = await sql<{ checkout: CheckoutId; transaction_id: string; changed_at: Date }>`
        UPDATE conversion_imports AS i SET
          is_undone = true,
          changed_at = greatest(${instantFromMs(clock.now())}::timestamptz, (
            SELECT max(o.changed_at) + interval '1 millisecond' FROM conversion_imports o
            WHERE o.tenant_id = i.tenant_id AND o.conversion_id = i.conversion_id))
        WHERE import_id = ${importId} AND NOT is_undone
        RETURNING checkout, transaction_id, changed_at`.execute(trx);
      for (const { checkout, transaction_id: transactionId, changed_at } of rows) {
        addImported(add, eventOf(tenantId, importId, { checkout, transactionId }, null, changed_at.getTime()));
      }
      return rows.length;
    },
  };

  return {
    ...createFileImports({ outbox, fileLimits }, format),

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
  };
}

const addImported = (add: AddEvent, event: ConversionImportEvent): void =>
  add(importedConversionIdOf(event.tenantId, event.payload.checkout, event.payload.transactionId), event);

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
  /** Each order once, also of an order of several lines. */
  readonly orders: readonly NewRow[];
}

/** What the screen shows, before the import and after it. */
const summaryOf = (
  { format, columns, missing, questions, rows, skipped, unknownStatuses, sums }: ReadConversionFile,
  news: readonly NewRow[],
  { duplicates, errors, dayOfRow, orders }: Outcome,
): Summary => ({
  ...{ format, columns, missing, questions, rows, duplicates, skipped, unknownStatuses },
  sums: { ...sums, read: sumsOfOrders(orders, new Set(errors.map(({ line }) => line))) },
  errors: errors.toSorted((a, b) => a.line - b.line),
  ...sumsOf(
    news.map(({ row: { conversion } }) => ({
      day: dayOfRow(conversion),
      currency: conversion.currency,
      amount: isCounted(conversion.status) ? conversion.amount : null,
    })),
  ),
});

const sumsOfOrders = (orders: readonly NewRow[], refused: ReadonlySet<number>) =>
  sumsByCurrency(
    orders
      .filter(({ row }) => !refused.has(row.line))
      .map(({ row: { conversion } }) => ({
        currency: conversion.currency,
        amount: isCounted(conversion.status) ? conversion.amount : null,
      })),
  );
