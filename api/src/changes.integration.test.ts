import { setImmediate as turn } from 'node:timers/promises';
import { insertConversions } from '@tracker/infra/clickhouse/tables/conversions';
import { type ChangedKind, createChangedRows } from '@tracker/infra/postgres/changed-rows';
import { connect } from '@tracker/infra/postgres/connect';
import { allFiguresChanged } from '@tracker/infra/postgres/figure-versions';
import { conversionRow } from '@tracker/test/kit/clickhouse/rows';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from './testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from './testing/use-api.ts';

/** A program that polls keeps a complete copy: it sees each change at least once, in order, however many come meanwhile. */
const api = useApi();
let tenant: StaffedTenant;
beforeEach(async () => {
  tenant = await api.tenant();
});

interface Page {
  changes: { id: string; changedAt: string | null; row: Record<string, unknown> | null }[];
  cursor: string;
  hasMore: boolean;
}
const PATHS = {
  conversion: '/api/conversions/changes',
  lead: '/api/leads/changes',
  click: '/api/clicks/changes',
  spend: '/api/spend/changes',
} satisfies Record<ChangedKind, string>;

async function poll(kind: ChangedKind, search: Record<string, string>): Promise<Page> {
  const answer = await tenant.viewer.ask({ url: PATHS[kind], query: search });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
/** Until there is no more. */
async function pollAll(kind: ChangedKind, search: Record<string, string>, limit = 3) {
  const changes: Page['changes'] = [];
  let page = await poll(kind, { ...search, limit: String(limit) });
  changes.push(...page.changes);
  while (page.hasMore) {
    page = await poll(kind, { cursor: page.cursor, limit: String(limit) });
    changes.push(...page.changes);
  }
  return { changes, cursor: page.cursor };
}
const note = (...ids: string[]) =>
  createChangedRows(api.stack.postgres.sql).note(
    ids.map((id) => ({ tenantId: tenant.tenantId, kind: 'conversion' as const, id })),
  );
/** Stores the conversion and notes it, as the processor does. */
async function store(id: string, amount: number): Promise<void> {
  const money = `${amount}.00`;
  const row = conversionRow({
    ...{ tenant_id: tenant.tenantId, conversion_id: id, ts: '2036-11-10T12:00:00.000Z', ver: amount + 1 },
    ...{ value: money, net_value: money, revenue: money },
  });
  await insertConversions.run(api.stack.clickhouse, [row]);
  await note(id);
}
const ALL = { changedSince: '2020-01-01T00:00:00Z' };

describe('changes of conversions', () => {
  test('are given once, in their order, with what is stored now; and again when they change again', async () => {
    for (const [index, id] of ['cv_3', 'cv_1', 'cv_2', 'cv_4'].entries()) await store(id, index);
    const first = await pollAll('conversion', ALL, 3);
    expect(first.changes.map(({ id, row }) => [id, row?.value])).toEqual([
      ['cv_3', '0.00'],
      ['cv_1', '1.00'],
      ['cv_2', '2.00'],
      ['cv_4', '3.00'],
    ]);
    expect((await pollAll('conversion', { cursor: first.cursor })).changes).toEqual([]);
    await store('cv_1', 50);
    const second = await pollAll('conversion', { cursor: first.cursor });
    expect(second.changes.map(({ id, row }) => [id, row?.value])).toEqual([['cv_1', '50.00']]);
    const { changedAt } = second.changes[0] ?? {};
    expect((await pollAll('conversion', { changedSince: String(changedAt) })).changes.map(({ id }) => id)).toEqual([
      'cv_1',
    ]);
  });

  test('say of one that is gone that it is', async () => {
    await note('cv_gone');
    expect((await pollAll('conversion', ALL)).changes).toEqual([
      { id: 'cv_gone', changedAt: expect.any(String), row: null },
    ]);
  });

  test('wait for the transaction that took an earlier version, however late it commits', async () => {
    await store('cv_0', 1);
    const { cursor } = await pollAll('conversion', ALL);
    const slow = connect({ url: api.stack.postgresUrl, logger: api.stack.logger, name: 'slow', max: 1 });
    const release = Promise.withResolvers<void>();
    const noted = Promise.withResolvers<void>();
    const late = slow.begin(async (trx) => {
      await trx`SELECT note_changed_rows(${tenant.tenantId}, ${JSON.stringify([{ kind: 'conversion', id: 'cv_late' }])}::text::jsonb)`;
      noted.resolve();
      await release.promise;
    });
    await noted.promise;
    const next = note('cv_next');
    // Neither is committed: the poll moves past none of them.
    const between = await pollAll('conversion', { cursor });
    expect(between.changes).toEqual([]);
    release.resolve();
    await Promise.all([late, next]);
    await slow.end();
    const after = await pollAll('conversion', { cursor: between.cursor });
    expect(after.changes.map(({ id }) => id)).toEqual(['cv_late', 'cv_next']);
  });

  test('are all seen by a program that polls while several processors store', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat(5)), { minLength: 1, maxLength: 12 }), {
          minLength: 2,
          maxLength: 4,
        }),
        fc.integer({ min: 1, max: 5 }),
        async (writers, limit) => {
          tenant = await api.tenant();
          const last = new Map<string, number>();
          let amount = 0;
          let writing = writers.length;
          const work = writers.map(async (writes) => {
            for (const [id, pause] of writes) {
              for (let turns = 0; turns < pause; turns++) await turn();
              amount += 1;
              const mine = amount;
              last.set(`cv_${id}`, Math.max(mine, last.get(`cv_${id}`) ?? 0));
              await store(`cv_${id}`, mine);
            }
            writing -= 1;
          });
          const copy = new Map<string, unknown>();
          const moments: string[] = [];
          let search: Record<string, string> = ALL;
          const look = async () => {
            const { changes, cursor } = await pollAll('conversion', search, limit);
            for (const { id, row, changedAt } of changes) {
              copy.set(id, row?.value);
              moments.push(String(changedAt));
            }
            search = { cursor };
            return changes.length;
          };
          while (writing > 0) await look();
          await Promise.all(work);
          await look();
          expect(copy).toEqual(new Map([...last].map(([id, value]) => [id, `${value}.00`])));
          expect(moments).toEqual(moments.toSorted());
          expect(await look()).toBe(0);
        },
      ),
      { numRuns: 8 },
    );
  });

  test('begin with all rows where they were not noted yet, and after a replay', async () => {
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    const old = [await facts.conversion({ at: NOW, amount: '1' }), await facts.conversion({ at: NOW, amount: '2' })];
    await store('cv_new', 3);
    const sql = connect({ url: api.stack.postgresUrl, logger: api.stack.logger, name: 'owner', max: 1, role: null });
    await sql`UPDATE change_counters SET began_at = now() - interval '1 minute' WHERE tenant_id = ${tenant.tenantId}`;
    await sql.end();
    const all = await pollAll('conversion', ALL, 2);
    expect(new Set(all.changes.map(({ id }) => id))).toEqual(new Set([...old, 'cv_new']));
    const recent = await pollAll('conversion', { changedSince: new Date(Date.now() - 30_000).toISOString() });
    expect(recent.changes.map(({ id }) => id)).toEqual(['cv_new']);
    await allFiguresChanged(api.stack.postgres.sql);
    const again = await pollAll('conversion', { cursor: all.cursor }, 2);
    expect(new Set(again.changes.map(({ id }) => id))).toEqual(new Set([...old, 'cv_new']));
    expect((await pollAll('conversion', { cursor: again.cursor })).changes).toEqual([]);
  });
});

