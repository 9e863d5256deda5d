import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, NO_INTEREST_GIVEN, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'A chave única da sua conta, que vem em cada postback como chave_unica.',
  steps: [
    COPY_ADDRESS,
    'Na Monetizze, abra Ferramentas, Postback e clique em “Adicionar”.',
    'Cole o endereço, escolha o produto e marque todos os eventos de venda.',
    COPY_SECRET,
    SEND_TEST,
  ],
  amount: `Conta “venda.valor”, a soma dos produtos. ${NO_INTEREST_GIVEN}`,
};
