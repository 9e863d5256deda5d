import { createSocket, type Socket } from 'node:dgram';
import { afterEach, expect, test } from 'vitest';
import { createResolve } from './resolve.ts';

let server: Socket | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

/** The name of a question: labels behind their lengths, from byte 12 on. */
function nameOf(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at]; at += (question[at] ?? 0) + 1) {
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  }
  return labels.join('.');
}

/** A name server that knows the address 192.0.2.7 of 'pronto.example', knows no 'nada.example', and does not answer about others. */
async function serve(): Promise<string> {
  const socket = createSocket('udp4');
  server = socket;
  socket.on('message', (question, { port, address }) => {
    const name = nameOf(question);
    if (name !== 'pronto.example' && name !== 'nada.example') return;
    const type = question.readUInt16BE(question.indexOf(0, 12) + 1);
    const isKnown = name === 'pronto.example' && type === 1;
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
    const asked = question.subarray(0, question.indexOf(0, 12) + 5);
    const head = Buffer.from(asked);
    head.writeUInt16BE(name === 'nada.example' ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(isKnown ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, ...(isKnown ? [answer] : [])]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return `127.0.0.1:${socket.address().port}`;
}

test('finds the addresses of a name while the servers of many others do not answer', async () => {
  const resolve = createResolve([await serve()]);
  let late = 0;
  const waiting = Array.from({ length: 50 }, (_, index) => resolve(`n${index}.lento.example`).then(() => late++));
  expect(await resolve('pronto.example')).toEqual(['192.0.2.7']);
  expect(late).toBe(0);
  void waiting;
});

test('finds none of a name that is not known', async () => {
  expect(await createResolve([await serve()])('nada.example')).toEqual([]);
});

test('knows this machine by its names', async () => {
  for (const name of ['localhost', 'LOCALHOST', 'a.localhost', 'localhost.']) {
    expect(await createResolve([])(name)).toEqual(['127.0.0.1']);
  }
});
