/** Runs all hostile requests, and checks the product afterwards: no 5xx, no crash, no memory growth, and new clicks are still counted. */
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../kit/eventually.ts';
import { residentMiB } from '../kit/memory.ts';
import { type Product, startProduct } from '../kit/product.ts';
import { click, cookieOf, type RegisteredTenant, registerTenant } from '../kit/registered-tenant.ts';
import { answersNextToAttacks } from './connections.ts';
import { corpus } from './corpus.ts';
import { mutations } from './mutations.ts';
import { findSchemathesis, runSchemathesis } from './schemathesis.ts';
import { complaint, fire, type Shot } from './shot.ts';
import { type Target, targetOf } from './target.ts';

export interface FuzzOptions {
  /** 0: without Schemathesis. */
  readonly schemathesisSeconds: number;
  readonly mutations: number;
  /** How often the whole corpus is sent after the warm-up round. */
  readonly corpusRounds: number;
  readonly seed: number;
  /** As in `ProductOptions`. */
  readonly migratedDir?: string | undefined;
  readonly say: (line: string) => void;
}

export interface FuzzResult {
  readonly complaints: readonly string[];
  readonly shots: number;
  /** Null: Schemathesis did not run. */
  readonly schemathesisPassed: boolean | null;
  /** Resident memory of the product after the warm-up round and at the end. */
  readonly memoryMiB: readonly [warm: number, end: number];
  readonly isGood: boolean;
}

/** Socket buffers and memory that the engine retains. A leak per request exceeds it by far. */
const GROWTH_MAX_MIB = 256;
/** A shot waits most of its time for a response that may not come. */
const AT_ONCE = 32;

export async function fuzzRun(options: FuzzOptions): Promise<FuzzResult> {
  const product = await startProduct({ demoData: false, migratedDir: options.migratedDir });
  try {
    const tenant = await registerTenant(product.url);
    return await shootAt(product, targetOf(tenant, await click(tenant)), options);
  } finally {
    await product.stop();
  }
}

async function shootAt(product: Product, target: Target, options: FuzzOptions): Promise<FuzzResult> {
  const { say, seed } = options;
  const complaints: string[] = [];
  let shots = 0;
  const fireAll = async (list: Iterable<Shot>) => {
    const queue = list[Symbol.iterator]();
    const gunner = async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) {
        shots += 1;
        const wrong = complaint(next.value, await fire(target, next.value));
        if (wrong !== undefined) complaints.push(wrong);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, gunner));
    await assertAlive(target, complaints);
  };

  const hostile = corpus(target);
  await fireAll(hostile);
  await delay(1_000); // Garbage collected after the warm-up round does not count as growth.
  const warm = residentMiB(product.pid);
  say(`corpus: ${hostile.length} requests, ${warm} MiB`);
  for (let round = 1; round <= options.corpusRounds; round += 1) await fireAll(hostile);
  await fireAll(take(mutations(target, seed), options.mutations));
  say(`mutations: ${options.mutations}, ${residentMiB(product.pid)} MiB`);

  await answersNextToAttacks(target, complaints);
  await assertAlive(target, complaints);
  say(`held connections: ${residentMiB(product.pid)} MiB`);

  const program = options.schemathesisSeconds > 0 ? await findSchemathesis() : undefined;
  const found = program && (await runSchemathesis(program, target, { seconds: options.schemathesisSeconds, seed }));
  if (found) say(found.report);
  await assertAlive(target, complaints);
  await assertFiguresGoOn(target.tenant, complaints);
  const end = residentMiB(product.pid);
  say(`end: ${end} MiB`);
  if (end - warm > GROWTH_MAX_MIB) complaints.push(`memory grew from ${warm} to ${end} MiB`);
  const schemathesisPassed = found ? found.passed : null;
  return {
    complaints,
    shots,
    schemathesisPassed,
    memoryMiB: [warm, end],
    isGood: complaints.length === 0 && schemathesisPassed !== false,
  };
}

function* take<T>(all: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const one of all) {
    if (left === 0) return;
    left -= 1;
    yield one;
  }
}

/** Nothing restarts the product here, so a crash at any time fails this check. Right after a burst it may say for a moment that it is not ready. */
async function assertAlive({ tenant }: Target, complaints: string[]): Promise<void> {
  const answer = async (path: string) => (await fetch(`${tenant.url}${path}`)).status;
  const health = await answer('/healthz').catch(() => 'nothing');
  if (health !== 200) complaints.push(`/healthz answered ${health}`);
  try {
    await eventually(
      async () => {
        const status = await answer('/readyz');
        if (status !== 200) throw new Error(`/readyz answered ${status}`);
      },
      { timeoutMs: 30_000 },
    );
  } catch (error) {
    complaints.push((error as Error).message);
  }
}

/** No event stops the processor: a click that is sent after them appears in the list. */
async function assertFiguresGoOn(tenant: RegisteredTenant, complaints: string[]): Promise<void> {
  const clickId = await click(tenant, { sub1: 'after' });
  const cookie = await cookieOf(tenant);
  try {
    await eventually(
      async () => {
        const answer = await fetch(`${tenant.url}/api/clicks?limit=1&q=${clickId}`, { headers: { cookie } });
        const list = (await answer.json()) as { clickId: string }[];
        if (list[0]?.clickId !== clickId) throw new Error('not yet');
      },
      { timeoutMs: 60_000 },
    );
  } catch {
    complaints.push('a click that came after all of it is in no list');
  }
}

/** Resident set size as the operating system reports it. */
