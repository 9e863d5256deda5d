// Which rows wait for a click: they are found by the minute of that click, so that a batch of ten thousand clicks asks for a few
// minutes, not for each click.
import { MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { type Instant, instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';

/** A minute with more waiting rows is queried click by click. */
export const WAITING_MAX = 1000;

const minuteOf = (clickedAtMs: number): number => clickedAtMs - (clickedAtMs % MINUTE_MS);

export const clickMinute = (clickedAtMs: number): Instant => instantFromMs(minuteOf(clickedAtMs));

export interface StoredClick {
  readonly tenant_id: string;
  readonly click_id: string;
  readonly ts: string;
}

interface WaitingRow {
  readonly tenant_id: string;
  /** Unix seconds. */
  readonly minute: number;
  readonly click_id: string;
}

interface WaitingQueries<Row> {
  /** `[tenantId, minute]`; at most `WAITING_MAX` rows a minute. */
  inMinutes(keys: [string, string][]): Promise<readonly Row[]>;
  /** `[tenantId, minute, clickId]` */
  forClicks(keys: [string, string, string][]): Promise<readonly Row[]>;
}

/** The rows that named one of these clicks before it was stored. */
export async function rowsWaitingFor<Row extends WaitingRow>(
  { inMinutes, forClicks }: WaitingQueries<Row>,
  clicks: readonly StoredClick[],
): Promise<Row[]> {
  const found = await inMinutes(clickMinutes(clicks));
  if (found.length === 0) return [];
  const waiting = [...found, ...(await forClicks(clicksOfFullMinutes(found, clicks)))];
  const stored = new Set(clicks.map((click) => `${click.tenant_id} ${click.click_id}`));
  return waiting.filter((row) => stored.has(`${row.tenant_id} ${row.click_id}`));
}

/** The clicks of minutes with more waiting rows than one answer holds: `[tenantId, minute, clickId]`. */
function clicksOfFullMinutes(
  waiting: readonly WaitingRow[],
  clicks: readonly StoredClick[],
): [string, string, string][] {
  const counts = new Map<string, number>();
  for (const { tenant_id, minute } of waiting) {
    const name = `${tenant_id} ${minute * 1000}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return clicks.flatMap(({ tenant_id, click_id, ts }): [string, string, string][] => {
    const minute = minuteOf(msFromInstant(ts));
    const isFull = (counts.get(`${tenant_id} ${minute}`) ?? 0) >= WAITING_MAX;
    return isFull ? [[tenant_id, instantFromMs(minute), click_id]] : [];
  });
}

/** The minutes of these clicks, with their tenant: `[tenantId, minute]`. */
export function clickMinutes(clicks: readonly StoredClick[]): [string, string][] {
  const minutes = new Map<string, Set<number>>();
  for (const { tenant_id, ts } of clicks) {
    const minute = minuteOf(msFromInstant(ts));
    const known = minutes.get(tenant_id);
    if (known) known.add(minute);
    else minutes.set(tenant_id, new Set([minute]));
  }
  return [...minutes].flatMap(([tenantId, all]) =>
    [...all].map((minute): [string, string] => [tenantId, instantFromMs(minute)]),
  );
}
