// The life of a checkout's delivery, from its bytes to the answer. It is interpreted here only for the answer; the processor
// calls the same function with the stored event. Every delivery with an owner is stored: one that is not understood, so that it
// can be processed after its mapping is corrected, and one that is refused, so that its owner sees it.
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@tracker/infra/errors/app-error';
import { conversionIdOfEvent } from '@tracker/infra/identity/conversion-id';
import { metrics } from '@tracker/infra/telemetry/metrics';
import type { ConversionAnswer } from '@tracker/schemas/capture/answers';
import { interpretBody } from '@tracker/schemas/checkouts/interpret-body';
import { recogniseCheckout } from '@tracker/schemas/checkouts/map-checkout';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { type RedactedBody, redactBody } from '@tracker/schemas/privacy/redact';
import { deliveryReasonText } from '@tracker/schemas/texts/delivery-reasons';
import { findApiKeyOwner } from '../capture/api-key-owner.ts';
import { createRecentIds } from '../capture/recent-ids.ts';
import type { IngestDeps } from '../deps.ts';
import { checkSecret, type Proof, tokenOf } from './check-secret.ts';
import { type DeliveryOwner, findKeyOwner, findOwner } from './find-owner.ts';
import { personalDataOf } from './personal-data.ts';
import { readBody } from './read-body.ts';
import { campaignOf, toEvent } from './to-event.ts';

/** What came, at one of the two addresses. */
export interface Arrival {
  readonly bytes: Uint8Array;
  readonly headers: IncomingHttpHeaders;
  readonly query: Readonly<Record<string, unknown>>;
  /** '' when the address carries none. */
  readonly key: string;
  /** Absent at the addresses that carry a key themselves. */
  readonly authorization?: string | undefined;
  /** The checkout that the address names. The body's own format goes before it. */
  readonly addressedTo?: CheckoutId;
}

export type ReceiveDelivery = (arrival: Arrival) => Promise<ConversionAnswer>;

/** What `ConversionEvent` takes: redaction and JSON may make a body longer than it came. */
const KEPT_LENGTH_MAX = 1_500_000;
/** The base64 length of the encrypted personal fields. */
const encryptedLength = ({ personal }: RedactedBody) => Math.ceil(Buffer.byteLength(JSON.stringify(personal)) / 3) * 4;

/** Rejects with 400 for a body that is no object, 401 for a delivery without an owner, 413; 503 when it cannot be stored. */
export function createReceiveDelivery(deps: IngestDeps): ReceiveDelivery {
  const recent = createRecentIds();

  async function record(event: ConversionEvent, { click }: DeliveryOwner, redacted: RedactedBody): Promise<void> {
    const { tenantId } = event;
    const personal = await personalDataOf(deps, tenantId, redacted);
    await deps.recorder.record({ key: click.clickId ?? tenantId, event, ...(personal && { personal }) });
  }

  return async ({ bytes, headers, query, key, authorization, addressedTo }) => {
    const receivedAtMs = deps.clock.now();
    const keyOwner =
      (await findApiKeyOwner(deps, authorization)) ?? (key === '' ? undefined : await findKeyOwner(deps, key));
    const contentType = headers['content-type'] ?? '';
    const came = await readBody(bytes, contentType);
    const checkout = recogniseCheckout(came.body, addressedTo);
    const redacted = redactBody(came.body);
    const kept = JSON.stringify(redacted.body);
    if (Math.max(kept.length, encryptedLength(redacted)) > KEPT_LENGTH_MAX) throw new AppError('body-too-large');

    // What is kept is interpreted, not what came: the processor does the same, and finds the same. The tenant's time zone is not known
    // yet; it would only move the time of the conversion, which is not part of the answer.
    const mapped = interpretBody(checkout, kept, { timeZone: DEFAULT_TIME_ZONE, receivedAtMs });
    if ('error' in mapped) {
      deps.logger.error(
        { event: 'webhook.mapping.failed', err: mapped.error, provider: checkout },
        'webhook mapping failed; keeping the delivery',
      );
    }
    // Of what is not understood, a click id anywhere names the owner.
    const clickTexts = mapped.kind === 'conversion' ? mapped.conversion.clickReferences : [came.text];
    const proof: Proof = { bytes, headers, query, body: came.body };
    const found = await findOwner(deps, { keyOwner, clickTexts, checkout, token: tokenOf(checkout, proof) });
    const secret = await secretVerdict(deps, found, { checkout, addressedTo, proof });
    const owner = { ...found, verified: secret === 'wrong' ? false : found.verified || secret === 'right' };
    const delivery = { owner, checkout, came, kept, mapped, receivedAtMs };

    if (secret === 'wrong') {
      await record(toEvent({ ...delivery, rejected: 'wrong_secret' }), owner, redacted);
      metrics.webhookDeliveries.inc({ provider: checkout, verdict: 'rejected' });
      throw new AppError('delivery-secret-wrong');
    }

    const event = toEvent(delivery);
    const duplicate = recent.has(event.id);
    // Also when it came before: the inbox shows every delivery, and the ledger counts an event once.
    await record(event, owner, redacted);
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
  };
}

/**
 * A secret that is set for a checkout is demanded of its bodies at both addresses, and of whatever comes to the checkout's own
 * address: else a body of another format would go around it.
 */
async function secretVerdict(
  deps: IngestDeps,
  { tenantId }: DeliveryOwner,
  { checkout, addressedTo, proof }: { checkout: CheckoutId; addressedTo: CheckoutId | undefined; proof: Proof },
) {
  const verdict = await checkSecret(deps, tenantId, checkout, proof);
  if (verdict !== 'not-asked' || addressedTo === undefined || addressedTo === checkout) return verdict;
  return checkSecret(deps, tenantId, addressedTo, proof);
}
