import { type AskedRange, resolveDayRange } from '@tracker/figures/day-range';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { lockTenant } from '@tracker/infra/postgres/wire';
import { adPlatformName } from '@tracker/schemas/ad-platforms/ad-platforms';
import { platformOfPlacement } from '@tracker/schemas/capture/source-names';
import {
  type enterSpend,
  type enterSpendList,
  type SpendEntry,
  type SpendImport,
  SpendOfCampaign,
  type SpendRow,
} from '@tracker/schemas/contracts/spend.contract';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { type Money, MoneySum } from '@tracker/schemas/primitives/money';
import { dayOf, monthsBefore, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Insider } from '../../http/access.ts';
import { validate } from '../../http/validate.ts';
import { record } from '../../store/audit.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { createFileImports, type FileFormat, type FileImportDeps, type FileImports } from '../../store/file-imports.ts';
import { readRetention } from '../../store/retention.ts';
import {
  type Entry,
  type EntryPlace,
  nameOf,
  readEntries,
  type StoredEntry,
  takenAway,
  writeEntries,
} from './entries.ts';
import {
  answerPlacement,
  openPlacements,
  type Placements,
  readConnectedPlatforms,
  readPlacements,
  reportOf,
} from './placements.ts';
import { planImport, summaryOf } from './plan-import.ts';
import { reportedDays, reportedSpend } from './queries.ts';
import { readSpendFile, type SpendAnswers, type SpendFile } from './read-spend-file.ts';

const DEFAULT_DAYS = 30;

export interface SpendService extends FileImports<Omit<SpendImport, 'importId'>, SpendAnswers> {
  list(principal: Insider, asked: AskedRange & { readonly campaignId?: string | undefined }): Promise<SpendRow[]>;
  /** 404 for a campaign that the tenant does not have; 409 where a platform reports that source and day. */
  enter(
    principal: Insider,
    campaignId: string,
    entry: z.output<typeof SpendEntry>,
  ): Promise<z.input<(typeof enterSpend)['response']>>;
  /** Each row for itself: what is wrong refuses no other. */
  enterList(
    principal: Insider,
    rows: z.output<(typeof enterSpendList)['body']>,
  ): Promise<z.input<(typeof enterSpendList)['response']>>;
}

export interface SpendDeps extends FileImportDeps {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly campaigns: CampaignRepository;
  readonly clock: Clock;
}

