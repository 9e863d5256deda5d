import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O hottok da Evermart, que vem em cada entrega.',
  steps: [
    COPY_ADDRESS,
    'Na Evermart, abra Ferramentas, Webhook e adicione um webhook.',
    'Cole o endereço, escolha os produtos e marque todos os eventos de compra.',
    COPY_SECRET,
    SEND_TEST,
  ],
};
