// What an answer is made of: its groups and all of them together, in its period and in the compared one.
import type { DayRange } from './day-range.ts';
import { ALL_KEYS, type AskedGroups, type Group, type Groups } from './groups.ts';
import type { Part } from './part.ts';
import { type FigureDeps, type FigurePlan, inOrder, readingOrder } from './plan.ts';
import { previousOf } from './previous.ts';
import { groupsBySettings, groupsWithoutNamesOfSpend } from './read.ts';
import type { TenantSettings } from './settings.ts';
import type { TrackedSince } from './tracked-since.ts';
import type { Measured } from './value.ts';

export interface WhatWasRead {
  /** In the order of the question, up to its limit. */
  readonly groups: readonly Group[];
  /** Null: the question has no groups. */
  readonly read: Groups | null;
  /** All groups together. */
  readonly all: Groups;
  readonly previousAll: Groups | undefined;
  /** A group of the compared period; undefined: nothing is compared, or there are no groups. */
  readonly before: ((keys: readonly string[]) => Measured | undefined) | undefined;
  readonly trackedSince: TrackedSince | null;
}

export async function readPlan(
  { clickhouse }: Pick<FigureDeps, 'clickhouse'>,
  plan: FigurePlan,
  settings: TenantSettings,
): Promise<WhatWasRead> {
  const { tenant, by, filters, sums, shownBy, range, compared, limit } = plan;
  const asking = (days: DayRange, read: typeof groupsBySettings) => (part: Omit<AskedGroups, 'range'>) =>
    read(clickhouse, tenant, settings, { ...part, range: days });
  // Groups of the compared period are called as those that are shown.
  const [ask, askCompared] = [asking(range, groupsBySettings), compared && asking(compared, groupsWithoutNamesOfSpend)];
  const question = { by, filters, sums, shownBy, ...readingOrder(plan) };
  const total = { filters, by: [], sums, limit: 1 };
  const [read, all, previousAll, trackedSince] = await Promise.all([
    by.length === 0 ? null : ask(question),
    ask(total),
    askCompared?.(total),
    settings.trackedSince(),
  ]);
  const groups = read ? inOrder(read.groups, plan).slice(0, limit) : all.groups;
  const before =
    compared && askCompared && read
      ? await previousOf(askCompared, { ...question, range, compared }, groups)
      : undefined;
  return { groups, read, all, previousAll, before, trackedSince };
}

/** The groups of one part, all of them, in no order. */
export async function readPart(
  { clickhouse }: Pick<FigureDeps, 'clickhouse'>,
  { tenant, by, filters, sums, shownBy, range, compared }: FigurePlan,
  settings: TenantSettings,
  part: Part,
): Promise<Pick<WhatWasRead, 'groups' | 'before' | 'trackedSince'>> {
  const question = { by, filters, sums, shownBy, part, ...ALL_KEYS };
  const { groups, total } = await groupsBySettings(clickhouse, tenant, settings, { ...question, range });
  if (total > groups.length) throw new RangeError(`a part of ${total} groups: only ${groups.length} are read`);
  const askCompared = (asked: Omit<AskedGroups, 'range'>) =>
    groupsWithoutNamesOfSpend(clickhouse, tenant, settings, { ...asked, range: compared ?? range });
  const before = compared ? await previousOf(askCompared, { ...question, range, compared }, groups) : undefined;
  return { groups, before, trackedSince: await settings.trackedSince() };
}
