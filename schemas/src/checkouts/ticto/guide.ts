import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, NO_INTEREST_GIVEN, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O token da conta, que vem em cada entrega como token.',
  steps: [
    COPY_ADDRESS,
    'Na Ticto, abra Tictools, Webhook e adicione um webhook na versão 2.0, em JSON.',
    'Cole o endereço, escolha os produtos e marque os eventos de venda.',
    COPY_SECRET,
    SEND_TEST,
  ],
  amount: `Cada item do pedido é uma venda e conta o seu “item.amount”: o reembolso de um item desfaz só ele. ${NO_INTEREST_GIVEN}`,
};
