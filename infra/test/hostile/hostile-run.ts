/**
 * The long form of `hostile-events.integration.test.ts`, against a whole product: hostile events straight into its log, between those of an
 * honest tenant. The product must stay ready, count that tenant to the cent, answer the attacked one, and not grow.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { readFigures } from '../crash/figures.ts';
import { eventually } from '../kit/eventually.ts';
import { type MemoryMiB, memoryAt } from '../kit/memory.ts';
import { startProduct } from '../kit/product.ts';
import { click, conversion, cookieOf, type RegisteredTenant, registerTenant } from '../kit/registered-tenant.ts';
import { freePorts } from '../kit/server-processes.ts';
import { flood, hostileEvents, leadOf } from './hostile-events.ts';

export interface HostileRunOptions {
  readonly events: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** Appended together; the honest tenant sells once in between. */
const BATCH = 5_000;
const FLOOD = 130_000;
const SAMPLE_EVERY = 10_000;
/** Caches of the program and of the embedded engine fill until then. */
const WARM_UP = 60_000;
/** From the warm-up to the end. */
const GROWTH_MAX_MIB = 256;

/** The complaints; none when all is well. */
export async function hostileRun({ events, seed, say }: HostileRunOptions): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-hostile-'));
  const logger = createLogger({ level: 'silent', name: 'hostile' });
  const [databaseDir, dataDir] = ['database', 'product'].map((name) => join(folder, name)) as [string, string];
  for (const dir of [databaseDir, dataDir]) mkdirSync(dir, { mode: 0o700 });
  const database = await startEmbeddedPostgres({ dataDir: databaseDir, logger });
  const [adminPort = 0] = await freePorts(1);
  const product = await startProduct({
    demoData: false,
    dataDir,
    databaseUrl: database.url,
    adminPort,
  });
  const log = createPostgresEventLog({ url: database.url, logger });
  try {
    const [victim, clean] = [await registerTenant(product.url), await registerTenant(product.url)];
    const owner = { tenantId: victim.tenantId as TenantId, campaignId: victim.campaignId as CampaignId };
    const nowMs = Date.now();
    const all = [
      hostileEvents({ owner, count: events, seed, nowMs, lead: leadOf(owner, nowMs) }),
      flood(owner, 'FLOOD', Math.min(FLOOD, events), nowMs),
    ];
    let [sent, approved] = [0, 0];
    const samples: Sample[] = [];
    let some: object[] = [];
    const sample = async () => {
      const taken = { events: sent, ...(await memoryAt(adminPort)) };
      say(lineOf(taken));
      samples.push(taken);
    };
    say('    events  resident  JS heap  buffers (MiB)');
    const append = async () => {
      await log.append(
        EVENTS_TOPIC,
        some.map((event) => ({ key: 'hostile', value: JSON.stringify(event) })),
      );
      sent += some.length;
      some = [];
      approved += 1;
      await conversion(clean, { transaction_id: `V-${approved}`, amount: '1.01', click_id: await click(clean) });
      // The log would otherwise only be filled, and read at the end.
      await eventually(async () => assertBelow(await log.lag(EVENTS_TOPIC, PROCESSOR_GROUP), 20_000n), PATIENT);
      if (sent % SAMPLE_EVERY === 0) await sample();
    };
    for (const events of all) {
      for (const event of events) {
        some.push(event);
        if (some.length === BATCH) await append();
      }
    }
    if (some.length > 0) await append();
    await eventually(async () => assertBelow(await log.lag(EVENTS_TOPIC, PROCESSOR_GROUP), 1n), PATIENT);
    await sample();
    say(`${sent} hostile events, ${approved} honest conversions`);
    return [...(await complaintsOf(victim, clean, approved)), ...growthOf(samples)];
  } finally {
    await log.close();
    await product.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const PATIENT = { timeoutMs: 600_000, everyMs: 200 };

interface Sample extends MemoryMiB {
  readonly events: number;
}

const lineOf = ({ events, resident, heap, external }: Sample): string =>
  [
    String(events).padStart(10),
    String(resident).padStart(9),
    String(heap).padStart(8),
    String(external).padStart(8),
  ].join(' ');

function growthOf(samples: readonly Sample[]): string[] {
  const warm = samples.find(({ events }) => events >= WARM_UP);
  const end = samples.at(-1);
  if (!warm || !end || end.resident - warm.resident <= GROWTH_MAX_MIB) return [];
  return [`memory grew from ${warm.resident} to ${end.resident} MiB after ${warm.events} events`];
}

function assertBelow(lag: bigint, most: bigint): void {
  if (lag >= most) throw new Error(`${lag} records wait`);
}

async function complaintsOf(victim: RegisteredTenant, clean: RegisteredTenant, approved: number): Promise<string[]> {
  const complaints: string[] = [];
  const ready = await fetch(`${clean.url}/readyz`);
  if (ready.status !== 200) complaints.push(`/readyz: ${ready.status} ${await ready.text()}`);
  const { revenueCents, clicks } = await readFigures(clean);
  if (revenueCents !== approved * 101 || clicks !== approved)
    complaints.push(
      `the honest company has ${clicks} clicks and ${revenueCents} cents, not ${approved} and ${approved * 101}`,
    );
  const cookie = await cookieOf(victim);
  for (const { method, path } of CONTRACTS) {
    if (method !== 'GET' || path === '/api/live') continue;
    const answer = await fetch(victim.url + path.replace(':tenantId', victim.tenantId), { headers: { cookie } });
    if (answer.status >= 500) complaints.push(`${path}: ${answer.status}`);
    await answer.arrayBuffer();
  }
  return complaints;
}
