// The disk spool for the time while the log is unavailable. What `append` acknowledged survives kill -9 and power cuts: groups of
// events are written as checksummed frames to the end of a segment file and synced once per group. A segment is deleted when the
// ledger file says durably that all of it is in the log. One process owns a spool at a time, by the lock of its directory; where that lock
// does not hold (some network disks), a segment that vanishes ends the spool of the process that had written it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from '../../telemetry/logger.ts';
import { metrics } from '../../telemetry/metrics.ts';
import { LogUnavailableError, type NewRecord } from '../event-log.ts';
import { GroupCommit } from '../group-commit.ts';
import { type BatchRecord, decodeBatch, encodeBatch } from '../record-batch.ts';
import { encodeFrame, type Frame, scanFrames } from './frames.ts';
import { type Ledger, openLedger, type SpoolPosition } from './ledger.ts';
import { hasVanished, nodeFs, type SpoolFile, type SpoolFs, VanishedError } from './spool-fs.ts';

/** About 10 M events: a frame is packed like a batch of the log. */
export const SPOOL_BYTES_MAX = 1024 * 1024 * 1024;
/** A segment is read into memory whole when it is drained. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
/** Of one batch, unpacked: a segment of bodies made to be packed well would take gigabytes. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** The spool has no room, or may take none: the cause of the `LogUnavailableError` that the sender's 503 comes from. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
}

export interface SpoolOptions {
  readonly dir: string;
  readonly logger: Logger;
  readonly bytesMax?: number;
  readonly segmentBytes?: number;
  readonly fs?: SpoolFs;
}

/** The oldest events that are not in the log yet. */
export interface SpoolBatch {
  readonly records: readonly BatchRecord[];
  readonly end: SpoolPosition;
}

interface Segment {
  readonly number: number;
  readonly name: string;
  /** Up to here everything is acknowledged, or was kept aside. */
  size: number;
}

interface Active {
  readonly segment: Segment;
  readonly file: SpoolFile;
}

/** The id of the process that wrote it is in its name, so that two of them never write the same file. Earlier versions wrote none. */
const nameOf = (number: number, writer: string) => `${String(number).padStart(12, '0')}-${writer}.segment`;
const numberOf = (name: string) => Number(/^(\d{12})(?:-[\da-f]{8})?\.segment$/.exec(name)?.[1] ?? Number.NaN);

/** The segments in a list of file names. */
export const segmentsIn = (names: readonly string[]): string[] => names.filter((name) => !Number.isNaN(numberOf(name)));

export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const { dir, fs = nodeFs } = options;
  await fs.makeDir(dir);
  const spool = new Spool(options, await openLedger(fs, dir));
  await spool.recover();
  return spool;
}

export class Spool {
  readonly #dir: string;
  readonly #logger: Logger;
  readonly #bytesMax: number;
  readonly #segmentBytes: number;
  readonly #fs: SpoolFs;
  readonly #ledger: Ledger;
  readonly #id = randomBytes(4).toString('hex');
  readonly #commits = new GroupCommit((_, eventCount, batch) => this.#store(eventCount, batch.bytes), encodeBatch);
  /** Oldest first; the last one may be the active one. */
  #segments: Segment[] = [];
  #active: Active | undefined;
  #isStoring = false;
  #lastNumber: number;
  /** Ahead of the ledger when that could not be written. */
  #drained: SpoolPosition;
  /** What of the oldest segment is in memory, up to the byte `end`. */
  #read: { readonly segment: Segment; readonly frames: Frame[]; readonly end: number } | undefined;
  #bytes = 0;
  #events = 0;
  #isClosed = false;
  #hasLost = false;

  constructor(options: SpoolOptions, ledger: Ledger) {
    this.#dir = options.dir;
    this.#logger = options.logger;
    this.#bytesMax = options.bytesMax ?? SPOOL_BYTES_MAX;
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
    this.#fs = options.fs ?? nodeFs;
    this.#ledger = ledger;
    this.#drained = ledger.position;
    this.#lastNumber = ledger.position.segment;
  }

  get events(): number {
    return this.#events;
  }

  /** On disk. */
  get bytes(): number {
    return this.#bytes;
  }

  /** False for good when another program removed a segment of this spool: what would be written now might vanish, too. */
  get isIntact(): boolean {
    return !this.#hasLost;
  }

