// Conversions of a range that count, as rows that a statement sums. Finalized days come from rollup rows, open days from the conversions (ADR 56):
//
//   const range = await readFiguresRange(clickhouse, tenantId, { fromMs, toMs, timeZone });
//
//   params: z.object({ ...moneyRange, … }),
//   sql: `SELECT source, sum(revenue) AS revenue FROM ${conversionsOf(['source'])} GROUP BY source`
import { COUNTED, NAMED_BY_CLICK_MS } from '@tracker/infra/clickhouse/tables/conversions';
import {
  MADE_COLUMNS,
  MONEY_FIGURES,
  MONEY_ROLLUPS,
  type MoneyColumn,
  NAMED_MS,
} from '@tracker/infra/clickhouse/tables/rollups';
import { IN_FINALIZED_DAYS, IN_OPEN_MONEY } from './traffic-range.ts';

/**
 * `day` and `hour` come as `ts`, a moment within the day or hour of the tenant's clock. A name comes with the moment of the click that gave it:
 * `ad_name, ad_named_ms`.
 */
export type ConversionColumn = 'day' | MoneyColumn;

/** Rows with these columns, `conversions`, `attributed` (those with a click), `revenue` (in BRL) and what fees are made of (`MONEY_FIGURES`). */
export function conversionsOf(asked: readonly ConversionColumn[]): string {
  // The hour tells the day.
  const columns = asked.filter((column) => column !== 'day' || !asked.includes('hour'));
  const rollup = MONEY_ROLLUPS.find((one) => columns.every((column) => column === 'day' || knows(one, column)));
  if (!rollup) throw new TypeError(`no rollup of money has ${columns.join(', ')}`);
  const figures = Object.entries(MONEY_FIGURES);
  const ofRollup = columns.map((column) => (column === 'day' ? 'day_start AS ts' : ownColumn(column)));
  const ofEvents = columns.map((column) => {
    if (isNamed(column)) return `${column}, ${NAMED_BY_CLICK_MS} AS ${NAMED_MS[column]}`;
    if (column === 'day') return 'ts';
    return MADE_COLUMNS[column] ? `${MADE_COLUMNS[column]} AS ${column}` : ownColumn(column);
  });
  return `(
        SELECT ${[...ofRollup, ...figures.map(([figure]) => figure)].join(', ')}
        FROM ${rollup.table}
        WHERE tenant_id = {tenantId:String} AND ${IN_FINALIZED_DAYS}
        UNION ALL
        SELECT ${[...ofEvents, ...figures.map(([figure, sql]) => (figure === sql ? figure : `${sql} AS ${figure}`))].join(', ')}
        FROM conversions FINAL
        WHERE tenant_id = {tenantId:String} AND ${IN_OPEN_MONEY} AND ${COUNTED}
      )`;
}

const knows = ({ columns }: (typeof MONEY_ROLLUPS)[number], asked: MoneyColumn): boolean =>
  (columns as readonly MoneyColumn[]).includes(asked);

const isNamed = (column: ConversionColumn): column is keyof typeof NAMED_MS => column in NAMED_MS;

function ownColumn(column: MoneyColumn): string {
  if (column === 'hour') return 'ts';
  return isNamed(column) ? `${column}, ${NAMED_MS[column]}` : column;
}