describe('changes of the other kinds', () => {
  test('of clicks are those with conversions, with what they brought', async () => {
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    const click = await facts.click({ at: NOW });
    const id = await facts.conversion({ at: NOW, amount: '30', click });
    await createChangedRows(api.stack.postgres.sql).note([
      { tenantId: tenant.tenantId, kind: 'click', id: click.click_id },
    ]);
    expect((await pollAll('click', ALL)).changes).toEqual([
      {
        id: click.click_id,
        changedAt: expect.any(String),
        row: {
          clickId: click.click_id,
          campaignId: tenant.campaignId,
          conversionIds: [id],
          convertedAt: NOW,
          conversionValue: '30.00',
        },
      },
    ]);
  });

  test('of spend are a campaign’s days, entered, changed and taken away', async () => {
    const enter = (amount: string | null) =>
      tenant.editor.ask({
        method: 'PUT',
        url: `/api/campaigns/${tenant.campaignId}/spend`,
        payload: { day: '2036-11-10', source: 'taboola', amount },
      });
    expect((await enter('12.50')).statusCode).toBe(200);
    const first = await pollAll('spend', ALL);
    expect(first.changes).toMatchObject([
      {
        id: `${tenant.campaignId}/2036-11-10`,
        row: { day: '2036-11-10', rows: [{ amount: '12.50', source: 'taboola' }] },
      },
    ]);
    await enter(null);
    const second = await pollAll('spend', { cursor: first.cursor });
    expect(second.changes).toMatchObject([{ id: `${tenant.campaignId}/2036-11-10`, row: null }]);
  });
});

test('refuses a call without a moment and without a cursor, and what is neither', async () => {
  for (const path of Object.values(PATHS)) {
    const none = await tenant.viewer.ask(path);
    expect([none.statusCode, none.json().message]).toEqual([
      400,
      'Informe "changedSince", ou o "cursor" da resposta anterior.',
    ]);
    for (const wrong of ['changedSince=ontem', 'changedSince=2026-11-28', 'cursor=x', 'cursor=1.2.%27', 'limit=0']) {
      expect((await tenant.viewer.ask(`${path}?${wrong}`)).statusCode, wrong).toBe(400);
    }
    for (const right of ['2026-11-28T10:00:00Z', '2026-11-28T10:00:00.123-03:00', '2026-11-28T10:00:00 03:00']) {
      const { statusCode } = await tenant.viewer.ask({ url: path, query: { changedSince: right } });
      expect(statusCode, right).toBe(200);
    }
  }
});
