// What is asked as known at a moment is what a replay stopped at that moment has: nothing that came later changes it.
import { spendKnownAt } from '@tracker/figures/spend-known-at';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { adSpend, NOON, record } from '@tracker/processor/testing/events';
import type { AdSpendEvent, SpendKind } from '@tracker/schemas/events/ad-spend';
import { MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { Currency, Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { type Instant, instantFromMs } from '@tracker/schemas/primitives/time';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { within } from '../kit/machine.ts';
import { useStack } from '../kit/stack.ts';
import { STORIES, tries } from '../kit/stories.ts';
import { createTenant, type TestTenant } from '../kit/tenant-fixture.ts';

vi.setConfig({ testTimeout: within(120_000 * STORIES) });

const stack = useStack();
const kit = createBatchKit(stack);
const DAYS = ['2026-11-19', '2026-11-20'] as TenantDay[];

const report = fc.record({
  day: fc.constantFrom(...DAYS),
  source: fc.constantFrom('facebook/1', 'facebook/2'),
  spend: fc.constantFrom('0', '10.0001', '12.5'),
  currency: fc.constantFrom('BRL', 'USD'),
  /** A run, which knows what the one before it was answered; or a person. */
  kind: fc.constantFrom<SpendKind[]>('reported', 'reported', 'reported', 'entered', 'removed'),
  isOver: fc.boolean(),
});
type Report = typeof report extends fc.Arbitrary<infer Value> ? Value : never;

interface Version {
  readonly text: string;
  readonly since: Instant;
  readonly wholeAt: Instant | null;
}

const momentOf = (minute: number) => NOON + minute * MINUTE_MS;

/** As the worker makes events of the answers: one that repeats an amount carries the moments of the first with it. */
function eventsOf(tenant: TestTenant, all: readonly Report[]): AdSpendEvent[] {
  const last = new Map<string, Version>();
  return all.map(({ day, source: ofPlatform, spend, currency, kind, isOver }, minute) => {
    const { payload, ...event } = adSpend(tenant, day, spend as Money, momentOf(minute));
    const source = kind === 'reported' ? ofPlatform : 'facebook';
    const common = { ...payload, source, kind, currency: currency as Currency };
    if (kind !== 'reported') return { ...event, payload: common };
    const [text, readAt] = [`${spend} ${currency}`, instantFromMs(momentOf(minute))];
    const before = last.get(`${day} ${source}`);
    const [since, wholeBefore] = before?.text === text ? [before.since, before.wholeAt] : [readAt, null];
    const wholeAt = wholeBefore ?? (isOver ? readAt : null);
    last.set(`${day} ${source}`, { text, since, wholeAt });
    return { ...event, payload: { ...common, report: { accountId: 'act_1', readAt, since, wholeAt } } };
  });
}

const placeOf = (one: { readonly day: unknown; readonly source: unknown }) => `${one.day} ${one.source}`;

it('gives the spend that a replay stopped at the moment has, for any history', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(report, { minLength: 6, maxLength: 24 }),
      fc.nat(),
      fc.boolean(),
      async (all, at, isMixed) => {
        const tenant = await createTenant(stack);
        const events = eventsOf(tenant, all);
        const records = events.map(record);
        await kit.process(isMixed ? records.toReversed() : records);
        const last = at % events.length;
        const known = await spendKnownAt.run(stack.clickhouse, tenant.tenantId, {
          ...{ firstDay: DAYS[0] as TenantDay, lastDay: DAYS[1] as TenantDay },
          atMs: momentOf(last) + 30_000,
        });
        const stopped = await kit.onEmptyTables(async (clickhouse) => {
          await kit.replay(records.slice(0, last + 1), clickhouse);
          return kit.rows(tenant.tenantId, 'ad_spend', clickhouse);
        });
        const byPlace = (one: { readonly day: unknown; readonly source: unknown }, other: typeof one) =>
          placeOf(one) < placeOf(other) ? -1 : 1;
        expect(
          known.map(({ campaign, day, source, kind, currency, amount }) => ({
            ...{ campaign, day, source, kind, currency, amount: Number(amount) },
          })),
        ).toEqual(
          stopped.toSorted(byPlace as never).map(({ campaign_id, day, source, kind, currency, spend }) => ({
            ...{ campaign: campaign_id, day, source, kind, currency, amount: Number(spend) },
          })),
        );
        // Of days that no run had read whole by then it is not known what they cost.
        const whole = all.slice(0, last + 1).filter(({ kind, isOver }) => kind === 'reported' && isOver);
        const wholePlaces = new Set(whole.map(placeOf));
        expect(known.filter(({ isWhole }) => isWhole).map(placeOf)).toEqual([...wholePlaces].sort());
      },
    ),
    { numRuns: tries(12, 60) },
  );
});
