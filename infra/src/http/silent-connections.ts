// Browsers open connections ahead of need and leave them silent. Node does not count such a connection as idle, so that a server
// that closes waits for it up to a minute: longer than a stop may take.
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';

/** Gives the way to cut the connections that never sent a request; for the moment when the server begins to close. */
export function watchSilentConnections(server: HttpServer): () => void {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', (request) => silent.delete(request.socket));
  return () => {
    for (const socket of silent) socket.destroy();
  };
}
