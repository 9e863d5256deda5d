import { type AskedRange, resolveDayRange } from '@tracker/figures/day-range';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { lockTenant } from '@tracker/infra/postgres/wire';
import { adPlatformName } from '@tracker/schemas/ad-platforms/ad-platforms';
import type { enterSpend, SpendEntry, SpendImport, SpendRow } from '@tracker/schemas/contracts/spend.contract';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { type Money, MoneySum } from '@tracker/schemas/primitives/money';
import { dayOf, monthsBefore, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Person, Principal } from '../../http/access.ts';
import type { FileTurns } from '../../http/file-turns.ts';
import { record } from '../../store/audit.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { readRetention } from '../../store/retention.ts';
import { type Entry, type EntryPlace, nameOf, readEntries, type StoredEntry, writeEntries } from './entries.ts';
import { planImport, summaryOf } from './plan-import.ts';
import { reportedDays, reportedSpend } from './queries.ts';
import { readSpendFile } from './read-spend-file.ts';

const DEFAULT_DAYS = 30;

export interface SpendService {
  list(principal: Principal, asked: AskedRange & { readonly campaignId?: string | undefined }): Promise<SpendRow[]>;
  /** 404 for a campaign that the tenant does not have; 409 where a platform reports that source and day. */
  enter(
    principal: Principal,
    campaignId: string,
    entry: z.output<typeof SpendEntry>,
  ): Promise<z.input<(typeof enterSpend)['response']>>;
  importFile(person: Person, bytes: Uint8Array, options: { readonly isDryRun: boolean }): Promise<SpendImport>;
  /** 404 for an import of which no row is left. */
  undoImport(person: Person, importId: string): Promise<void>;
}

export interface SpendDeps {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly log: EventLog;
  readonly campaigns: CampaignRepository;
  readonly clock: Clock;
  readonly fileTurns: FileTurns;
}

export function createSpendService({
  postgres,
  clickhouse,
  log,
  campaigns,
  clock,
  fileTurns,
}: SpendDeps): SpendService {
  /** The names of the places for which a platform reports spend. */
  async function reportedPlaces(
    { tenantId }: Principal,
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

  /** The days that may be entered. */
  async function openDays(trx: Transaction<Database>, { timeZone }: Principal) {
    const today = dayOf(clock.now(), timeZone);
    const { clicksMonths } = await readRetention(trx);
    return { first: monthsBefore(today, clicksMonths), last: today };
  }

  return {
    async list(principal, { campaignId, ...asked }) {
      const { tenantId, timeZone } = principal;
      if (campaignId !== undefined) await campaigns.assertExists(tenantId, campaignId);
      const { first, last } = resolveDayRange(asked, { nowMs: clock.now(), timeZone, days: DEFAULT_DAYS });
      const bound = { firstDay: first, lastDay: last, campaignId: campaignId ?? '' };
      const [reported, entered] = await Promise.all([
        reportedSpend.run(clickhouse, tenantId, bound),
        postgres.withTenant(tenantId, (trx) => readEntries(trx, { first, last, campaignId })),
      ]);
      const ofPlatforms = reported.map(
        ({ campaign, day, platform, currency, amount }): SpendRow => ({
          ...{ campaignId: campaign, day, source: platform, amount: MoneySum.parse(amount), currency, note: '' },
          ...{ origin: 'platform', isSetAside: false, importId: null },
        }),
      );
      const places = new Set(ofPlatforms.map(nameOf));
      const ofPeople = entered.flatMap((entry) =>
        entry.amount === null ? [] : [rowOf({ ...entry, amount: entry.amount }, places)],
      );
      return [...ofPlatforms, ...ofPeople].sort(
        (a, b) =>
          b.day.localeCompare(a.day) ||
          a.campaignId.localeCompare(b.campaignId) ||
          a.source.localeCompare(b.source) ||
          b.origin.localeCompare(a.origin),
      );
    },

    async enter(principal, campaignId, { day, source, amount, currency, note }) {
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
      if (places.has(nameOf(entry))) {
        throw new AppError('spend-reported', { params: { source: adPlatformName(source), day } });
      }
      await postgres.withTenant(tenantId, async (trx) => {
        if (amount !== null) assertOpen(day, await openDays(trx, principal));
        await lockTenant(trx, 'spend', tenantId);
        const [stored] = (await readEntries(trx, { first: day, last: day, campaignId })).filter(
          (one) => one.source === source,
        );
        await record(trx, principal, amount === null ? 'spend.remove' : 'spend.enter', {
          ...{ campaignId, day, source },
          ...(amount !== null && { amount, currency }),
        });
        await writeEntries({ trx, log, actor: principal, nowMs: clock.now() }, [{ entry, stored, before: null }]);
      });
      return amount === null
        ? { ...placeOf(entry), amount, currency, note, origin: 'manual', isSetAside: false, importId: null }
        : rowOf({ ...entry, amount }, places);
    },

    async importFile(person, bytes, { isDryRun }) {
      const { tenantId } = person;
      const file = await fileTurns.run(person, () => readSpendFile(bytes));
      const days = file.right.map(({ day }) => day).sort();
      const [first, last] = [days[0], days.at(-1)];
      const [own, reported] = await Promise.all([
        campaigns.list(tenantId),
        first && last ? reportedPlaces(person, first, last) : new Set<string>(),
      ]);
      return postgres.withTenant(tenantId, async (trx) => {
        const open = await openDays(trx, person);
        await lockTenant(trx, 'spend', tenantId);
        const stored = first && last ? await readEntries(trx, { first, last }) : [];
        const plan = planImport(file, {
          ...{ campaigns: own, reported, open },
          stored: new Map(stored.map((entry) => [nameOf(entry), entry])),
        });
        if (isDryRun || plan.changes.length === 0) return { importId: null, ...summaryOf(file, plan) };
        const importId = randomId('si');
        const changes = plan.changes.map((change) => ({ ...change, entry: { ...change.entry, importId } }));
        const summary = summaryOf(file, plan);
        await record(trx, person, 'spend.import', { importId, rows: summary.imported, ...summary.days });
        await writeEntries({ trx, log, actor: person, nowMs: clock.now() }, changes);
        return { importId, ...summary };
      });
    },

    undoImport: (person, importId) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        await lockTenant(trx, 'spend', person.tenantId);
        const rows = await readEntries(trx, { importId });
        if (rows.length === 0) throw notFound();
        await record(trx, person, 'spend.undo-import', { importId, rows: rows.length });
        const changes = rows.map((stored) => ({ entry: undone(stored), stored, before: null }));
        await writeEntries({ trx, log, actor: person, nowMs: clock.now() }, changes);
      }),
  };
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

const rowOf = (entry: Entry & { readonly amount: Money }, reported: ReadonlySet<string>): SpendRow => ({
  ...placeOf(entry),
  ...{ amount: entry.amount, currency: entry.currency, note: entry.note },
  ...{ origin: 'manual', isSetAside: reported.has(nameOf(entry)), importId: entry.importId },
});
