/** After any hostile events in the log: no batch fails, a clean company's figures are those of its books, and no call answers 5xx. */
import { requestFor, type StaffedTenant, useApi } from '@tracker/api/testing/use-api';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { click, delivery, record } from '@tracker/processor/testing/events';
import { lead } from '@tracker/processor/testing/lead-events';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { beforeAll, expect, test, vi } from 'vitest';
import { within } from '../kit/machine.ts';
import { STORIES, tries } from '../kit/stories.ts';
import { flood, hostileEvents } from './hostile-events.ts';

vi.setConfig({ testTimeout: within(300_000 * STORIES) });

const api = useApi();
const kit = createBatchKit(api.stack);
const EVENTS = tries(2_000, 10_000 * STORIES);
const BATCH = tries(1_000, 2_000);
/** The API's clock. */
const NOW_MS = Date.parse('2036-11-20T15:00:00.000Z');

let victim: StaffedTenant;
let clean: StaffedTenant;
let conversions = 0;

beforeAll(async () => {
  [victim, clean] = [await api.tenant(), await api.tenant()];
});

/** An honest company, in every batch: a click and its conversion of R$ 1,01. */
function honest() {
  conversions += 1;
  const event = click(clean, { atMs: NOW_MS - 3_600_000 + conversions, source: 'facebook' });
  const honest = { transaction_id: `V-${conversions}`, amount: '1.01', click_id: event.payload.clickId };
  return [event, delivery(clean, { ...honest, status: 'approved' }, NOW_MS - 3_600_000 + conversions)];
}

test('counts on, and answers, with hostile events of every type in the log', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const options = {
    owner: victim,
    count: EVENTS,
    seed,
    nowMs: NOW_MS,
    lead: await lead(api.stack, victim, { atMs: NOW_MS }),
  };
  let batch: object[] = [];
  const process = async () => {
    await kit.process([...batch, ...honest()].map(record)).catch((error: unknown) => {
      throw new Error(`seed ${seed}: a batch failed`, { cause: error });
    });
    batch = [];
  };
  for (const event of [...flood(victim, 'FLOOD', 3_000, NOW_MS), ...hostileEvents(options)]) {
    batch.push(event);
    if (batch.length === BATCH) await process();
  }
  await process();

  const summary = (await clean.admin.ask('/api/performance/summary')).json<{ revenue: { today: number } }>();
  expect(summary.revenue.today).toBeCloseTo(conversions * 1.01, 2);
  const totals = (await clean.admin.ask('/api/conversions/totals')).json();
  expect(totals).toMatchObject({ all: conversions, withTracking: conversions });

  const failed: string[] = [];
  for (const contract of CONTRACTS.filter(({ method }) => method === 'GET')) {
    if (contract.path === '/api/live') continue;
    const queries: Record<string, string>[] = [
      {},
      { startDate: '2036-10-01', endDate: '2036-11-20', groupBy: 'ad', q: 'H-' },
    ];
    for (const query of queries) {
      const request = requestFor(contract, {
        params: { tenantId: victim.tenantId, campaignId: victim.campaignId },
        query,
      });
      const answer = await victim.admin.ask(request);
      if (answer.statusCode >= 500) failed.push(`${contract.path}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
    }
  }
  expect(failed, `seed ${seed}`).toEqual([]);
});
