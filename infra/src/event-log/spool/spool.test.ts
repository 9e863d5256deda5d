// The spool keeps acknowledged events after a cut at any byte, a crash between any two system calls and any flipped bit.
import { mkdtempSync, readdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CrashFs } from '@tracker/test/kit/crash-fs';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../telemetry/logger.ts';
import { LogUnavailableError } from '../event-log.ts';
import { openSpool, type Spool, SpoolFullError, segmentsIn } from './spool.ts';

const lines: string[] = [];
let minutes = 0;
const logger = createLogger({
  level: 'info',
  name: 'test',
  destination: { write: (line) => void lines.push(line) },
  now: () => 60_000 * minutes++, // a repeated warning is written once a minute
});
const dir = '/spool';
const segmentName = (number: number, writer = 'abcdef01') => `${String(number).padStart(12, '0')}-${writer}.segment`;
const event = (name: string) => ({ key: `key of ${name}`, value: `{"id":"${name}","pad":"${'é'.repeat(30)}"}` });
const nameOf = (value: Uint8Array) => (JSON.parse(Buffer.from(value).toString()) as { id: string }).id;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  lines.length = 0;
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Drains the spool, oldest first; a torn record would not parse. */
async function drain(spool: Spool, batchMax = 3): Promise<string[]> {
  const names: string[] = [];
  for (let batch = await spool.peek(batchMax); batch; batch = await spool.peek(batchMax)) {
    for (const { key, value } of batch.records) {
      const name = nameOf(value);
      expect({ key, value: Buffer.from(value).toString() }).toEqual(event(name));
      names.push(name);
    }
    await spool.release(batch);
  }
  return names;
}

const append = (spool: Spool, ...names: string[]) => spool.append(names.map(event));

describe('spool', () => {
  test('returns records once, oldest first, across segments and restarts, and then frees the disk', async () => {
    const fs = new CrashFs();
    const open = () => openSpool({ dir, logger, fs, segmentBytes: 300 });
    const first = await open();
    for (let index = 0; index < 10; index += 1) await append(first, `${index}a`, `${index}b`);
    expect([first.events, first.bytes > 0]).toEqual([20, true]);
    const batch = await first.peek(4);
    expect(batch?.records.map(({ value }) => nameOf(value))).toEqual(['0a', '0b', '1a', '1b']);
    // Not released, so it is returned again.
    expect(await first.peek(4)).toEqual(batch);
    await first.release(batch!);
    await first.close();

    const second = await open();
    expect(second.events).toBe(16);
    await append(second, 'last');
    expect(await drain(second)).toEqual(
      [...Array(8).keys()].flatMap((at) => [`${at + 2}a`, `${at + 2}b`]).concat('last'),
    );
    expect([second.events, second.bytes]).toEqual([0, 0]);
    expect(await fs.list()).toEqual(['ledger']);
    await append(second, 'again');
    expect(await drain(second)).toEqual(['again']);
    await second.close();
  });

  test('returns events that are appended while it drains', async () => {
    const spool = await openSpool({ dir, logger, fs: new CrashFs(), segmentBytes: 250 });
    const names = Array.from({ length: 200 }, (_, index) => `${index}`);
    const appended = (async () => {
      for (const name of names) await append(spool, name);
    })();
    const seen: string[] = [];
    while (seen.length < names.length) {
      seen.push(...(await drain(spool, 2)));
      await new Promise((resume) => setImmediate(resume));
    }
    await appended;
    expect(seen).toEqual(names);
    expect([spool.events, spool.bytes]).toEqual([0, 0]);
  });

  test('rejects events beyond its size limit, and accepts them again after it was drained', async () => {
    const spool = await openSpool({ dir, logger, fs: new CrashFs(), bytesMax: 400 });
    await append(spool, 'a');
    const refusal = await append(spool, ...Array.from({ length: 20 }, (_, index) => crypto.randomUUID() + index)).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(LogUnavailableError);
    expect((refusal as Error).cause).toBeInstanceOf(SpoolFullError);
    expect(await drain(spool)).toEqual(['a']);
    await append(spool, 'b');
    expect(await drain(spool)).toEqual(['b']);
  });

  test('creates files that only its own user can read', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tracker-test-spool-'));
    cleanups.push(() => rmSync(home, { recursive: true, force: true }));
    const path = join(home, 'spool');
    const spool = await openSpool({ dir: path, logger });
    cleanups.push(() => spool.close());
    await Promise.all([append(spool, 'a'), append(spool, 'b', 'c')]);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(readdirSync(path)).toHaveLength(2);
    for (const name of readdirSync(path)) expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
    expect(await drain(spool)).toEqual(['a', 'b', 'c']);
    expect(readdirSync(path)).toEqual(['ledger']);
  });

  test('keeps the events of every writer, also of an earlier version', async () => {
    const { bytes } = await segmentOf([['a'], ['b']]);
    const fs = new CrashFs();
    fs.put('000000000001.segment', bytes);
    fs.put(segmentName(2, '00000000'), bytes);
    fs.put(segmentName(2, 'ffffffff'), bytes);
    expect(await drain(await openSpool({ dir, logger, fs }))).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  });
});

