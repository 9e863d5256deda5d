// A day of traffic, syncs and nightly runs, twice: under a clock that jumps three times, and under one that does not. The figures are equal.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@tracker/infra/postgres/connect';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { expect, inject, onTestFinished, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { ACCOUNT_BR, campaignOf, connectFacebook, linkCampaign } from '../kit/facebook-tenant.ts';
import { createFakeClock } from '../kit/fake-clock.ts';
import { within } from '../kit/machine.ts';
import { embeddedPostgresUrl, startProduct } from '../kit/product.ts';
import { click, conversion, cookieOf, registerTenant, view } from '../kit/registered-tenant.ts';
import { createShiftedClock, type ShiftedClock } from '../kit/shifted-clock.ts';
import { askSocket, caughtUp } from './run-ops.ts';

const logger = createLogger({ level: 'silent', name: 'test' });
/** Right, an hour ahead, right, a day ahead, right, an hour behind, right. */
const CLOCK = [0, HOUR_MS, 0, DAY_MS, 0, -HOUR_MS, 0];
const AD = 'ad-1';

function folder(name: string): string {
  const made = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-${name}-`));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** What a person reads after the day. */
async function playDay(shifts: readonly number[], graph: Awaited<ReturnType<typeof startGraphStub>>) {
  const dataDir = folder('clock-story');
  const clock: ShiftedClock = createShiftedClock(folder('clock'));
  const migratedDir = inject('migratedDir');
  const product = await startProduct({ demoData: false, dataDir, migratedDir, graph, settings: clock.settings });
  onTestFinished(async () => void (await product.stop()));
  const tenant = await registerTenant(product.url);
  await connectFacebook(tenant);
  await linkCampaign(tenant, campaignOf(ACCOUNT_BR, 'Lista de espera').id);
  const cookie = await cookieOf(tenant);
  const owner = connect({ url: embeddedPostgresUrl(dataDir), logger, name: 'test', max: 1, role: null });
  onTestFinished(() => owner.end({ timeout: 0 }));
  const ask = async (path: string, request: RequestInit = {}) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(product.url + path, { ...request, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const lastNight = async () =>
    (await owner<{ day: string | null }[]>`SELECT max(day)::text AS day FROM nightly_runs`)[0]?.day ?? '';

  let before = await click(tenant, { sub1: AD });
  for (const [part, aheadMs] of shifts.entries()) {
    const night = await lastNight();
    await clock.shift(aheadMs);
    const now = await click(tenant, { sub1: AD });
    for (const [number, clickId] of [before, now].entries()) {
      await view(tenant, clickId);
      const sold = { transaction_id: `T-${part}-${number}`, amount: `${10 * (part + 1)}.50`, status: 'approved' };
      await conversion(tenant, { ...sold, click_id: clickId });
    }
    const lead = { name: 'Ana', email: `pessoa-${part}@clientes.example.com`, click_id: before };
    await ask('/leads', { method: 'POST', body: JSON.stringify(lead) });
    await ask('/api/facebook/sync-all', { method: 'POST', body: '{}' });
    if (aheadMs === DAY_MS) await eventually(async () => expect((await lastNight()) > night).toBe(true), NIGHT);
    before = now;
  }
  await caughtUp(dataDir);
  const today = dayOf(Date.now(), 'America/Sao_Paulo' as TimeZone);
  const days = `startDate=${addDays(today, -3)}&endDate=${addDays(today, 2)}`;
  const [{ range }, ads, conversions, leads, views, reconciled] = await Promise.all([
    ask(`/api/performance/summary?${days}`),
    ask(`/api/performance/best-ads?${days}`),
    ask(`/api/conversions?limit=100&${days}`),
    ask('/api/leads?limit=100'),
    ask(`/api/page-views?limit=100&${days}`),
    askSocket(dataDir, 'reconcile', { day: today }),
  ]);
  return {
    range,
    ads,
    conversions: (conversions as { transactionId: string; netValue: string; clickId: string | null }[])
      .map(({ transactionId, netValue, clickId }) => [transactionId, netValue, clickId !== null])
      .sort(),
    leads: leads.length,
    views: views.length,
    same: reconciled.same,
  };
}

const NIGHT = { timeoutMs: 90_000, everyMs: 200 };

test('a day under a clock that jumps an hour ahead, a day ahead and an hour back has the figures of one without', {
  timeout: within(300_000),
}, async () => {
  // It shows the same spend at any moment.
  const graph = await startGraphStub({ clock: createFakeClock(Date.now()) });
  onTestFinished(() => graph.close());
  graph.runs.areInstant = true;
  const jumped = await playDay(CLOCK, graph);
  const steady = await playDay(
    CLOCK.map(() => 0),
    graph,
  );
  expect(steady).toMatchObject({ views: 14, leads: 7, same: true, range: { spend: expect.any(Number) } });
  expect(steady.conversions).toHaveLength(14);
  expect(steady.conversions.every(([, , hasClick]) => hasClick)).toBe(true);
  expect(jumped).toEqual(steady);
});
