import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { type Instant, instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import type { ConversionKey } from './conversion-key.ts';
import { conversionsWaitingForClicks, conversionsWaitingInMinutes, WAITING_MAX } from './queries.ts';

const MINUTE_MS = 60_000;

const minuteOf = (clickedAtMs: number): number => clickedAtMs - (clickedAtMs % MINUTE_MS);

/**
 * Finds conversions that wait for a click by the minute of that click: a batch of ten thousand clicks asks for a few minutes, not
 * for each click.
 */
export const clickMinute = (clickedAtMs: number): Instant => instantFromMs(minuteOf(clickedAtMs));

export interface StoredClick {
  readonly tenant_id: string;
  readonly click_id: string;
  readonly ts: string;
}

/** The conversions that named one of these clicks before it was stored. */
export async function conversionsWaitingFor(
  clickhouse: ClickHouse,
  clicks: readonly StoredClick[],
): Promise<ConversionKey[]> {
  const inMinutes = await conversionsWaitingInMinutes.run(clickhouse, clickMinutes(clicks));
  if (inMinutes.length === 0) return [];
  const waiting = [
    ...inMinutes,
    ...(await conversionsWaitingForClicks.run(clickhouse, clicksOfFullMinutes(inMinutes, clicks))),
  ];
  const stored = new Set(clicks.map((click) => `${click.tenant_id} ${click.click_id}`));
  return waiting
    .filter((row) => stored.has(`${row.tenant_id} ${row.click_id}`))
    .map((row) => ({ tenantId: row.tenant_id, conversionId: row.conversion_id }));
}

/** The clicks of minutes with more conversions than one answer holds: `[tenantId, minute, clickId]`. */
function clicksOfFullMinutes(
  waiting: Awaited<ReturnType<typeof conversionsWaitingInMinutes.run>>,
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
