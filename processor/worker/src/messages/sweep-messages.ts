import { type MessageSenderDeps, sendMessages } from '@tracker/infra/messages/send-messages';
import { beforeScrape, metrics } from '@tracker/infra/telemetry/metrics';
import { type Sweep, startSweep } from '../start-sweep.ts';

/** A person waits for the link of a new password. */
const EVERY_MS = 1_000;

/** Sends the messages to people that are due. */
export function startMessageSweep(deps: MessageSenderDeps): Sweep {
  const { postgres, clock, logger } = deps;
  const stopAge = beforeScrape(
    async () => {
      const [row] = await postgres.sql<{ due_at: Date | null }[]>`
        SELECT oldest_due_message(${new Date(clock.now())}) AS due_at`;
      return row?.due_at ? (clock.now() - row.due_at.getTime()) / 1_000 : 0;
    },
    (age = NaN) => metrics.messagesAge.set(age),
  );
  const { sweep, stop } = startSweep(
    EVERY_MS,
    () => sendMessages(deps),
    (err) => logger.warn({ event: 'message.sweep.failed', err }, 'message sweep failed; retrying in 1 s'),
  );
  return {
    sweep,
    stop() {
      stopAge();
      return stop();
    },
  };
}
