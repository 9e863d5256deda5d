// What the status of a report's row means: by the words that the same checkout sends in its webhooks, and what its reports write in Portuguese.
import { folded } from '../primitives/text.ts';
import type { ConversionStatus } from './conversion-status.ts';
import { MAPPINGS } from './generated/mappings.ts';
import type { CheckoutId } from './registry.ts';
import { words } from './to-conversion.ts';

/** Of no checkout alone, without accents, in Portuguese and Spanish. */
const COMMON = words<ConversionStatus>({
  ...all('approved', 'aprovado aprovada pago paga confirmado confirmada efetivado efetivada quitado quitada'),
  ...all('completed', 'completo completa concluido concluida'),
  ...all('disputed', 'reclamado reclamada em_disputa disputa estorno_pendente reembolso_solicitado'),
  ...all('refunded', 'reembolsado reembolsada estornado estornada devolvido devolvida reembolso'),
  ...all(
    'partially_refunded',
    'parcialmente_reembolsado parcialmente_reembolsada reembolso_parcial reembolsado_parcialmente',
  ),
  ...all('chargeback', 'chargeback charged_back chargedback contestado contestada'),
  ...all(
    'pending',
    'pendente aguardando aguardando_pagamento boleto_impresso boleto_gerado pix_gerado em_analise sob_analise',
  ),
  ...all(
    'pending',
    'processando em_processamento autorizado autorizada iniciado iniciada atrasado atrasada pre-venda started',
  ),
  ...all('pending', 'nao_pago nao_paga unpaid em_aberto'),
  ...all(
    'refused',
    'recusado recusada negado negada reprovado reprovada sem_saldo nao_autorizado nao_autorizada declined failed',
  ),
  ...all('approved', 'pagado pagada'),
  ...all('refunded', 'reintegrado reintegrada devuelto devuelta'),
  ...all('pending', 'pendiente'),
  ...all('refused', 'rechazado rechazada malsucedido malsucedida'),
  ...all('canceled', 'cancelado cancelada anulado anulada voided'),
  ...all('expired', 'expirado expirada vencido vencida abandonado abandonada'),
});

const PARTLY_BACK = words<ConversionStatus>({ 'partially refunded': 'partially_refunded' });

function all(status: ConversionStatus, list: string): Record<string, ConversionStatus> {
  return Object.fromEntries(list.split(' ').map((word) => [word.replaceAll('_', ' '), status]));
}

/** 'waiting_payment', 'Waiting payment' and 'WAITING-PAYMENT' in the spellings that a table may have. */
const spellingsOf = (text: string): string[] => {
  const plain = folded(text).replace(/\s+/g, ' ').trim();
  const spaced = plain.replace(/[_-]+/g, ' ');
  return [text.trim(), plain, spaced, spaced.replaceAll(' ', '_'), spaced.replaceAll(' ', '')];
};

/**
 * Undefined for a word that is not known. Of a report whose checkout is not known ('generic'), a word means what all checkouts that have it mean;
 * a number, and a word on which they differ, means nothing.
 */
export function statusInReport(text: string, checkout: CheckoutId): ConversionStatus | undefined {
  const spellings = spellingsOf(text);
  const by = (table: (word: unknown) => ConversionStatus | undefined) =>
    spellings.map((word) => table(word)).find((status) => status !== undefined);
  // At a webhook of Shopify the order was paid, and a delivery of its own brings the refund; a row is all that a report says.
  if (by(PARTLY_BACK)) return 'partially_refunded';
  const own = MAPPINGS[checkout].statuses;
  const known = (own && by(own)) ?? by(COMMON);
  if (known !== undefined || /^\d+$/.test(text.trim())) return known;
  const meanings = new Set(Object.values(MAPPINGS).flatMap(({ statuses }) => (statuses && by(statuses)) ?? []));
  return meanings.size === 1 ? [...meanings][0] : undefined;
}
