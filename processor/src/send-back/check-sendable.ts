import type { SendProblem } from '@tracker/schemas/send-back/problems';
import { isSold } from './outbox.ts';
import type { SaleToSend } from './read-sales.ts';

/** Checks whether a due conversion may still be sent. */
export type Verdict =
  | { readonly kind: 'send'; readonly sale: SaleToSend }
  | { readonly kind: 'wait' | 'never'; readonly problem: SendProblem };

export function checkSendable(sale: SaleToSend | undefined): Verdict {
  if (!sale) return { kind: 'wait', problem: { code: 'conversion_not_ready' } };
  if (!isSold(sale.sale)) return { kind: 'never', problem: { code: 'conversion_not_approved' } };
  return { kind: 'send', sale };
}
