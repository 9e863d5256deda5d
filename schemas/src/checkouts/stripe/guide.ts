import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O segredo de assinatura do endpoint (whsec_…), que a Stripe mostra ao criá-lo.',
  steps: [
    COPY_ADDRESS,
    'Na Stripe, abra Desenvolvedores, Webhooks e adicione um endpoint com o endereço.',
    'Marque: checkout.session.completed, checkout.session.async_payment_succeeded, checkout.session.async_payment_failed, charge.refunded e charge.dispute.closed. Com assinaturas, também invoice.paid.',
    'Em Payment Links (buy.stripe.com), o script põe o click em client_reference_id. Num domínio seu, acrescente ?client_reference_id={clickid} ao endereço. Com a API, ponha o click id em metadata.click_id.',
    'Só com um formulário próprio (Payment Intents) marque também payment_intent.succeeded: conta apenas o que tem metadata.',
    COPY_SECRET,
    'Conta o total pago. Estornos de assinaturas só são ligados à venda em versões da API anteriores a 2025-03-31.',
    SEND_TEST,
  ],
};
