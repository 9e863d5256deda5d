import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { createSemaphore } from '@tracker/infra/lifecycle/semaphore';
import { type CsvFile, openCsv } from './csv.ts';

/** An open file holds two pages of rows, up to some 60 MB, for as long as its reader takes. */
export const DOWNLOADS_OPEN_MAX = 10;
export const DOWNLOADS_OPEN_OF_TENANT_MAX = 3;
export const DOWNLOADS_WAITING_MAX = 50;
export const DOWNLOADS_WAITING_OF_TENANT_MAX = 5;

/** Opens files in turns: rejects with 503 when too many wait. */
export function createCsvTurns(): (tenantId: string, file: CsvFile) => Promise<Readable> {
  const turns = createSemaphore({
    ...{ runningMax: DOWNLOADS_OPEN_MAX, runningOfOneMax: DOWNLOADS_OPEN_OF_TENANT_MAX },
    ...{ waitingMax: DOWNLOADS_WAITING_MAX, waitingOfOneMax: DOWNLOADS_WAITING_OF_TENANT_MAX },
    refusal: 'files-busy',
  });
  return (tenantId, file) =>
    new Promise((resolve, reject) => {
      const opened = turns.run([tenantId], async () => {
        const body = await openCsv(file);
        const closed = once(body, 'close').catch(() => undefined);
        resolve(body);
        await closed;
      });
      opened.catch(reject);
    });
}
