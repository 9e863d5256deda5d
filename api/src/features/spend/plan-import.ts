// What a file of spend changes, decided without any store: which rows are new, which are there already, which cannot be.
import { adPlatformName } from '@tracker/schemas/ad-platforms/ad-platforms';
import type { SpendImport } from '@tracker/schemas/contracts/spend.contract';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import type { Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { short } from '../../http/read-csv-file.ts';
import { sumsOf } from '../../store/file-imports.ts';
import { type Entry, type EntryChange, type EntryValues, nameOf, type StoredEntry } from './entries.ts';
import { problem, type SpendFile, type SpendFileError, type SpendFileRow } from './read-spend-file.ts';

export interface ImportContext {
  readonly campaigns: readonly { readonly campaign_id: string; readonly name: string }[];
  /** The names of the places for which a platform reports spend. */
  readonly reported: ReadonlySet<string>;
  /** The days that may be entered. */
  readonly open: { readonly first: TenantDay; readonly last: TenantDay };
  /** By name. */
  readonly stored: ReadonlyMap<string, StoredEntry>;
}

export interface ImportPlan {
  readonly changes: readonly (EntryChange & { readonly entry: Entry & { readonly amount: Money } })[];
  readonly duplicates: number;
  readonly errors: readonly SpendFileError[];
}

export function planImport(file: SpendFile, context: ImportContext): ImportPlan {
  const findCampaign = campaignFinder(context.campaigns);
  const changes: ImportPlan['changes'][number][] = [];
  const errors = [...file.wrong];
  const seen = new Map<string, SpendFileRow>();
  let duplicates = 0;
  for (const row of file.right) {
    const found = findCampaign(row);
    if (typeof found === 'object') {
      errors.push(found);
      continue;
    }
    const { day, source, amount, currency, note } = row;
    const entry = { campaignId: found, day, source, amount, currency, note, importId: null };
    const name = nameOf(entry);
    const refusal = refusalOf(row, name, context);
    const twin = seen.get(name);
    const stored = context.stored.get(name);
    if (refusal) errors.push(refusal);
    else if (twin && !isSame(twin, row)) errors.push(problem(row.line, 'contradiction', { line: twin.line }));
    else if (twin || (stored && isSame(stored, row))) duplicates += 1;
    else changes.push({ entry, stored, before: stored ? valuesOf(stored) : null });
    if (!twin) seen.set(name, row);
  }
  return { changes, duplicates, errors: errors.sort((a, b) => a.line - b.line) };
}

function refusalOf({ line, day, source }: SpendFileRow, name: string, { reported, open }: ImportContext) {
  if (day > open.last) return problem(line, 'future', { day });
  if (day < open.first) return problem(line, 'too-old', { from: open.first });
  return reported.has(name) ? problem(line, 'reported', { source: adPlatformName(source), day }) : undefined;
}

/** By id, else by name, in which upper and lower case are the same. */
function campaignFinder(campaigns: ImportContext['campaigns']) {
  const ids = new Set(campaigns.map(({ campaign_id }) => campaign_id));
  const byName = Map.groupBy(campaigns, ({ name }) => name.toLowerCase());
  return ({ line, campaign }: SpendFileRow): CampaignId | SpendFileError => {
    if (ids.has(campaign)) return campaign as CampaignId;
    const [one, ...more] = byName.get(campaign.toLowerCase()) ?? [];
    if (!one) return problem(line, 'campaign', { text: short(campaign) });
    return more.length > 0
      ? problem(line, 'campaign-unclear', { text: short(campaign) })
      : (one.campaign_id as CampaignId);
  };
}

type Values = Pick<EntryValues, 'amount' | 'currency' | 'note'>;

const isSame = (a: Values, b: Values): boolean =>
  a.amount === b.amount && a.currency === b.currency && a.note === b.note;

const valuesOf = ({ amount, currency, note, importId }: StoredEntry) => ({ amount, currency, note, importId });

/** What the screen shows, before the import and after it. */
export function summaryOf(
  { rows }: SpendFile,
  { changes, duplicates, errors }: ImportPlan,
): Omit<SpendImport, 'importId'> {
  return { rows, duplicates, errors: [...errors], ...sumsOf(changes.map(({ entry }) => entry)) };
}
