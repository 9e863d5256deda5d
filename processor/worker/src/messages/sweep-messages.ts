import type { Channel } from '@tracker/infra/messages/message-kinds';
import { forgetMessages, type MessageSenderDeps, sendMessages } from '@tracker/infra/messages/send-messages';
import { beforeScrape, metrics } from '@tracker/infra/telemetry/metrics';
import { MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { type Sweep, startSweep } from '../start-sweep.ts';

/** A person waits for the link of a new password. */
const EVERY_MS = 1_000;
/** Each by itself: a push service that hangs delays no mail. */
const CHANNELS: readonly Channel[] = ['mail', 'push', 'webhook'];

/** Sends the messages to people that are due. */
export function startMessageSweep(deps: MessageSenderDeps): Pick<Sweep, 'stop'> {
  const { postgres, clock, logger } = deps;
  const stopAge = beforeScrape(
    async () => {
      const [row] = await postgres.sql<{ due_at: Date | null }[]>`
        SELECT oldest_due_message(${new Date(clock.now())}) AS due_at`;
      return row?.due_at ? (clock.now() - row.due_at.getTime()) / 1_000 : 0;
    },
    (age = NaN) => metrics.messagesAge.set(age),
  );
  const sweeps = CHANNELS.map((channel) =>
    startSweep(
      EVERY_MS,
      () => sendMessages(deps, channel),
      (err) => logger.warn({ event: 'message.sweep.failed', err, channel }, 'message sweep failed; retrying in 1 s'),
    ),
  );
  const forgetting = startSweep(
    MINUTE_MS,
    async () => {
      await forgetMessages(deps);
      return 0;
    },
    (err) => logger.warn({ event: 'message.sweep.failed', err }, 'old messages not deleted; retrying in 1 min'),
  );
  return {
    async stop() {
      stopAge();
      await Promise.all([...sweeps, forgetting].map(({ stop }) => stop()));
    },
  };
}
