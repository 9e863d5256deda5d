import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { HAS_REFUNDS_APART } from '@tracker/infra/conversions/join-payments';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { LogOutbox } from '@tracker/infra/event-log/log-outbox';
import type { OwnerOf } from '@tracker/infra/identity/click-reference';
import { interpretDelivery } from '@tracker/infra/identity/interpret-delivery';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { createSemaphore } from '@tracker/infra/lifecycle/semaphore';
import type { Postgres } from '@tracker/infra/postgres/client';
import { ConversionStatus, TAKES_BACK } from '@tracker/schemas/checkouts/conversion-status';
import { DeliveryReason } from '@tracker/schemas/checkouts/delivery-reason';
import { explainBody } from '@tracker/schemas/checkouts/explain-body';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { unreadNames } from '@tracker/schemas/checkouts/generic/unread-names';
import { parseBody } from '@tracker/schemas/checkouts/map-checkout';
import type { AmountsIn } from '@tracker/schemas/checkouts/mapping';
import { CheckoutId } from '@tracker/schemas/checkouts/registry';
import {
  type DeliveryExplanation,
  type DeliveryNotes,
  DeliveryVerdict,
  type listUnreadNames,
  type listWebhookProviders,
  UNKNOWN_FORMATS_DAYS,
  type WebhookDelivery,
} from '@tracker/schemas/contracts/webhook.contract';
import { ConversionEvent } from '@tracker/schemas/events/conversion';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { Money } from '@tracker/schemas/primitives/money';
import type { Cursor } from '@tracker/schemas/primitives/pagination';
import { DEFAULT_TIME_ZONE, type Instant, msFromInstant } from '@tracker/schemas/primitives/time';
import { withMadeUp } from '@tracker/schemas/privacy/made-up';
import { deliveryReasonText } from '@tracker/schemas/texts/delivery-reasons';
import { lookUpText } from '@tracker/schemas/texts/look-ups';
import type { z } from 'zod';
import type { Person, Principal } from '../../http/access.ts';
import type { Page } from '../../http/page.ts';
import { record, recordAlone } from '../../store/audit.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import {
  approvedConversions,
  conversionMedians,
  conversionsOfDeliveries,
  conversionsOfPayments,
  deliveriesPage,
  deliveriesTotal,
  deliveryCheckouts,
  deliveryEvent,
  unknownFormats,
} from './queries.ts';
import type { LookUpResult, WebhookTokenService } from './token-service.ts';
import { readUnreadNames } from './unread-names.ts';

export interface DeliveriesAsked {
  readonly provider?: CheckoutId | undefined;
  readonly verdict?: DeliveryVerdict | undefined;
  readonly limit: number;
  readonly cursor?: Cursor | undefined;
}

export interface WebhookDeliveryService {
  list(principal: Principal, asked: DeliveriesAsked): Promise<Page<z.input<typeof WebhookDelivery>>>;
  /** The checkouts that sent something, the one that sent last first. */
  providers(principal: Principal): Promise<z.input<typeof listWebhookProviders.response>>;
  /** The delivery's event goes to the log again. */
  reprocess(person: Person, id: string): Promise<void>;
  explain(principal: Principal, id: string): Promise<DeliveryExplanation>;
  notes(principal: Principal): Promise<z.input<typeof DeliveryNotes>>;
  unreadNames(principal: Principal): Promise<z.input<typeof listUnreadNames.response>>;
}

/** Beyond every delivery: the first page begins below it. */
const FROM_THE_NEWEST: Cursor = { ms: Date.UTC(2200, 0, 1), id: '' };

type DeliveryRow = Awaited<ReturnType<typeof deliveriesPage.run>>[number];
type DeliveryEventRow = Awaited<ReturnType<typeof deliveryEvent.run>>[number];

