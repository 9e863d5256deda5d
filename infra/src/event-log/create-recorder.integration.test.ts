// Special cases of the recorder; ingest/src/outage.integration.test.ts tests traffic through an outage.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { cuttableLink } from '@tracker/test/kit/cuttable-link';
import { eventually } from '@tracker/test/kit/eventually';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { randomText } from '../identity/random-id.ts';
import { systemClock } from '../lifecycle/clock.ts';
import { createPostgres } from '../postgres/client.ts';
import { createPersons } from '../privacy/create-persons.ts';
import { createKeyring } from '../secrets/keyring.ts';
import { createLogger } from '../telemetry/logger.ts';
import { SenderBusyError } from './event-log.ts';
import type { Entry } from './recorder.ts';

const stack = useStack();
const dataDir = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-`));
/** As long as a key store that works never takes, and short, because the tests wait for it. */
const ENCRYPT_MS = 1_000;
const stored = new Map<string, Record<string, unknown>>();
let tenantId: TenantId;

beforeAll(async () => {
  await stack.log.consume({
    topic: EVENTS_TOPIC,
    group: 'test',
    maxRecords: 10_000,
    onBatch: async (records) => {
      for (const { value } of records) {
        const event = JSON.parse(Buffer.from(value).toString()) as { id: string; payload: Record<string, unknown> };
        stored.set(event.id, event.payload);
      }
    },
  });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function entry(id: string, personId?: string): Entry {
  const event = { id, type: 'lead', tenantId, receivedAt: new Date().toISOString(), payload: { id } };
  return {
    key: id,
    event,
    ...(personId !== undefined && { personal: { personId, fields: { email: `${personId}@example.com` } } }),
  };
}

/** The key store of persons behind a link, so that it can hang while the log works. */
async function keysElsewhere() {
  const link = await cuttableLink(stack.postgresUrl);
  const postgres = createPostgres({ url: link.url, logger: stack.logger });
  onTestFinished(() => postgres.close());
  ({ tenantId } = await createTenant({ postgres }));
  const persons = await createPersons({ sql: postgres.sql, keyring: stack.keyring, clock: systemClock });
  return { persons, hang: link.freeze, goOn: link.thaw };
}

test('spools only events with personal data while the key store is down, and all others reach the log', async () => {
  const { persons, hang, goOn } = await keysElsewhere();
  const recorder = await stack.openRecorder({ persons, encryptMs: ENCRYPT_MS });
  await recorder.record(entry('keys-there', 'ana'));
  const name = randomText(6);
  hang();
  try {
    await recorder.record(entry(`${name}-with`, 'eva'));
    const since = performance.now();
    await Promise.all([recorder.record(entry(`${name}-again`, 'rui')), recorder.record(entry(`${name}-without`))]);
    expect(performance.now() - since).toBeLessThan(500);
    expect(recorder.status()).toMatchObject({ logAvailable: true, takesEvents: true, spooledEvents: 2 });
    await eventually(() => expect(stored.has(`${name}-without`)).toBe(true));
    expect(stored.has(`${name}-with`)).toBe(false);
  } finally {
    goOn();
  }
  await eventually(() => expect(stored.get(`${name}-again`)).toBeDefined(), { timeoutMs: 10_000 });
  const person = stored.get(`${name}-with`)?.person as Parameters<typeof persons.decrypt>[1];
  expect(await persons.decrypt(tenantId, person)).toEqual({ email: 'eva@example.com' });
  // The spool releases a record just after the log has stored it.
  await eventually(() => expect(recorder.status()).toMatchObject({ spooledEvents: 0, oldestSpooledAt: null }));
});

test('sets a record aside that no key decrypts, names its file in the log, and continues with the next', async () => {
  const { persons, hang, goOn } = await keysElsewhere();
  const spoolDir = join(dataDir, 'spool');
  const name = randomText(6);
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', name: 'test', destination: { write: (line) => void lines.push(line) } });
  hang();
  try {
    const first = await stack.openRecorder({
      persons,
      encryptMs: ENCRYPT_MS,
      spoolDir,
      keyring: createKeyring([{ id: 'lost', key: new Uint8Array(32).fill(1) }]),
    });
    await first.record(entry(`${name}-lost`, 'ana'));
    await first.close();
    const behind = await stack.openRecorder({ persons, encryptMs: ENCRYPT_MS, spoolDir, logger });
    await behind.record(entry(`${name}-behind`, 'eva'));
    await behind.close();
  } finally {
    goOn();
  }
  const second = await stack.openRecorder({ persons, spoolDir, logger });
  await eventually(() => expect(second.status().spooledEvents).toBe(0));
  await second.drain();
  const [aside] = readdirSync(spoolDir).filter((file) => file.endsWith('.aside'));
  expect(readFileSync(join(spoolDir, aside ?? ''), 'utf8')).toContain(`${name}-lost`);
  expect(lines.join('')).toContain(aside);
  await eventually(() => expect(stored.has(`${name}-behind`)).toBe(true));
  expect(stored.has(`${name}-lost`)).toBe(false);
});

test('locks the spool for one process, and rejects events after close', async () => {
  const spoolDir = join(dataDir, 'taken');
  const first = await stack.openRecorder({ spoolDir });
  await expect(stack.openRecorder({ spoolDir })).rejects.toThrow(
    /is in use by the Traffic Tracker that runs as process/,
  );
  await first.close();
  await expect(first.record(entry('late'))).rejects.toMatchObject({ name: 'LogUnavailableError' });
  await (await stack.openRecorder({ spoolDir })).close();
});

test('drains the spool in order once the log is back', async () => {
  const closed = stack.openLog();
  await closed.close();
  const spoolDir = join(dataDir, 'order');
  const name = randomText(6);
  const away = await stack.openRecorder({ log: closed, spoolDir });
  const ids = Array.from({ length: 3_000 }, (_, index) => `${name}-${String(index).padStart(4, '0')}`);
  for (let at = 0; at < ids.length; at += 100)
    await Promise.all(ids.slice(at, at + 100).map((id) => away.record(entry(id))));
  expect(away.status()).toMatchObject({ logAvailable: false, spooledEvents: 3_000 });
  await away.drain();
  expect(away.status().spooledEvents).toBe(3_000);
  await away.close();

  const there = await stack.openRecorder({ spoolDir });
  await there.drain();
  expect(there.status()).toMatchObject({ spooledEvents: 0, spooledBytes: 0 });
  await eventually(() => expect([...stored.keys()].filter((id) => id.startsWith(name))).toEqual(ids));
});

/** The log of the stack, whose appends wait until the test lets them go. */
function slowLog() {
  const held: (() => void)[] = [];
  const log: typeof stack.log = {
    ...stack.log,
    append: async (topic, records, sender) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await stack.log.append(topic, records, sender);
    },
  };
  return { log, release: () => held.splice(0).forEach((go) => void go()) };
}

const eventOf = (id: string, tenant: string): Entry => ({
  key: id,
  event: { id, type: 'click', tenantId: tenant as TenantId, receivedAt: new Date().toISOString(), payload: { id } },
});

test('spools what one tenant has beyond two thousand events in flight, at once, and delays no other tenant', async () => {
  const { log, release } = slowLog();
  const recorder = await stack.openRecorder({ log });
  const name = randomText(6);
  const inFlight = Array.from({ length: 2_000 }, (_, index) => recorder.record(eventOf(`${name}-${index}`, 'tn_busy')));
  await recorder.record(eventOf(`${name}-beyond`, 'tn_busy'));
  expect(recorder.status()).toMatchObject({ logAvailable: true, takesEvents: true, spooledEvents: 1 });
  const other = recorder.record(eventOf(`${name}-other`, 'tn_calm'));
  expect(recorder.status().spooledEvents).toBe(1);
  const releasing = setInterval(release, 10);
  onTestFinished(() => clearInterval(releasing));
  await Promise.all([...inFlight, other]);
  for (const id of [`${name}-1999`, `${name}-other`, `${name}-beyond`]) {
    await eventually(() => expect(stored.has(id)).toBe(true));
  }
  await recorder.record(eventOf(`${name}-again`, 'tn_busy'));
  await eventually(() => expect(recorder.status().spooledEvents).toBe(0));
});

test('spools an event of a sender that the log has too much of, and goes on with the log', async () => {
  const isBusy = (sender: string | undefined) => sender === 'tn_busy';
  const log: typeof stack.log = {
    ...stack.log,
    append: (topic, records, sender) =>
      isBusy(sender) ? Promise.reject(new SenderBusyError('too much')) : stack.log.append(topic, records, sender),
  };
  const recorder = await stack.openRecorder({ log });
  const name = randomText(6);
  await recorder.record(eventOf(`${name}-busy`, 'tn_busy'));
  expect(recorder.status()).toMatchObject({ logAvailable: true, takesEvents: true });
  await recorder.record(eventOf(`${name}-calm`, 'tn_calm'));
  for (const id of [`${name}-busy`, `${name}-calm`]) await eventually(() => expect(stored.has(id)).toBe(true));
});
