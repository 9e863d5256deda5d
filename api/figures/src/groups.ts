// What is asked of the facts, and the groups that answer it.
import { SUMS, type Sum, type Sums } from '@tracker/schemas/figures/metrics';
import type { DayRange } from './day-range.ts';
import type { KeyFilter } from './named-filters.ts';
import type { NetLines } from './net.ts';
import type { Part } from './part.ts';
import type { GroupedBy } from './sql/dimension-sql.ts';
import type { OrderedFigure } from './sql/statement.ts';

export interface AskedGroups {
  readonly range: DayRange;
  readonly by: readonly GroupedBy[];
  readonly filters?: readonly KeyFilter[];
  readonly sums: readonly Sum[];
  /** A group is shown in which one of these is not 0; without them one of `sums`. */
  readonly shownBy?: readonly Sum[] | undefined;
  /** Only these groups. */
  readonly onlyKeys?: readonly (readonly string[])[];
  /** By default revenue, then clicks, then spend; then the keys. */
  readonly order?: readonly { readonly figure: OrderedFigure; readonly descending: boolean }[];
  /** Of very many groups only those of one part. */
  readonly part?: Part | undefined;
  readonly limit: number;
}

/** What ratios and profit are made of. */
export interface Summed {
  /** Of the sums asked for. */
  readonly sums: Partial<Sums>;
  /** What is left of its revenue, exactly; of spend and expenses where they are known. */
  readonly lines: NetLines;
  /** Of the days since tracking began: the group has spend, and all of it is of before. */
  readonly isUntracked?: boolean;
}

export interface Group extends Summed {
  /** '' is none. */
  readonly keys: readonly string[];
  /** The latest name of an ad, ad set, campaign of a platform or product; '' where none was given. */
  readonly names: readonly string[];
  /** With as many digits as money has. */
  readonly spend: string;
  /** A part of its spend is not known: no run has read a day, or a day came without its hours. */
  readonly isSpendUnread: boolean;
  /** The same of the days since tracking began: spend of days without clicks and conversions would make every ratio a lie (ADR 94). */
  readonly tracked: Summed;
}

/** Of all days of a range. */
export type WholeGroup = Omit<Group, 'tracked'>;
export type WholeGroups = Omit<Groups, 'groups'> & { readonly groups: readonly WholeGroup[] };

export interface Groups {
  readonly groups: readonly Group[];
  /** Beyond the limit, too. */
  readonly total: number;
  readonly source: 'rollup' | 'facts';
}

/** Of the calls of the specification, which have 0 where a sum is unknown. */
export const orZero = ({ sums }: Pick<Summed, 'sums'>): Readonly<Record<Sum, number>> =>
  Object.fromEntries((Object.keys(SUMS) as Sum[]).map((sum) => [sum, sums[sum] ?? 0])) as Record<Sum, number>;

/** Whether each day's spend was read, as far as it was asked for. */
export const isSpendKnown = ({ sums }: Pick<Summed, 'sums'>): boolean => sums.spend !== null;

/** Each row is compared with all of them: a file of more groups reads the names of all. */
export const ONLY_KEYS_MAX = 1_000;
/** As many rows as a statement may answer. */
export const ALL_KEYS = { limit: 100_000 };
