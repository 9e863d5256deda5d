// The totals of several tenants by one statement: that of one tenant, in which each day, moment and setting is looked up by the tenant of a row. A look-up is a
// function of constant lists, so it costs a row no more than a join of a small table, and the primary key has the bounds of all of them.
import { createHash } from 'node:crypto';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { type AskedTenants, shapeTenantsQuery } from '@tracker/infra/clickhouse/define-query';
import { paramTypesOf } from '@tracker/infra/clickhouse/param-types';
import { Count, DecimalText } from '@tracker/infra/clickhouse/row-types';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { AD_DAYS } from '../spend.ts';
import { MOMENTS_OF_PLACE } from './net-figures.ts';
import { type FoundGroup, isSpendRounded, MONEY, type Shape, textOf } from './statement.ts';

/** A place for each tenant. */
const own = (name: string) => `transform(tenant_id, {tenantIds:Array(String)}, {${name}:Array(Int64)}, toInt64(0))`;
const DAY = 'toInt64(toUInt32(day))';

/** In this order. Each text is that of the statement of one tenant; `totals-of-tenants.test.ts` shows that none is left. */
const LOOK_UPS: readonly (readonly [from: string | RegExp, to: string])[] = [
  // A tenant's own rows, also among ids that two tenants have alike.
  ['tenant_id = {tenantId:String}', 'tenant_id IN {tenantIds:Array(String)}'],
  ['(campaign_id, day', '(tenant_id, campaign_id, day'],
  ['SELECT campaign_id, day', 'SELECT tenant_id, campaign_id, day'],
  ['SELECT toString(campaign_id), day', 'SELECT toString(tenant_id), toString(campaign_id), day'],
  // Days and moments.
  [
    AD_DAYS,
    `day BETWEEN {firstDayOfAll:Date} AND {lastDayOfAll:Date} AND ${DAY} BETWEEN ${own('firstDays')} AND ${own('lastDays')}`,
  ],
  ['day = {lastDay:Date}', `${DAY} = ${own('cutDays')}`],
  ['day = {firstDay:Date}', `${DAY} = ${own('lateDays')}`],
  [/\{(cutSecond|startSecond):Int64\}/g, own('$1OfEach')],
  [
    /(\w+) (<|>=) fromUnixTimestamp64Milli\(\{(\w+):Int64\}\)/g,
    `($1 $2 fromUnixTimestamp64Milli({$3OfAll:Int64}) AND $1 $2 fromUnixTimestamp64Milli(${own('$3OfEach')}))`,
  ],
  [
    'arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1',
    `transform(roundDown(${own('places')} * ${MOMENTS_OF_PLACE} + toUnixTimestamp64Milli(ts), {openMoneyFrom:Array(Int64)}), {openMoneyFrom:Array(Int64)}, {isOpenMoney:Array(Int64)}, toInt64(0)) = 1`,
  ],
  // Settings.
  [
    'indexOf({rateCurrencies:Array(String)}, toString(currency))',
    `indexOf({rateCurrencies:Array(String)}, concat(tenant_id, ' ', toString(currency)))`,
  ],
  [
    /transform\(toString\(([^{}]+)\), \{(\w+):Array\(String\)\}, \{(\w+Places):Array\(Int64\)\}, toInt64\(0\)\)/g,
    `transform(concat(tenant_id, ' ', toString($1)), {$2:Array(String)}, {$3:Array(Int64)}, ${own('$3OfOthers')})`,
  ],
  [
    /roundDown\((toUnixTimestamp64Milli\(\w+\)), \{revenueTaxFrom/g,
    `roundDown(${own('places')} * ${MOMENTS_OF_PLACE} + $1, {revenueTaxFrom`,
  ],
  ['SELECT {tenantId:String} AS tenant_id, range.1', 'SELECT range.5 AS tenant_id, range.1'],
  ['{unknownDays:Array(UInt32)}))', '{unknownDays:Array(UInt32)}, {unknownTenants:Array(String)}))'],
];

export const ofTenants = (sql: string): string => LOOK_UPS.reduce((text, [from, to]) => text.replaceAll(from, to), sql);

export type TotalsShape = Omit<Shape, 'by' | 'filters' | 'order' | 'onlyKeys' | 'clock' | 'hasCatalogue' | 'shownBy'>;

export interface TotalsStatement {
  /** The parameters that it binds. */
  readonly binds: ReadonlySet<string>;
  readonly source: 'rollup' | 'facts';
  run(clickhouse: ClickHouse, asked: AskedTenants, values: Record<string, unknown>): Promise<Map<string, FoundGroup>>;
}

const SHAPES_MAX = 100;
const shapes = new LRUCache<string, { readonly made: TotalsStatement | null }>({ max: SHAPES_MAX });

/** Null: there is nothing to read. */
export function totalsStatementOf(asked: TotalsShape): TotalsStatement | null {
  const key = JSON.stringify(asked);
  const { made } = shapes.get(key) ?? { made: makeStatement(asked) };
  shapes.set(key, { made });
  return made;
}

/** Nothing is grouped by time or product: no clock and no catalogue is looked up. */
export const shapeOfTotals = (asked: TotalsShape): Shape => ({
  ...asked,
  ...{ isOfTenants: true, by: [], filters: [], order: [], onlyKeys: false, clock: 'steady', hasCatalogue: false },
});

function makeStatement(asked: TotalsShape): TotalsStatement | null {
  const shape = shapeOfTotals(asked);
  const { sql: ofOne, figures, fromRollups } = textOf(shape);
  if (ofOne === null) return null;
  const sql = ofTenants(ofOne);
  const binds = new Set([...paramTypesOf(sql).keys()].filter((name) => name !== 'tenantIds'));
  const digest = createHash('sha256').update(sql).digest('hex').slice(0, 12);
  const query = shapeTenantsQuery({
    name: `figures-totals-of-tenants-${digest}`,
    // Their types are those of the statement, by which they are encoded.
    params: z.object(Object.fromEntries([...binds].map((name) => [name, z.unknown()]))),
    row: z.object({
      tenant_id: z.string(),
      ...Object.fromEntries(figures.map((figure) => [`s_${figure}`, MONEY.has(figure) ? DecimalText : Count])),
      ...(isSpendRounded(shape, figures) && { spend: DecimalText }),
    }),
    sql,
  });
  return {
    binds,
    source: fromRollups ? 'rollup' : 'facts',
    async run(clickhouse, tenants, values) {
      const rows: Record<string, unknown>[] = await query.run(clickhouse, tenants, values);
      const pick = (found: Record<string, unknown>, isMoney: boolean) =>
        Object.fromEntries(
          figures.filter((figure) => MONEY.has(figure) === isMoney).map((figure) => [figure, found[`s_${figure}`]]),
        );
      return new Map(
        rows.map((found) => [
          String(found.tenant_id),
          {
            ...{ keys: [], names: [], groups: 1 },
            counts: pick(found, false) as FoundGroup['counts'],
            amounts: pick(found, true) as FoundGroup['amounts'],
            spend: String(found.spend ?? found.s_cost ?? '0'),
          },
        ]),
      );
    },
  };
}
