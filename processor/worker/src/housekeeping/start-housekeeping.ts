import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { type EndUnconfirmedDeps, endUnconfirmed } from './end-unconfirmed.ts';
import { type ForgetAddressesDeps, forgetAddresses } from './forget-addresses.ts';

export type HousekeepingDeps = ForgetAddressesDeps & EndUnconfirmedDeps;

/** Now, and once a day; after a failure in an hour. Each on its own: one that fails delays no other. Gives the way to stop. */
export function startHousekeeping(deps: HousekeepingDeps): () => void {
  const { logger } = deps;
  const stops = [
    repeat(
      () => forgetAddresses(deps),
      (err) =>
        logger.warn({ event: 'addresses.purge.failed', err }, 'purge of old IP addresses failed; retrying in 1 h'),
    ),
    repeat(
      () => endUnconfirmed(deps),
      (err) =>
        logger.warn(
          { event: 'tenant.unconfirmed.failed', err },
          'look for tenants without a confirmed e-mail failed; retrying in 1 h',
        ),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Any process may do the work. */
function repeat(work: () => Promise<unknown>, onFailed: (error: unknown) => void): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function turn(): Promise<void> {
    let waitMs = DAY_MS;
    try {
      await work();
    } catch (error) {
      waitMs = HOUR_MS;
      // A store that closes in the middle of it is no news.
      if (!stopped) onFailed(error);
    }
    if (!stopped) timer = setTimeout(() => void turn(), waitMs).unref();
  }
  void turn();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
