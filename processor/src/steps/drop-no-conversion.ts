import { deadLetter, drop, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import type { InterpretedDelivery } from './interpret-delivery.ts';

/** Keeps the processed deliveries and drops the rest. The inbox stores a delivery that is not understood with its bytes. */
export const dropNoConversion = () =>
  step<InterpretedDelivery, ProcessedDelivery>('drop-no-conversion', ({ event, verdict }) => {
    if (verdict.kind === 'processed') return ok({ event, verdict });
    if (verdict.kind === 'dead-letter') return deadLetter(`body not understood: ${verdict.reason.code}`, verdict.error);
    return drop(`${verdict.kind}: ${verdict.reason.code}`);
  });

export interface ProcessedDelivery extends InterpretedDelivery {
  readonly verdict: InterpretedDelivery['verdict'] & { readonly kind: 'processed' };
}
