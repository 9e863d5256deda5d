import { isSold } from './outbox.ts';
import type { SaleToSend } from './read-sales.ts';

export const sentences = {
  notThere: 'A venda ainda está sendo processada.',
  notSold: 'A venda deixou de estar aprovada antes do envio, e por isso não foi enviada.',
  erased: 'Os dados deste comprador foram apagados a pedido dele, e por isso a venda não foi enviada.',
  nobody: 'Nem o checkout nem o click dizem de quem é a venda; o Facebook não teria como reconhecê-la.',
  expired: 'Não foi possível enviar nos 7 dias depois da aprovação.',
  lostToken: 'O token guardado não pode mais ser lido nesta instalação. Salve-o de novo.',
  pixelAccess: 'O token não tem acesso a este pixel. Confira o ID do pixel e gere o token no Gerenciador de Eventos.',
} as const;

/** Whether a sale that is due still is one to be sent. */
export type Verdict =
  | { readonly kind: 'send'; readonly sale: SaleToSend }
  | { readonly kind: 'wait' | 'never'; readonly sentence: string };

export function judgeSale(sale: SaleToSend | undefined): Verdict {
  if (!sale) return { kind: 'wait', sentence: sentences.notThere };
  if (!isSold(sale.sale)) return { kind: 'never', sentence: sentences.notSold };
  return { kind: 'send', sale };
}
