// `reconcile`: counts one day of every tenant from the log with independent code and compares it with the tables.

import { type Positions, PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { countBetween } from '@tracker/infra/event-log/positions';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { z } from 'zod';
import { defineCommand, EXIT, OpsError, text } from '../command.ts';
import { count, table } from '../format.ts';
import { settledOffsets } from '../replay/at-one-moment.ts';
import { historyBegins, openHistory } from '../replay/history.ts';
import { addKnownConversions, logBeginsAt } from './before-the-log.ts';
import { compareRollups, rollupLines } from './compare-rollups.ts';
import { createRecount, type DayFigures } from './recount.ts';
import { storedFigures } from './stored-figures.ts';

const READ_MAX = 20_000;
/** A day begins first in the zones of UTC+14. */
const EARLIEST_DAY_MS = 14 * HOUR_MS;
const NOTHING: DayFigures = { clicks: 0, views: 0, conversions: 0, revenue: {}, spend: {}, spendOfAds: {} };

const day = z
  .string()
  .pipe(z.custom<TenantDay>((value) => TenantDay.safeParse(value).success, 'must be a day: yyyy-MM-dd'));

export const reconcile = defineCommand({
  name: 'reconcile',
  onlyLooks: true,
  summary: 'recounts a day of every company from the log and compares it with the tables',
  details:
    'Clicks, views, counted conversions that were verified and their revenue by currency, on the company’s own day, and what was spent on the ad accounts’ day ' +
    'of that date, in all and by ad; and the rollups of the day with the rows that they sum up. The recount is written apart from the ' +
    'product’s code. It reads the whole log, since a sale’s refund may come long after its day; a log that was cut has the days behind its beginning. Exit code 1 when anything differs.',
  options: z.object({
    day: day.meta({ description: 'of each company’s time zone', value: '<yyyy-MM-dd>' }),
    tenant: text('<id>', 'only this company').optional(),
  }),
  async run(deps, options, { report, signal }) {
    const { log, clickhouse, caches, tableLock } = deps;
    const which = { day: options.day, tenantId: options.tenant };
    const recount = createRecount(caches, which);
    const begins = await historyBegins(deps);
    const beginsAt = await logBeginsAt(log, begins, signal);
    if (Date.parse(options.day) - EARLIEST_DAY_MS < beginsAt) {
      throw new OpsError(
        EXIT.usage,
        `The log was cut: it ${
          Number.isFinite(beginsAt) ? `begins on ${new Date(beginsAt).toISOString()}` : 'is empty'
        }, and a day that began before cannot be recounted.`,
      );
    }
    if (beginsAt > 0) await addKnownConversions(clickhouse, recount, { beforeMs: beginsAt, tenantId: options.tenant });
    const total = countBetween(begins, await log.offsets(EVENTS_TOPIC, PROCESSOR_GROUP));
    let done = 0;
    async function read(from: Positions, to: Positions): Promise<void> {
      const history = await openHistory(deps, { from, to });
      for await (const records of history.read({ topic: EVENTS_TOPIC, from, to, maxRecords: READ_MAX, signal })) {
        for (const record of records) await recount.add(record.value);
        done += records.length;
        report.bar('Counting the log', Math.min(done, total), total);
      }
      signal.throwIfAborted();
    }
    // Most of it while the processor runs; then what came meanwhile, and the tables, while it waits.
    const first = await log.offsets(EVENTS_TOPIC, PROCESSOR_GROUP);
    await read(begins, first);
    const stored = await tableLock.exclusive(async () => {
      await read(first, await settledOffsets({ log }));
      return storedFigures(clickhouse, caches.tenants, which);
    });
    const rollups = await compareRollups({ ...deps, signal }, which);
    const counted = recount.figures();
    const tenants = [...new Set([...counted.keys(), ...stored.keys()])].sort().map((tenantId) => {
      const [inLog, inTables] = [counted.get(tenantId) ?? NOTHING, stored.get(tenantId) ?? NOTHING];
      return { tenantId, log: inLog, tables: inTables, same: JSON.stringify(inLog) === JSON.stringify(inTables) };
    });
    const differing = tenants.filter((one) => !one.same);
    const unreadable = recount.unreadable;
    const behind = Number(await log.lag(EVENTS_TOPIC, PROCESSOR_GROUP));
    return {
      exitCode: differing.length === 0 && rollups.differences.length === 0 ? EXIT.ok : EXIT.failed,
      data: {
        ...{ day: options.day, records: done, unreadable, behind },
        same: differing.length === 0 && rollups.differences.length === 0,
        companies: tenants,
        rollups,
      },
      lines: [
        `${options.day}: ${count(done)} records of the log, ${count(tenants.length)} companies with something on that day; ${
          differing.length === 0 ? 'the tables say the same' : `${count(differing.length)} differ`
        }.`,
        ...(differing.length > 0 && behind > 0
          ? [
              `The processor is ${count(behind)} records behind, which are not counted; tables may be ahead of a processor that was moved back.`,
            ]
          : []),
        ...(unreadable > 0 ? [`${count(unreadable)} records are no events; see \`dead-letters list\`.`] : []),
        ...table(
          ['company', '', 'clicks', 'views', 'conversions', 'revenue', 'spend', 'of it by ad'],
          (differing.length > 0 ? differing : tenants).flatMap((one) => [
            [one.tenantId, 'log', ...columnsOf(one.log)],
            ['', 'tables', ...columnsOf(one.tables)],
          ]),
        ),
        ...rollupLines(rollups),
      ],
    };
  },
});

const columnsOf = (figures: DayFigures): string[] => [
  count(figures.clicks),
  count(figures.views),
  count(figures.conversions),
  ...[figures.revenue, figures.spend, figures.spendOfAds].map((amounts) =>
    Object.entries(amounts)
      .map(([currency, sum]) => `${currency} ${sum}`)
      .join(', '),
  ),
];
