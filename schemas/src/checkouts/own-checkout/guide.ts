import { type CheckoutGuide, COPY_ADDRESS, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'Um texto longo que só os dois lados conhecem. Seu servidor o envia no cabeçalho X-Webhook-Secret.',
  steps: [
    COPY_ADDRESS,
    'No seu servidor, envie um POST em JSON a este endereço quando o pedido mudar: criado, pago, reembolsado.',
    'Ponha em SRC o ID do click: na página, TrafficTracker.getClickId() o devolve.',
    'Repita a entrega enquanto a resposta não for 200: a mesma venda nunca conta duas vezes.',
    'Gere um segredo em “Definir segredo” e envie-o no cabeçalho X-Webhook-Secret.',
    SEND_TEST,
  ],
  amount: 'Conta “order_total”, em reais. Envie os juros do parcelamento à parte, em “interest”.',
};
