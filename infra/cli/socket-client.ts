// The client side of the operator socket in the data directory.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { EXIT, OpsError, type Outcome } from './command.ts';
import type { Surroundings } from './run-command.ts';
import { WireLine, type WireRequest } from './wire.ts';

/** Whether a product listens there; a socket that a dead process left does not. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}

/** Runs the command in the product's process. Rejects with `OpsError` when the answer ends before the command has. */
export async function runThroughSocket(
  path: string,
  body: WireRequest,
  { report, signal }: Surroundings,
): Promise<Outcome> {
  const lost = () => new OpsError(EXIT.unreachable, 'The product ended before the command did.');
  const response = await send(path, body, signal).catch((error: unknown) => {
    throw signal.aborted ? error : lost();
  });
  response.on('error', () => undefined); // Reported below, as an answer without its end.
  for await (const text of createInterface({ input: response })) {
    const line = WireLine.parse(JSON.parse(text));
    if (line.kind === 'say') report.say(line.line);
    else if (line.kind === 'bar') report.bar(line.label, line.done, line.total);
    else if (line.kind === 'item') report.item(line.data, line.line);
    else return line;
  }
  throw lost();
}

function send(socketPath: string, body: WireRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { socketPath, path: '/', method: 'POST', headers: { 'content-type': 'application/json' }, signal };
    httpRequest(options, resolve).once('error', reject).end(JSON.stringify(body));
  });
}
