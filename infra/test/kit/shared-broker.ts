/**
 * One Kafka broker for all test files of a run, started when the first of them asks for it. Topics and groups of a test have names of
 * their own. A test that kills its broker starts one itself.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startKafkaBroker, startSecureKafkaBroker } from './kafka-broker.ts';
import { storesAreContainers } from './needed-programs.ts';
import type { KafkaBroker, SecureKafkaBroker } from './store-servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sharedBrokerUrl: string;
  }
}

/** The part of a broker that other tests do not feel. `secure` is undefined where the stores are containers. */
export type SharedBroker = Pick<KafkaBroker, 'address'> & Partial<Pick<SecureKafkaBroker, 'secure'>>;

/** In a global setup: answers the workers of this project, and of each other one, with the run's broker. */
export async function offerSharedBroker(project: TestProject): Promise<() => Promise<void>> {
  const run = runOfProcess();
  run.users += 1;
  const server = createServer((_request, response) => {
    run.broker ??= storesAreContainers() ? startKafkaBroker() : startSecureKafkaBroker();
    run.broker.then(
      ({ address, ...broker }) =>
        response.end(JSON.stringify({ address, secure: 'secure' in broker && broker.secure })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  project.provide('sharedBrokerUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    run.users -= 1;
    if (run.users === 0) await run.broker?.then((broker) => broker.stop()).catch(() => undefined);
  };
}

interface Run {
  users: number;
  broker?: Promise<KafkaBroker>;
}

/** Each project loads its own copy of this module, in one process. */
function runOfProcess(): Run {
  const holder = globalThis as { trackerSharedBroker?: Run };
  holder.trackerSharedBroker ??= { users: 0 };
  return holder.trackerSharedBroker;
}

/** In a test or hook, whose timeout is `START_WITHIN_MS`. `url` is `inject('sharedBrokerUrl')`. */
export async function sharedBroker(url: string): Promise<SharedBroker> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`no Kafka broker: ${await answer.text()}`);
  return (await answer.json()) as SharedBroker;
}
