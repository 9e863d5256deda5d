import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** One row per delivery of a checkout, with what became of it: the webhook inbox. */
export const insertWebhookDeliveries = defineInsert({
  table: 'webhook_deliveries',
  columns: {
    tenant_id: 'String',
    received_at: 'Instant',
    delivery_id: 'String',
    event_id: 'String',
    provider: 'String',
    verdict: 'String',
    reason_code: 'String',
    reason_params: 'String',
    body: 'String',
    body_hash: 'String',
    amounts_in: 'String',
    looked_up: 'String',
    occurred_at: 'Instant',
    campaign_id: 'String',
    click_id: 'String',
    conversion_id: 'String',
    is_test: 'Flag',
    verified: 'Flag',
    network: 'String',
    sender_network: 'String',
    person_id: 'String',
    person_key_id: 'String',
    person_encrypted: 'String',
    ver: 'UInt64',
  },
});

export type WebhookDeliveryRow = DefinedRow<typeof insertWebhookDeliveries>;
