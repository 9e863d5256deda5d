// The life of a checkout's delivery, from its bytes to the answer. It is interpreted here only for the answer; the processor
// calls the same function with the stored event. Every delivery with an owner is stored: one that is not understood, so that it
// can be processed after its mapping is corrected, and one that is refused, so that its owner sees it.
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '@tracker/infra/errors/app-error';
import { assertReadCoding, decompress } from '@tracker/infra/http/decompress';
import { conversionIdOfEvent } from '@tracker/infra/identity/conversion-id';
import { personalDataOf } from '@tracker/infra/privacy/personal-data';
import { metrics } from '@tracker/infra/telemetry/metrics';
import type { ConversionAnswer } from '@tracker/schemas/capture/answers';
import { interpretBody, TOO_COMPLEX_BODY } from '@tracker/schemas/checkouts/interpret-body';
import { recogniseCheckout } from '@tracker/schemas/checkouts/map-checkout';
import type { AmountsIn, MappingResult } from '@tracker/schemas/checkouts/mapping';
import { type CheckoutId, GENERIC_FORMAT_IDS } from '@tracker/schemas/checkouts/registry';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { type RedactedBody, redactBody } from '@tracker/schemas/privacy/redact';
import { deliveryReasonText } from '@tracker/schemas/texts/delivery-reasons';
import { isAboveUnverifiedMax } from '@tracker/schemas/unverified-conversions';
import { createRecentIds } from '../capture/recent-ids.ts';
import { campaignsOfTag } from '../capture/tag-campaigns.ts';
import type { IngestDeps } from '../deps.ts';
import type { Limits } from '../limits/limits.ts';
import type { Proof } from './check-secret.ts';
import { type DeliveryOwner, findOwner } from './find-owner.ts';
import { admitStranger, judgeKeyed, provesAlone, type Sender } from './judge-secret.ts';
import { type DeliveryBody, readBody, unpackable } from './read-body.ts';
import { campaignOf, type Delivery, toEvent } from './to-event.ts';
import { withQuery } from './with-query.ts';

/** What came, at one of the two addresses. */
export interface Arrival {
  readonly bytes: Uint8Array;
  readonly headers: IncomingHttpHeaders;
  readonly query: Readonly<Record<string, unknown>>;
  /** Its fields are those of the body, too, where the body lacks them. A postback by GET has no other ones. */
  readonly readsQuery?: boolean;
  /** Whose key the address carries, or whose API key came with it. */
  readonly keyOwner: TenantId | undefined;
  readonly sender: Sender;
  /** Of the sender; '' for our own side. */
  readonly ip: string;
  /** The checkout that the address names. The body's own format goes before it. */
  readonly addressedTo?: CheckoutId;
  /** The unit that the tenant set for its generic address. */
  readonly amountsIn?: AmountsIn | undefined;
}

export type ReceiveDelivery = (arrival: Arrival) => Promise<ConversionAnswer>;

/** Of a delivery, as it comes and unpacked. */
export const DELIVERY_BYTES_MAX = 1024 * 1024;
/** What `ConversionEvent` takes: redaction and JSON may make a body longer than it came. */
const KEPT_LENGTH_MAX = 1_500_000;
/** The base64 length of the encrypted personal fields. */
const encryptedLength = ({ personal }: RedactedBody) => Math.ceil(Buffer.byteLength(JSON.stringify(personal)) / 3) * 4;

/**
 * Rejects with 400 for a body without a key that is no object, or an amount that needs a key, 401 for a delivery without an owner, 403 for one without proof when its tenant refuses
 * those, 413; 503 when it cannot be stored.
 */
