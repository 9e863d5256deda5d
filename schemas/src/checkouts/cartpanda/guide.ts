import { type CheckoutGuide, COPY_ADDRESS, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'A CartPanda não envia um segredo. Deixe sem: com um segredo definido, as entregas dela seriam recusadas.',
  steps: [
    COPY_ADDRESS,
    'Na CartPanda, abra Configurações, Webhooks e crie um webhook para cada evento: pedido criado, pago, reembolsado e cancelado.',
    'Cole o mesmo endereço em todos.',
    'A CartPanda não documenta se devolve sck ou src: confira na primeira venda de teste se o click chegou.',
    SEND_TEST,
  ],
};