export function createSpendService({
  postgres,
  clickhouse,
  outbox,
  campaigns,
  clock,
  fileLimits,
}: SpendDeps): SpendService {
  /** The names of the places for which a platform reports spend. */
  async function reportedPlaces(
    { tenantId }: Insider,
    first: TenantDay,
    last: TenantDay,
  ): Promise<ReadonlySet<string>> {
    const rows = await reportedDays.run(clickhouse, tenantId, { firstDay: first, lastDay: last });
    return new Set(
      rows.flatMap(({ campaign, platform, days }) =>
        days.map((day) => nameOf({ campaignId: campaign as CampaignId, day: day as TenantDay, source: platform })),
      ),
    );
  }

  /** A row of a list, or what is wrong with it. */
  async function readListed(tenantId: TenantId, row: unknown): Promise<ListedEntry | AppError> {
    try {
      const { campaignId, ...entry } = validate(SpendOfCampaign, row);
      const own = await campaigns.campaignIdOf(tenantId, campaignId);
      return own === undefined
        ? new AppError('unknown-campaign')
        : { ...entry, campaignId: own as CampaignId, importId: null };
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  /** The days that may be entered. */
  async function openDays(trx: Transaction<Database>, { timeZone }: Insider) {
    const today = dayOf(clock.now(), timeZone);
    const { clicksMonths } = await readRetention(trx);
    return { first: monthsBefore(today, clicksMonths), last: today };
  }

  /** The answers, with the one that comes with the entry, which is kept even where the entry is refused. */
  const placementsFor = (principal: Insider, source: string, inReport: boolean | undefined): Promise<Placements> =>
    inReport === undefined || platformOfPlacement(source) === undefined
      ? postgres.withTenant(principal.tenantId, readPlacements)
      : outbox.withTenant(principal.tenantId, async (trx, add) => {
          await lockTenant(trx, 'spend', principal.tenantId);
          return answerPlacement({ trx, add, actor: principal, nowMs: clock.now() }, source, inReport);
        });

  const format: FileFormat<SpendFile, Omit<SpendImport, 'importId'>, SpendAnswers> = {
    ...{ noun: 'spend', lock: 'spend', idPrefix: 'si' },

    read: (_, bytes, answers) => readSpendFile(bytes, answers),

    async prepare(person, file, isDryRun) {
      const days = file.right.map(({ day }) => day).sort();
      const [first, last] = [days[0], days.at(-1)];
      const [own, reported] = await Promise.all([
        campaigns.list(person.tenantId),
        first && last ? reportedPlaces(person, first, last) : new Set<string>(),
      ]);
      const daysReported = new Set([...reported].map((name) => name.slice(name.indexOf(' ') + 1)));
      return async (trx, add) => {
        const stored = first && last ? await readEntries(trx, { first, last }) : [];
        const connected = await readConnectedPlatforms(trx);
        let placements = await readPlacements(trx);
        const open = openPlacements(file.right, {
          placements,
          isAsked: ({ day }, platform) => connected.has(platform) || daysReported.has(`${day} ${platform}`),
        });
        const isReported = file.inReport === undefined ? undefined : file.inReport === 'yes';
        if (isReported !== undefined) {
          for (const source of open) {
            placements = isDryRun
              ? new Map(placements).set(source, isReported)
              : await answerPlacement({ trx, add, actor: person, nowMs: clock.now() }, source, isReported);
          }
        } else if (open.size > 0 && !isDryRun) throw placementUnanswered([...open][0] ?? '');
        const plan = planImport(file, {
          ...{ campaigns: own, reported, placements, open: await openDays(trx, person) },
          unanswered: isReported === undefined ? open : new Set<string>(),
          stored: Map.groupBy(stored, nameOf),
        });
        return {
          summary: summaryOf(file, plan),
          store: (_, __, importId) => {
            const changes = plan.changes.map((change) => ({ ...change, entry: { ...change.entry, importId } }));
            return writeEntries({ trx, add, actor: person, nowMs: clock.now() }, changes, placements);
          },
        };
      };
    },

    async undo(trx, add, person, importId) {
      const rows = await readEntries(trx, { importId });
      const changes = rows.map((stored) => ({ entry: undone(stored), stored, before: null }));
      await writeEntries({ trx, add, actor: person, nowMs: clock.now() }, changes, await readPlacements(trx));
      return rows.length;
    },
  };

  return {
    async list(principal, { campaignId, ...asked }) {
      const { tenantId, timeZone } = principal;
      if (campaignId !== undefined) await campaigns.assertExists(tenantId, campaignId);
      const { first, last } = resolveDayRange(asked, { nowMs: clock.now(), timeZone, days: DEFAULT_DAYS });
      return readSpend({ clickhouse, postgres }, tenantId, { first, last, campaignId });
    },

    async enter(principal, campaignId, { day, source, amount, currency, note, inReport }) {
      const { tenantId } = principal;
      await campaigns.assertExists(tenantId, campaignId);
      const entry: Entry = {
        campaignId: campaignId as CampaignId,
        day,
        source,
        amount,
        currency,
        note,
        importId: null,
      };
      // Taking away is always possible, also of what a platform has reported since.
      const places = amount === null ? new Set<string>() : await reportedPlaces(principal, day, day);
      const placements = await placementsFor(principal, source, inReport);
      if (amount !== null) {
        const connected = await postgres.withTenant(tenantId, readConnectedPlatforms);
        const refusal = refusedByReports(entry, { reported: places, placements, connected });
        if (refusal) throw refusal;
      }
      await outbox.withTenant(tenantId, async (trx, add) => {
        if (amount !== null) assertOpen(day, await openDays(trx, principal));
        await lockTenant(trx, 'spend', tenantId);
        const stored = (await readEntries(trx, { first: day, last: day, campaignId })).filter(
          (one) => nameOf(one) === nameOf(entry),
        );
        await record(trx, principal, amount === null ? 'spend.remove' : 'spend.enter', {
          ...{ campaignId, day, source },
          ...(amount !== null && { amount, currency }),
        });
        await writeEntries(
          { trx, add, actor: principal, nowMs: clock.now() },
          replacing(entry, stored),
          await readPlacements(trx),
        );
      });
      return amount === null
        ? { ...placeOf(entry), amount, currency, note, origin: 'manual', isSetAside: false, importId: null }
        : rowOf({ ...entry, amount }, places, placements);
    },

    async enterList(principal, rows) {
      const { tenantId } = principal;
      const read = await Promise.all(rows.map((row) => readListed(tenantId, row)));
      const days = read.flatMap((one) => (one instanceof AppError ? [] : [one.day])).sort();
      const [first, last] = [days[0], days.at(-1)];
      const reported = first && last ? await reportedPlaces(principal, first, last) : new Set<string>();
      const results = await outbox.withTenant(tenantId, async (trx, add) => {
        const open = await openDays(trx, principal);
        await lockTenant(trx, 'spend', tenantId);
        const connected = await readConnectedPlatforms(trx);
        let placements = await readPlacements(trx);
        for (const one of read) {
          if (one instanceof AppError || one.inReport === undefined || !platformOfPlacement(one.source)) continue;
          const deps = { trx, add, actor: principal, nowMs: clock.now() };
          placements = await answerPlacement(deps, one.source, one.inReport);
        }
        const taken = new Set<string>();
        const checked = read.map((one) => {
          if (one instanceof AppError) return one;
          const refusal = refusalOf(one, { open, reported, taken, placements, connected });
          if (!refusal) taken.add(nameOf(one));
          return refusal ?? one;
        });
        const entries = checked.flatMap((one) => (one instanceof AppError ? [] : [one]));
        if (first && last && entries.length > 0) {
          const stored = Map.groupBy(await readEntries(trx, { first, last }), nameOf);
          await record(trx, principal, 'spend.import', { rows: entries.length });
          const changes = entries.flatMap((entry) => replacing(entry, stored.get(nameOf(entry)) ?? []));
          await writeEntries({ trx, add, actor: principal, nowMs: clock.now() }, changes, placements);
        }
        return checked;
      });
      const refused = results.filter((one) => one instanceof AppError).length;
      return {
        stored: results.length - refused,
        refused,
        rows: results.map((one, index) =>
          one instanceof AppError
            ? { index, result: 'refused' as const, error: one.code, message: one.message }
            : { index, result: one.amount === null ? 'removed' : 'stored', error: null, message: null },
        ),
      };
    },

    ...createFileImports({ outbox, fileLimits }, format),
  };
}

interface Checks {
  readonly open: { readonly first: TenantDay; readonly last: TenantDay };
  readonly reported: ReadonlySet<string>;
  /** Of the rows before it that are taken. */
  readonly taken: ReadonlySet<string>;
  readonly placements: Placements;
  readonly connected: ReadonlySet<string>;
}

interface ListedEntry extends Entry {
  readonly inReport?: boolean | undefined;
}

/** The entry, in place of what is there under any name of its source. */
const replacing = (entry: Entry, there: readonly StoredEntry[]) => [
  { entry, stored: there.find(({ source }) => source === entry.source), before: null },
  ...there.filter(({ source }) => source !== entry.source).map((one) => takenAway(one, null)),
];

/** Why an entry cannot count next to reports: its platform reports the day, or the answer for its placement is missing. */
function refusedByReports(
  entry: Entry,
  { reported, placements, connected }: Pick<Checks, 'reported' | 'placements' | 'connected'>,
): AppError | undefined {
  const { source, day } = entry;
  const isReported = (name: string) => reported.has(nameOf({ ...entry, source: name }));
  const platform = platformOfPlacement(source);
  if (platform !== undefined && !placements.has(source)) {
    return connected.has(platform) || isReported(platform) ? placementUnanswered(source) : undefined;
  }
  const reportedAs = reportOf(source, placements);
  if (!isReported(reportedAs)) return undefined;
  return new AppError('spend-reported', { params: { source: adPlatformName(reportedAs), day } });
}

function refusalOf(entry: Entry, { open, reported, taken, placements, connected }: Checks): AppError | undefined {
  const { day, amount } = entry;
  if (taken.has(nameOf(entry))) return new AppError('spend-repeated');
  if (amount === null) return undefined;
  const refusal = refusedByReports(entry, { reported, placements, connected });
  if (refusal) return refusal;
  if (day > open.last) return new AppError('spend-day-future', { params: { day } });
  if (day < open.first) return new AppError('spend-day-too-old', { params: { from: open.first } });
  return undefined;
}

interface SpendAsked {
  readonly first: TenantDay;
  readonly last: TenantDay;
  readonly campaignId?: string | undefined;
  /** The newest change that must be shown: answers are kept by their parameters. */
  readonly upTo?: number;
}

/** What platforms report and people entered for some days, newest day first. */
export async function readSpend(
  { clickhouse, postgres }: Pick<SpendDeps, 'clickhouse' | 'postgres'>,
  tenantId: TenantId,
  { first, last, campaignId, upTo = 0 }: SpendAsked,
): Promise<SpendRow[]> {
  const bound = { firstDay: first, lastDay: last, campaignId: campaignId ?? '', upTo };
  const [reported, [entered, placements]] = await Promise.all([
    reportedSpend.run(clickhouse, tenantId, bound),
    postgres.withTenant(
      tenantId,
      async (trx) => [await readEntries(trx, { first, last, campaignId }), await readPlacements(trx)] as const,
    ),
  ]);
  const ofPlatforms = reported.map(
    ({ campaign, day, platform, currency, amount }): SpendRow => ({
      ...{ campaignId: campaign, day, source: platform, amount: MoneySum.parse(amount), currency, note: '' },
      ...{ origin: 'platform', isSetAside: false, importId: null },
    }),
  );
  const places = new Set(ofPlatforms.map(nameOf));
  const ofPeople = entered.flatMap((entry) =>
    entry.amount === null ? [] : [rowOf({ ...entry, amount: entry.amount }, places, placements)],
  );
  return [...ofPlatforms, ...ofPeople].sort(
    (a, b) =>
      b.day.localeCompare(a.day) ||
      a.campaignId.localeCompare(b.campaignId) ||
      a.source.localeCompare(b.source) ||
      b.origin.localeCompare(a.origin),
  );
}

function assertOpen(day: TenantDay, open: { readonly first: TenantDay; readonly last: TenantDay }): void {
  if (day > open.last) throw new AppError('spend-day-future', { field: 'day', params: { day } });
  if (day < open.first) throw new AppError('spend-day-too-old', { field: 'day', params: { from: open.first } });
}

/** As it was before its import; what that import found nothing of is taken away. */
const undone = (entry: StoredEntry): Entry => ({
  ...placeOf(entry),
  ...(entry.before ?? { amount: null, currency: entry.currency, note: '', importId: null }),
});

const placeOf = ({ campaignId, day, source }: EntryPlace): EntryPlace => ({ campaignId, day, source });

function rowOf(
  entry: Entry & { readonly amount: Money },
  reported: ReadonlySet<string>,
  placements: Placements,
): SpendRow {
  const isSetAside = reported.has(nameOf({ ...entry, source: reportOf(entry.source, placements) }));
  return {
    ...placeOf(entry),
    ...{ amount: entry.amount, currency: entry.currency, note: entry.note },
    ...{ origin: 'manual', isSetAside, importId: entry.importId },
  };
}

const placementUnanswered = (source: string) =>
  new AppError('spend-placement-unanswered', {
    field: 'inReport',
    params: { source, platform: adPlatformName(platformOfPlacement(source) ?? '') },
  });