export function createWebhookDeliveryService({
  clickhouse,
  postgres,
  campaigns,
  outbox,
  clock,
  tokens,
}: {
  clickhouse: ClickHouse;
  postgres: Postgres;
  campaigns: CampaignRepository;
  outbox: LogOutbox;
  clock: Clock;
  tokens: WebhookTokenService;
}): WebhookDeliveryService {
  async function conversionsOf(tenantId: TenantId, rows: readonly DeliveryRow[]) {
    const sold = rows.filter(({ conversion_id }) => conversion_id !== null);
    const conversionIds = sold.map(({ conversion_id }) => conversion_id ?? '');
    const eventIds = sold.map(({ event_id }) => event_id);
    const reported =
      sold.length > 0 ? await conversionsOfDeliveries.run(clickhouse, tenantId, { conversionIds, eventIds }) : [];
    return ({ conversion_id, event_id }: DeliveryRow): z.input<typeof WebhookDelivery>['conversion'] => {
      const found = reported.find((one) => one.conversion_id === conversion_id && one.event_id === event_id);
      if (!found) return null;
      const { transaction_id: transactionId, status, value, currency } = found;
      return { transactionId, status: ConversionStatus.parse(status), value: Money.parse(value), currency };
    };
  }

  /** The conversion that a delivery is of, also of one that names a payment; and whether it takes back what was never approved. */
  async function paidConversions(
    tenantId: TenantId,
    rows: readonly DeliveryRow[],
    statusOf: (row: DeliveryRow) => string | undefined,
  ) {
    const idsOf = (some: readonly DeliveryRow[]) => some.flatMap(({ conversion_id }) => conversion_id ?? []);
    const named = idsOf(rows.filter(({ provider }) => namesPayments(provider) || HAS_REFUNDS_APART.has(provider)));
    const links =
      named.length > 0 ? await conversionsOfPayments.run(clickhouse, tenantId, { conversionIds: named }) : [];
    const takesBack = (row: DeliveryRow): boolean => {
      const status = statusOf(row) ?? '';
      const taking: ReadonlySet<string> = namesPayments(row.provider) ? TAKES_BACK : TAKES_ALL_BACK;
      return taking.has(status);
    };
    const linked = links.flatMap(({ conversion_id, paid_id }) => [conversion_id, paid_id]);
    const conversionIds = [...idsOf(rows.filter(takesBack)), ...linked];
    const found =
      conversionIds.length > 0 ? await approvedConversions.run(clickhouse, tenantId, { conversionIds }) : [];
    const approved = new Set(found.map(({ conversion_id }) => conversion_id));
    return (row: DeliveryRow) => {
      // A refund is of the conversion that came under its own id, if one did.
      const isOfOwn = HAS_REFUNDS_APART.has(row.provider) && approved.has(row.conversion_id ?? '');
      const own = isOfOwn ? [] : links.filter(({ conversion_id }) => conversion_id === row.conversion_id);
      const conversionId = own.find(({ paid_id }) => approved.has(paid_id))?.paid_id ?? row.conversion_id;
      return { conversionId, isUnknown: conversionId !== null && takesBack(row) && !approved.has(conversionId) };
    };
  }

  /** What came at the generic address is read again in the unit that is set now: that is how a wrong unit is corrected. */
  const unitNow = async (tenantId: TenantId, { amounts_in }: DeliveryEventRow): Promise<AmountsIn | undefined> =>
    amounts_in === ''
      ? undefined
      : postgres.withTenant(tenantId, async (trx) => {
          const query = trx.selectFrom('tracking_keys').select('amounts_in').where('provider', '=', 'generic');
          return (await query.where('expires_at', 'is', null).executeTakeFirst())?.amounts_in ?? amounts_in;
        });

  /** One at a time: a body is a stranger's, and a great one takes a second. */
  const explanations = createSemaphore({
    ...{ runningMax: 1, waitingMax: EXPLANATIONS_WAITING_MAX, waitingOfOneMax: EXPLANATIONS_WAITING_OF_TENANT_MAX },
    refusal: 'explanations-busy',
  });

  return {
    async providers({ tenantId }) {
      const rows = await deliveryCheckouts.run(clickhouse, tenantId, {});
      return rows.map(({ provider, last_received_at: lastReceivedAt }) => ({
        provider: CheckoutId.parse(provider),
        lastReceivedAt,
      }));
    },

    async list({ tenantId }, { provider = '', verdict = '', limit, cursor = FROM_THE_NEWEST }) {
      const filters = { provider, verdict };
      const before = { beforeMs: cursor.ms, beforeId: cursor.id };
      const [rows, totals] = await Promise.all([
        // One row more than the page holds: whether there is a next page.
        deliveriesPage.run(clickhouse, tenantId, { ...filters, ...before, limit: limit + 1 }),
        deliveriesTotal.run(clickhouse, tenantId, filters),
      ]);
      const shown = rows.slice(0, limit);
      const conversionOf = await conversionsOf(tenantId, shown);
      const paidOf = await paidConversions(tenantId, shown, (row) => conversionOf(row)?.status);
      const asked = shown.flatMap(({ provider: of, ...row }) => {
        const resource = resourceOf(row);
        return resource === undefined ? [] : [{ provider: of, resource }];
      });
      const resultOf = await tokens.results(tenantId, asked);
      const lookUpOf = (row: DeliveryRow) => resultOf(row.provider, resourceOf(row) ?? '');
      const items = shown.map((row) => ({
        id: row.delivery_id,
        provider: CheckoutId.parse(row.provider),
        receivedAt: row.received_at,
        verdict: DeliveryVerdict.parse(row.shown_verdict),
        status:
          row.shown_verdict === 'dead-letter'
            ? ('not-understood' as const)
            : DeliveryVerdict.exclude(['dead-letter']).parse(row.shown_verdict),
        lookUp: lookUpOf(row)?.state ?? null,
        reason:
          lookUpTextOf(lookUpOf(row)) ?? unreadableOf(row) ?? (paidOf(row).isUnknown ? UNKNOWN_SALE : reasonOf(row)),
        conversionId: paidOf(row).conversionId,
        conversion: conversionOf(row),
        isTest: row.is_test,
        ...unreadIn(row),
        body: row.shown_body,
      }));
      const last = rows.length > limit ? items.at(-1) : undefined;
      return {
        items,
        total: totals[0]?.total ?? 0,
        next: last && { ms: msFromInstant(last.receivedAt), id: last.id },
      };
    },

    async explain({ tenantId, timeZone }, id) {
      const [row] = await deliveryEvent.run(clickhouse, tenantId, { id });
      if (!row) throw notFound();
      const provider = CheckoutId.parse(row.provider);
      const amountsIn = await unitNow(tenantId, row);
      const context = {
        ...{ timeZone, receivedAtMs: msFromInstant(row.received_at) },
        ...(amountsIn !== undefined && { amountsIn }),
        isLookedUp: row.looked_up !== '',
      };
      const { read, unread } = await explanations.run([tenantId], () =>
        explainBody(provider, row.body, context, () => nextTurn()),
      );
      const body = withMadeUp(parseBody(row.body) ?? {});
      const reported = Object.fromEntries(read.map(({ field, value }) => [field, value]));
      const testCase = JSON.stringify({ provider, verdict: row.verdict, read: reported, body }, null, 2);
      return {
        read: read.map(({ paths, ...field }) => ({ ...field, paths: [...paths] })),
        unread: [...unread],
        testCase,
      };
    },

    async notes({ tenantId }) {
      const toMs = clock.now();
      const fromMs = toMs - UNKNOWN_FORMATS_DAYS * DAY_MS;
      const medians = { fromMs: toMs - USUAL_DAYS * DAY_MS, newMs: toMs - NEW_DAYS * DAY_MS, toMs: toMs + DAY_MS };
      const [formats, [found]] = await Promise.all([
        unknownFormats.run(clickhouse, tenantId, { fromMs }),
        conversionMedians.run(clickhouse, tenantId, medians),
      ]);
      return {
        unknownFormats: formats.map((row) => ({
          provider: CheckoutId.parse(row.provider),
          fields: row.fields,
          reason: reasonOf(row) ?? '',
          count: row.deliveries,
          firstAt: row.first_at,
          lastAt: row.last_at,
          firstBody: row.first_body,
        })),
        hundredfold: found && looksHundredfold(found) ? hundredfoldOf(found) : null,
      };
    },

    unreadNames: ({ tenantId }) => readUnreadNames(clickhouse, tenantId, clock.now()),

    async reprocess(person, id) {
      const { tenantId } = person;
      const [row] = await deliveryEvent.run(clickhouse, tenantId, { id });
      if (!row) throw notFound();
      // No one proved that the checkout sent it, and the bytes that would prove it are not kept.
      if (row.verdict === 'rejected') {
        throw new AppError('delivery-rejected');
      }
      const { provider } = row;
      const resource = resourceOf(row);
      if (row.verdict === 'look-up' && resource !== undefined) {
        await recordAlone(postgres, person, 'webhook-delivery.reprocess', { id, provider });
        await tokens.again(person, {
          provider: CheckoutId.parse(provider),
          resource,
          receivedAt: row.received_at as Instant,
        });
        return;
      }
      const event = toEvent(tenantId, row, await unitNow(tenantId, row));
      const ownerOf = async (campaignId: CampaignId) =>
        (await campaigns.namesOf(tenantId, [campaignId])).has(campaignId) ? tenantId : undefined;
      // What it was counted as would be stored next to what it is now. A replay writes the tables again, and counts it once.
      if (row.verdict === 'processed' && (await conversionIdNow(event, ownerOf)) !== row.conversion_id) {
        throw new AppError('delivery-changed');
      }
      await outbox.withTenant(tenantId, async (trx, add) => {
        await record(trx, person, 'webhook-delivery.reprocess', { id, provider });
        add(row.click_id || tenantId, event);
      });
    },
  };
}

