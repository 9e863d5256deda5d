import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { notFound } from '@tracker/infra/errors/app-error';
import type { Postgres } from '@tracker/infra/postgres/client';
import { CONVERSION_STATUSES, type ConversionStatus } from '@tracker/schemas/checkouts/conversion-status';
import {
  type ClickStory,
  type ConversionDetail,
  type ConversionEntry,
  STORY_VIEWS_MAX,
} from '@tracker/schemas/contracts/conversion-logs.contract';
import { Money } from '@tracker/schemas/primitives/money';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import type { z } from 'zod';
import type { Principal } from '../../http/access.ts';
import { type AddressDeps, showAddresses } from '../../lists/addresses.ts';
import { clickFields } from '../../lists/event-lists.ts';
import { readOpenedCheckouts } from '../../lists/opened-checkouts.ts';
import { clickOfConversion, conversionById, conversionLedger, deliveriesOfEvents, viewsOfClick } from './queries.ts';
import { readSends } from './sends.ts';
import { toConversion } from './service.ts';

export interface ConversionDetailService {
  /** 404 for an id that is unknown or belongs to another tenant. */
  read(principal: Principal, id: string): Promise<z.input<typeof ConversionDetail>>;
}

export interface ConversionDetailDeps extends AddressDeps {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
}

type Entry = z.input<typeof ConversionEntry>;
type LedgerRow = Awaited<ReturnType<typeof conversionLedger.run>>[number];

export function createConversionDetailService(deps: ConversionDetailDeps): ConversionDetailService {
  const { clickhouse } = deps;

  async function historyOf({ tenantId }: Principal, id: string): Promise<Entry[]> {
    const rows = await conversionLedger.run(clickhouse, tenantId, { id });
    const deliveries = await deliveriesOfEvents.run(clickhouse, tenantId, {
      eventIds: rows.map((row) => row.event_id),
      receivedAt: [...new Set(rows.map((row) => row.received_at))],
    });
    const deliveryOf = new Map(deliveries.map((row) => [row.event_id, row.first_delivery]));
    const hasVerified = rows.some((row) => row.verified);
    return rows.map((row) => toEntry(row, hasVerified, deliveryOf.get(row.event_id) ?? null)).sort(byTime);
  }

  async function storyOf(
    principal: Principal,
    clickId: string,
    clickedAt: string,
    soldAt: string,
  ): Promise<z.input<typeof ClickStory> | null> {
    const [clickedMs, soldMs] = [msFromInstant(clickedAt), msFromInstant(soldAt)];
    const [clicks, views, opened] = await Promise.all([
      clickOfConversion.run(clickhouse, principal.tenantId, { clickId, atMs: clickedMs }),
      viewsOfClick.run(clickhouse, principal.tenantId, {
        clickId,
        fromMs: clickedMs,
        toMs: soldMs + 1,
        limit: STORY_VIEWS_MAX,
      }),
      readOpenedCheckouts(clickhouse, principal.tenantId, [{ click_id: clickId, created_at: clickedAt }]),
    ]);
    const [click] = await showAddresses(deps, clicks, principal.role);
    if (!click) return null;
    return {
      click: { ...clickFields(click), openedCheckouts: opened.get(clickId) ?? [] },
      pageViews: views.map((view) => ({
        id: view.view_id,
        createdAt: view.created_at,
        url: view.url,
        title: view.title,
      })),
      pageViewCount: views[0]?.views ?? 0,
      // A checkout's clock may be behind ours.
      secondsToSale: Math.max(0, Math.round((soldMs - clickedMs) / 1000)),
    };
  }

  return {
    async read(principal, id) {
      const [row] = await conversionById.run(clickhouse, principal.tenantId, { id });
      if (!row) throw notFound();
      const [history, story, sends] = await Promise.all([
        historyOf(principal, id),
        row.click_id === null || row.clicked_at === null
          ? null
          : storyOf(principal, row.click_id, row.clicked_at, row.created_at),
        readSends(deps.postgres, principal.tenantId, id),
      ]);
      return { ...toConversion(row), clickReference: row.click_ref, history, story, sends };
    },
  };
}

const toEntry = (row: LedgerRow, hasVerified: boolean, deliveryId: string | null): Entry => ({
  id: row.event_id,
  at: row.event_time ?? row.received_at,
  receivedAt: row.received_at,
  status: row.status as ConversionStatus,
  amount: Money.parse(row.amount),
  refundAmount: Money.parse(row.refund_amount),
  currency: row.currency,
  isTest: row.is_test,
  verified: row.verified,
  imported: row.imported,
  mark: hasVerified && !row.verified ? 'ignored-unverified' : null,
  deliveryId,
});

const rank = ({ status }: Entry) => CONVERSION_STATUSES.indexOf(status);

/** As the fold of a conversion goes: a tie of time by the order of the statuses (decision 16). */
const byTime = (a: Entry, b: Entry): number =>
  msFromInstant(a.at) - msFromInstant(b.at) ||
  rank(a) - rank(b) ||
  msFromInstant(a.receivedAt) - msFromInstant(b.receivedAt) ||
  (a.id < b.id ? -1 : 1);
