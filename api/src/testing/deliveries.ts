import { createHash } from 'node:crypto';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { insertWebhookDeliveries, type WebhookDeliveryRow } from '@tracker/infra/clickhouse/tables/webhook-deliveries';
import { uuidV7 } from '@tracker/infra/identity/uuid-v7';
import type { TestTenant } from '@tracker/test/kit/tenant-fixture';

type Given = Partial<WebhookDeliveryRow> & { at: string };

/** Rows of a tenant's webhook inbox, as the processor would have stored them. Returns them. */
export async function storeDeliveries(
  clickhouse: ClickHouse,
  { tenantId, campaignId }: TestTenant,
  given: readonly Given[],
): Promise<WebhookDeliveryRow[]> {
  const rows = given.map(({ at, ...fields }): WebhookDeliveryRow => {
    const ms = Date.parse(at);
    const deliveryId = uuidV7(ms);
    const bodyHash = createHash('sha256').update(deliveryId).digest('hex');
    return {
      tenant_id: tenantId,
      received_at: new Date(ms).toISOString(),
      delivery_id: deliveryId,
      event_id: bodyHash,
      provider: 'generic',
      verdict: 'processed',
      reason_code: '',
      reason_params: '{}',
      body: `{"transaction_id":"${deliveryId}","amount":1,"status":"paid"}`,
      body_hash: bodyHash,
      amounts_in: '',
      looked_up: '',
      occurred_at: new Date(ms).toISOString(),
      campaign_id: campaignId,
      click_id: '',
      conversion_id: `cv_${bodyHash.slice(0, 32)}`,
      is_test: false,
      network: '',
      sender_network: '',
      verified: true,
      person_id: '',
      person_key_id: '',
      person_encrypted: '',
      ver: 1,
      ...fields,
    };
  });
  await insertWebhookDeliveries.run(clickhouse, rows);
  return rows;
}
