import { isSold } from '@tracker/infra/conversions/outbox';
import type { SendProblem } from '@tracker/schemas/send-back/problems';
import type { ConversionToSend } from './read-conversions.ts';

/** Checks whether a due conversion may still be sent. */
export type Verdict =
  | { readonly kind: 'send'; readonly conversion: ConversionToSend }
  | { readonly kind: 'wait' | 'never'; readonly problem: SendProblem };

export function checkSendable(conversion: ConversionToSend | undefined): Verdict {
  if (!conversion) return { kind: 'wait', problem: { code: 'conversion_not_ready' } };
  if (!isSold(conversion.state)) return { kind: 'never', problem: { code: 'conversion_not_approved' } };
  return { kind: 'send', conversion };
}
