import { type CheckoutGuide, COPY_ADDRESS, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'A Pepper não documenta um segredo. Deixe sem: com um segredo definido, as entregas dela seriam recusadas.',
  steps: [
    COPY_ADDRESS,
    'Na Pepper, abra as integrações do produto e adicione um webhook.',
    'Cole o endereço e marque todos os eventos de venda.',
    'Conta o preço da oferta (price), sem os juros do parcelamento (full_price).',
    'A Pepper não documenta se devolve sck ou src: confira na primeira venda de teste se o click chegou.',
    SEND_TEST,
  ],
};
