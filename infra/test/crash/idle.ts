import { NotSettledError } from './figures.ts';

/** Metrics that are 0 when the product is idle, by the program that knows: three equal readings are not enough in the middle of a long batch. */
export const WORK = { ingest: 'tracker_spool_bytes', processor: 'tracker_log_lag' } as const;

/** Rejects with `NotSettledError` while one of these metrics of a program is not 0. */
export async function expectIdle(adminPort: number, names: readonly string[] = Object.values(WORK)): Promise<void> {
  const metrics = await fetch(`http://127.0.0.1:${adminPort}/metrics`).then((answer) => answer.text());
  for (const name of names) {
    const value = new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1];
    if (value !== '0') throw new NotSettledError(`${name} is ${value}`);
  }
}
