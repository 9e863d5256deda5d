import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { createSemaphore } from '@tracker/infra/lifecycle/semaphore';
import { type CsvFile, openCsv } from './csv.ts';

/** An open file holds two pages of rows, up to some 60 MB, for as long as its reader takes. */
export const DOWNLOADS_OPEN_MAX = 10;
export const DOWNLOADS_OPEN_OF_TENANT_MAX = 3;
export const DOWNLOADS_WAITING_MAX = 50;
export const DOWNLOADS_WAITING_OF_TENANT_MAX = 5;
/** Then the answer is 503: a browser that waits for longer shows nothing. */
export const DOWNLOAD_WAIT_MS_MAX = 15_000;
/** While all places are taken and others wait, a reader that takes less in a minute is broken off. */
export const DOWNLOAD_BYTES_A_SECOND_MIN = 64_000;
/** So is one that takes longer in all. */
export const DOWNLOAD_MS_MAX = 10 * 60_000;
const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

interface OpenFile {
  readonly senders: readonly string[];
  readonly body: Readable;
  readonly pace: Pace;
}

/** Opens files in turns, of a tenant and of a person in all of theirs: rejects with 503 when too many wait, or one does for too long. */
export function createCsvTurns(): (senders: readonly string[], file: CsvFile) => Promise<Readable> {
  const turns = createSemaphore({
    ...{ runningMax: DOWNLOADS_OPEN_MAX, runningOfOneMax: DOWNLOADS_OPEN_OF_TENANT_MAX },
    ...{ waitingMax: DOWNLOADS_WAITING_MAX, waitingOfOneMax: DOWNLOADS_WAITING_OF_TENANT_MAX },
    ...{ waitMsMax: DOWNLOAD_WAIT_MS_MAX, refusal: 'files-busy' },
  });
  const open = new Set<OpenFile>();

  /** Frees one place for one that waits, the oldest first. When its own files hold it up, those of others stay. */
  function breakOffSlow(waiting: readonly string[]): void {
    if (open.size < DOWNLOADS_OPEN_MAX) return;
    for (const { senders, body, pace } of open) {
      if (senders.some((sender) => waiting.includes(sender)) || !pace.isTooSlow()) continue;
      body.destroy();
      return;
    }
  }

  return (senders, file) =>
    new Promise((resolve, reject) => {
      const look = setInterval(() => breakOffSlow(senders), LOOK_EVERY_MS).unref();
      const opened = turns.run(senders, async () => {
        clearInterval(look);
        const pace = createPace();
        const body = await openCsv(file, undefined, pace.add);
        const closed = once(body, 'close').catch(() => undefined);
        const entry = { senders, body, pace };
        open.add(entry);
        resolve(body);
        await closed;
        open.delete(entry);
      });
      opened.catch(reject).finally(() => clearInterval(look));
    });
}

interface Pace {
  readonly add: (length: number) => void;
  readonly isTooSlow: () => boolean;
}

function createPace(): Pace {
  const startedAt = performance.now();
  let minute = { startedAt, length: 0 };
  let isSlow = false;
  function endMinute(): void {
    const ms = performance.now() - minute.startedAt;
    if (ms < MINUTE_MS) return;
    isSlow = minute.length / (ms / 1_000) < DOWNLOAD_BYTES_A_SECOND_MIN;
    minute = { startedAt: performance.now(), length: 0 };
  }
  return {
    add(length) {
      // While the rows are made no one can take any.
      if (length === 0) minute = { startedAt: performance.now(), length: 0 };
      endMinute();
      minute.length += length;
    },
    isTooSlow() {
      endMinute();
      return isSlow || performance.now() - startedAt > DOWNLOAD_MS_MAX;
    },
  };
}
