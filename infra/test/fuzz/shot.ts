/** Sends bytes on a raw socket, as no HTTP client would, and reads the responses. */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SLOWNESS } from '../kit/machine.ts';
import type { Target } from './target.ts';

export interface Shot {
  readonly name: string;
  /** The parts, written in order; a number waits that many milliseconds. */
  readonly parts: readonly (Buffer | number)[];
  /** Half-closes after the last part, and reads on. */
  readonly halfClose?: boolean;
  /** Resets the connection after the last part. */
  readonly abort?: boolean;
  /** The expected number of responses; any number by default. */
  readonly answers?: number;
  /** The expected status of each response; by default anything below 500. */
  readonly statuses?: readonly number[];
}

export interface Outcome {
  readonly statuses: readonly number[];
  /** The product closed the connection. */
  readonly closed: boolean;
}

/** How long to wait for another response after the last byte of one. */
const QUIET_MS = 250;
/** How long to wait for the first of those that must come. */
const ANSWERED_MS = 5_000 * SLOWNESS;

export async function fire({ host, port }: Target, shot: Shot): Promise<Outcome> {
  const socket = connect({ host, port, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  let lastAt = performance.now();
  let closed = false;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    lastAt = performance.now();
  });
  // The product may close a hostile connection at any moment.
  socket.on('error', () => undefined);
  socket.once('end', () => {
    closed = true;
  });
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
  for (const part of shot.parts) {
    if (typeof part === 'number') await Promise.race([delay(part), gone]);
    else await Promise.race([write(socket, part), gone]);
  }
  lastAt = performance.now();
  if (shot.abort) socket.resetAndDestroy();
  else {
    if (shot.halfClose) socket.end();
    const wanted = shot.answers ?? 1;
    while (!closed && !socket.destroyed) {
      const quietMs = performance.now() - lastAt;
      if (quietMs > (statusesIn(chunks).length >= wanted ? QUIET_MS : ANSWERED_MS)) break;
      await Promise.race([delay(5), gone]);
    }
    socket.destroy();
  }
  await gone;
  return { statuses: statusesIn(chunks), closed };
}

const write = (socket: ReturnType<typeof connect>, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed || !socket.writable) return resolve();
    socket.write(bytes, () => resolve());
  });

/** Status lines only: our bodies contain none. */
function statusesIn(chunks: readonly Buffer[]): number[] {
  const text = Buffer.concat(chunks).toString('latin1');
  return [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map((match) => Number(match[1]));
}

/** What is wrong with the outcome, or undefined. */
export function complaint(shot: Shot, { statuses }: Outcome): string | undefined {
  const bad = statuses.find((status) => (shot.statuses ? !shot.statuses.includes(status) : status >= 500));
  if (bad !== undefined) return `${shot.name}: answered ${bad}`;
  if (shot.answers !== undefined && statuses.length !== shot.answers) {
    return `${shot.name}: ${statuses.length} answers instead of ${shot.answers}`;
  }
  return undefined;
}