const namesPayments = (provider: string): boolean => CHECKOUTS[CheckoutId.parse(provider)].joins === 'payments';
/** Of a checkout that names payments, all of `TAKES_BACK` count nothing without the conversion that was paid; of others these. */
const TAKES_ALL_BACK: ReadonlySet<string> = new Set(['refunded', 'chargeback']);
const UNKNOWN_SALE = deliveryReasonText({ code: 'unknown_sale' });

export const EXPLANATIONS_WAITING_MAX = 50;
export const EXPLANATIONS_WAITING_OF_TENANT_MAX = 5;

const USUAL_DAYS = 90;
const NEW_DAYS = 7;
/** Fewer conversions have no usual value. */
const USUAL_CONVERSIONS_MIN = 5;

type Medians = Awaited<ReturnType<typeof conversionMedians.run>>[number];

/** Wide enough for another product in the same unit: prices of a tenant differ by less than that. */
const looksHundredfold = ({ conversions, median, usual_conversions, usual_median }: Medians): boolean =>
  conversions > 0 &&
  usual_conversions >= USUAL_CONVERSIONS_MIN &&
  median >= 30 * usual_median &&
  median <= 300 * usual_median;

const hundredfoldOf = ({ conversions, median, usual_median }: Medians) => ({
  count: conversions,
  median,
  usualMedian: usual_median,
});