describe('spool whose files another program removes', () => {
  async function openOnDisk() {
    const path = mkdtempSync(join(tmpdir(), 'tracker-test-spool-'));
    cleanups.push(() => rmSync(path, { recursive: true, force: true }));
    const spool = await openSpool({ dir: path, logger, segmentBytes: 300 });
    cleanups.push(() => spool.close());
    const remove = (at: number) => unlinkSync(join(path, segmentsIn(readdirSync(path)).sort().at(at)!));
    return { spool, remove };
  }

  test('rejects the event whose segment has vanished, and all later ones', async () => {
    const { spool, remove } = await openOnDisk();
    await append(spool, 'a');
    expect(spool.isIntact).toBe(true);
    remove(0);
    await expect(append(spool, 'b')).rejects.toBeInstanceOf(LogUnavailableError);
    await expect(append(spool, 'c')).rejects.toBeInstanceOf(LogUnavailableError);
    expect([spool.isIntact, spool.events, spool.bytes]).toEqual([false, 0, 0]);
    expect(lines.join('')).toContain('"spool.segment.vanished"');
  });

  test('drains the other segments instead of trying the lost one forever', async () => {
    const { spool, remove } = await openOnDisk();
    const names = Array.from({ length: 9 }, (_, index) => `${index}`);
    for (const name of names) await append(spool, name);
    remove(0);
    const left = await drain(spool);
    expect(left.length).toBeGreaterThan(3);
    expect(left).toEqual(names.slice(-left.length));
    expect([spool.isIntact, spool.events, spool.bytes]).toEqual([false, 0, 0]);
  });
});

/** The file of a spool that contained these groups when its process ended. */
async function segmentOf(groups: readonly string[][]): Promise<{ bytes: Buffer; ends: number[] }> {
  const fs = new CrashFs();
  const spool = await openSpool({ dir, logger, fs });
  const ends: number[] = [];
  for (const group of groups) {
    await append(spool, ...group);
    ends.push((await segmentIn(fs)).length);
  }
  return { bytes: await segmentIn(fs), ends };
}

async function segmentIn(fs: CrashFs): Promise<Buffer> {
  const [name] = segmentsIn(await fs.list());
  return Buffer.from(fs.file(name ?? '') ?? []);
}

async function reopened(bytes: Uint8Array) {
  const fs = new CrashFs();
  fs.put(segmentName(1), bytes);
  return { fs, spool: await openSpool({ dir, logger, fs }) };
}

describe('damaged spool', () => {
  // One group is compressed, the others are not.
  const groups = [['a'], ['b', 'c'], Array.from({ length: 20 }, (_, index) => `d${index}`), ['e']];

  test('keeps every complete group when the file is cut at any byte, and accepts new events', async () => {
    const { bytes, ends } = await segmentOf(groups);
    for (let length = 0; length <= bytes.length; length += 1) {
      const { fs, spool } = await reopened(bytes.subarray(0, length));
      const whole = groups.filter((_, index) => ends[index]! <= length).flat();
      expect(spool.events).toBe(whole.length);
      if (whole.length > 0)
        expect(fs.file(segmentName(1))?.length).toBe(Math.max(...ends.filter((end) => end <= length)));
      await append(spool, 'new');
      expect(await drain(spool)).toEqual([...whole, 'new']);
      expect((await fs.list()).filter((name) => name.endsWith('.aside'))).toEqual([]);
    }
  });

  test('loses at most one group for any flipped bit, and sets its bytes aside and names them in the log', async () => {
    const { bytes, ends } = await segmentOf(groups);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        lines.length = 0;
        const turned = Buffer.from(bytes);
        turned[at] = turned[at]! ^ (1 << bit);
        const hit = ends.findIndex((end) => at < end);
        const { fs, spool } = await reopened(turned);
        expect(await drain(spool)).toEqual(groups.filter((_, index) => index !== hit).flat());
        const from = hit === 0 ? 0 : ends[hit - 1]!;
        const aside = fs.file(`${segmentName(1)}-${from}.aside`);
        // A last frame with a wrong length looks like one that was cut off.
        if (aside === undefined) expect(hit).toBe(groups.length - 1);
        else expect(aside.equals(turned.subarray(from, ends[hit]))).toBe(true);
        expect(lines.join('')).toMatch(aside ? /"level":50.*"spool.quarantined"/ : /"spool.write.truncated"/);
      }),
      { numRuns: 400 },
    );
  });

  test('returns events twice, and loses none, when its ledger is lost', async () => {
    const { bytes } = await segmentOf(groups);
    const { fs, spool } = await reopened(bytes);
    const batch = await spool.peek(1);
    await spool.release(batch!);
    const ledger = fs.file('ledger')!;
    const next = new CrashFs();
    next.put(segmentName(1), bytes);
    next.put('ledger', ledger);
    expect(await drain(await openSpool({ dir, logger, fs: next }))).toEqual(groups.slice(1).flat());
    next.put(segmentName(1), bytes);
    next.put('ledger', Buffer.from(ledger).fill(0xff));
    expect(await drain(await openSpool({ dir, logger, fs: next }))).toEqual(groups.flat());
  });
});

