// The archive of the log: its records in compressed segments with their positions, so that a log may forget what is archived. Segments
// are only added; the last one of a partition is written again, longer, until it is full.
import type { EventLog, LogRecord, Positions } from '@tracker/infra/event-log/event-log';
import { decodeBatch, encodeBatch, recordBytes } from '@tracker/infra/event-log/record-batch';
import { EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import { z } from 'zod';
import { EXIT, OpsError } from '../command.ts';
import { type BackupFiles, Part } from './backup-files.ts';

const INDEX = 'archive.json';
/** Of a full segment, compressed. */
const SEGMENT_BYTES = 16 * 1024 * 1024;
/** Packed at once: some milliseconds, which the visitors of a product in one process wait for. */
const BATCH_BYTES = 1024 * 1024;
const READ_MAX = 2_000;

const Segment = z.object({ first: z.string(), next: z.string(), records: z.number(), part: Part });
type Segment = z.infer<typeof Segment>;

/** The segments of each partition of the events' topic, oldest first. */
const ArchiveIndex = z.record(z.string(), z.array(Segment));

export interface LogArchive {
  /** True when it has all records of the partition from `from` to before `to`. */
  covers(partition: number, from: bigint, to: bigint): boolean;
  /** Where the archive of each partition ends, read from 0 without a gap. */
  ends(): Positions;
  /** The records of one partition, in order. */
  read(range: ArchivedRange): AsyncGenerator<LogRecord[]>;
  readonly parts: readonly Part[];
  readonly records: number;
}

export interface ArchivedRange {
  readonly partition: number;
  readonly from: bigint;
  /** Exclusive. */
  readonly to: bigint;
  readonly maxRecords: number;
}

/** An empty one where nothing was archived yet. */
export async function openLogArchive(files: BackupFiles): Promise<LogArchive> {
  const index = (await files.getIndex(INDEX, ArchiveIndex)) ?? {};
  const all = Object.values(index).flat();

  function endFrom(partition: number, from: bigint): bigint {
    let end = from;
    for (const { first, next } of index[partition] ?? []) {
      if (BigInt(first) <= end && BigInt(next) > end) end = BigInt(next);
    }
    return end;
  }

  return {
    covers: (partition, from, to) => endFrom(partition, from) >= to,
    ends: () => new Map(Object.keys(index).map((key) => [Number(key), endFrom(Number(key), 0n)])),
    async *read({ partition, from, to, maxRecords }) {
      for (const segment of index[partition] ?? []) {
        if (BigInt(segment.next) <= from || BigInt(segment.first) >= to) continue;
        let records: LogRecord[] = [];
        for (const record of recordsOf(await files.getPart(segment.part), partition)) {
          if (record.position < from || record.position >= to) continue;
          records.push(record);
          if (records.length < maxRecords) continue;
          yield records;
          records = [];
        }
        if (records.length > 0) yield records;
      }
    },
    parts: all.map(({ part }) => part),
    records: all.reduce((sum, { records }) => sum + records, 0),
  };
}

export interface Hole {
  readonly partition: number;
  readonly from: string;
  readonly to: string;
}

export interface Archived {
  readonly records: number;
  readonly bytes: number;
  /** What the log had forgotten before it was archived. */
  readonly holes: readonly Hole[];
}

interface Archiving {
  readonly log: EventLog<Topic>;
  readonly files: BackupFiles;
  readonly signal: AbortSignal;
  readonly onRecords: (count: number) => void;
}

/** Archives what the log has and the archive has not, up to `to`: where the log ends. */
export async function archiveLog(archiving: Archiving, to: Positions): Promise<Archived> {
  const { log, files, signal } = archiving;
  const index = { ...((await files.getIndex(INDEX, ArchiveIndex)) ?? {}) };
  const begins = await log.begins(EVENTS_TOPIC);
  const replaced: Part[] = [];
  const holes: Hole[] = [];
  const written: Segment[] = [];
  for (const [partition, end] of to) {
    const kept = [...(index[partition] ?? [])];
    const begin = begins.get(partition) ?? 0n;
    const last = kept.at(-1);
    let from = BigInt(last?.next ?? 0);
    if (from > end) {
      throw new OpsError(
        EXIT.usage,
        `The archive in ${files.store.place} is of another log: it goes to ${from} in partition ${partition}, and this log ends at ${end}. Set another BACKUP_URL.`,
      );
    }
    if (from === end) continue;
    if (last && last.part.bytes < SEGMENT_BYTES / 2 && BigInt(last.first) >= begin) {
      kept.pop();
      replaced.push(last.part);
      from = BigInt(last.first);
    }
    if (begin > from) {
      holes.push({ partition, from: String(from), to: String(begin) });
      from = begin;
    }
    const added = await writeSegments(archiving, partition, from, end);
    if (((await log.begins(EVENTS_TOPIC)).get(partition) ?? 0n) > from) {
      throw new OpsError(
        EXIT.failed,
        `The log deleted records of partition ${partition} while they were archived; run it again.`,
      );
    }
    index[partition] = [...kept, ...added];
    for (const part of added) written.push(part);
  }
  signal.throwIfAborted();
  if (written.length > 0) await files.putIndex(INDEX, index);
  // Only now: until then the index named them.
  for (const { name } of replaced) await files.store.remove(name);
  return {
    records: written.reduce((sum, { records }) => sum + records, 0),
    bytes: written.reduce((sum, { part }) => sum + part.bytes, 0),
    holes,
  };
}

/** Appends the archive to an empty log, in the order of each partition, so that each record gets the position that it had. */
export async function restoreLog({
  log,
  archive,
  signal,
  onRecords,
}: Omit<Archiving, 'files'> & { readonly archive: LogArchive }): Promise<void> {
  for (const [partition, to] of archive.ends()) {
    for await (const records of archive.read({ partition, from: 0n, to, maxRecords: READ_MAX })) {
      signal.throwIfAborted();
      await log.append(EVENTS_TOPIC, records);
      onRecords(records.length);
    }
  }
}

async function writeSegments(
  { log, files, signal, onRecords }: Archiving,
  partition: number,
  from: bigint,
  end: bigint,
): Promise<Segment[]> {
  const written: Segment[] = [];
  let first = from;
  let next = from;
  let packed: Buffer[] = [];
  let packedBytes = 0;
  let count = 0;
  let waiting: { key: string; value: Uint8Array }[] = [];
  let waitingBytes = 0;

  async function pack() {
    if (waiting.length === 0) return;
    const { bytes } = await encodeBatch(waiting, waitingBytes);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    packed.push(length, bytes);
    packedBytes += length.length + bytes.length;
    waiting = [];
    waitingBytes = 0;
  }

  async function flush(upTo: bigint) {
    await pack();
    if (upTo === first) return;
    const name = `log/${partition}/${String(first).padStart(16, '0')}-${upTo}`;
    const part = await files.putPart(name, Buffer.concat(packed));
    written.push({ first: String(first), next: String(upTo), records: count, part });
    first = upTo;
    packed = [];
    packedBytes = 0;
    count = 0;
  }

  const [begin, to] = [new Map([[partition, from]]), new Map([[partition, end]])];
  for await (const records of log.read({ topic: EVENTS_TOPIC, from: begin, to, maxRecords: READ_MAX, signal })) {
    for (const { position, appendedAt, key, value } of records) {
      const record = { key: `${position} ${appendedAt.getTime()} ${key}`, value };
      waiting.push(record);
      waitingBytes += recordBytes(record);
      count += 1;
      next = position + 1n;
      if (waitingBytes >= BATCH_BYTES) await pack();
      if (packedBytes >= SEGMENT_BYTES) await flush(next);
    }
    onRecords(records.length);
  }
  signal.throwIfAborted();
  await flush(end);
  return written;
}

function* recordsOf(bytes: Uint8Array, partition: number): Generator<LogRecord> {
  const segment = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < segment.length; ) {
    const end = at + 4 + segment.readUInt32BE(at);
    for (const { key: stored, value } of decodeBatch(segment.subarray(at + 4, end))) {
      const [position = '', appendedAt = ''] = stored.split(' ', 2);
      const key = stored.slice(position.length + appendedAt.length + 2);
      yield {
        topic: EVENTS_TOPIC,
        partition,
        position: BigInt(position),
        key,
        value,
        appendedAt: new Date(Number(appendedAt)),
      };
    }
    at = end;
  }
}
