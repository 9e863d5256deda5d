// What the benchmarks of questions share.
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { percentile } from './report.ts';

/**
 * In milliseconds, of each that asks: in every round all of them in turn, so that what else the machine does slows down all alike. Two
 * warm-up rounds are not counted.
 */
export async function timesOf(rounds: number, askers: readonly (() => Promise<unknown>)[]): Promise<number[][]> {
  const times = askers.map((): number[] => []);
  for (let round = -2; round < rounds; round += 1) {
    for (const [index, ask] of askers.entries()) {
      const begin = performance.now();
      await ask();
      if (round >= 0) times[index]?.push(performance.now() - begin);
    }
  }
  return times;
}

/** F: the overhead of every statement before it reads, p50. It shows the speed of this machine, on which marks depend. */
export async function floorOf(clickhouse: ClickHouse, tenantId: string, rounds: number): Promise<number> {
  const sql = 'SELECT day_start FROM finalized_days FINAL WHERE tenant_id = {tenantId:String} LIMIT 1';
  const [times = []] = await timesOf(rounds, [() => clickhouse.query({ name: 'smallest', sql, params: { tenantId } })]);
  return percentile(times, 0.5);
}

/** Waits for the merges that a running product spreads over months, and that a history written in minutes leaves behind. */
export async function mergesEnded(clickhouse: ClickHouse): Promise<void> {
  const sql = 'SELECT toUInt32(count()) AS running FROM system.merges';
  while ((await clickhouse.query<{ running: number }>({ name: 'merges', sql }))[0]?.running) await delay(500);
}
