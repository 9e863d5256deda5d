// The Portuguese sentences of `checkouts/delivery-reason.ts`.
import type { DeliveryReason } from '../checkouts/delivery-reason.ts';
import { FAULTS } from '../checkouts/read-written.ts';
import { type Texts, textOf } from './texts.ts';

const REASONS: Texts<DeliveryReason> = {
  abandoned_cart: () => 'carrinho abandonado',
  subscription_change: () => 'mudança de assinatura, sem venda',
  product_access: () => 'acesso ao produto, sem venda',
  platform_ping: () => 'mensagem de verificação da plataforma',
  no_sale: () => 'aviso sem venda',
  payment_of_invoice: () => 'liga o pagamento à fatura: os estornos dele são os da assinatura',
  money_not_back: () => 'o dinheiro não voltou, ou ainda não: a venda fica como estava',
  no_event: () => 'a mensagem não diz o evento',
  unknown_event: ({ event }) => `evento desconhecido: ${event}`,
  unknown_status: ({ status }) => `status desconhecido: ${status}`,
  unreadable: ({ at }) => `o conteúdo não pôde ser lido: ${placeText(at)}`,
  unnamed_transaction: ({ text }) =>
    `o código da transação não identifica nenhuma (“${text}”): cada envio conta como uma venda, e um reembolso não a encontra`,
  no_transaction: ({ text }) => `o código da transação não identifica nenhuma (“${text}”): não se sabe qual venda muda`,
  unread_time: ({ text, instead }) =>
    instead === 'receipt'
      ? `data não compreendida: contada no recebimento (“${text}”)`
      : `data não compreendida: vale outra data da mensagem (“${text}”)`,
  awaits_look_up: () => 'aguarda a consulta à plataforma',
  look_up_without_key: () => 'sem a chave da empresa, a plataforma não é consultada',
  not_looked_up: () => 'desta plataforma contam só as vendas que nós consultamos nela',
  unknown_sale: () => 'a venda deste estorno ou desta contestação não chegou: nada foi descontado',
  no_amount: () => 'o valor não foi encontrado',
  no_status: () => 'o status não foi encontrado',
  other_format: () => 'o formato não é o da plataforma deste endereço',
  invalid_amount: () => 'o valor não é um número',
  invalid_refund_amount: () => 'o valor reembolsado não é um número',
  no_refund_amount: () => 'o valor reembolsado não foi encontrado',
  invalid_currency: () => 'a moeda não é um código de três letras',
  no_conversion_field: () => 'nem o valor nem o status foram encontrados',
  body_not_object: () => 'o corpo não é um objeto JSON',
  too_complex: () => 'os dados são numerosos demais para serem lidos',
  mapping_failed: () => 'a leitura dos dados falhou',
  wrong_secret: () => 'o segredo não confere',
  unverified_amount: () => 'sem a chave da empresa, uma venda pode ter até R$ 1.000.000,00',
};

const FAULT_TEXTS: Readonly<Record<(typeof FAULTS)[number], string>> = {
  empty: 'veio vazio',
  list: 'a lista tem algo que não é um objeto',
  value: 'não é um objeto JSON',
  form: 'o formulário não tem campos, ou tem demais',
  multipart: 'o formulário termina antes do fim',
  encoding: 'a compactação está corrompida ou não é conhecida',
};

function placeText(at: string): string {
  const [line, column] = at.split(':');
  if (column !== undefined) return `há um erro na linha ${line}, coluna ${column}`;
  return FAULTS.flatMap((fault) => (fault === at ? [FAULT_TEXTS[fault]] : []))[0] ?? at;
}

export const deliveryReasonText = (reason: DeliveryReason): string => textOf(REASONS, reason);
