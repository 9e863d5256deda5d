// What a file of spend changes, decided without any store: which rows are new, which are there already, which cannot be.

import { adPlatformName } from '@tracker/schemas/ad-platforms/ad-platforms';
import { platformOfPlacement } from '@tracker/schemas/capture/source-names';
import { SPEND_NOTE_MAX, type SpendImport } from '@tracker/schemas/contracts/spend.contract';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { clampMoney, type Money, sumMoney } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { cutText } from '@tracker/schemas/primitives/text';
import { short } from '../../http/read-csv-file.ts';
import { sumsByCurrency } from '../../http/read-table.ts';
import { sumsOf } from '../../store/file-imports.ts';
import { type Entry, type EntryChange, type EntryValues, nameOf, type StoredEntry, takenAway } from './entries.ts';
import { type Placements, reportOf } from './placements.ts';
import { problem, type SpendFile, type SpendFileError, type SpendFileRow } from './read-spend-file.ts';

export interface ImportContext {
  readonly campaigns: readonly { readonly campaign_id: string; readonly name: string }[];
  /** The names of the places for which a platform reports spend. */
  readonly reported: ReadonlySet<string>;
  /** The days that may be entered. */
  readonly open: { readonly first: TenantDay; readonly last: TenantDay };
  /** Which placements are in the report of their platform, and those that are still asked about. */
  readonly placements: Placements;
  readonly unanswered: ReadonlySet<string>;
  /** By name; more than one where a source has older names. */
  readonly stored: ReadonlyMap<string, readonly StoredEntry[]>;
}

export interface ImportPlan {
  readonly changes: readonly EntryChange[];
  /** Lines of what changes, and of what is there already. */
  readonly imported: number;
  readonly duplicates: number;
  readonly errors: readonly SpendFileError[];
  readonly unanswered: ReadonlySet<string>;
}

interface Placed extends SpendFileRow {
  readonly campaignId: CampaignId;
  readonly name: string;
}

/**
 * Rows of one day, campaign and source are summed: equal rows are rows. The sum replaces what was entered for that place before, by people or by
 * another file, so the same file again changes nothing.
 */
export function planImport(file: SpendFile, context: ImportContext): ImportPlan {
  const findCampaign = campaignFinder(context.campaigns);
  const errors = [...file.wrong];
  const places = new Map<string, Placed[]>();
  for (const [line, days] of Map.groupBy(file.right, (row) => row.line)) {
    const placed = placedOf(line, days, { findCampaign, context, places });
    if ('error' in placed) errors.push(placed);
    else for (const one of placed) places.set(one.name, [...(places.get(one.name) ?? []), one]);
  }
  const changes: EntryChange[] = [];
  const changed = new Set<number>();
  const same = new Set<number>();
  for (const [name, rows] of places) {
    const entry = summed(rows);
    const there = context.stored.get(name) ?? [];
    const stored = there.find(({ source }) => source === entry.source);
    const older = there.filter((one) => one !== stored && one.amount !== null);
    const isThere = stored !== undefined && older.length === 0 && isSame(stored, entry);
    for (const { line } of rows) (isThere ? same : changed).add(line);
    if (isThere) continue;
    changes.push({ entry, stored, before: stored ? valuesOf(stored) : null });
    for (const one of older) changes.push(takenAway(one, valuesOf(one)));
  }
  const duplicates = [...same].filter((line) => !changed.has(line)).length;
  return {
    ...{ changes, imported: changed.size, duplicates, unanswered: context.unanswered },
    errors: errors.sort((a, b) => a.line - b.line),
  };
}

interface Placing {
  readonly findCampaign: ReturnType<typeof campaignFinder>;
  readonly context: ImportContext;
  readonly places: ReadonlyMap<string, readonly Placed[]>;
}

