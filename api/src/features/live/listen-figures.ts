import { setTimeout as delay } from 'node:timers/promises';
import { ALL_TENANTS } from '@tracker/infra/postgres/figure-versions';
import { CHANNELS } from '@tracker/infra/postgres/wire';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { FiguresHub } from './figures-hub.ts';

/** Subscribes to a Postgres channel; it resubscribes after a lost connection and then calls `onListening`. */
export type Listen = (
  channel: string,
  onPayload: (payload: string) => void,
  onListening: () => void,
) => Promise<{ unlisten(): Promise<void> }>;

const RETRY_MS = 1_000;
/** With Postgres away there is no one to notify, and a stop must not wait for it. */
const STOP_WAIT_MS = 1_000;

/** Relays changed figures (tenant ids, comma between them) and changed access (a user's id) to the open screens. Gives the way to stop. */
export function listenToFigures(listen: Listen, hub: FiguresHub, logger: Logger): () => Promise<void> {
  const stopping = new AbortController();

  async function start(...subscription: Parameters<Listen>): Promise<{ unlisten(): Promise<void> } | undefined> {
    while (!stopping.signal.aborted) {
      try {
        return await listen(...subscription);
      } catch (error) {
        logger.warn(
          { event: 'figures.listen.failed', err: error },
          'LISTEN for changed figures and roles failed; retrying, screens poll',
        );
        await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  const listening = Promise.all([
    start(
      CHANNELS.figuresChanged,
      (payload) => (payload === ALL_TENANTS ? hub.announceAll() : hub.announce(payload.split(','))),
      // An announcement without a listener is not repeated.
      () => hub.announceAll(),
    ),
    start(
      CHANNELS.accessChanged,
      (userId) => void hub.accessChanged(userId),
      () => undefined,
    ),
  ]);
  return async () => {
    stopping.abort();
    const stopped = listening.then((all) => Promise.all(all.map((one) => one?.unlisten()))).catch(() => undefined);
    await Promise.race([stopped, delay(STOP_WAIT_MS, undefined, { ref: false })]);
  };
}
