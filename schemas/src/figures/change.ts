// How a figure changed against other days.
import { addDays, type TenantDay } from '../primitives/tenant-day.ts';

/** In percent of the figure before, whose sign it keeps: a smaller loss is a gain. Null: one of both is not known, or there was nothing to compare with. */
export const changePercent = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : ((now - before) / Math.abs(before)) * 100;

interface Days {
  readonly from: TenantDay;
  readonly to: TenantDay;
}

/**
 * The days that are compared where today is one of several: those before it. Of days that are over no platform's hours are kept, so that nothing could
 * be compared with a part of today.
 */
export const finishedDays = ({ from, to }: Days, today: TenantDay): Days | undefined =>
  from < today && today <= to ? { from, to: addDays(today, -1) } : undefined;