/** The days of one line, or why none of them can be. */
function placedOf(
  line: number,
  days: readonly SpendFileRow[],
  { findCampaign, context, places }: Placing,
): Placed[] | SpendFileError {
  const placed: Placed[] = [];
  for (const row of days) {
    const found = findCampaign(row);
    if (typeof found === 'object') return found;
    const name = nameOf({ campaignId: found, day: row.day, source: row.source });
    const refusal = refusalOf(row, found, context);
    if (refusal) return refusal;
    const other = places.get(name)?.find(({ currency }) => currency !== row.currency);
    if (other) return problem(line, 'contradiction', { line: other.line });
    placed.push({ ...row, campaignId: found, name });
  }
  return placed;
}

function summed(rows: readonly Placed[]): Entry & { readonly amount: Money } {
  const [first] = rows as readonly [Placed, ...Placed[]];
  const notes = [...new Set(rows.map(({ note }) => note).filter((note) => note !== ''))].join('; ');
  return {
    ...{ campaignId: first.campaignId, day: first.day, source: first.source, currency: first.currency },
    amount: clampMoney(sumMoney(rows.map(({ amount }) => amount))),
    ...{ note: cutText(notes, SPEND_NOTE_MAX), importId: null },
  };
}

function refusalOf(
  { line, day, source }: SpendFileRow,
  campaignId: CampaignId,
  { reported, open, placements, unanswered }: ImportContext,
) {
  if (day > open.last) return problem(line, 'future', { day });
  if (day < open.first) return problem(line, 'too-old', { from: open.first });
  if (unanswered.has(source)) {
    const platform = adPlatformName(platformOfPlacement(source) ?? '');
    return problem(line, 'placement-unanswered', { source, platform });
  }
  const reportedAs = reportOf(source, placements);
  return reported.has(nameOf({ campaignId, day, source: reportedAs }))
    ? problem(line, 'reported', { source: adPlatformName(reportedAs), day })
    : undefined;
}

/** By id, else by name, in which upper and lower case and the forms of accents are the same. */
function campaignFinder(campaigns: ImportContext['campaigns']) {
  const ids = new Set(campaigns.map(({ campaign_id }) => campaign_id));
  const plain = (name: string) => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
  const byName = Map.groupBy(campaigns, ({ name }) => plain(name));
  return ({ line, campaigns: called }: SpendFileRow): CampaignId | SpendFileError => {
    for (const one of called) {
      if (ids.has(one)) return one as CampaignId;
      const [found, ...more] = byName.get(plain(one)) ?? [];
      if (more.length > 0) return problem(line, 'campaign-unclear', { text: short(one) });
      if (found) return found.campaign_id as CampaignId;
    }
    return problem(line, 'campaign', { text: short(called.at(-1) ?? '') });
  };
}

type Values = Pick<EntryValues, 'amount' | 'currency' | 'note'>;

const isSame = (a: Values, b: Values): boolean =>
  a.amount === b.amount && a.currency === b.currency && a.note === b.note;

const valuesOf = ({ amount, currency, note, importId }: StoredEntry) => ({ amount, currency, note, importId });

/** What the screen shows, before the import and after it. */
export function summaryOf(
  file: SpendFile,
  { changes, imported, duplicates, errors, unanswered }: ImportPlan,
): Omit<SpendImport, 'importId'> {
  const { columns, missing, rows, skipped, spread, right } = file;
  const questions = [
    ...file.questions,
    ...(unanswered.size > 0 ? [{ id: 'inReport' as const, choices: ['yes', 'no'] }] : []),
  ];
  const refused = new Set(errors.map(({ line }) => line));
  const sums = { ...file.sums, read: sumsByCurrency(right.filter(({ line }) => !refused.has(line))) };
  return {
    ...{ columns, missing, questions, rows, skipped, spread, sums, duplicates, errors: [...errors] },
    ...sumsOf(changes.map(({ entry }) => entry)),
    imported,
    replaced: changes.filter(({ stored }) => stored !== undefined && stored.amount !== null).length,
  };
}
