// The server side of the operator socket. Only the product's process can open the embedded stores, so operator commands run
// inside it. It is a unix socket that only the user of the process can open; it is not part of the public server and not on the
// network.
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { EXIT, type OpsDeps, type Report } from './command.ts';
import { failure, runCommand } from './run-command.ts';
import { socketPath, type WireLine, WireRequest } from './wire.ts';

export interface OpsSocket {
  /** Interrupts what runs, waits for it, and takes the socket away. */
  close(): Promise<void>;
}

/** A part of the product in one process. Without its door the product works all the same. */
export async function startOpsSocket(lifecycle: Lifecycle, dataDir: string, deps: OpsDeps): Promise<void> {
  await lifecycle.add({
    name: 'operator’s socket',
    start: () =>
      openOpsSocket(dataDir, deps).catch((error: unknown) => {
        deps.logger.warn(
          { event: 'ops.socket.failed', err: error, path: socketPath(dataDir) },
          'ops socket not opened; `npx -y pnpm@12 ops` cannot reach the running product',
        );
        return undefined;
      }),
    stop: (socket) => socket?.close(),
  });
}

/** Call it while the lock of the data directory is held: a socket that is there already is a dead process's. */
export async function openOpsSocket(dataDir: string, deps: OpsDeps): Promise<OpsSocket> {
  const path = socketPath(dataDir);
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const answered = answer(deps, closing.signal, request, response).finally(() => running.delete(answered));
    running.add(answered);
  });
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Never open to others, not even for the moment between the making of the socket and a chmod.
    const before = process.umask(0o177);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(before);
    }
  });
  chmodSync(path, 0o600);
  server.unref();
  return {
    async close() {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all(running);
      server.closeAllConnections();
      await closed;
      rmSync(path, { force: true });
    },
  };
}

async function answer(deps: OpsDeps, closing: AbortSignal, request: IncomingMessage, response: ServerResponse) {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.on('error', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, closing]);
  const write = (line: WireLine) => void (response.writable && response.write(`${JSON.stringify(line)}\n`));
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.flushHeaders();
  const outcome = await json(request).then(
    (body) => runCommand(deps, WireRequest.parse(body), { report: reportTo(write), signal }),
    (error: unknown) => failure(error),
  );
  write({ kind: 'end', exitCode: outcome.exitCode ?? EXIT.ok, data: outcome.data, lines: [...outcome.lines] });
  response.end();
}

const reportTo = (write: (line: WireLine) => void): Report => ({
  say: (line) => write({ kind: 'say', line }),
  bar: (label, done, total) => write({ kind: 'bar', label, done, total }),
  item: (data, line) => write({ kind: 'item', data, line }),
});
