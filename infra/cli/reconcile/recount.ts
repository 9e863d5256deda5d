// Counts one day of every tenant from the log records. It shares only the parsing of webhook bodies and click ids with the
// product; counting, folding and summing are separate code.

import { createHash } from 'node:crypto';
import { resolveClickReference } from '@tracker/infra/identity/click-reference';
import { interpretBody } from '@tracker/schemas/checkouts/interpret-body';
import { CheckoutId, GENERIC_FORMAT_IDS } from '@tracker/schemas/checkouts/registry';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type InstantRange, instantsOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { OpsDeps } from '../command.ts';
import { decimalOf, unitsOf } from '../money-units.ts';
import { type RecountedEvent, recountConversion, wordsOfPayment } from './recount-conversion.ts';
import { createSpendRecount } from './recount-spend.ts';

export interface DayFigures {
  /** Also those of bots; of a request that the gateway sent on to another instance, one. */
  readonly clicks: number;
  readonly views: number;
  /** Verified ones. */
  readonly conversions: number;
  /** By currency, what is left of each conversion after refunds. */
  readonly revenue: Readonly<Record<string, string>>;
  /** By currency, what the ad accounts say of their own day; and how much of it they say of single ads. */
  readonly spend: Readonly<Record<string, string>>;
  readonly spendOfAds: Readonly<Record<string, string>>;
}

interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly tenantId: TenantId;
  readonly campaignId?: unknown;
  readonly occurredAt: string;
  readonly receivedAt: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Between keys of `conversionKey`. */
export interface RecountedLink {
  readonly payment: string;
  readonly conversion: string;
  /** In ten-thousandths. */
  readonly paid: bigint;
  readonly receivedMs: number;
}

/** A row of a file that a person imported, or its undo. */
export interface RecountedRow {
  readonly importId: string;
  readonly isUndo: boolean;
  readonly status: string;
  readonly soldMs: number;
  readonly receivedMs: number;
}

export interface Recount {
  add(value: Uint8Array): Promise<void>;
  /** What the log no longer has of a conversion; `key`: of `conversionKey`. */
  addKnown(key: string, event: RecountedEvent): void;
  addLink(link: RecountedLink): void;
  addRow(key: string, row: RecountedRow): void;
  /** Records that are no events; the product keeps them as dead letters. */
  readonly unreadable: number;
  figures(): Map<string, DayFigures>;
}

