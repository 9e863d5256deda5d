import { setTimeout as delay } from 'node:timers/promises';
import { SLOWNESS } from '../kit/machine.ts';
import type { RegisteredTenant } from '../kit/registered-tenant.ts';
import type { Account } from './account.ts';
import { compare } from './compare.ts';
import { type Figures, NotSettledError, readFigures } from './figures.ts';

const SETTLE_EVERY_MS = 250;
/** A minute and a half of an idle machine: a busy one needs longer until it has read the log. */
const SETTLE_ATTEMPTS_MAX = Math.round(360 * SLOWNESS);

/**
 * Polls until the figures contain the whole account, `isIdle` resolves and three readings in a row are equal; returns the last reading on a
 * timeout.
 */
export async function settledFigures(
  tenant: RegisteredTenant,
  account: Account,
  isIdle: () => Promise<void>,
): Promise<Figures> {
  let last: Figures | undefined;
  let problem: unknown;
  for (let attempt = 0, same = 0; attempt < SETTLE_ATTEMPTS_MAX; attempt += 1) {
    try {
      await isIdle();
      const next = await readFigures(tenant);
      same = next.fingerprint === last?.fingerprint ? same + 1 : 0;
      last = next;
      const isWhole = compare(account, next).lost === 0;
      if (same === 2 && (isWhole || attempt > SETTLE_ATTEMPTS_MAX / 2)) return next;
    } catch (error) {
      if (!(error instanceof NotSettledError) && !isBusy(error)) throw error;
      problem = error;
    }
    await delay(SETTLE_EVERY_MS);
  }
  if (last) return last;
  throw new Error('the figures do not settle', { cause: problem });
}

/** The API asks to come again, or no connection was made in time, as on a machine that has much else to do. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && (error.message.includes(': 503 ') || isConnectTimeout(error.cause));

const isConnectTimeout = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_CONNECT_TIMEOUT';
