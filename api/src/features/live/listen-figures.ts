import { setTimeout as delay } from 'node:timers/promises';
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
/** With Postgres away there is nobody to tell, and a stop must not wait for it. */
const STOP_WAIT_MS = 1_000;

/** Relays the processor's announcements (tenant ids, comma between them) to the open screens. Gives the way to stop. */
export function listenToFigures(listen: Listen, hub: FiguresHub, logger: Logger): () => Promise<void> {
  const stopping = new AbortController();

  async function start(): Promise<{ unlisten(): Promise<void> } | undefined> {
    while (!stopping.signal.aborted) {
      try {
        return await listen(
          CHANNELS.figuresChanged,
          (payload) => hub.announce(payload.split(',')),
          // What was announced while nobody listened is not repeated.
          () => hub.announceAll(),
        );
      } catch (error) {
        logger.warn(
          { event: 'figures.listen.failed', err: error },
          'LISTEN for changed figures failed; retrying, screens poll',
        );
        await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  const listening = start();
  return async () => {
    stopping.abort();
    const stopped = listening.then((subscription) => subscription?.unlisten()).catch(() => undefined);
    await Promise.race([stopped, delay(STOP_WAIT_MS, undefined, { ref: false })]);
  };
}