  /** Resolves when the records are on disk for good. Rejects with `LogUnavailableError` when the disk or the limit does not take them. */
  append(records: readonly NewRecord[], sender?: string): Promise<void> {
    if (this.#isClosed) return Promise.reject(new LogUnavailableError('the spool is closed'));
    return this.#commits.append('', records, sender);
  }

  /** About `recordsMax` of the oldest records, whole groups of them; undefined when there is nothing. Call `release` before the next. */
  async peek(recordsMax: number): Promise<SpoolBatch | undefined> {
    const segment = this.#segments.find((one) => !this.#isDrained(one));
    if (!segment) return undefined;
    let frames: readonly Frame[];
    try {
      frames = await this.#framesOf(segment);
    } catch (error) {
      if (!hasVanished(error)) throw error;
      await this.#forget(segment, error);
      return this.peek(recordsMax);
    }
    const records: BatchRecord[] = [];
    let offset = this.#read?.end ?? segment.size;
    let bytes = 0;
    for (const frame of frames) {
      if (records.length > 0 && (records.length + frame.eventCount > recordsMax || bytes > BATCH_BYTES)) break;
      const unpacked = await this.#unpack(segment, frame);
      bytes += unpacked.reduce((sum, { value }) => sum + value.byteLength, 0);
      for (const record of unpacked) records.push(record);
      offset = frame.end;
    }
    return { records, end: { segment: segment.number, offset } };
  }

  /** The batch is in the log: it is not given out again, and its space comes back as soon as its segment is drained. */
  async release({ records, end }: SpoolBatch): Promise<void> {
    this.#drained = end;
    this.#events = Math.max(0, this.#events - records.length);
    try {
      if (!(await this.#removeDrained())) await this.#ledger.write(this.#drained);
    } catch (error) {
      // In memory we know better; only a crash before the next release would make these events come twice.
      this.#logger.warn(
        { event: 'spool.watermark.failed', err: error },
        'spool watermark not stored; after a crash some events would be sent again',
      );
    }
  }

  /** Unreadable bytes are kept next to the segments for the operator, in a file named by their position. */
  async keepAside(name: string, bytes: Uint8Array): Promise<void> {
    const file = `${name}.aside`;
    if (!(await this.#fs.list(this.#dir)).includes(file)) {
      const aside = await this.#fs.create(join(this.#dir, file));
      try {
        await aside.write(bytes, 0);
        await aside.sync();
      } finally {
        await aside.close();
      }
      await this.#fs.syncDir(this.#dir);
    }
    this.#logger.error(
      { event: 'spool.quarantined', file: join(this.#dir, file), bytes: bytes.length },
      'unusable spool data moved to a quarantine file (.aside); its events are not in the event log',
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#commits.idle();
    await this.#active?.file.close();
    await this.#ledger.close();
    metrics.spoolBytes.dec(this.#bytes);
  }

  /** Called once, before anything else: finds what an earlier process left, and mends the ends of its files. */
  async recover(): Promise<void> {
    for (const name of segmentsIn(await this.#fs.list(this.#dir)).sort()) {
      const number = numberOf(name);
      this.#lastNumber = Math.max(this.#lastNumber, number);
      const segment = { number, name, size: 0 };
      this.#segments.push(segment);
      if (number < this.#drained.segment) continue;
      await this.#recoverSegment(segment);
    }
    await this.#removeDrained();
    if (this.#events > 0) {
      this.#logger.info(
        { event: 'spool.pending', events: this.#events, bytes: this.#bytes },
        'spool holds events of an earlier run; draining into the event log',
      );
    }
  }

  async #recoverSegment(segment: Segment): Promise<void> {
    const path = join(this.#dir, segment.name);
    const from = segment.number === this.#drained.segment ? this.#drained.offset : 0;
    const bytes = await this.#fs.read(path, from);
    const { frames, damaged, torn } = scanFrames(bytes);
    await this.#keepDamaged(segment, from, bytes, damaged);
    segment.size = from + (torn?.from ?? bytes.length);
    if (torn) {
      this.#logger.warn(
        { event: 'spool.write.truncated', file: path, bytes: torn.to - torn.from },
        'spool ends in an incomplete write; truncating it',
      );
      const file = await this.#fs.open(path);
      try {
        await file.truncate(segment.size);
        await file.sync();
      } finally {
        await file.close();
      }
    }
    this.#grow(segment.size);
    this.#events += frames.reduce((sum, frame) => sum + frame.eventCount, 0);
  }

  async #store(eventCount: number, bytes: Uint8Array): Promise<void> {
    this.#isStoring = true;
    try {
      if (this.#hasLost) throw new VanishedError('another program removes files of this spool');
      const frame = encodeFrame(bytes, eventCount);
      if (this.#bytes + frame.length > this.#bytesMax) {
        throw new SpoolFullError(`the spool holds ${this.#bytes} bytes and may not take more than ${this.#bytesMax}`);
      }
      this.#active ??= await this.#startSegment();
      const { segment, file } = this.#active;
      try {
        await file.write(frame, segment.size);
        await file.sync();
      } catch (error) {
        const { segment: abandoned } = this.#active;
        await this.#abandon(this.#active);
        if (hasVanished(error)) await this.#forget(abandoned, error);
        throw error;
      }
      segment.size += frame.length;
      this.#grow(frame.length);
      this.#events += eventCount;
      if (segment.size >= this.#segmentBytes) await this.#finishActive();
    } catch (error) {
      throw new LogUnavailableError('the spool takes no events', { cause: error });
    } finally {
      this.#isStoring = false;
    }
  }

  async #startSegment(): Promise<Active> {
    this.#lastNumber += 1;
    const name = nameOf(this.#lastNumber, this.#id);
    const segment = { number: this.#lastNumber, name, size: 0 };
    const file = await this.#fs.create(join(this.#dir, name));
    // In the list from now on: should the next call fail, the empty file is removed with the drained ones.
    this.#segments.push(segment);
    try {
      await this.#fs.syncDir(this.#dir);
    } catch (error) {
      await this.#closeQuietly(file);
      throw error;
    }
    return { segment, file };
  }

  /** After a failed write or sync the state of the disk is unknown: nothing more is appended to that segment. */
  async #abandon({ segment, file }: Active): Promise<void> {
    this.#active = undefined;
    await file.truncate(segment.size).catch((error: unknown) => {
      this.#logger.warn(
        { event: 'spool.append.rollback-failed', err: error },
        'failed spool write not removed; its events may be sent twice',
      );
    });
    await this.#closeQuietly(file);
  }

  /** The metric is the sum over the spools that are open in this process. */
  #grow(bytes: number) {
    this.#bytes += bytes;
    metrics.spoolBytes.inc(bytes);
  }

  /** Another program has removed it; its events are in the log only if that program brought them there. */
  async #forget(segment: Segment, error: unknown): Promise<void> {
    this.#hasLost = true;
    if (this.#active?.segment === segment) await this.#finishActive();
    this.#segments = this.#segments.filter((one) => one !== segment);
    this.#grow(-segment.size);
    if (this.#segments.length === 0) this.#events = 0;
    this.#logger.error(
      { event: 'spool.segment.vanished', err: error, file: join(this.#dir, segment.name) },
      'spool segment was removed by another program; ingest is not ready until it is restarted',
    );
  }

  async #finishActive(): Promise<void> {
    const active = this.#active;
    this.#active = undefined;
    if (active) await this.#closeQuietly(active.file);
  }

  async #closeQuietly(file: SpoolFile): Promise<void> {
    await file
      .close()
      .catch((error: unknown) =>
        this.#logger.warn({ event: 'spool.close.failed', err: error }, 'spool segment not closed; going on'),
      );
  }

  #isDrained({ number, size }: Segment): boolean {
    if (number !== this.#drained.segment) return number < this.#drained.segment || size === 0;
    return this.#drained.offset >= size;
  }

  /** True when it wrote the ledger. */
  async #removeDrained(): Promise<boolean> {
    let hasWritten = false;
    for (let first = this.#segments[0]; first && this.#isDrained(first); first = this.#segments[0]) {
      // A group is on its way into it; the release of that group will come.
      if (this.#isStoring && this.#segments.length === 1) break;
      if (this.#active?.segment === first) await this.#finishActive();
      // Two writers may have used one number.
      const next = { segment: Math.min(first.number + 1, this.#segments[1]?.number ?? Infinity), offset: 0 };
      if (this.#drained.segment <= first.number) this.#drained = next;
      await this.#ledger.write(this.#drained);
      hasWritten = true;
      try {
        await this.#fs.remove(join(this.#dir, first.name));
      } catch (error) {
        if (!hasVanished(error)) throw error;
        await this.#forget(first, error);
        continue;
      }
      this.#segments.shift();
      this.#grow(-first.size);
      await this.#fs.syncDir(this.#dir);
    }
    if (this.#segments.length === 0) this.#events = 0;
    return hasWritten;
  }

  /** Its frames that were not released yet, read again when those in memory are used up. */
  async #framesOf(segment: Segment): Promise<readonly Frame[]> {
    const from = segment.number === this.#drained.segment ? this.#drained.offset : 0;
    if (this.#read?.segment === segment) {
      const { frames } = this.#read;
      while (frames[0] && frames[0].end <= from) frames.shift();
      if (frames.length > 0) return frames;
    }
    const { size } = segment;
    const bytes = await this.#fs.read(join(this.#dir, segment.name), from, size);
    const { frames, damaged, torn } = scanFrames(bytes);
    // It was whole when it was written or recovered: what is cut off now was lost by the disk.
    await this.#keepDamaged(segment, from, bytes, torn ? [...damaged, torn] : damaged);
    const placed = frames.map((frame) => ({ ...frame, end: from + frame.end }));
    // Damaged bytes behind the last frame go with it.
    const last = placed.pop();
    if (last) placed.push({ ...last, end: size });
    this.#read = { segment, frames: placed, end: size };
    return placed;
  }

  async #keepDamaged(segment: Segment, from: number, bytes: Buffer, damaged: readonly { from: number; to: number }[]) {
    for (const range of damaged) {
      await this.keepAside(`${segment.name}-${from + range.from}`, bytes.subarray(range.from, range.to));
    }
  }

  async #unpack(segment: Segment, frame: Frame): Promise<BatchRecord[]> {
    try {
      return decodeBatch(frame.payload);
    } catch (error) {
      this.#logger.error(
        { event: 'spool.frame.unreadable', err: error },
        'spool frame cannot be decoded; moving it to quarantine',
      );
      const at = frame.end - frame.payload.length;
      await this.keepAside(`${segment.name}-at-${at}`, frame.payload);
      return [];
    }
  }
}
