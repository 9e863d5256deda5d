import { IN_RANGE } from '@tracker/figures/columns';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText } from '@tracker/infra/clickhouse/row-types';
import { PAID, RECOVERED, UNPAID } from '@tracker/infra/clickhouse/tables/conversions';
import { PAYMENT_METHODS } from '@tracker/schemas/checkouts/sold';
import type { Pending } from '@tracker/schemas/contracts/pending.contract';
import { approvalRate } from '@tracker/schemas/metrics/formulas';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { MoneySum, sumMoney } from '@tracker/schemas/primitives/money';
import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';
import { z } from 'zod';

/** SQL conditions over `conversions`, by the field of the answer. */
const GROUPS = {
  pending: `status = 'pending'`,
  approved: PAID,
  lost: UNPAID,
  recovered: RECOVERED,
  refunds: `status IN ('refunded', 'partially_refunded')`,
  chargebacks: `status = 'chargeback'`,
} as const;
type Group = keyof typeof GROUPS;

const IS_MONEY_BACK: ReadonlySet<Group> = new Set(['refunds', 'chargebacks']);

const sums = (Object.keys(GROUPS) as Group[]).map((group) => {
  const money = IS_MONEY_BACK.has(group) ? 'gross_brl - revenue' : 'gross_brl';
  return `countIf(${GROUPS[group]}) AS ${group}, sumIf(${money}, ${GROUPS[group]}) AS ${group}_value`;
});

const counts = { pending: Count, approved: Count, lost: Count, recovered: Count, refunds: Count, chargebacks: Count };
const values = {
  pending_value: DecimalText,
  approved_value: DecimalText,
  lost_value: DecimalText,
  recovered_value: DecimalText,
  refunds_value: DecimalText,
  chargebacks_value: DecimalText,
};

/** Without a key anyone can name an order, so that those are left out; a lead is no order. */
export const pendingByMethod = defineQuery({
  name: 'performance-pending-by-method',
  params: z.object({ fromMs: z.number().int(), toMs: z.number().int() }),
  row: z.object({ method: z.enum(['', ...PAYMENT_METHODS]), ...counts, ...values }),
  sql: `
    SELECT
      payment_method AS method,
      ${sums.join(',\n      ')}
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND verified = 1 AND is_test = 0 AND conversion_type != 'lead'
    GROUP BY method
    ORDER BY pending_value DESC, approved_value DESC, method`,
});

type Row = Awaited<ReturnType<typeof pendingByMethod.run>>[number];

/** From the facts alone: conversions are few, and rollups hold only those that count. */
export async function readPending(
  clickhouse: ClickHouse,
  tenantId: TenantId,
  { fromMs, toMs }: InstantRange,
): Promise<Pending> {
  const rows = await pendingByMethod.run(clickhouse, tenantId, { fromMs, toMs });
  return {
    ...totalOf(rows, 'pending'),
    byMethod: rows.map((row) => ({
      method: row.method === '' ? null : row.method,
      pending: totalOf([row], 'pending'),
      approved: totalOf([row], 'approved'),
      lost: totalOf([row], 'lost'),
      approvalRate: approvalRate(row),
    })),
    recovered: totalOf(rows, 'recovered'),
    refunds: totalOf(rows, 'refunds'),
    chargebacks: totalOf(rows, 'chargebacks'),
  };
}

/** Money is summed exactly, and becomes a number once. */
const totalOf = (rows: readonly Row[], group: Group) => ({
  count: rows.reduce((sum, row) => sum + row[group], 0),
  value: Number(sumMoney(rows.map((row) => MoneySum.parse(row[`${group}_value`])))),
});
