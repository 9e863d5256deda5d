// Over random lives of an account, its spend is that of the books of its platform after the last run, and what no run has read is missing.

import { readGaps, readUnknownDays } from '@tracker/infra/ad-platforms/spend-days';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { Positions } from '@tracker/infra/event-log/event-log';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { addDays, dayOf, daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { within } from '@tracker/test/kit/machine';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { startGraphTest } from '@tracker/test/kit/use-graph';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createSpendKit } from '../testing/spend-kit.ts';

vi.setConfig({ testTimeout: within(240_000) });

const stack = useStack();
const batches = createBatchKit(stack);
const SAO_PAULO = 'America/Sao_Paulo' as TimeZone;
const CAMPAIGNS = 3;

const place = { campaign: fc.nat({ max: CAMPAIGNS - 1 }), ad: fc.nat({ max: 3 }) };
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('days' as const), days: fc.constantFrom(1, 2, 5, 29, 45) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('intraday', 'nightly', 'all' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ad deleted' as const), ...place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('campaign deleted' as const), ...place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('renamed' as const), ...place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refused' as const), times: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('token ended' as const) }) },
);

it('has the spend of the books by day and campaign to the cent, and knows each day that it lacks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (life) => {
      const graph = await startGraphTest();
      const { stub, clock } = graph;
      stub.lists.omitDeleted = true;
      try {
        const tenant = await createTenant(stack);
        const kit = createSpendKit(stack, graph);
        const campaigns = stub.accounts[0]!.campaigns.slice(0, CAMPAIGNS);
        const request = (trigger: SyncRequest['trigger']): SyncRequest => ({
          ...{ tenantId: tenant.tenantId, platform: 'facebook', trigger, campaignId: null },
        });
        const today = () => dayOf(clock.now(), SAO_PAULO);
        let read: Positions = await stack.log.ends(EVENTS_TOPIC);
        const process = async () => {
          const to = await stack.log.ends(EVENTS_TOPIC);
          for await (const records of stack.log.read({ topic: EVENTS_TOPIC, from: read, to, maxRecords: 10_000 })) {
            await batches.process(records);
          }
          read = to;
        };
        /** A run, and those that it asked for. */
        const run = async (trigger: SyncRequest['trigger']) => {
          kit.added.length = 0;
          await kit.run(request(trigger));
          await process();
          for (const asked of kit.added.splice(0)) {
            await kit.run(asked as SyncRequest);
            await process();
          }
        };
        const rows = async () =>
          (await batches.rows(tenant.tenantId, 'ad_spend')) as unknown as {
            source: string;
            day: TenantDay;
            spend: string;
          }[];
        const inTenant = <T>(ask: Parameters<typeof stack.postgres.withTenant<T>>[1]) =>
          stack.postgres.withTenant(tenant.tenantId, ask);
        /** What no run has read is unknown: each other day of the link has a row. */
        const expectUnknown = async () => {
          const [first, last] = [addDays(today(), -120), addDays(today(), -1)];
          const unknown = await inTenant((trx) =>
            readUnknownDays(trx, { first, last }, { nowMs: clock.now(), tenantZone: SAO_PAULO }),
          );
          const missing = new Set(
            unknown.flatMap(({ source, since, days }) =>
              daysFrom(since, addDays(since, days - 1)).map((day) => `${source} ${day}`),
            ),
          );
          const stored = new Set((await rows()).map(({ source, day }) => `${source} ${day}`));
          for (const { id } of campaigns) {
            for (const day of daysFrom(first, last)) {
              const key = `facebook/${id} ${day}`;
              if (!missing.has(key)) expect([key, stored.has(key)]).toEqual([key, true]);
            }
          }
        };

        await kit.connect(tenant);
        for (const { id } of campaigns) await kit.link(tenant, { platformCampaignId: id });
        let isConnected = true;
        for (const one of life) {
          if (one.kind === 'days') clock.advance(one.days * DAY_MS);
          else if (one.kind === 'ad deleted') {
            const { adsets } = campaigns[one.campaign]!;
            adsets.flatMap(({ ads }) => ads)[one.ad]!.status = 'DELETED';
          } else if (one.kind === 'campaign deleted') campaigns[one.campaign]!.status = 'DELETED';
          else if (one.kind === 'renamed') Object.assign(campaigns[one.campaign]!, { name: `Outro nome ${one.ad}` });
          else if (one.kind === 'refused') {
            stub.faults.next({ kind: 'refuse', refusal: refusals.permission }, { times: one.times, match: /insights/ });
          } else if (one.kind === 'token ended') {
            stub.tokens.endAll(refusals.expiredToken);
            isConnected = false;
          } else await run(one.kind as SyncRequest['trigger']);
          await expectUnknown();
        }

        // The last runs: the person connects again, and the platform answers.
        for (let left = 0; left < 12; left += 1) await kit.run(request('intraday')).catch(() => undefined);
        if (!isConnected) await kit.connect(tenant, stub.tokens.issue());
        clock.advance(2 * HOUR_MS);
        await run('intraday');
        await run('nightly');
        await process();
        expect(
          await inTenant((trx) => readGaps(trx, { tenantId: tenant.tenantId, platform: 'facebook' }, clock.now())),
        ).toEqual([]);
        const stored = new Map(
          (await rows()).map(({ source, day, spend }) => [`${source} ${day}`, Math.round(Number(spend) * 100)]),
        );
        for (const { id } of campaigns) {
          for (const day of daysFrom(addDays(today(), -89), today())) {
            const cents = Math.round(Number(stub.shown(id, day).spend) * 100);
            expect([id, day, stored.get(`facebook/${id} ${day}`) ?? 0]).toEqual([id, day, cents]);
          }
        }
        await expectUnknown();
      } finally {
        await graph.stub.close();
      }
    }),
    { numRuns: 3 },
  );
});
