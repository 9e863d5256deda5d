import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { type EndUnconfirmedDeps, endUnconfirmed } from './end-unconfirmed.ts';
import { type ForgetAddressesDeps, forgetAddresses } from './forget-addresses.ts';

export type HousekeepingDeps = ForgetAddressesDeps & EndUnconfirmedDeps;

/** Each on its own: one that fails delays no other. */
const WORKS = [
  {
    run: forgetAddresses,
    failed: ['addresses.purge.failed', 'purge of old IP addresses failed; retrying in 1 h'],
  },
  {
    run: endUnconfirmed,
    failed: ['tenant.unconfirmed.failed', 'look for tenants without a confirmed e-mail failed; retrying in 1 h'],
  },
] as const;

/** Now, and once a day; after a failure in an hour. Any process may do it. Gives the way to stop. */
export function startHousekeeping(deps: HousekeepingDeps): () => void {
  let stopped = false;
  const timers = new Map<(typeof WORKS)[number], NodeJS.Timeout>();

  async function repeat(work: (typeof WORKS)[number]): Promise<void> {
    let waitMs = DAY_MS;
    try {
      await work.run(deps);
    } catch (err) {
      waitMs = HOUR_MS;
      const [event, message] = work.failed;
      // A store that closes in the middle of it is no news.
      if (!stopped) deps.logger.warn({ event, err }, message);
    }
    if (!stopped) timers.set(work, setTimeout(() => void repeat(work), waitMs).unref());
  }

  for (const work of WORKS) void repeat(work);
  return () => {
    stopped = true;
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
