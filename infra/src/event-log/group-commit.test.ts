import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { LogUnavailableError, type NewRecord, SenderBusyError } from './event-log.ts';
import { GroupCommit } from './group-commit.ts';

const KIB = 1024;

/** A store that keeps each batch until the test lets it go. */
function heldStore() {
  const batches: { topic: string; keys: string[]; store: () => void; fail: (error: Error) => void }[] = [];
  const commits = new GroupCommit<readonly NewRecord[]>(
    (topic, _count, records) =>
      new Promise((store, fail) => {
        batches.push({ topic, keys: records.map(({ key }) => key), store, fail });
      }),
    (records) => records,
  );
  /** The keys of the batch that is being stored; it is stored then. */
  const next = async (): Promise<string[]> => {
    await expect.poll(() => batches.length).toBeGreaterThan(0);
    const batch = batches.shift()!;
    batch.store();
    return batch.keys;
  };
  const append = (sender: string, count: number, bytes = 100, topic = 'events') =>
    Array.from({ length: count }, (_, index) =>
      commits.append(topic, [{ key: `${sender}${index}`, value: 'x'.repeat(bytes) }], sender),
    );
  /** Resolves while a first batch is being stored: all others gather. */
  const begin = async (): Promise<void> => {
    commits.append('events', [{ key: 'first', value: '' }]).catch(() => undefined);
    await expect.poll(() => batches.length).toBe(1);
  };
  return { commits, batches, next, append, begin };
}

describe('batches of several senders', () => {
  test('take from each sender in turn: a flood of one delays no other', async () => {
    const { next, append, begin } = heldStore();
    await begin();
    const flood = append('flood-', 20_000);
    const others = ['a', 'b', 'c'].map((sender) => append(sender, 3));
    expect(await next()).toEqual(['first']);
    const batch = await next();
    expect(batch).toHaveLength(5_000);
    // A turn is 64 KiB: some six hundred of these.
    const turn = batch.indexOf('a0');
    expect(turn).toBeGreaterThan(500);
    expect(turn).toBeLessThan(700);
    expect(batch.slice(turn, turn + 9)).toEqual(['a0', 'a1', 'a2', 'b0', 'b1', 'b2', 'c0', 'c1', 'c2']);
    expect(new Set(batch.slice(turn + 9).map((key) => key.split('-')[0]))).toEqual(new Set(['flood']));
    await Promise.all(others.flat());
    const rest = [batch, await next(), await next(), await next(), await next()].flat();
    // In the order in which each sender gave them.
    const ofFlood = rest.filter((key) => key.startsWith('flood-'));
    expect(ofFlood).toEqual(Array.from({ length: 20_000 }, (_, index) => `flood-${index}`));
    await Promise.all(flood);
  });

  test('begin with the sender that the batch before had no room for', async () => {
    const { next, append, begin } = heldStore();
    await begin();
    append('a', 100, 60 * KIB);
    append('b', 100, 60 * KIB);
    append('c', 1, 3_900 * KIB);
    await next();
    const [second, third] = [await next(), await next()];
    expect(second.filter((key) => key.startsWith('a')).length).toBeGreaterThan(1);
    expect(second).not.toContain('c0');
    expect(third[0]).toBe('c0');
  });

  test('are no larger than a batch of one sender', async () => {
    const { next, append, begin } = heldStore();
    await begin();
    for (const sender of ['a', 'b', 'c', 'd']) append(sender, 2_000, 1);
    append('e', 3, 2_000 * KIB);
    await next();
    for (const batch of [await next(), await next()]) expect(batch.length).toBeLessThanOrEqual(5_000);
  });

  test('take topics in turn as well', async () => {
    const { next, append, begin } = heldStore();
    await begin();
    append('a', 12_000);
    append('b', 1, 100, 'others');
    await next();
    expect((await next())[0]).toBe('a0');
    expect(await next()).toEqual(['b0']);
  });
});

describe('what one sender may have waiting', () => {
  const appended = async (promise: Promise<void>) =>
    Promise.race([
      promise.then(
        () => 'stored',
        (error: unknown) => error,
      ),
      setImmediate('waits'),
    ]);

  test('is a quarter of all, and others are taken beyond it', async () => {
    const { commits, append, begin } = heldStore();
    await begin();
    append('a', 16, 1_000 * KIB);
    const more = (sender: string) => commits.append('events', [{ key: 'k', value: 'x'.repeat(1_000 * KIB) }], sender);
    expect(await appended(more('a'))).toBeInstanceOf(SenderBusyError);
    expect(await appended(more('b'))).toBe('waits');
    // Without a sender there is no such limit: a program's own records.
    expect(await appended(commits.append('events', [{ key: 'k', value: 'x'.repeat(20_000 * KIB) }]))).toBe('waits');
  });

  test('is free again when it is stored', async () => {
    const { commits, next, append, begin } = heldStore();
    await begin();
    const waiting = append('a', 16, 1_000 * KIB);
    for (let stored = 0; stored < 17; stored += (await next()).length);
    await Promise.all(waiting);
    const again = commits.append('events', [{ key: 'k', value: 'x'.repeat(1_000 * KIB) }], 'a');
    expect(await next()).toEqual(['k']);
    await again;
  });

  test('of all together is refused as a log that is away', async () => {
    const { append, begin } = heldStore();
    await begin();
    const failures = ['a', 'b', 'c', 'd', 'e'].flatMap((sender) => append(sender, 15, 1_000 * KIB)).map(appended);
    const errors = (await Promise.all(failures)).filter((one) => one !== 'waits');
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error).toBeInstanceOf(LogUnavailableError);
  });

  test('is given up with all others when the log is away', async () => {
    const { commits, append, begin } = heldStore();
    await begin();
    const waiting = append('a', 3).map(appended);
    commits.rejectWaiting(new LogUnavailableError('away'));
    await Promise.all(waiting);
    expect(await appended(commits.append('events', [{ key: 'k', value: '' }], 'a'))).toBe('waits');
  });
});
