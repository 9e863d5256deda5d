import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O token do webhook, que a Kiwify mostra ao criá-lo. Com ele a Kiwify assina cada entrega.',
  steps: [
    COPY_ADDRESS,
    'Na Kiwify, abra Apps, Webhooks e clique em “Criar webhook”.',
    'Cole o endereço, escolha os produtos e marque todos os eventos de compra.',
    COPY_SECRET,
    SEND_TEST,
  ],
  amount:
    'À vista conta o valor cobrado. No parcelado conta “product_base_price”, sem os juros, que ficam no detalhe da venda.',
};
