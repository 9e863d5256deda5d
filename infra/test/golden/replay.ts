import { setTimeout as delay } from 'node:timers/promises';
import { PROCESSOR_GROUP } from '@tracker/processor/app';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { CAMPAIGNS } from '../../standalone/demo/catalogue.ts';
import { demoEvents } from '../../standalone/demo/generate.ts';
import { type Answer, askEverything, cookieOf } from './ask.ts';
import { setTime } from './clock.ts';
import { appendPortable } from './portable-log.ts';
import { setRates } from './record.ts';
import { type RunningProduct, withProduct } from './run-product.ts';
import { createTenants, DEMO, type GoldenTenant, TENANTS } from './tenants.ts';

const DAY_MS = 86_400_000;
/** The product begins to finalize days a minute after its start. */
const ROLLUPS_AFTER_MS = 120_000;
const LEAD_STATUSES = ['contacted', 'qualified', 'converted', 'lost'];

/** Reads the log into an empty product of this version, then asks everything: first from the facts, then from the rollups. */
export async function replay(
  { logFile, endMs }: { logFile: string; endMs: number },
  write: (answer: Answer) => void,
): Promise<void> {
  setTime(endMs);
  await withProduct(async (product) => {
    const startedAt = performance.now();
    const tenants = [...TENANTS, DEMO];
    await createTenants(product.postgres, tenants, endMs - 60 * DAY_MS);
    for (const tenant of TENANTS) await setRates(product.url, tenant, endMs);
    console.error(`${await appendPortable(product, logFile)} records of the recorded log`);
    console.error(`${await appendDemo(product, endMs)} events of the demo`);
    while ((await product.log.lag(EVENTS_TOPIC, PROCESSOR_GROUP)) > 0n) await delay(200);
    console.error('all of it is processed');
    for (const tenant of TENANTS) await workOnLeads(product, tenant);

    const asked = { url: product.url, tenants, nowMs: endMs };
    const early = new Map<string, string>();
    for await (const answer of askEverything(asked, ['/api/performance', '/api/campaigns'])) {
      early.set(answer.question, JSON.stringify(answer));
    }
    await delay(Math.max(0, ROLLUPS_AFTER_MS - (performance.now() - startedAt)));
    let count = 0;
    for await (const answer of askEverything(asked)) {
      const isOther = early.has(answer.question) && early.get(answer.question) !== JSON.stringify(answer);
      if (isOther) console.error(`facts and rollups differ: ${answer.question}`);
      write(answer);
      count += 1;
    }
    console.error(`${count} answers`);
  });
}

async function appendDemo({ log }: RunningProduct, endMs: number): Promise<number> {
  const campaignIds = new Map(CAMPAIGNS.map(({ slug }) => [slug, `${DEMO.name}-${slug}` as CampaignId]));
  const { tenantId, timeZone } = DEMO;
  const records = [...demoEvents({ tenantId, timeZone, endMs, days: 30, campaignIds })].map((event) => ({
    key: event.campaignId ?? tenantId,
    value: JSON.stringify(event),
  }));
  for (let index = 0; index < records.length; index += 1_000) {
    await log.append(EVENTS_TOPIC, records.slice(index, index + 1_000));
  }
  return records.length;
}

/** People call some leads: the statuses and notes are in the lists and files. */
async function workOnLeads({ url }: RunningProduct, tenant: GoldenTenant): Promise<void> {
  const headers = { 'content-type': 'application/json', cookie: await cookieOf(url, tenant, 'admin') };
  const leads = (await (await fetch(`${url}/api/leads?limit=60`, { headers })).json()) as { id: string }[];
  for (const [index, { id }] of leads.entries()) {
    const status = LEAD_STATUSES[index % LEAD_STATUSES.length];
    const body = JSON.stringify({ status, ...(index % 3 === 0 && { notes: `Nota ${index}` }) });
    const answer = await fetch(`${url}/api/leads/${id}`, { method: 'PATCH', headers, body });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  }
}
