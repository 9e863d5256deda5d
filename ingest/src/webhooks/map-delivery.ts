import type { Logger } from '@tracker/infra/telemetry/logger';
import type { MappingResult } from '@tracker/schemas/checkouts/checkout';
import { mapCheckout, parseBody } from '@tracker/schemas/checkouts/map-checkout';
import type { Provider } from '@tracker/schemas/checkouts/provider';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';

/**
 * What a body says, for the answer. The company's own time zone would only move the time of the sale, which is not part of it. A
 * mapping that fails is a defect of ours and no reason to lose the delivery: it is kept, and processed again once that is mended.
 */
export function mapDelivery(provider: Provider, kept: string, receivedAtMs: number, logger: Logger): MappingResult {
  try {
    return mapCheckout(provider, parseBody(kept) ?? {}, { timeZone: DEFAULT_TIME_ZONE, receivedAtMs });
  } catch (err) {
    logger.error({ event: 'webhook.mapping.failed', err, provider }, 'webhook mapping failed; keeping the delivery');
    return { kind: 'invalid', reason: 'a leitura dos dados falhou' };
  }
}
