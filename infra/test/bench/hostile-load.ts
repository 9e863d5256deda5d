/**
 * Posts of a stranger who wants to stop the product, in a process of its own: without a key, each as costly as the limits allow or
 * larger, from as many networks as keep each one below its rate. `generateHostileLoad` starts it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface HostileLoad {
  readonly url: string;
  readonly clickId: string;
  readonly perSecond: number;
  readonly seconds: number;
}

/** How many posts got each status. */
export type HostileFigures = Readonly<Record<string, number>>;

const NETWORKS = 50;
const self = fileURLToPath(import.meta.url);

export async function generateHostileLoad(load: HostileLoad): Promise<HostileFigures> {
  const child = spawn(process.execPath, [self, JSON.stringify(load)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`the hostile load ended with ${code}`);
  return JSON.parse(output) as HostileFigures;
}

const keysOf = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}x`, `v${key}`]));

/** As costly as is allowed, then the bodies that blocked all other requests before there were limits. */
const bodiesWith = (clickId: string): readonly string[] =>
  [
    { click_id: clickId, transaction_id: 'MARK', amount: '1.00', status: 'paid', ...keysOf(490) },
    { click_id: clickId, meta: JSON.stringify(keysOf(480)), mark: 'MARK' },
    { click_id: clickId, list: Array.from({ length: 1_900 }, () => '1@2.3'), mark: 'MARK' },
    { click_id: clickId, ...keysOf(1_000), mark: 'MARK' },
    { click_id: clickId, ...keysOf(19_900), mark: 'MARK' },
  ].map((body) => JSON.stringify(body));

async function run({ url, clickId, perSecond, seconds }: HostileLoad): Promise<HostileFigures> {
  // Made before, so that this process leaves the cores to the product.
  const bodies = bodiesWith(clickId);
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const posts: Promise<void>[] = [];
  for (let round = 0; round < perSecond * seconds; round += 1) {
    await delay(Math.max(0, started + (round / perSecond) * 1_000 - performance.now()));
    const body = (bodies[round % bodies.length] ?? '').replace('MARK', `T-${round}`);
    posts.push(post(`${url}/conversion`, body, `203.0.113.${round % NETWORKS}`, statuses));
  }
  await Promise.all(posts);
  return statuses;
}

async function post(url: string, body: string, network: string, statuses: Record<string, number>): Promise<void> {
  const count = (status: string) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
      body,
    });
    count(String(answer.status));
    await answer.arrayBuffer();
  } catch {
    // The answer came before the body was sent, and the connection was closed.
    count('closed');
  }
}

if (process.argv[1] === self) {
  console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}') as HostileLoad)));
  process.exit(0);
}
