import { type CheckoutGuide, COPY_ADDRESS, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'Um texto longo que só os dois lados conhecem. Quem envia o põe no cabeçalho X-Webhook-Secret.',
  steps: [
    COPY_ADDRESS,
    'Em qualquer plataforma ou automação (n8n, Make, Zapier), envie um POST em JSON ou formulário a este endereço.',
    'Preencha click_id, transaction_id, amount, currency, event_type e status, como nos exemplos.',
    'Gere um segredo em “Definir segredo” e envie-o no cabeçalho X-Webhook-Secret.',
    SEND_TEST,
  ],
  amount:
    'Conta “amount”, sem os juros do parcelamento; envie-os à parte, em “interest”. Sem valor ou sem status, a entrega não é compreendida.',
};
