import { z } from 'zod';
import { TenantDay } from '../primitives/tenant-day.ts';
import { Figure } from './common.ts';
import { defineContract } from './define-contract.ts';

/** Our conversions and spend by day next to those of the tool that a tenant comes from, with what explains a difference. */

export const COMPARED_ROWS_MAX = 5_000;
export const COMPARED_BYTES_MAX = 1024 * 1024;

/** What a file may have of each day. */
export const COMPARED_FIGURES = ['conversions', 'revenue', 'spend'] as const;
export type ComparedFigure = (typeof COMPARED_FIGURES)[number];

export const DIFFERENCE_REASONS = [
  /** A day between those of the file. */
  'not-in-file',
  /** The next or the previous day makes up for it: the other tool has another clock. */
  'other-clock',
  /** Refunded and charged back: their money left the day of the conversion here. */
  'taken-back',
  /** Orders that wait for their payment. */
  'pending',
  /** Without a key, and kept out of the figures. */
  'unverified',
  'test',
  /** Brought by a file of a checkout. */
  'imported',
  /** Conversions of value 0. */
  'lead',
  /** In a currency without a rate. */
  'without-rate',
  /** The other tool adds the taxes on spend to it. */
  'spend-tax',
  /** No run has read the day's spend of some campaign: ours is unknown. */
  'spend-unread',
] as const;
export const DifferenceReason = z.enum(DIFFERENCE_REASONS);
export type DifferenceReason = z.infer<typeof DifferenceReason>;

const Sums = z.object({
  conversions: Figure,
  revenue: Figure,
  /** Null where no run has read a day of it. */
  spend: Figure.nullable(),
});
const GivenSums = z.object({
  conversions: Figure.nullable(),
  revenue: Figure.nullable(),
  spend: Figure.nullable(),
});

export const ComparedDay = z.object({
  day: TenantDay,
  ours: Sums,
  /** Null: the file does not have it. */
  theirs: GivenSums,
  /** Of a day with a difference, or with spend that is not known: how many conversions each is about, and their value in BRL. */
  reasons: z.array(z.object({ reason: DifferenceReason, count: Figure, value: Figure })),
});
export type ComparedDay = z.infer<typeof ComparedDay>;

export const SideBySide = z.object({
  period: z.object({ from: TenantDay, to: TenantDay }),
  figures: z.array(z.enum(COMPARED_FIGURES)),
  /** From the first to the last day of the file. */
  days: z.array(ComparedDay),
  total: z.object({ ours: Sums, theirs: GivenSums }),
  /** Lines of the file that were left out. */
  errors: z.array(z.object({ line: z.int(), message: z.string() })),
});
export type SideBySide = z.infer<typeof SideBySide>;

export const compareSideBySide = defineContract(
  'side-by-side.compare',
  'POST /api/integration/side-by-side',
  'editor',
  {
    summary: `Compares a CSV of another tool with our figures, day by day: the column day and any of sales, revenue and spend, as people name them in Portuguese and English. Several rows of a day are added up. Up to ${COMPARED_ROWS_MAX} rows and 1 MiB. Nothing is stored.`,
    upload: { type: 'text/csv', bytesMax: COMPARED_BYTES_MAX },
    response: SideBySide,
  },
);
