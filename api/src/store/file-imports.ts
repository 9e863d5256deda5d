// The life of a file that people import, the same for each kind of file: read in its turn, planned under the tenant's lock against what is there,
// stored with its events in one transaction, and undone as a whole.
import { notFound } from '@tracker/infra/errors/app-error';
import type { AddEvent, LogOutbox } from '@tracker/infra/event-log/log-outbox';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Database } from '@tracker/infra/postgres/database';
import { lockTenant, type TENANT_LOCKS } from '@tracker/infra/postgres/wire';
import { addMoney, type Currency, type Money, type MoneySum } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { Transaction } from 'kysely';
import type { Person } from '../http/access.ts';
import type { FileLimits } from '../http/file-limits.ts';
import { record } from './audit.ts';

type Trx = Transaction<Database>;

export interface ImportSummary {
  /** How many rows are new. */
  readonly imported: number;
  readonly days: { readonly first: TenantDay; readonly last: TenantDay } | null;
}

export interface ImportPlan<Summary> {
  readonly summary: Summary;
  /** What the audit log says besides rows and days. */
  readonly details?: Readonly<Record<string, unknown>>;
  store(trx: Trx, add: AddEvent, importId: string): Promise<void>;
}

export interface FileFormat<File, Summary> {
  readonly noun: 'conversion' | 'spend';
  readonly lock: keyof typeof TENANT_LOCKS;
  /** Of an import's id. */
  readonly idPrefix: string;
  read(person: Person, bytes: Uint8Array): Promise<File>;
  /** Asks the other stores; what it gives plans in the transaction. */
  prepare(person: Person, file: File): Promise<(trx: Trx) => Promise<ImportPlan<Summary>>>;
  /** Gives how many rows were taken back. */
  undo(trx: Trx, add: AddEvent, person: Person, importId: string): Promise<number>;
}

export interface FileImports<Summary> {
  importFile(
    person: Person,
    bytes: Uint8Array,
    options: { readonly isDryRun: boolean },
  ): Promise<Summary & { importId: string | null }>;
  /** 404 for an import of which nothing is left. */
  undoImport(person: Person, importId: string): Promise<void>;
}

export interface FileImportDeps {
  readonly outbox: LogOutbox;
  readonly fileLimits: FileLimits;
}

export const createFileImports = <File, Summary extends ImportSummary>(
  { outbox, fileLimits }: FileImportDeps,
  { noun, lock, idPrefix, read, prepare, undo }: FileFormat<File, Summary>,
): FileImports<Summary> => ({
  async importFile(person, bytes, { isDryRun }) {
    const plan = await prepare(person, await fileLimits.run(person, () => read(person, bytes)));
    return outbox.withTenant(person.tenantId, async (trx, add) => {
      await lockTenant(trx, lock, person.tenantId);
      const { summary, details, store } = await plan(trx);
      const { imported: rows, days } = summary;
      if (isDryRun || rows === 0) return { importId: null, ...summary };
      const importId = randomId(idPrefix);
      await record(trx, person, `${noun}.import`, { importId, rows, ...details, ...days });
      await store(trx, add, importId);
      return { importId, ...summary };
    });
  },

  undoImport: (person, importId) =>
    outbox.withTenant(person.tenantId, async (trx, add) => {
      await lockTenant(trx, lock, person.tenantId);
      const rows = await undo(trx, add, person, importId);
      if (rows === 0) throw notFound();
      await record(trx, person, `${noun}.undo-import`, { importId, rows });
    }),
});

interface SummedRow {
  readonly day: TenantDay;
  readonly currency: Currency;
  /** Null: of no value in the total. */
  readonly amount: Money | null;
}

/** What the screen shows of the new rows. */
export function sumsOf(rows: readonly SummedRow[]) {
  const days = rows.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  const totals = new Map<Currency, MoneySum>();
  for (const { currency, amount } of rows) {
    if (amount === null) continue;
    const before = totals.get(currency);
    totals.set(currency, before === undefined ? amount : addMoney(before, amount));
  }
  return {
    imported: rows.length,
    days: first && last ? { first, last } : null,
    totals: [...totals].map(([currency, amount]) => ({ currency, amount })),
  };
}
