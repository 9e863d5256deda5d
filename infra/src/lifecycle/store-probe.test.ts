import { eventually } from '@tracker/test/kit/eventually';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { createStoreProbe } from './store-probe.ts';

function probeOf(write: () => Promise<void>, graceMs = 0) {
  const lines: { event?: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as { event?: string }) };
  const logger = createLogger({ level: 'info', name: 'test', destination });
  const probe = createStoreProbe({ store: 'clickhouse', write, graceMs, logger });
  onTestFinished(() => probe.stop());
  return { probe, events: () => lines.map(({ event }) => event) };
}

test('writes by itself, and once for any number of askers', async () => {
  let writes = 0;
  const { probe } = probeOf(async () => {
    writes += 1;
  });
  expect(probe.ageMs()).toBeNaN();
  await eventually(() => expect(writes).toBe(1));
  await Promise.all(Array.from({ length: 100 }, () => probe.check()));
  expect(writes).toBe(1);
  expect(probe.ageMs()).toBeGreaterThanOrEqual(0);
});

test('says once that a store takes nothing, tries it each second, and says that it takes writes again', async () => {
  let isReadOnly = true;
  const { probe, events } = probeOf(async () => {
    if (isReadOnly) throw new Error('TABLE_IS_READ_ONLY');
  });
  await expect(probe.check()).rejects.toThrow('TABLE_IS_READ_ONLY');
  isReadOnly = false;
  await eventually(() => expect(events()).toContain('store.write.taken'));
  expect(events()).toEqual(['store.write.refused', 'store.write.taken']);
});

test('tries again when its timer comes a moment before the last answer is old', async () => {
  let writes = 0;
  const { probe } = probeOf(async () => {
    writes += 1;
    throw new Error('TABLE_IS_READ_ONLY');
  });
  const still = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(still);
  onTestFinished(() => clock.mockRestore());
  await expect(probe.check()).rejects.toThrow('TABLE_IS_READ_ONLY');
  await eventually(() => expect(writes).toBeGreaterThan(2));
});

test('waits for a write that is behind a long one, until the last is too old', async () => {
  let hang: Promise<void> = Promise.resolve();
  const { probe } = probeOf(() => hang, 60_000);
  const impatient = probeOf(() => hang);
  await Promise.all([probe.check(), impatient.probe.check()]);
  let end: () => void = () => undefined;
  hang = new Promise((resolve) => {
    end = resolve;
  });
  await eventually(() => expect(probe.ageMs()).toBeGreaterThan(1_000));
  await probe.check();
  const asked = impatient.probe.check().then(() => 'taken');
  expect(await Promise.race([asked, probe.check().then(() => 'late')])).toBe('late');
  end();
  expect(await asked).toBe('taken');
});

test('ends what waits for a store that hangs, and lets it work again when the store answers', async () => {
  let hang: Promise<void> = Promise.resolve();
  const { probe } = probeOf(() => hang);
  await probe.check();
  let end: () => void = () => undefined;
  hang = new Promise((resolve) => {
    end = resolve;
  });
  await eventually(() => expect(probe.ageMs()).toBeGreaterThan(1_000));
  probe.check().catch(() => undefined);
  const never = new Promise<string>(() => undefined);
  await expect(probe.check.whileAnswering(never)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await expect(probe.check.whileAnswering(Promise.resolve('late'))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  end();
  await probe.check();
  expect(await probe.check.whileAnswering(Promise.resolve('answer'))).toBe('answer');
});
