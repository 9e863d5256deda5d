import type { CampaignDirectory } from '@tracker/infra/directories/campaign-directory';
import type { TenantDirectory } from '@tracker/infra/directories/tenant-directory';
import { type ClickReference, resolveClickReference } from '@tracker/infra/identity/click-reference';
import type { MappedConversion, MappingResult } from '@tracker/schemas/checkouts/checkout';
import { mapCheckout, parseBody } from '@tracker/schemas/checkouts/map-checkout';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import { msFromInstant, type TimeZone } from '@tracker/schemas/primitives/time';
import { drop, ok, retryLater } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import type { Delivery } from './delivery.ts';

export type Judged =
  | { readonly verdict: 'processed'; readonly conversion: MappedConversion; readonly click: ClickReference }
  | { readonly verdict: 'ignored' | 'rejected' | 'dead-letter'; readonly reason: string };

export type JudgedDelivery = Delivery & { readonly judged: Judged };

export interface JudgeLookups {
  readonly tenants: TenantDirectory;
  readonly campaigns: CampaignDirectory;
}

/** What becomes of a delivery, as its owner is told; the conversion stream does it. */
export const judgeDelivery = ({ tenants, campaigns }: JudgeLookups) =>
  step<Delivery, JudgedDelivery>('judge-delivery', async ({ event }) => {
    const away = (error: unknown) => retryLater('a directory is away', error);
    const { rejected } = event.payload;
    const tenant = await tenants.find(event.tenantId).catch(away);
    if (!tenant) return drop('unknown tenant');
    if ('kind' in tenant) return tenant;
    if (rejected !== undefined) return ok({ event, judged: { verdict: 'rejected', reason: rejected } });

    const mapped = mappingOf(event, tenant.timeZone);
    if (mapped.kind === 'ignored') return ok({ event, judged: { verdict: 'ignored', reason: mapped.reason } });
    if (mapped.kind === 'invalid') return ok({ event, judged: { verdict: 'dead-letter', reason: mapped.reason } });
    const { conversion } = mapped;
    const ownerOf = async (campaignId: string) => (await campaigns.find(campaignId))?.tenantId;
    const click = await resolveClickReference(conversion.clickReferences, event.tenantId, ownerOf).catch(away);
    return 'kind' in click ? click : ok({ event, judged: { verdict: 'processed', conversion, click } });
  });

/** A mapping that fails is a defect of ours; the conversion stream keeps it with its stack, and the owner is told that nothing was counted. */
function mappingOf({ receivedAt, payload }: ConversionEvent, timeZone: TimeZone): MappingResult {
  const body = parseBody(payload.body);
  if (!body) return { kind: 'invalid', reason: 'o corpo não é um objeto JSON' };
  try {
    return mapCheckout(payload.provider, body, { timeZone, receivedAtMs: msFromInstant(receivedAt) });
  } catch {
    return { kind: 'invalid', reason: 'a leitura dos dados falhou' };
  }
}
