// A name server for the gateway, which finds the instances of a program as it does among containers: one name, several addresses.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const HEADER_BYTES = 12;
const TYPE_A = 1;

export interface NameServer {
  /** host:port */
  readonly address: string;
  close(): void;
}

/** `names`: IPv4 addresses by name. It answers for a second at most, and knows no other name. */
export async function startNameServer(names: Readonly<Record<string, readonly string[]>>): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, names), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, close: () => socket.close() };
}

function answerTo(query: Buffer, names: Readonly<Record<string, readonly string[]>>): Buffer {
  const labels: string[] = [];
  let end = HEADER_BYTES;
  for (let length = query[end] ?? 0; length > 0; length = query[end] ?? 0) {
    labels.push(query.toString('latin1', end + 1, end + 1 + length));
    end += length + 1;
  }
  const question = query.subarray(HEADER_BYTES, end + 5); // its closing zero, type and class
  const found = names[labels.join('.').toLowerCase()];
  const addresses = query.readUInt16BE(end + 1) === TYPE_A ? (found ?? []) : [];
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(found ? 0x8180 : 0x8183, 2); // an answer; 3: no such name
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, 0, 0, 0, 0]);
    address.split('.').forEach((part, index) => {
      record[12 + index] = Number(part);
    });
    return record;
  });
  return Buffer.concat([header, question, ...records]);
}
