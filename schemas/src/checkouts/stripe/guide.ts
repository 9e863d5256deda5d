import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O segredo de assinatura do endpoint (whsec_…), que a Stripe mostra ao criá-lo.',
  steps: [
    COPY_ADDRESS,
    'Na Stripe, abra Desenvolvedores, Webhooks e adicione um endpoint com o endereço.',
    'Marque: checkout.session.completed, checkout.session.async_payment_succeeded, checkout.session.async_payment_failed, charge.refunded, charge.dispute.created e charge.dispute.closed. Com assinaturas, também invoice.paid e invoice_payment.paid.',
    'Em Payment Links (buy.stripe.com), o script põe o click em client_reference_id. Num domínio seu, acrescente ?client_reference_id={clickid} ao endereço. Com a API, ponha o click id em metadata.click_id.',
    'Só com um formulário próprio (Payment Intents) marque também payment_intent.succeeded: conta apenas o que tem metadata.',
    COPY_SECRET,
    'Conta o total pago. Sem invoice_payment.paid, o estorno de uma assinatura não encontra a sua venda em versões da API desde 2025-03-31: a entrega mostra o aviso.',
    SEND_TEST,
  ],
};