export function createRecount(
  { tenants, campaigns }: OpsDeps['caches'],
  { day, tenantId: wanted }: { readonly day: TenantDay; readonly tenantId?: string },
): Recount {
  /** By tenant and click id, a number made of what the visitor sent. */
  const clicks = new Map<string, Map<string, number>>();
  /** By the click ids of second attempts, what the id of the first one ends in. */
  const retries = new Map<string, string>();
  const views = new Map<string, Set<string>>();
  /** By tenant and identity, by event. */
  const ledger = new Map<string, Map<string, RecountedEvent>>();
  /** By tenant and identity. */
  const imported = new Map<string, RecountedRow[]>();
  /** By payment and conversion. */
  const links = new Map<string, RecountedLink>();
  const spent = createSpendRecount(day);
  const zones = new Map<string, TimeZone>();
  /** The instants of the day, by time zone. */
  const days = new Map<TimeZone, InstantRange>();
  let unreadable = 0;

  function note(map: Map<string, Set<string>>, tenantId: string, id: string): void {
    const known = map.get(tenantId);
    if (known) known.add(id);
    else map.set(tenantId, new Set([id]));
  }

  function addClick({ tenantId, payload }: StoredEvent, zone: TimeZone): void {
    const clickId = String(payload.clickId);
    const clickedAtMs = parseClickId(clickId)?.clickedAtMs;
    if (clickedAtMs === undefined || !isOnDay(clickedAtMs, zone)) return;
    const known = clicks.get(tenantId) ?? new Map<string, number>();
    const { userAgent, ipAddress, referrer } = payload.request as Readonly<Record<string, unknown>>;
    const sent = [userAgent, ipAddress, referrer, payload.tags, payload.isPrefetch];
    clicks.set(tenantId, known.set(clickId, numberOf(sent)));
    if (payload.retryOf !== undefined) retries.set(clickId, String(payload.retryOf));
  }

  /** All attempts of a request count once, when one of them is marked as a second one. */
  function countClicks(known: ReadonlyMap<string, number> = new Map()): number {
    if (retries.size === 0) return known.size;
    const requests = Map.groupBy(
      known,
      ([id, sent]) => `${id.slice(0, -6)} ${retries.get(id) ?? id.slice(-3)} ${sent}`,
    );
    return [...requests.values()].reduce(
      (sum, attempts) => sum + (attempts.some(([id]) => retries.has(id)) ? 1 : attempts.length),
      0,
    );
  }

  function isOnDay(ms: number, zone: TimeZone): boolean {
    const range = days.get(zone) ?? instantsOf(day, day, zone);
    days.set(zone, range);
    return ms >= range.fromMs && ms < range.toMs;
  }

  async function addConversion(event: StoredEvent, timeZone: TimeZone): Promise<void> {
    const { payload, tenantId } = event;
    const checkout = CheckoutId.safeParse(payload.provider);
    // Whether a conversion without a verified event counts depends on other days; with one, unverified events decide nothing.
    if (payload.verified !== true || payload.rejected !== undefined || !checkout.success) return;
    const receivedMs = Date.parse(event.receivedAt);
    // As it is read now: what could not be read before may be since.
    const mapped = interpretBody(checkout.data, String(payload.body), {
      ...{ timeZone, receivedAtMs: receivedMs, isLookedUp: payload.lookedUp !== undefined },
      ...(payload.amountsIn === 'cents' && { amountsIn: 'cents' }),
    });
    if (mapped.kind !== 'invalid' && mapped.link && !mapped.link.isTest) {
      const { payment, transactionId, amount, checkout: of, paymentCheckout = of } = mapped.link;
      const keyOf = (id: string, transaction: string) => `${tenantId} ${id} transaction ${transaction}`;
      addLink({
        payment: keyOf(paymentCheckout, payment),
        conversion: keyOf(of, transactionId),
        paid: unitsOf(amount),
        receivedMs,
      });
    }
    if (mapped.kind !== 'conversion') return;
    const stated = mapped.conversion;
    if (stated.isTest) return;
    const owner = async (campaignId: string) => (await campaigns.find(campaignId))?.tenantId;
    const { clickId } = await resolveClickReference(stated.clickReferences, tenantId, owner, receivedMs);
    const key =
      // Where a text names no transaction, each body is one of its own.
      conversionKey({ ...stated, tenantId, clickId: stated.unnamedTransaction === undefined ? clickId : null }) ??
      `${tenantId} ${stated.checkout} body ${payload.bodyHash ?? event.id}`;
    addKnown(key, {
      eventId: event.id,
      status: stated.status,
      eventMs: stated.eventTime === null ? null : Date.parse(stated.eventTime),
      conversionMs: stated.conversionTime === null ? null : Date.parse(stated.conversionTime),
      receivedMs,
      amount: unitsOf(stated.amount),
      refund: unitsOf(stated.refundAmount),
      isRefundTotal: stated.isRefundTotal === true,
      currency: stated.currency,
    });
  }

  function addImport({ tenantId, receivedAt, payload }: StoredEvent): void {
    const { importId, checkout, transactionId, conversion } = payload;
    const stated = (conversion ?? {}) as Readonly<Record<string, unknown>>;
    addRow(`${tenantId} ${checkout} transaction ${transactionId}`, {
      ...{ importId: String(importId), isUndo: conversion === null, status: String(stated.status) },
      ...{ soldMs: Date.parse(String(stated.soldAt)), receivedMs: Date.parse(receivedAt) },
    });
  }

  function addKnown(key: string, event: RecountedEvent): void {
    const words = ledger.get(key) ?? new Map<string, RecountedEvent>();
    ledger.set(key, words);
    // Of one event that came twice the first receipt counts.
    const before = words.get(event.eventId);
    if (!before || before.receivedMs > event.receivedMs) words.set(event.eventId, event);
  }

  function addLink(link: RecountedLink): void {
    const key = `${link.payment} of ${link.conversion}`;
    const before = links.get(key);
    if (!before || before.receivedMs > link.receivedMs) links.set(key, link);
  }

  function addRow(key: string, row: RecountedRow): void {
    imported.set(key, [...(imported.get(key) ?? []), row]);
  }

  /** The row of the last import that was not undone. */
  function rowOf(key: string): RecountedRow | undefined {
    const rows = imported.get(key) ?? [];
    const undone = new Set(rows.filter(({ isUndo }) => isUndo).map(({ importId }) => importId));
    return rows
      .filter(({ importId }) => !undone.has(importId))
      .sort((a, b) => a.receivedMs - b.receivedMs)
      .at(-1);
  }

  /** Each conversion with what its payments report; a payment of a known one is none of its own. */
  function conversionsOf(): [key: string, words: readonly RecountedEvent[]][] {
    const made = [...links.values()].filter(
      ({ payment, conversion }) =>
        (ledger.has(conversion) || rowOf(conversion) !== undefined) && !isSoldInPlainBody(payment, ledger.get(payment)),
    );
    const paidBy = Map.groupBy(made, ({ conversion }) => conversion);
    const isPayment = new Set(made.map(({ payment }) => payment));
    return [...ledger]
      .filter(([key]) => !isPayment.has(key))
      .map(([key, words]) => {
        const own = [...words.values()];
        const price = recountConversion(own).price;
        const others = (paidBy.get(key) ?? []).flatMap(({ payment, paid }) =>
          wordsOfPayment([...(ledger.get(payment)?.values() ?? [])], { paid, price, isRefund: isOfPlainBody(payment) }),
        );
        return [key, [...own, ...others]];
      });
  }

  return {
    get unreadable() {
      return unreadable;
    },

    addKnown,
    addLink,
    addRow,

    async add(value) {
      const event = eventIn(value);
      if (!event) {
        unreadable += 1;
        return;
      }
      const { type, tenantId, payload } = event;
      if (wanted !== undefined && tenantId !== wanted) return;
      const zone = (tenants.peek(tenantId) ?? (await tenants.find(tenantId)))?.timeZone;
      if (zone === undefined) return;
      zones.set(tenantId, zone);
      if (type === 'click') {
        addClick(event, zone);
      } else if (type === 'page-view') {
        if (isOnDay(Date.parse(event.occurredAt), zone)) note(views, tenantId, String(payload.viewId));
      } else if (type === 'conversion') {
        await addConversion(event, zone);
      } else if (type === 'conversion-import') {
        addImport(event);
      } else if (type === 'ad-spend') {
        spent.add(event);
      }
    },

    figures() {
      const conversions = new Map<string, number>();
      const revenue = new Map<string, Map<string, bigint>>();
      for (const [key, words] of conversionsOf()) {
        const [tenantId = '', checkout] = key.split(' ');
        // Alone, a refund or dispute of Stripe may be one of a conversion with another id.
        const row = rowOf(key);
        // Its money is the file's, which nothing proves.
        if (row !== undefined && !words.some(isPricedApproval)) continue;
        const fileMs = row !== undefined && OF_MONEY.includes(row.status) ? row.soldMs : undefined;
        const conversion = recountConversion(words, { needsApproval: checkout === 'stripe', fileMs });
        if (!conversion.counts) continue;
        const zone = zones.get(tenantId);
        if (zone === undefined || !isOnDay(conversion.soldMs, zone)) continue;
        conversions.set(tenantId, (conversions.get(tenantId) ?? 0) + 1);
        const sums = revenue.get(tenantId) ?? new Map<string, bigint>();
        revenue.set(tenantId, sums.set(conversion.currency, (sums.get(conversion.currency) ?? 0n) + conversion.worth));
      }
      const spend = spent.sums();
      const named = new Set([...clicks.keys(), ...views.keys(), ...conversions.keys(), ...spend.keys()]);
      return new Map(
        [...named].sort().map((tenantId) => [
          tenantId,
          {
            clicks: countClicks(clicks.get(tenantId)),
            views: views.get(tenantId)?.size ?? 0,
            conversions: conversions.get(tenantId) ?? 0,
            revenue: amounts(revenue.get(tenantId)),
            spend: amounts(spend.get(tenantId)?.campaigns),
            spendOfAds: amounts(spend.get(tenantId)?.ads),
          },
        ]),
      );
    },
  };
}

