import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, NO_INTEREST_GIVEN, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'A chave secreta do webhook, que vem em cada entrega como secret.',
  steps: [
    COPY_ADDRESS,
    'Na Cakto, abra Integrações, Webhooks e clique em “Adicionar”.',
    'Cole o endereço, escolha os produtos e marque os eventos de compra.',
    COPY_SECRET,
    SEND_TEST,
  ],
  amount: `Conta “amount”, depois do desconto. Cada order bump é uma venda. ${NO_INTEREST_GIVEN}`,
};
