// Request ids are UUIDv7, so that they sort by time. They do not use system randomness for each request: they name a log line and
// protect nothing. A caller's own x-request-id is not trusted.
import { randomBytes } from 'node:crypto';

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** Makes ids of the given process: 48 bits of time, 54 random bits of the process, a counter of 20 bits with a random start. */
export function createRequestIds(now: () => number = Date.now): () => string {
  const random = randomBytes(8);
  const prefixLow = `7${hex(random.readUInt16BE(0) & 0xfff, 3)}`;
  const variant = hex(0x8000 | (random.readUInt16BE(2) & 0x3fff), 4);
  const node = hex(random.readUIntBE(4, 4) & 0xfffffff, 7);
  let counter = randomBytes(4).readUInt32BE(0) & 0xfffff;
  let lastMs = 0;
  let timePart = '';
  return () => {
    const ms = now();
    if (ms !== lastMs) {
      lastMs = ms;
      const time = hex(ms, 12);
      timePart = `${time.slice(0, 8)}-${time.slice(8)}-${prefixLow}-${variant}-${node}`;
    }
    counter = (counter + 1) & 0xfffff;
    return timePart + hex(counter, 5);
  };
}