const isOfPlainBody = (key: string): boolean => GENERIC_FORMAT_IDS.some((id) => id === key.split(' ')[1]);
const isPricedApproval = ({ status, amount }: RecountedEvent): boolean =>
  (status === 'approved' || status === 'completed') && amount !== 0n;
const OF_MONEY = ['approved', 'completed', 'disputed', 'refunded', 'partially_refunded', 'chargeback'];
const OF_SOLD = ['pending', 'expired', 'refused', 'canceled', 'approved', 'completed'];

/** A refund that names a second conversion in the generic format is of the first, where one came under its own id. */
const isSoldInPlainBody = (key: string, words: ReadonlyMap<string, RecountedEvent> = new Map()): boolean =>
  isOfPlainBody(key) && [...words.values()].some(({ status }) => OF_SOLD.includes(status));

/** Undefined of a conversion that names neither its order nor its click: it has one event. */
export function conversionKey({
  tenantId,
  checkout,
  transactionId,
  clickId,
  conversionType,
}: {
  readonly tenantId: string;
  readonly checkout: string;
  readonly transactionId: string | null;
  readonly clickId: string | null;
  readonly conversionType: string;
}): string | undefined {
  if (transactionId !== null) return `${tenantId} ${checkout} transaction ${transactionId}`;
  return clickId === null ? undefined : `${tenantId} ${checkout} click ${clickId} ${conversionType}`;
}

/** 48 bits of a hash. */
const numberOf = (value: unknown): number => createHash('sha1').update(JSON.stringify(value)).digest().readUIntBE(0, 6);

const amounts = (sums: ReadonlyMap<string, bigint> = new Map()): Record<string, string> =>
  sorted([...sums].map(([currency, sum]) => [currency, decimalOf(sum)]));

/** In one order, so that two of them can be compared. */
export const sorted = (entries: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

function eventIn(value: Uint8Array): StoredEvent | undefined {
  try {
    const event = JSON.parse(Buffer.from(value).toString()) as Partial<StoredEvent> | null;
    const isEvent =
      typeof event?.id === 'string' &&
      typeof event.type === 'string' &&
      typeof event.tenantId === 'string' &&
      typeof event.occurredAt === 'string' &&
      typeof event.receivedAt === 'string' &&
      typeof event.payload === 'object';
    return isEvent ? (event as StoredEvent) : undefined;
  } catch {
    return undefined;
  }
}
