import { ConversionStatus, TAKES_BACK } from '@tracker/schemas/checkouts/conversion-status';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { CHECKOUT_IDS } from '@tracker/schemas/checkouts/registry';
import { Money } from '@tracker/schemas/primitives/money';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/client.ts';
import { definePipelineQuery } from '../clickhouse/define-pipeline-query.ts';
import { DecimalText, Flag } from '../clickhouse/row-types.ts';
import { type ConversionState, foldConversion, type LedgerEvent } from './fold.ts';
import { HAS_REFUNDS_APART, joinPayments } from './join-payments.ts';
import { type LedgerRow, ledgerOfConversions, toLedgerEvent } from './ledger-events.ts';

type Key = [tenantId: string, conversionId: string];

/** The links of these conversions, one for each delivery that states one, the first to be received first. A flood of them is cut. */
export const linksOfConversions = definePipelineQuery({
  name: 'links-of-conversions',
  key: z.tuple([z.string(), z.string()]),
  row: z.object({
    tenant_id: z.string(),
    conversion_id: z.string(),
    other_id: z.string(),
    event_id: z.string(),
    is_payment: Flag,
    amount: DecimalText,
  }),
  sql: `
    SELECT tenant_id, conversion_id, other_id, event_id, is_payment, amount
    FROM conversion_links FINAL
    WHERE (tenant_id, conversion_id) IN {keys:Array(Tuple(String, String))}
    ORDER BY received_at, event_id
    LIMIT 1000 BY tenant_id, conversion_id`,
});

type Link = Awaited<ReturnType<typeof linksOfConversions.run>>[number];

export interface LinkedLedger {
  readonly tenantId: string;
  readonly conversionId: string;
  /** The rows of the conversion and of its payments. */
  readonly rows: readonly LedgerRow[];
  readonly events: readonly [LedgerEvent, ...LedgerEvent[]];
  /** All that the answer depends on; it only grows. */
  readonly factCount: number;
  /** It is a payment of another conversion, which has its events: it is no conversion of its own. */
  readonly isPayment: boolean;
}

/**
 * The ledgers of these conversions with those of their payments, and of the conversions that are linked to them, whose rows depend on the same
 * events. Without a link only `ledgerOfConversions` is asked.
 */
export async function readLinkedLedgers(clickhouse: ClickHouse, keys: readonly Key[]): Promise<LinkedLedger[]> {
  const asked = distinct(keys);
  const rows = Map.groupBy(await ledgerOfConversions.run(clickhouse, [...asked.values()]), textOfRow);
  const links = new Map<string, Link[]>();
  const answered = new Map(asked);
  // The row of a conversion depends on those that it is linked to, and so do theirs.
  let some = [...asked.values()].filter((key) => mayBeLinked(rows.get(textOf(key))));
  for (const hop of [1, 2]) {
    if (some.length === 0) break;
    const found = await linksOfConversions.run(clickhouse, some);
    for (const [key, list] of Map.groupBy(found, textOfRow)) links.set(key, list);
    const others = distinct(found.map((link): Key => [link.tenant_id, link.other_id]));
    const isNew = ([key]: [string, Key]) => !answered.has(key) && !rows.has(key);
    const next = new Map([...others].filter(isNew));
    if (hop === 1) for (const [key, other] of others) answered.set(key, other);
    some = [...next.values()];
    for (const row of await ledgerOfConversions.run(clickhouse, some)) {
      rows.set(textOfRow(row), [...(rows.get(textOfRow(row)) ?? []), row]);
    }
  }
  return [...answered.values()].flatMap((key) => toLedger(key, rows, links) ?? []);
}

/** The state of such a ledger; of a payment nothing is left. */
export function foldLinked(
  { isPayment }: Pick<LinkedLedger, 'isPayment'>,
  events: LinkedLedger['events'],
): ConversionState {
  const state = foldConversion(events);
  return isPayment ? { ...state, isRemoved: true } : state;
}

function toLedger(
  [tenantId, conversionId]: Key,
  rowsOf: ReadonlyMap<string, readonly LedgerRow[]>,
  linksOf: ReadonlyMap<string, readonly Link[]>,
): LinkedLedger | undefined {
  const rows = rowsOf.get(textOf([tenantId, conversionId])) ?? [];
  const [first, ...others] = rows.map(toLedgerEvent);
  // A payment alone is no conversion.
  if (!first) return undefined;
  const own: [LedgerEvent, ...LedgerEvent[]] = [first, ...others];
  const links = linksOf.get(textOf([tenantId, conversionId])) ?? [];
  const rowsOfOther = ({ other_id }: Link) => rowsOf.get(textOf([tenantId, other_id])) ?? [];
  const isProved = (some: readonly LedgerRow[]) => some.some((row) => row.verified || row.import_id !== '');
  const linked = [...Map.groupBy(links, (link) => link.other_id).values()].map((list) => list[0] as Link);
  // A stranger who names a conversion takes no payment of another one.
  const payments = isProved(rows)
    ? linked.filter((link) => !link.is_payment && isPartOfAnother(rowsOfOther(link)))
    : [];
  const joined = joinPayments(
    own,
    payments.map((link) => ({ events: rowsOfOther(link).map(toLedgerEvent), amount: Money.parse(link.amount) })),
  );
  return {
    ...{ tenantId, conversionId },
    rows: [...rows, ...payments.flatMap(rowsOfOther)],
    events: joined,
    factCount: rows.length + links.length + linked.reduce((sum, link) => sum + rowsOfOther(link).length, 0),
    isPayment: isPartOfAnother(rows) && linked.some((link) => link.is_payment && isProved(rowsOfOther(link))),
  };
}

/** False where a refund may have an id of its own, and a conversion came under that id: then it is that of the refund. Strangers say nothing of it. */
const isPartOfAnother = (rows: readonly LedgerRow[]): boolean =>
  rows.every(
    ({ provider, status, verified, import_id }) =>
      !HAS_REFUNDS_APART.has(provider) ||
      TAKES_BACK.has(ConversionStatus.parse(status)) ||
      (!verified && import_id === ''),
  );

/** One without events came with a link. */
const mayBeLinked = (rows: readonly LedgerRow[] | undefined): boolean =>
  rows === undefined || rows.some(({ provider }) => JOINS.has(provider));
const JOINS: ReadonlySet<string> = new Set(CHECKOUT_IDS.filter((id) => CHECKOUTS[id].joins));

const textOf = (key: Key): string => key.join(' ');
const textOfRow = (row: { readonly tenant_id: string; readonly conversion_id: string }): string =>
  textOf([row.tenant_id, row.conversion_id]);
const distinct = (keys: readonly Key[]): Map<string, Key> => new Map(keys.map((key) => [textOf(key), key]));
