import type { WebhookDeliveryRow } from '@tracker/infra/clickhouse/tables/webhook-deliveries';
import { bodyHashOf } from '@tracker/infra/identity/conversion-id';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { firstReceiptVersion } from '../version.ts';
import type { InterpretedDelivery } from './interpret-delivery.ts';

/** The row holds all fields of the event: `reprocess` builds the event from it again. */
export const toDeliveryRow = () =>
  step<InterpretedDelivery, WebhookDeliveryRow>('to-delivery-row', ({ event, verdict }) => {
    const { payload, tenantId } = event;
    const { code, ...params } = verdict.kind === 'processed' ? (verdict.note ?? { code: '' }) : verdict.reason;
    const conversion = verdict.kind === 'processed' ? verdict : undefined;
    return ok({
      tenant_id: tenantId,
      received_at: event.receivedAt,
      // The oldest events have none; then all repetitions share one row.
      delivery_id: payload.deliveryId ?? event.id,
      event_id: event.id,
      provider: payload.provider,
      verdict: verdict.kind,
      reason_code: code,
      reason_params: JSON.stringify(params),
      body: payload.body,
      body_hash: bodyHashOf(payload),
      amounts_in: payload.amountsIn ?? '',
      looked_up: payload.lookedUp ?? '',
      occurred_at: event.occurredAt,
      campaign_id: event.campaignId ?? '',
      click_id: conversion?.click.clickId ?? '',
      conversion_id: conversion?.conversionId ?? '',
      is_test: conversion?.conversion.isTest ?? false,
      verified: payload.verified,
      network: payload.network ?? '',
      sender_network: payload.senderNetwork ?? '',
      person_id: payload.person?.personId ?? '',
      person_key_id: payload.person?.keyId ?? '',
      person_encrypted: payload.person?.sealed ?? '',
      ver: firstReceiptVersion(msFromInstant(event.receivedAt)),
    });
  });