interface Life {
  readonly acknowledged: string[];
  readonly tried: string[];
  /** Records that went to the log. */
  readonly drained: string[];
}

/** Appends, drains a part, appends while draining, drains all; continues after a rejection, like the recorder. */
async function live(fs: CrashFs, life: Life, prefix: string, { drains = true } = {}): Promise<void> {
  const spool = await openSpool({ dir, logger, fs, segmentBytes: 300 });
  const tryAppend = async (...names: string[]) => {
    life.tried.push(...names);
    await append(spool, ...names).then(
      () => life.acknowledged.push(...names),
      () => undefined,
    );
  };
  const drainSome = async (batches: number) => {
    for (let left = drains ? batches : 0; left > 0; left -= 1) {
      const batch = await spool.peek(2);
      if (!batch) return;
      life.drained.push(...batch.records.map(({ value }) => nameOf(value)));
      await spool.release(batch);
    }
  };
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([tryAppend(`${prefix}${round}a`, `${prefix}${round}b`), tryAppend(`${prefix}${round}c`)]);
    await tryAppend(`${prefix}${round}d`);
    await Promise.all([drainSome(1).catch(() => undefined), tryAppend(`${prefix}${round}e`)]);
  }
  await drainSome(2).catch(() => undefined);
  await tryAppend(`${prefix}f`);
  await drainSome(100).catch(() => undefined);
  await tryAppend(`${prefix}g`);
  await spool.close();
}

describe('spool that crashes between two system calls', () => {
  const newLife = (): Life => ({ acknowledged: [], tried: [], drained: [] });

  async function callsOfOneLife(): Promise<number> {
    const fs = new CrashFs();
    const life = newLife();
    await live(fs, life, '');
    // Of appends at one time, the one with a single record hears first.
    expect(life.acknowledged.toSorted()).toEqual(life.tried.toSorted());
    return fs.calls;
  }

  function expectKept({ acknowledged, tried, drained }: Life, left: readonly string[]) {
    const given = new Set([...drained, ...left]);
    expect(acknowledged.filter((name) => !given.has(name))).toEqual([]);
    expect([...given].filter((name) => !tried.includes(name))).toEqual([]);
    // In order, as far as they were acknowledged one after the other.
    expect(left).toEqual([...left].sort((one, other) => tried.indexOf(one) - tried.indexOf(other)));
  }

  test.each(['kill', 'power'] as const)('keeps acknowledged events after a crash (%s) at any call', async (kind) => {
    const calls = await callsOfOneLife();
    expect(calls).toBeGreaterThan(80);
    for (let atCall = 1; atCall <= calls; atCall += 1) {
      const fs = new CrashFs({ atCall, kind: 'dies' });
      const life = newLife();
      await live(fs, life, '').catch(() => undefined);
      const next = fs.afterCrash(kind);
      const left = await drain(await openSpool({ dir, logger, fs: next }));
      expectKept(life, left);
    }
  });

  test('keeps acknowledged events after a second crash during recovery', async () => {
    const calls = await callsOfOneLife();
    for (let atCall = 5; atCall <= calls; atCall += 7) {
      for (let second = 1; second <= 12; second += 1) {
        const fs = new CrashFs({ atCall, kind: 'dies' });
        const life = newLife();
        await live(fs, life, '').catch(() => undefined);
        const again = fs.afterCrash('power', Math.random, { atCall: second, kind: 'dies' });
        await live(again, life, 'x').catch(() => undefined);
        expectKept(life, await drain(await openSpool({ dir, logger, fs: again.afterCrash('power') })));
      }
    }
  });

  test.each([true, false])(
    'rejects or keeps events when a call fails once (disk full, EIO) with draining %s, and accepts the next event',
    async (drains) => {
      const calls = await callsOfOneLife();
      const opening = new CrashFs();
      await openSpool({ dir, logger, fs: opening });
      for (let atCall = opening.calls + 1; atCall <= calls; atCall += 1) {
        const fs = new CrashFs({ atCall, kind: 'fails' });
        const life = newLife();
        await live(fs, life, '', { drains }).catch(() => undefined);
        expect(life.tried.length - life.acknowledged.length).toBeLessThanOrEqual(4);
        expectKept(life, await drain(await openSpool({ dir, logger, fs: fs.afterCrash('power') })));
      }
    },
  );
});
