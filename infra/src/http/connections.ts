// What one socket, one network and all of them may hold: connections, requests that came before an answer, and bytes of answers that wait for
// their reader. Node bounds what comes in; what waits to go out has no bound of its own, and a stranger who reads nothing takes all memory.
//
// Who is beyond a bound loses its own connections, and no other: the answers that wait longest, the connections that are idle for longest. A click
// is a few hundred bytes, which the kernel takes at once, so neighbours behind the same address (CGNAT) are not touched.
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { copiedText } from '../caches/copied-text.ts';
import { metrics } from '../telemetry/metrics.ts';
import type { RefusalLog } from './refusal-log.ts';
import { isOurAddress, senderOf } from './sender.ts';

export interface ConnectionLimits {
  /** Requests that a client sends on a connection before the answer to the one before. No browser does; some old programs send a few. */
  readonly pipelinedMax: number;
  /** Of all connections: each waits as some KiB of objects. */
  readonly pipelinedOfAllMax: number;
  /** Bytes of one answer that wait for its reader. */
  readonly answerBytesMax: number;
  /** Of the answers of a network; beyond it those that wait longest end. */
  readonly waitingOfNetworkMax: number;
  /** Of all answers; beyond it those of the network that has most. */
  readonly waitingMax: number;
  /** Without a byte taken. */
  readonly stalledMs: number;
  /** Of a kept connection without a request; above the 60 s of usual load balancers, which would else send on a connection that just ended. */
  readonly idleMs: number;
  /** Of a network that reaches us without a proxy; beyond it those that are idle for longest end. */
  readonly ofNetworkMax: number;
  /** Of all that are not of our own side. */
  readonly connectionsMax: number;
  /** Whether connections of this address come for many networks: a proxy, or our own machine. */
  readonly isOwnSide?: (address: string) => boolean;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  pipelinedMax: 100,
  pipelinedOfAllMax: 5_000,
  answerBytesMax: 32 * 1024 ** 2,
  waitingOfNetworkMax: 64 * 1024 ** 2,
  waitingMax: 256 * 1024 ** 2,
  stalledMs: 30_000,
  idleMs: 72_000,
  // A carrier's address: 50 clicks a second, each connection kept for 72 s, are 3,600. Ending an idle one costs its visitor a new connection.
  ofNetworkMax: 2_000,
  connectionsMax: 10_000,
};

/** Of answers and connections of one network, in the order in which they began to wait. */
class Network {
  readonly name: string;
  connections = 0;
  waitingBytes = 0;
  readonly idle = new Set<Connection>();
  readonly waiting = new Set<Connection>();
  constructor(name: string) {
    this.name = name;
  }
}

class Connection {
  readonly socket: Socket;
  /** Of the peer; undefined when it is our own side. */
  readonly network: Network | undefined;
  /** To the request that is in work. */
  response: ServerResponse | undefined;
  /** Of the request that is in work, as a proxy named it. */
  sender = '';
  readonly held: [IncomingMessage, ServerResponse][] = [];
  /** While its answer waits for the reader. */
  waits: { readonly of: Network; readonly bytes: number } | undefined;
  /** Of an answer: it was given to the socket, whole; and it is over. Made once a connection, because for each answer they cost a click more. */
  readonly onWhole: () => void;
  readonly onOver: () => void;
  constructor(socket: Socket, network: Network | undefined, on: Record<'whole' | 'over', (one: Connection) => void>) {
    this.socket = socket;
    this.network = network;
    this.onWhole = () => on.whole(this);
    this.onOver = () => on.over(this);
  }
}

const CONNECTION = Symbol('connection');
/** A property costs a request less than a WeakMap. */
type Bounded = Socket & { [CONNECTION]?: Connection };

export interface Connections {
  /** An HTTP server whose connections are bounded; `options` are Node's. */
  createServer(listener: RequestListener, options: ServerOptions): Server;
  /** The sender of a request as a proxy named it: its answer counts for that network. */
  nameSender(request: IncomingMessage, ip: string): void;
  /** Whether an answer has begun on this socket. */
  isAnswering(socket: Socket): boolean;
}

