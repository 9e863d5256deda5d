// The life of a file that people import, the same for each kind of file: read in its turn, planned under the tenant's lock against what is there,
// stored with its events in one transaction, and undone as a whole.
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { AddEvent, LogOutbox } from '@tracker/infra/event-log/log-outbox';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Database } from '@tracker/infra/postgres/database';
import { lockTenant, type TENANT_LOCKS } from '@tracker/infra/postgres/wire';
import type { FileQuestion } from '@tracker/schemas/contracts/file-import';
import { addMoney, type Currency, type Money, type MoneySum } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { fileQuestionText } from '@tracker/schemas/texts/file-questions';
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

/** What a file lacks and what it leaves open, of any kind. */
export interface LookedAtFile {
  readonly columns: readonly string[];
  readonly missing: readonly string[];
  readonly questions: readonly FileQuestion[];
}

export interface FileFormat<File extends LookedAtFile, Summary, Answers> {
  readonly noun: 'conversion' | 'spend';
  readonly lock: keyof typeof TENANT_LOCKS;
  /** Of an import's id. */
  readonly idPrefix: string;
  read(person: Person, bytes: Uint8Array, answers: Answers): Promise<File>;
  /** Asks the other stores; what it gives plans in the transaction. */
  prepare(
    person: Person,
    file: File,
    isDryRun: boolean,
  ): Promise<(trx: Trx, add: AddEvent) => Promise<ImportPlan<Summary>>>;
  /** Gives how many rows were taken back. */
  undo(trx: Trx, add: AddEvent, person: Person, importId: string): Promise<number>;
}

export interface FileImports<Summary, Answers> {
  /** Throws 'file-columns-missing' and 'file-questions-open' for what a dry run gives as `missing` and `questions`. */
  importFile(
    person: Person,
    bytes: Uint8Array,
    query: Answers & { readonly dryRun?: '0' | '1' | undefined },
  ): Promise<Summary & { importId: string | null }>;
  /** 404 for an import of which nothing is left. */
  undoImport(person: Person, importId: string): Promise<void>;
}

export interface FileImportDeps {
  readonly outbox: LogOutbox;
  readonly fileLimits: FileLimits;
}

/** Without their answer no row of the file is understood; the others are about single rows, which are errors until then. */
const OF_THE_WHOLE_FILE: ReadonlySet<FileQuestion['id']> = new Set(['checkout', 'status-column', 'currency', 'source']);

function assertComplete({ columns, missing, questions }: LookedAtFile): void {
  if (missing.length > 0) throw new AppError('file-columns-missing', { params: { columns: missing } });
  const open = questions.filter(({ id }) => OF_THE_WHOLE_FILE.has(id));
  if (open.length === 0) return;
  throw new AppError('file-questions-open', {
    params: { questions: open.map(({ id }) => fileQuestionText(id, columns)) },
  });
}

export const createFileImports = <File extends LookedAtFile, Summary extends ImportSummary, Answers>(
  { outbox, fileLimits }: FileImportDeps,
  { noun, lock, idPrefix, read, prepare, undo }: FileFormat<File, Summary, Answers>,
): FileImports<Summary, Answers> => ({
  async importFile(person, bytes, query) {
    const isDryRun = query.dryRun === '1';
    const file = await fileLimits.run(person, () => read(person, bytes, query));
    if (!isDryRun) assertComplete(file);
    const plan = await prepare(person, file, isDryRun);
    return outbox.withTenant(person.tenantId, async (trx, add) => {
      await lockTenant(trx, lock, person.tenantId);
      const { summary, details, store } = await plan(trx, add);
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
