// Browsers open connections ahead of need and leave them silent. Node does not count such a connection as idle, so that a server
// that closes waits for it up to a minute: longer than a stop may take.
import type { Socket } from 'node:net';
import type { Server } from './server.ts';

/** Connections that never sent a request are cut when the server begins to close. */
export function cutSilentConnections(app: Server): void {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', (request) => silent.delete(request.socket));
  app.addHook('preClose', (done) => {
    for (const socket of silent) socket.destroy();
    done();
  });
}
