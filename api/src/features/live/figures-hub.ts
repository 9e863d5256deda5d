import { PassThrough } from 'node:stream';
import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { Person } from '../../http/access.ts';

/** An event, so that a screen notices a line that hangs: browsers hide comments. It also keeps proxies from closing an idle stream. */
const HEARTBEAT_MS = 20_000;
/** The processor announces every batch; a screen that asked again ten times a second would ask for the same second's figures. */
const EVENT_SPACING_MS = 500;
export const STREAMS_PER_TENANT_MAX = 100;
/** So that one member leaves some to the others. */
export const STREAMS_PER_PERSON_MAX = 25;

export interface FiguresHub {
  /** A stream of server-sent events for this person's tenant; 429 when it, or the person, has too many open. */
  open(person: Person): PassThrough;
  /** The figures of these tenants changed. */
  announce(tenantIds: Iterable<string>): void;
  /** Announcements may have been missed: every open screen should ask again. */
  announceAll(): void;
  /** What the person may do changed, or a session of theirs ended: open tabs ask who is signed in. */
  accessChanged(userId: string): Promise<void>;
  endSession(sessionId: string): void;
  /** Ends all streams and opens no more. */
  close(): void;
}

export interface FiguresHubDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** False as soon as a session ended, or its person left the tenant, by any process. */
  readonly sessionLives: (reader: Reader) => Promise<boolean>;
}

type Reader = Pick<Person, 'sessionId' | 'userId' | 'tenantId'>;

interface Room {
  readonly streams: Map<PassThrough, Reader>;
  lastEventMs: number;
  pending: NodeJS.Timeout | undefined;
}

export function createFiguresHub({ clock, logger, sessionLives }: FiguresHubDeps): FiguresHub {
  const rooms = new Map<string, Room>();
  let closed = false;
  const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS).unref();

  function leave(tenantId: TenantId, stream: PassThrough): void {
    const room = rooms.get(tenantId);
    if (!room?.streams.delete(stream) || room.streams.size > 0) return;
    clearTimeout(room.pending);
    rooms.delete(tenantId);
  }

  function send(room: Room): void {
    room.pending = undefined;
    room.lastEventMs = performance.now();
    const event = `event: figures\ndata: ${JSON.stringify({ at: instantFromMs(clock.now()) })}\n\n`;
    for (const stream of room.streams.keys()) write(stream, event);
  }

  /** At once, unless the last event was a moment ago: then one later for all that came in between. */
  function announce(room: Room): void {
    if (room.pending) return;
    const waitMs = room.lastEventMs + EVENT_SPACING_MS - performance.now();
    if (waitMs <= 0) send(room);
    else room.pending = setTimeout(() => send(room), waitMs).unref();
  }

  /** Also finds the sessions that another process ended, or time. */
  async function beat(): Promise<void> {
    await notify(() => true, 'event: beat\ndata: {}\n\n');
  }

  /** Ends the streams of sessions that ended. */
  async function notify(isMeant: (reader: Reader) => boolean, text: string): Promise<void> {
    const open = [...rooms.values()].flatMap(({ streams }) => [...streams]);
    for (const [stream, reader] of open) {
      if (!isMeant(reader)) continue;
      try {
        if (await sessionLives(reader)) write(stream, text);
        else stream.end();
      } catch (error) {
        logger.debug({ err: error }, 'session lookup failed; keeping its live stream open');
      }
    }
  }

  return {
    open({ tenantId, sessionId, userId }) {
      const stream = new PassThrough();
      if (closed) return stream.end();
      const room = rooms.get(tenantId) ?? {
        streams: new Map(),
        lastEventMs: Number.NEGATIVE_INFINITY,
        pending: undefined,
      };
      const own = [...room.streams.values()].filter((reader) => reader.userId === userId);
      if (room.streams.size >= STREAMS_PER_TENANT_MAX || own.length >= STREAMS_PER_PERSON_MAX) {
        throw new AppError('too-many-screens', { retryAfterSeconds: 60 });
      }
      rooms.set(tenantId, room);
      room.streams.set(stream, { sessionId, userId, tenantId });
      stream.once('close', () => leave(tenantId, stream));
      // Sent at once, so that the browser knows that it is connected; after a break it comes again within 2 s.
      write(stream, 'retry: 2000\n\n');
      return stream;
    },

    announce(tenantIds) {
      for (const tenantId of tenantIds) {
        const room = rooms.get(tenantId);
        if (room) announce(room);
      }
    },

    announceAll() {
      for (const room of rooms.values()) announce(room);
    },

    accessChanged: (userId) => notify((reader) => reader.userId === userId, 'event: access\ndata: {}\n\n'),

    endSession(sessionId) {
      for (const { streams } of rooms.values()) {
        for (const [stream, reader] of streams) if (reader.sessionId === sessionId) stream.end();
      }
    },

    close() {
      closed = true;
      clearInterval(heartbeat);
      for (const { streams, pending } of rooms.values()) {
        clearTimeout(pending);
        for (const stream of streams.keys()) stream.end();
      }
    },
  };
}

/** A reader that takes nothing in is cut off: it connects again and asks again, and nothing piles up here meanwhile. */
function write(stream: PassThrough, text: string): void {
  if (!stream.writable) return;
  if (!stream.write(text) && stream.writableLength > 16_384) stream.destroy();
}
