import type { TenantDirectory } from '@tracker/infra/directories/tenant-directory';
import { mapCheckout, parseBody } from '@tracker/schemas/checkouts/map-checkout';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { deadLetter, drop, ok, retryLater } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import type { Delivery, MappedDelivery } from './delivery.ts';

/** The checkout's body in our words. The tenant's zone reads times that carry none. */
export const mapBody = (tenants: TenantDirectory) =>
  step<Delivery, MappedDelivery>('map-body', async (delivery) => {
    const { tenantId, receivedAt, payload } = delivery.event;
    if (payload.rejected !== undefined) return drop('refused at the door: a wrong secret');
    const tenant = await tenants.find(tenantId).catch(() => 'away' as const);
    if (tenant === 'away') return retryLater('the tenant directory is away');
    if (!tenant) return drop('unknown tenant');
    const body = parseBody(payload.body);
    if (!body) return deadLetter('the body is not a JSON object');
    const mapped = mapCheckout(payload.provider, body, {
      timeZone: tenant.timeZone,
      receivedAtMs: msFromInstant(receivedAt),
    });
    if (mapped.kind === 'ignored') return drop(mapped.reason);
    if (mapped.kind === 'invalid') return deadLetter(`the body cannot be understood: ${mapped.reason}`);
    return ok({ ...delivery, conversion: mapped.conversion });
  });
