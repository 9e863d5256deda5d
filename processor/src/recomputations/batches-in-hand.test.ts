import { expect, test } from 'vitest';
import { createBatchesInHand } from './batches-in-hand.ts';

test('lets other work begin at once while no batch is in hand, else where one ends, also when the next one has begun', async () => {
  const batches = createBatchesInHand();
  await batches.nextEnd();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const inHand = [batches.during(() => first.promise), batches.during(() => second.promise)];
  let begun = false;
  const other = batches.nextEnd().then(() => {
    begun = true;
  });
  await Promise.resolve();
  expect(begun).toBe(false);
  first.resolve();
  await other;
  expect(begun).toBe(true);
  second.resolve();
  await Promise.all(inHand);
});