export function createReceiveDelivery(deps: IngestDeps, limits: Limits): ReceiveDelivery {
  const recent = createRecentIds();
  const turn = createTurns();

  async function record(
    event: ConversionEvent,
    { owner, verified, mapped }: Delivery,
    redacted: RedactedBody,
  ): Promise<void> {
    const { tenantId } = event;
    const personal = await personalDataOf(deps, tenantId, redacted, { mapped, verified });
    await deps.recorder.record({ key: owner.click.clickId ?? tenantId, event, ...(personal && { personal }) });
  }

  async function receiveOne(arrival: Arrival, body: DeliveryBody): Promise<OneAnswer> {
    const { bytes, headers, query, readsQuery, keyOwner, addressedTo, amountsIn, sender, ip } = arrival;
    const receivedAtMs = deps.clock.now();
    const campaigns = campaignsOfTag(deps.campaigns, query);
    const checkout = recogniseCheckout(body.body, addressedTo);
    const came = readsQuery && GENERIC_FORMAT_IDS.includes(checkout) ? withQuery(body, query) : body;
    const proof: Proof = { bytes, headers, query, body: body.body };
    const ownerOf = async (campaignId: CampaignId) => (await campaigns.find(campaignId))?.tenantId;
    const prover = { ...deps, checkout, addressedTo, proof, sender };
    const stranger = keyOwner === undefined ? await admitStranger(prover, came.text, ownerOf) : undefined;
    if (stranger) await turn();

    const redacted = came.unread?.redacted ?? (came.isTooComplex ? withoutReading(came) : redactBody(came.body));
    const kept = came.unread?.kept ?? (came.isTooComplex ? TOO_COMPLEX_BODY : JSON.stringify(redacted.body));
    if (Math.max(kept.length, encryptedLength(redacted)) > KEPT_LENGTH_MAX) throw new AppError('body-too-large');

    // What is kept is interpreted, not what came: the processor does the same, and finds the same. The tenant's time zone is not known
    // yet; it would only move the time of the conversion, which is not part of the answer.
    const unit = checkout === 'generic' && amountsIn !== undefined ? { amountsIn } : {};
    const mapped = interpretBody(checkout, kept, { timeZone: DEFAULT_TIME_ZONE, receivedAtMs, ...unit });
    if ('error' in mapped) {
      deps.logger.error(
        { event: 'webhook.mapping.failed', err: mapped.error, provider: checkout },
        'webhook mapping failed; keeping the delivery',
      );
    }
    // Of what is not understood, a click id anywhere names the owner.
    const clickTexts = mapped.kind === 'conversion' ? mapped.conversion.clickReferences : [came.text];
    const owner = await findOwner(ownerOf, { keyOwner, clickTexts, receivedAtMs });
    const secret = stranger ? await stranger.judge(owner) : await judgeKeyed(prover, owner.tenantId);
    const verified = stranger ? secret === 'right' && provesAlone(checkout) : secret !== 'wrong';
    const network = verified ? '' : deps.addresses.nameNetwork(ip, receivedAtMs, owner.tenantId);
    const delivery = { owner, verified, network, ip, checkout, came, kept, mapped, receivedAtMs, ...unit };

    const rejected =
      secret === 'wrong' ? 'wrong_secret' : !verified && isTooMuch(mapped) ? 'unverified_amount' : undefined;
    if (rejected !== undefined) {
      if (limits.keepsRefused(owner.tenantId, bytes.length)) {
        await record(toEvent({ ...delivery, rejected }), delivery, redacted);
      }
      metrics.webhookDeliveries.inc({ provider: checkout, verdict: 'rejected' });
      throw new AppError(rejected === 'wrong_secret' ? 'delivery-secret-wrong' : 'unverified-amount-too-large');
    }

    if (!verified && (await refusesUnverified(deps, owner))) {
      metrics.webhookDeliveries.inc({ provider: checkout, verdict: 'rejected' });
      throw new AppError('unverified-refused');
    }

    if (keyOwner !== undefined) await limits.tenantBytes.take(keyOwner, bytes.length);
    const event = toEvent(delivery);
    const duplicate = recent.has(event.id);
    // Also when it came before: the inbox shows every delivery, and the ledger counts an event once.
    await record(event, delivery, redacted);
    recent.add(event.id);

    if (mapped.kind !== 'conversion') {
      metrics.webhookDeliveries.inc({
        provider: checkout,
        verdict: mapped.kind === 'ignored' ? 'ignored' : 'dead-letter',
      });
      return { success: true, ignored: true, reason: deliveryReasonText(mapped.reason) };
    }
    metrics.webhookDeliveries.inc({ provider: checkout, verdict: duplicate ? 'duplicate' : 'processed' });
    const { clickId } = owner.click;
    return {
      success: true,
      conversionId: conversionIdOfEvent(event, mapped.conversion, clickId),
      clickId,
      campaignId: campaignOf(clickId),
      ...(duplicate && { duplicate }),
    };
  }

  return async (arrival) => {
    const { headers, keyOwner } = arrival;
    const contentType = headers['content-type'] ?? '';
    if (keyOwner === undefined) limits.assertKeylessSize(arrival.bytes.length);
    // With a key it is a row of the inbox, which shows its owner what came.
    if (keyOwner === undefined) assertReadCoding(headers['content-encoding'] ?? '');
    const plain = await decompress(arrival.bytes, headers['content-encoding'] ?? '', DELIVERY_BYTES_MAX);
    if (keyOwner === undefined && plain) limits.assertKeylessSize(plain.length);
    const bodies = plain ? await readBody(plain, contentType) : [unpackable(arrival.bytes, contentType)];
    if (keyOwner === undefined) assertOneReadable(bodies);
    const unpacked = { ...arrival, bytes: plain ?? arrival.bytes };
    const answers: OneAnswer[] = [];
    for (const body of bodies) answers.push(await receiveOne(unpacked, body));
    const [only, ...others] = answers;
    return only && others.length === 0 ? only : { success: true, deliveries: answers };
  };
}

/** Of one delivery; a list of several is answered with those of all. */
type OneAnswer = Exclude<ConversionAnswer, { deliveries: unknown }>;

/** Who has no key is answered what is wrong, and leaves no row: it could be anyone. */
function assertOneReadable([first, ...others]: readonly DeliveryBody[]): void {
  if (first?.unread) throw new AppError(first.unread.refusal);
  if (first?.isTooComplex) throw new AppError('conversion-too-complex');
  if (others.length > 0) throw new AppError('conversion-not-json');
}

/** One body of a stranger in each turn of the event loop: several that come together do not hold up the requests of others. */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}

/** A body with too many values is not walked: all of it is encrypted, with the key of an anonymous person. */
const withoutReading = ({ text }: DeliveryBody): RedactedBody => ({
  body: {},
  personal: { body: text },
  email: '',
  phone: '',
});

/** Of a conversion without a key. What a rate makes of the other currencies, the processor lists with the reason `amount`. */
function isTooMuch(mapped: MappingResult): boolean {
  if (mapped.kind !== 'conversion') return false;
  const { amount, refundAmount, currency } = mapped.conversion;
  return isAboveUnverifiedMax(amount, currency) || isAboveUnverifiedMax(refundAmount, currency);
}

/** Postgres unavailable: it is taken in. The processor lists, with the reason `refused`, what came in although it should not have. */
const refusesUnverified = ({ tenants }: IngestDeps, { tenantId }: DeliveryOwner): Promise<boolean> =>
  tenants.find(tenantId).then(
    (tenant) => tenant?.refusesUnverified === true,
    () => false,
  );
