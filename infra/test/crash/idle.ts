import { NotSettledError } from './figures.ts';

/** Metrics that are 0 when the product is idle: three equal readings are not enough in the middle of a long batch. */
const WORK = ['tracker_spool_bytes', 'tracker_log_lag'];

export async function expectIdle(adminPort: number): Promise<void> {
  const metrics = await fetch(`http://127.0.0.1:${adminPort}/metrics`).then((answer) => answer.text());
  for (const name of WORK) {
    const value = new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1];
    if (value !== '0') throw new NotSettledError(`${name} is ${value}`);
  }
}