export function createConnections(limits: ConnectionLimits, refusals: RefusalLog): Connections {
  const { isOwnSide = isOurAddress } = limits;
  const networks = new Map<string, Network>();
  const idle = new Set<Connection>();
  let counted = 0;
  let heldCount = 0;
  let waitingBytes = 0;

  function networkOf(ip: string): Network {
    const name = senderOf(ip);
    let network = networks.get(name);
    if (!network) {
      network = new Network(copiedText(name));
      networks.set(network.name, network);
    }
    return network;
  }

  function forgetIfEmpty(network: Network): void {
    if (network.connections === 0 && network.waiting.size === 0) networks.delete(network.name);
  }

  function end({ socket }: Connection, reason: Parameters<RefusalLog['count']>[0]): void {
    if (socket.destroyed) return;
    refusals.count(reason);
    socket.destroy();
  }

  function open(socket: Socket, over: (connection: Connection) => void): void {
    metrics.httpConnections.inc();
    const address = socket.remoteAddress ?? '';
    const network = isOwnSide(address) ? undefined : networkOf(address);
    const connection = new Connection(socket, network, { whole, over });
    (socket as Bounded)[CONNECTION] = connection;
    socket.once('close', () => close(connection));
    if (!network) return;
    network.connections += 1;
    counted += 1;
    rest(connection);
    if (network.connections > limits.ofNetworkMax) endFirst(network.idle, 'connections-network');
    else if (counted > limits.connectionsMax) endFirst(idle, 'connections');
  }

  function endFirst(some: ReadonlySet<Connection>, reason: Parameters<RefusalLog['count']>[0]): void {
    for (const connection of some) {
      if (connection.socket.destroyed) continue;
      end(connection, reason);
      return;
    }
  }

  function close(connection: Connection): void {
    metrics.httpConnections.dec();
    heldCount -= connection.held.length;
    connection.held.length = 0;
    taken(connection);
    work(connection);
    const { network } = connection;
    if (!network) return;
    network.connections -= 1;
    counted -= 1;
    forgetIfEmpty(network);
  }

  function rest(connection: Connection): void {
    if (!connection.network) return;
    connection.network.idle.add(connection);
    idle.add(connection);
  }

  function work(connection: Connection): void {
    connection.network?.idle.delete(connection);
    idle.delete(connection);
  }

  /** Later, because Node reads on when it has parsed the request that it is about. */
  function stopReading(connection: Connection): void {
    setImmediate(() => {
      if (connection.waits || connection.held.length > 0) connection.socket.pause();
    });
  }

  /** What the kernel did not take of an answer at once waits here. */
  function whole(connection: Connection): void {
    const { socket, response } = connection;
    const bytes = socket.writableLength;
    if (bytes === 0 || socket.destroyed || !response) return;
    if (bytes > limits.answerBytesMax) {
      end(connection, 'unread-answer');
      return;
    }
    // What the client sends now would be no sign that it reads.
    stopReading(connection);
    // Node lets this time begin again whenever some bytes were taken.
    socket.setTimeout(limits.stalledMs);
    response.once('timeout', () => end(connection, 'unread-answer'));
    const network = networkOf(connection.sender || (socket.remoteAddress ?? ''));
    connection.waits = { of: network, bytes };
    network.waiting.add(connection);
    network.waitingBytes += bytes;
    waitingBytes += bytes;
    metrics.httpWaitingBytes.set(waitingBytes);
    if (network.waitingBytes > limits.waitingOfNetworkMax) endFirst(network.waiting, 'unread-network');
    else if (waitingBytes > limits.waitingMax) endFirst(mostWaiting().waiting, 'unread');
  }

  function mostWaiting(): Network {
    return [...networks.values()].reduce((most, one) => (one.waitingBytes > most.waitingBytes ? one : most));
  }

  function taken(connection: Connection): void {
    const { waits } = connection;
    if (!waits) return;
    connection.waits = undefined;
    waits.of.waiting.delete(connection);
    waits.of.waitingBytes -= waits.bytes;
    waitingBytes -= waits.bytes;
    metrics.httpWaitingBytes.set(waitingBytes);
    forgetIfEmpty(waits.of);
  }

  return {
    nameSender({ socket }, ip) {
      const connection = (socket as Bounded)[CONNECTION];
      if (connection) connection.sender = ip;
    },
    isAnswering: (socket) => (socket as Bounded)[CONNECTION]?.response?.headersSent ?? false,

    createServer(listener, options) {
      function begin(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
        connection.response = response;
        connection.sender = '';
        work(connection);
        response.on('prefinish', connection.onWhole);
        response.on('close', connection.onOver);
        listener(request, response);
      }

      function over(connection: Connection): void {
        connection.response = undefined;
        taken(connection);
        const next = connection.held.shift();
        if (next) heldCount -= 1;
        if (connection.socket.destroyed) return;
        if (next) {
          begin(connection, ...next);
          return;
        }
        rest(connection);
        if (connection.socket.isPaused()) connection.socket.resume();
      }

      const server = createHttpServer(options, (request, response) => {
        const connection = (request.socket as Bounded)[CONNECTION];
        if (!connection) return listener(request, response);
        if (!connection.response) return begin(connection, request, response);
        if (connection.held.length >= limits.pipelinedMax || heldCount >= limits.pipelinedOfAllMax)
          return end(connection, 'pipelined');
        heldCount += 1;
        connection.held.push([request, response]);
        stopReading(connection);
      });
      server.keepAliveTimeout = limits.idleMs;
      server.on('connection', (socket) => open(socket, over));
      return server;
    },
  };
}
