import { readGroups } from '@tracker/figures/ask-groups';
import { assertUnlimited } from '@tracker/figures/asker';
import { type DayRange, dayRange } from '@tracker/figures/day-range';
import { type Group, isSpendKnown, orZero } from '@tracker/figures/groups';
import { QUARTER_MS } from '@tracker/figures/sql/dimension-sql';
import type { FigureStores } from '@tracker/figures/tenant';
import { AppError } from '@tracker/infra/errors/app-error';
import {
  COMPARED_FIGURES,
  type ComparedDay,
  type ComparedFigure,
  DIFFERENCE_REASONS,
  type DifferenceReason,
  type SideBySide,
} from '@tracker/schemas/contracts/side-by-side.contract';
import { countDays, dayOf, daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { z } from 'zod';
import type { Person } from '../../http/access.ts';
import type { FileLimits } from '../../http/file-limits.ts';
import { differenceReasons } from './queries.ts';
import { type ComparedFile, readComparedFile } from './read-file.ts';

export interface SideBySideService {
  compare(person: Person, bytes: Uint8Array): Promise<z.input<typeof SideBySide>>;
}

export interface SideBySideDeps extends FigureStores {
  readonly fileLimits: FileLimits;
}

/** As long as a question for figures may be. */
const DAYS_MAX = 400;
const SUMS = ['conversions', 'revenue', 'spend', 'spendTax'] as const;

type Ours = ComparedDay['ours'] & { readonly spendTax: number };
type Reason = ComparedDay['reasons'][number];

export const createSideBySideService = ({ fileLimits, ...stores }: SideBySideDeps): SideBySideService => ({
  async compare(person, bytes) {
    const { tenantId, timeZone } = person;
    assertUnlimited(person.asker);
    const file = await fileLimits.run(person, () => readComparedFile(bytes));
    const range = rangeOf(file, timeZone);
    const asked = { range, sums: SUMS, limit: DAYS_MAX };
    const [byDay, all, found] = await Promise.all([
      readGroups(stores, person.asker, { ...asked, by: ['day'] }),
      readGroups(stores, person.asker, { ...asked, by: [] }),
      differenceReasons.run(stores.clickhouse, tenantId, { fromMs: range.fromMs, toMs: range.toMs }),
    ]);
    const ours = new Map(byDay.groups.map((group) => [group.keys[0], oursOf(group)]));
    const days = daysFrom(range.first, range.last);
    const seen = Map.groupBy(found, ({ quarter }) => dayOf(quarter * QUARTER_MS, timeZone));
    const lines = days.map((day) => ({ day, ours: ours.get(day) ?? NOTHING, theirs: theirsOf(file, day) }));
    const total = all.groups[0] ? oursOf(all.groups[0]) : NOTHING;
    return {
      period: { from: range.first, to: range.last },
      figures: [...file.figures],
      days: lines.map((line, place) => ({
        day: line.day,
        ours: shown(line.ours),
        theirs: line.theirs,
        reasons: !hasDifference(line, file.figures)
          ? unreadReason(line)
          : file.days.has(line.day)
            ? [
                ...reasonsOfNeighbours(lines, place),
                ...reasonsOfConversions(line, seen.get(line.day) ?? []),
                ...taxReason(line),
                ...unreadReason(line),
              ]
            : [NOT_IN_FILE],
      })),
      total: { ours: shown(total), theirs: totalOf(file) },
      errors: [...file.errors],
    };
  },
});

function rangeOf({ days }: ComparedFile, timeZone: Person['timeZone']): DayRange {
  const given = [...days.keys()].sort();
  const [first, last] = [given.at(0), given.at(-1)];
  if (first === undefined || last === undefined) throw new AppError('file-empty');
  if (countDays(first, last) > DAYS_MAX) throw new AppError('file-too-long', { params: { rows: DAYS_MAX } });
  return dayRange(first, last, timeZone);
}

const NOT_IN_FILE: Reason = { reason: 'not-in-file', count: 0, value: 0 };
const NOTHING: Ours = { conversions: 0, revenue: 0, spend: 0, spendTax: 0 };

function oursOf(group: Group): Ours {
  const { conversions, revenue, spend, spendTax } = orZero(group);
  return { conversions, revenue, spend: isSpendKnown(group) ? spend : null, spendTax };
}
const shown = ({ conversions, revenue, spend }: Ours) => ({ conversions, revenue, spend });

/** A day that the file leaves out has nothing of what the file has a column of. */
function theirsOf({ figures, days }: ComparedFile, day: TenantDay): ComparedDay['theirs'] {
  const given = days.get(day);
  const of = (figure: ComparedFigure) => (figures.includes(figure) ? (given?.[figure] ?? 0) : null);
  return { conversions: of('conversions'), revenue: of('revenue'), spend: of('spend') };
}

function totalOf({ figures, days }: ComparedFile): ComparedDay['theirs'] {
  const of = (figure: ComparedFigure) =>
    figures.includes(figure)
      ? toCents([...days.values()].reduce((sum, given) => sum + (given[figure] ?? 0), 0)) / 100
      : null;
  return { conversions: of('conversions'), revenue: of('revenue'), spend: of('spend') };
}

interface Line {
  readonly day: TenantDay;
  readonly ours: Ours;
  readonly theirs: ComparedDay['theirs'];
}

const toCents = (amount: number): number => Math.round(amount * 100);
/** Ours less theirs: conversions, or cents. */
const differenceIn = ({ ours, theirs }: Line, figure: ComparedFigure): number => {
  const [own, given] = [ours[figure], theirs[figure]];
  if (own === null || given === null) return 0;
  return figure === 'conversions' ? own - given : toCents(own) - toCents(given);
};

const hasDifference = (line: Line, figures: readonly ComparedFigure[]): boolean =>
  figures.some((figure) => differenceIn(line, figure) !== 0);

/** What is missing on one day is too much on the next or the previous one. */
function reasonsOfNeighbours(lines: readonly Line[], place: number): Reason[] {
  const line = lines[place];
  if (!line) return [];
  for (const figure of COMPARED_FIGURES) {
    const difference = differenceIn(line, figure);
    const neighbours = [lines[place - 1], lines[place + 1]].flatMap((one) => one ?? []);
    if (difference === 0 || !neighbours.some((one) => differenceIn(one, figure) === -difference)) continue;
    const count = figure === 'conversions' ? Math.abs(difference) : 0;
    return [{ reason: 'other-clock', count, value: figure === 'conversions' ? 0 : Math.abs(difference) / 100 }];
  }
  return [];
}

/** What counts here alone; the others may count there alone. */
const COUNTED_HERE: ReadonlySet<DifferenceReason> = new Set<DifferenceReason>(['imported', 'lead']);

/** Only what differs in the same direction: a test explains no conversion too many, and nothing of spend. */
function reasonsOfConversions(
  line: Line,
  found: readonly { reason: DifferenceReason; found: number; worth: number }[],
): Reason[] {
  const differences = [differenceIn(line, 'conversions'), differenceIn(line, 'revenue')];
  const [isMore, isLess] = [differences.some((one) => one > 0), differences.some((one) => one < 0)];
  return DIFFERENCE_REASONS.flatMap((reason) => {
    if (!(COUNTED_HERE.has(reason) ? isMore : isLess)) return [];
    const own = found.filter((one) => one.reason === reason);
    const count = own.reduce((sum, one) => sum + one.found, 0);
    return count === 0 ? [] : [{ reason, count, value: toCents(own.reduce((sum, one) => sum + one.worth, 0)) / 100 }];
  });
}

/** Of a day that the file has spend of, too. */
const unreadReason = ({ ours, theirs }: Line): Reason[] =>
  ours.spend === null && theirs.spend !== null ? [{ reason: 'spend-unread', count: 0, value: 0 }] : [];

/** To a real: the other tool rounds its own way. */
function taxReason({ ours, theirs }: Line): Reason[] {
  if (theirs.spend === null || ours.spend === null || ours.spendTax === 0) return [];
  const isTax = Math.abs(theirs.spend - (ours.spend + ours.spendTax)) < 1;
  return isTax ? [{ reason: 'spend-tax', count: 0, value: toCents(ours.spendTax) / 100 }] : [];
}
