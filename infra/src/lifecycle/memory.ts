// What the whole product may take of a machine: it shares it with its Postgres, and on a laptop with its person.
import { totalmem } from 'node:os';
import { StartError } from '../errors/start-error.ts';

const MEBIBYTE = 1024 ** 2;
/** Of the heap of JavaScript. */
const HEAP_SHARE = 0.4;
/** Idle it takes some 520 MiB with its Postgres; to seed the demo tenant 750, and a container of 700 was ended there. */
const MEMORY_BYTES_MIN = 640 * MEBIBYTE;
const MEMORY_BYTES_MIN_WITH_DEMO = 896 * MEBIBYTE;

/** Bytes that this process may use: of its container (cgroup v1 and v2), else of the machine. */
export function memoryBytes(constrained = process.constrainedMemory(), total = totalmem()): number {
  return constrained > 0 && constrained < total ? constrained : total;
}

/** Of the embedded engine, for all statements and merges: a quarter, so that a laptop stays usable. */
export const engineMemoryBytes = (bytes = memoryBytes()): number =>
  Math.max(256, Math.min(2048, Math.floor(bytes / MEBIBYTE / 4))) * MEBIBYTE;

/** For `--max-old-space-size`: the engine has its quarter outside of it, the rest is buffers, Postgres and the system's. */
export const heapLimitMb = (bytes = memoryBytes()): number =>
  Math.max(256, Math.min(8_192, Math.floor((bytes * HEAP_SHARE) / MEBIBYTE)));

/** `StartError` where the product and its embedded stores have too little. */
export function refuseTooLittleMemory(demoData: boolean, bytes = memoryBytes()): void {
  const needed = demoData ? MEMORY_BYTES_MIN_WITH_DEMO : MEMORY_BYTES_MIN;
  if (bytes >= needed) return;
  const mebibytes = (count: number) => `${Math.floor(count / MEBIBYTE)} MiB`;
  const without = demoData ? ` (${mebibytes(MEMORY_BYTES_MIN)} with DEMO_DATA=off)` : '';
  throw new StartError(
    `Traffic Tracker in one process needs ${mebibytes(needed)} of memory${without}, and this machine or container has ${mebibytes(bytes)}; ` +
      'give it more, or run its programs apart (infra/docs/compose.md).',
  );
}
