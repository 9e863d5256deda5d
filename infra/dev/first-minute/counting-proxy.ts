// A proxy as between the machines of an office and the network: it passes all on, and counts who asked for what.
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface CountingProxy {
  readonly url: string;
  /** Names of the hosts that were asked for, each with the bytes that came from it. */
  readonly hosts: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function startCountingProxy(): Promise<CountingProxy> {
  const hosts = new Map<string, number>();
  const open = new Set<Socket>();
  const count = (host: string, bytes: number) => hosts.set(host, (hosts.get(host) ?? 0) + bytes);
  const server = createServer((incoming, answer) => {
    const target = new URL(incoming.url ?? '', 'http://without-a-host');
    count(target.hostname, 0);
    const onward = request(target, { method: incoming.method, headers: incoming.headers }, (came: IncomingMessage) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.on('data', (chunk: Buffer) => count(target.hostname, chunk.length)).pipe(answer);
    });
    onward.once('error', () => answer.writeHead(502).end());
    incoming.pipe(onward);
  });
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('connect', (incoming: IncomingMessage, client: Socket) => {
    const { hostname, port } = new URL(`http://${incoming.url}`);
    count(hostname, 0);
    const onward = connect(Number(port || 80), hostname, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.on('data', (chunk: Buffer) => count(hostname, chunk.length)).pipe(client);
      client.pipe(onward);
    });
    for (const [one, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.once('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hosts,
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
