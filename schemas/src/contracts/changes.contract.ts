import { z } from 'zod';
import { CampaignId } from '../primitives/ids.ts';
import { Money } from '../primitives/money.ts';
import { TenantDay } from '../primitives/tenant-day.ts';
import { Instant } from '../primitives/time.ts';
import { queryInteger } from './common.ts';
import { Conversion } from './conversion-logs.contract.ts';
import { defineContract } from './define-contract.ts';
import { Lead } from './leads.contract.ts';
import { SpendRow } from './spend.contract.ts';

/** What changed after a moment, in order: for programs that keep a copy (n8n, a warehouse). */

export const CHANGES_PAGE_MAX = 1_000;
/** From which version on; while `after` is there, all rows of before are given first, in the order of their ids. */
const CURSOR = /^(\d{1,9})\.(\d{1,15})(?:\.([\w/-]{0,128}))?$/;

export interface ChangeCursor {
  /** Of the tables that were read: another one means that a replay exchanged them. */
  readonly epoch: number;
  /** The last version that was given. */
  readonly version: number;
  /** The last id of those that are given before all changes; undefined: they were all given. */
  readonly after: string | undefined;
}

export const cursorText = ({ epoch, version, after }: ChangeCursor): string =>
  `${epoch}.${version}${after === undefined ? '' : `.${after}`}`;

const Cursor = z
  .string()
  .regex(CURSOR, 'Cursor inválido.')
  .transform((text): ChangeCursor => {
    const [, epoch, version, after] = CURSOR.exec(text) ?? [];
    return { epoch: Number(epoch), version: Number(version), after };
  });

/** A plus sign that was not encoded arrives as a blank. */
const OffsetInstant = z
  .string()
  .transform((text) => text.replace(' ', '+'))
  .pipe(z.iso.datetime({ offset: true, error: 'Informe data e hora com fuso, como 2026-11-28T14:30:00Z.' }))
  .transform((text) => new Date(text));

export const ChangesQuery = z
  .object({
    changedSince: OffsetInstant.optional().describe(
      'For the first call: what was received or changed at this moment or later, as 2026-11-28T14:30:00Z or with an offset.',
    ),
    cursor: Cursor.optional().describe(
      'For all later calls: the `cursor` of the answer before. It goes before `changedSince`.',
    ),
    limit: queryInteger(1, CHANGES_PAGE_MAX, 500),
  })
  .refine(({ changedSince, cursor }) => changedSince !== undefined || cursor !== undefined, {
    message: 'Informe "changedSince", ou o "cursor" da resposta anterior.',
    path: ['changedSince'],
  });

const changesOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    changes: z.array(
      z.object({
        id: z.string(),
        /** When the change was stored; null where it was stored before changes were noted. */
        changedAt: Instant.nullable(),
        /** As it is now; null: it is there no longer. */
        row: row.nullable(),
      }),
    ),
    /** For the next call, now or later. */
    cursor: z.string(),
    /** There is more already: call again at once. */
    hasMore: z.boolean(),
  });

const EXAMPLES = [{ summary: 'Since a moment', query: { changedSince: '2026-11-28T14:30:00Z' } }];

const ORDER =
  'in the order in which they were stored. Keep `cursor` and send it with the next call: no change is left out, however many come meanwhile; a row that changes again is given again. `row` is what is stored now.';

export const conversionChanges = defineContract('conversions.changes', 'GET /api/conversions/changes', 'viewer', {
  summary: `Conversions that were received or changed (status, refund, click, assignment, rate) since a moment, ${ORDER}`,
  query: ChangesQuery,
  examples: EXAMPLES,
  response: changesOf(Conversion),
});

export const leadChanges = defineContract('leads.changes', 'GET /api/leads/changes', 'viewer', {
  summary: `Leads that were received or changed since a moment, ${ORDER}`,
  query: ChangesQuery,
  examples: EXAMPLES,
  response: changesOf(Lead),
});

export const AssignedClick = z.object({
  clickId: z.string(),
  campaignId: CampaignId,
  /** All that are assigned to the click, in any status. */
  conversionIds: z.array(z.string()),
  /** Of the first one that counts; null: none does. */
  convertedAt: Instant.nullable(),
  /** In BRL, after refunds; those without a rate are left out. */
  conversionValue: Money,
});

export const clickChanges = defineContract('clicks.changes', 'GET /api/clicks/changes', 'viewer', {
  summary: `Clicks whose conversions were assigned or changed since a moment, ${ORDER}`,
  query: ChangesQuery,
  examples: EXAMPLES,
  response: changesOf(AssignedClick),
});

export const spendChanges = defineContract('spend.changes', 'GET /api/spend/changes', 'viewer', {
  summary: `Days of a campaign whose spend was reported, entered or taken away since a moment, each with all of its rows, ${ORDER}`,
  query: ChangesQuery,
  examples: EXAMPLES,
  response: changesOf(z.object({ campaignId: CampaignId, day: TenantDay, rows: z.array(SpendRow) })),
});