function reasonOf({ reason_code, reason_params }: Pick<DeliveryRow, 'reason_code' | 'reason_params'>): string | null {
  if (reason_code === '') return null;
  const reason = DeliveryReason.safeParse({ code: reason_code, ...JSON.parse(reason_params) });
  return reason.success ? deliveryReasonText(reason.data) : reason_code;
}

function unreadableOf(row: Pick<DeliveryRow, 'reason_code' | 'reason_params'>) {
  if (row.reason_code !== 'unreadable') return undefined;
  const reason = DeliveryReason.parse({ code: row.reason_code, ...JSON.parse(row.reason_params) });
  return reason.code === 'unreadable' ? { ...reason, text: deliveryReasonText(reason) } : undefined;
}

/** Where the checkout was asked because of a delivery. */
function resourceOf({ reason_code, reason_params }: Pick<DeliveryRow, 'reason_code' | 'reason_params'>) {
  if (reason_code !== 'awaits_look_up') return undefined;
  return (JSON.parse(reason_params) as { resource?: string }).resource;
}

const lookUpTextOf = (result: LookUpResult | undefined) => result && lookUpText(result.state, result.problem);

/** The conversion that today's mappings see in a delivery; '' when they see none. Its id does not depend on the time zone. */
async function conversionIdNow(event: ConversionEvent, ownerOf: OwnerOf): Promise<string> {
  const verdict = await interpretDelivery(event, DEFAULT_TIME_ZONE, ownerOf);
  return verdict.kind === 'processed' ? verdict.conversionId : '';
}

/** The event that ingest wrote, with the same identity: what it counted before it does not count again. */
function toEvent(tenantId: string, row: DeliveryEventRow, amountsIn: AmountsIn | undefined): ConversionEvent {
  const person = { personId: row.person_id, keyId: row.person_key_id, sealed: row.person_encrypted };
  return ConversionEvent.parse({
    id: row.event_id,
    type: 'conversion',
    schemaVersion: 1,
    tenantId,
    campaignId: row.campaign_id,
    occurredAt: row.occurred_at,
    receivedAt: row.received_at,
    payload: {
      provider: row.provider,
      body: row.body,
      bodyHash: row.body_hash,
      verified: row.verified,
      ...(amountsIn !== undefined && { amountsIn }),
      ...(row.looked_up !== '' && { lookedUp: row.looked_up }),
      // The oldest events had none.
      ...(row.delivery_id !== row.event_id && { deliveryId: row.delivery_id }),
      ...(row.network !== '' && { network: row.network }),
      ...(row.sender_network !== '' && { senderNetwork: row.sender_network }),
      ...(row.person_id !== '' && { person }),
    },
  });
}

/** Of senders of one's own, whose names are in one table. A body that was cut is not read. */
function unreadIn({ provider, shown_body }: DeliveryRow): { unreadNames?: string[] } {
  const body = provider === 'generic' || provider === 'own-checkout' ? parseBody(shown_body) : undefined;
  const names = body ? unreadNames(body) : [];
  return names.length === 0 ? {} : { unreadNames: names };
}
