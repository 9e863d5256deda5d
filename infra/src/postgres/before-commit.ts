// What a request adds to each of its transactions, at their end, wherever they are begun.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';
import type { Database } from './database.ts';

/** Throws: the transaction is rolled back. */
type BeforeCommit = (transaction: Transaction<Database>) => Promise<void>;

const additions = new AsyncLocalStorage<{ add: BeforeCommit | undefined }>();

/** Until `work` ends: what it leaves behind, such as a batch of several requests, is no part of it. */
export async function withBeforeCommit<Answer>(add: BeforeCommit, work: () => Promise<Answer>): Promise<Answer> {
  const own: { add: BeforeCommit | undefined } = { add };
  try {
    return await additions.run(own, work);
  } finally {
    own.add = undefined;
  }
}

/** `work`, and what the request adds to its transactions. */
export async function andBeforeCommit<Answer>(
  transaction: Transaction<Database>,
  work: (transaction: Transaction<Database>) => Promise<Answer>,
): Promise<Answer> {
  const answer = await work(transaction);
  await additions.getStore()?.add?.(transaction);
  return answer;
}
