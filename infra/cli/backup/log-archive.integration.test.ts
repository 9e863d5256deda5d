import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EventLog, Positions } from '@tracker/infra/event-log/event-log';
import { createKafkaEventLog } from '@tracker/infra/event-log/kafka-event-log';
import { createKeyring } from '@tracker/infra/secrets/keyring';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import { kafkaIsAvailable, START_WITHIN_MS } from '@tracker/test/kit/kafka-broker';
import { type SharedBroker, sharedBroker } from '@tracker/test/kit/shared-broker';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openHistory } from '../replay/history.ts';
import { openBackupFiles } from './backup-files.ts';
import { archiveLog, openLogArchive, restoreLog } from './log-archive.ts';
import { openBackupStore } from './open-backup-store.ts';

/** Several partitions, which the log in Postgres does not have. */
describe.skipIf(!kafkaIsAvailable())('the archive of a log on Kafka', () => {
  const logger = createLogger({ level: 'silent', name: 'test' });
  const keyring = createKeyring([{ id: 'test', key: new Uint8Array(32) }]);
  let broker: SharedBroker;
  beforeAll(async () => {
    broker = await sharedBroker(inject('sharedBrokerUrl'));
  }, START_WITHIN_MS);

  const open = (topicPrefix: string): EventLog<Topic> => {
    const options = {
      brokers: [broker.address],
      logger,
      partitions: 3,
      replication: 1,
      sessionMs: 15_000,
      topicPrefix,
    };
    const log = createKafkaEventLog<Topic>(options);
    onTestFinished(() => log.close());
    return log;
  };

  /** Position, key and value of each record, by partition. */
  async function contentOf(log: Pick<EventLog<Topic>, 'read'>, to: Positions, from?: Positions): Promise<string[]> {
    const seen: string[] = [];
    for await (const records of log.read({ topic: EVENTS_TOPIC, from, to, maxRecords: 7 })) {
      for (const { partition, position, key, value } of records) {
        seen.push(`${partition}:${position} ${key} ${Buffer.from(value).toString('base64')}`);
      }
    }
    return seen.sort();
  }

  test('holds what the brokers deleted, refuses a hole, and gives each record its position back', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'tracker-archive-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const backups = { url: pathToFileURL(dir).href, keepDays: 30 };
    const files = await openBackupFiles(await openBackupStore({ backups }), keyring, { isNew: true });
    const { signal } = new AbortController();
    const log = open('first.');
    const archive = async (of = log) => {
      const archiving = { log: of, files, signal, onRecords: () => undefined };
      return archiveLog(archiving, await of.ends(EVENTS_TOPIC));
    };
    const append = (count: number) =>
      log.append(
        EVENTS_TOPIC,
        Array.from({ length: count }, (_, index) => ({ key: `key ${index % 8}`, value: Buffer.from([0, index, 255]) })),
      );

    await append(40);
    expect(await archive()).toMatchObject({ records: 40, holes: [] });
    expect(await archive()).toMatchObject({ records: 0 });
    await append(20);
    // The last segment of each partition is written again, longer.
    expect(await archive()).toMatchObject({ records: 60, holes: [] });
    expect(await files.store.list('log/')).toHaveLength(3);
    const ends = await log.ends(EVENTS_TOPIC);
    const content = await contentOf(log, ends);
    await log.deleteBefore(EVENTS_TOPIC, ends);
    await append(8);
    const all = await log.ends(EVENTS_TOPIC);
    await expect(openHistory({ log, keyring }, { from: new Map(), to: all })).rejects.toThrow(
      'no archive has the records from 0 on: a replay would lack them.',
    );
    const history = await openHistory({ log, keyring, backups }, { from: new Map(), to: all });
    expect(await contentOf(history, all)).toEqual([...content, ...(await contentOf(log, all))].sort());

    expect(await archive()).toMatchObject({ records: 8, holes: [] });
    const copy = open('second.');
    await expect(archive(copy)).rejects.toThrow('is of another log');
    await restoreLog({ log: copy, archive: await openLogArchive(files), signal, onRecords: () => undefined });
    expect(await copy.ends(EVENTS_TOPIC)).toEqual(all);
    expect(await contentOf(copy, all)).toEqual(await contentOf(history, all));
  });

  test('says which records are missing behind the end of a log that was made again', async () => {
    const log = open('third.');
    await log.append(EVENTS_TOPIC, [{ key: 'key', value: 'a click' }]);
    const [[partition, end] = [0, 0n]] = [...(await log.ends(EVENTS_TOPIC))].filter(([, position]) => position > 0n);
    await expect(
      openHistory({ log, keyring }, { from: new Map(), to: new Map([[partition, end + 44n]]) }),
    ).rejects.toThrow(`Partition ${partition} of the log ends at 1, and the records from there to 45 are missing`);
  });
});
