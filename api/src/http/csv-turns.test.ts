import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createCsvTurns,
  DOWNLOAD_MS_MAX,
  DOWNLOAD_WAIT_MS_MAX,
  DOWNLOADS_OPEN_MAX,
  DOWNLOADS_OPEN_OF_TENANT_MAX,
} from './csv-turns.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
);
afterEach(() => void vi.useRealTimers());

async function* endless() {
  for (;;) yield ['x'.repeat(1_000)];
}
const file = () => ({ filename: 'a.csv', header: ['a'], rows: endless() });

/** A file for each place, of people with three each. */
function openAll(open: ReturnType<typeof createCsvTurns>): Promise<Readable[]> {
  return Promise.all(
    Array.from({ length: DOWNLOADS_OPEN_MAX }, (_, index) =>
      open([`tn_${index}`, `us_${Math.floor(index / DOWNLOADS_OPEN_OF_TENANT_MAX)}`], file()),
    ),
  );
}

/** A pace is known after a minute. */
const OVER_A_MINUTE = 70;

async function take(bodies: readonly Readable[], bytes: number): Promise<void> {
  for (const body of bodies) {
    let taken = 0;
    while (taken < bytes && !body.destroyed) {
      const piece: Buffer | null = body.read();
      if (piece === null) await new Promise((resolve) => setImmediate(resolve));
      else taken += piece.length;
    }
  }
}

/** Each reader takes so much every 10 s. */
async function read(bodies: readonly Readable[], seconds: number, bytesEvery10s: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    await take(bodies, bytesEvery10s);
    await vi.advanceTimersByTimeAsync(10_000);
  }
}

test('counts the files of one person in all of their tenants', async () => {
  const open = createCsvTurns();
  for (let index = 0; index < DOWNLOADS_OPEN_OF_TENANT_MAX; index += 1) await open([`tn_${index}`, 'us_a'], file());
  const refused = expect(open(['tn_other', 'us_a'], file())).rejects.toMatchObject({
    ...{ status: 503, retryAfterSeconds: DOWNLOAD_WAIT_MS_MAX / 1_000 },
  });
  await open(['tn_b', 'us_b'], file());
  await vi.advanceTimersByTimeAsync(DOWNLOAD_WAIT_MS_MAX);
  await refused;
});

test('breaks off one slow reader for each person who waits, and only then', async () => {
  const open = createCsvTurns();
  const slow = await openAll(open);
  await read(slow, OVER_A_MINUTE, 440_000);
  expect(slow.filter(({ destroyed }) => destroyed)).toEqual([]);
  const other = open(['tn_z', 'us_z'], file());
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await other).destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(slow.filter(({ destroyed }) => destroyed)).toHaveLength(1);
});

test('leaves quick readers their places until they have had them for the longest time', async () => {
  const open = createCsvTurns();
  const quick = await openAll(open);
  await read(quick, OVER_A_MINUTE, 700_000);
  const refused = expect(open(['tn_z', 'us_z'], file())).rejects.toMatchObject({ status: 503 });
  await read(quick, 20, 700_000);
  await refused;
  expect(quick.filter(({ destroyed }) => destroyed)).toEqual([]);
  // The first is still quick, and its time is over; the others only go on.
  const [first, ...others] = quick as [Readable, ...Readable[]];
  for (let passed = OVER_A_MINUTE + 20; passed < DOWNLOAD_MS_MAX / 1_000; passed += 10) {
    if (passed % 50 === 0) await take(others, 1);
    await read([first], 10, 700_000);
  }
  expect(first.destroyed).toBe(false);
  const other = open(['tn_z', 'us_z'], file());
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await other).destroyed).toBe(false);
  expect(quick.filter(({ destroyed }) => destroyed)).toEqual([first]);
});
