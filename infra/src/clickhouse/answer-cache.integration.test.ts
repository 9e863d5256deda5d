import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { allFiguresChanged, createFigureVersions, figuresChanged } from '@tracker/infra/postgres/figure-versions';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { withAnswerCache } from './answer-cache.ts';
import type { ClickHouse, QueryRequest } from './client.ts';

const stack = useStack();

const clicksSince = defineQuery({
  name: 'test-clicks-since',
  params: z.object({ fromMs: z.number() }),
  row: z.object({ clicks: z.string() }),
  sql: `SELECT count() AS clicks FROM clicks FINAL
        WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64})`,
});

async function setUp() {
  const { tenantId } = await createTenant(stack);
  const asked: QueryRequest[] = [];
  const counting: ClickHouse = {
    ...stack.clickhouse,
    query(request) {
      asked.push(request);
      return stack.clickhouse.query(request);
    },
  };
  const cached = withAnswerCache(counting, createFigureVersions(stack.postgres.sql));
  const clicks = (fromMs = 0, store = cached) => clicksSince.run(store, tenantId, { fromMs });
  const addClick = (number: number) =>
    stack.clickhouse.command(
      `INSERT INTO clicks (tenant_id, click_id, ts) VALUES ('${tenantId}', 'c${number}', fromUnixTimestamp64Milli(1751849000000))`,
    );
  return { tenantId, asked, counting, clicks, addClick };
}

it('asks the store once while the figures of the tenant stay the same, and again when they changed', async () => {
  const { tenantId, asked, clicks, addClick } = await setUp();
  expect(await clicks()).toEqual([{ clicks: '0' }]);
  expect(await clicks()).toEqual([{ clicks: '0' }]);
  expect(asked).toHaveLength(1);
  await addClick(1);
  await figuresChanged(stack.postgres.sql, [tenantId]);
  expect(await clicks()).toEqual([{ clicks: '1' }]);
  expect(await clicks()).toEqual([{ clicks: '1' }]);
  expect(asked).toHaveLength(2);
});

it('asks for other parameters and for other tenants apart', async () => {
  const [one, other] = [await setUp(), await setUp()];
  await one.addClick(1);
  expect(await one.clicks()).toEqual([{ clicks: '1' }]);
  expect(await one.clicks(1_800_000_000_000)).toEqual([{ clicks: '0' }]);
  expect(await other.clicks()).toEqual([{ clicks: '0' }]);
});

it('keeps the answers of a tenant when another one changes, and none when all change', async () => {
  const [one, other] = [await setUp(), await setUp()];
  await one.clicks();
  await figuresChanged(stack.postgres.sql, [other.tenantId]);
  await one.clicks();
  expect(one.asked).toHaveLength(1);
  await allFiguresChanged(stack.postgres.sql);
  await one.clicks();
  expect(one.asked).toHaveLength(2);
});

it('runs equal questions at one time once, and each caller has rows of its own', async () => {
  const { asked, clicks } = await setUp();
  const answers = await Promise.all([clicks(), clicks(), clicks()]);
  expect(asked).toHaveLength(1);
  answers[0]![0]!.clicks = 'changed';
  expect(answers[1]).toEqual([{ clicks: '0' }]);
});

it('keeps no failure', async () => {
  const { tenantId, counting } = await setUp();
  let isAway = true;
  const failing: ClickHouse = {
    ...counting,
    query: (request) => (isAway ? Promise.reject(new Error('away')) : counting.query(request)),
  };
  const cached = withAnswerCache(failing, createFigureVersions(stack.postgres.sql));
  const clicks = () => clicksSince.run(cached, tenantId, { fromMs: 0 });
  await expect(Promise.all([clicks(), clicks()])).rejects.toThrow('away');
  isAway = false;
  expect(await clicks()).toEqual([{ clicks: '0' }]);
});

it('asks the store each time while no version can be read', async () => {
  const { tenantId, asked, counting } = await setUp();
  const cached = withAnswerCache(counting, () => Promise.reject(new Error('away')));
  await clicksSince.run(cached, tenantId, { fromMs: 0 });
  await clicksSince.run(cached, tenantId, { fromMs: 0 });
  expect(asked).toHaveLength(2);
});

it('reads a version that is as new as the question', async () => {
  const { tenantId } = await setUp();
  const versionOf = createFigureVersions(stack.postgres.sql);
  for (let round = 0; round < 20; round += 1) {
    // One is under way when the figures change; the next question must not share it.
    const before = versionOf(tenantId);
    await figuresChanged(stack.postgres.sql, [tenantId]);
    const [early, late] = await Promise.all([before, versionOf(tenantId), versionOf(tenantId)]);
    expect(await versionOf(tenantId)).toBe(late);
    expect(early === undefined).toBe(false);
  }
});
