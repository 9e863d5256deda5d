import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, NO_INTEREST_GIVEN, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'A chave única de autenticação, que vem em cada postback como basic_authentication.',
  steps: [
    COPY_ADDRESS,
    'Na Braip, abra Ferramentas, Postback e clique em “Novo postback”.',
    'Cole o endereço, escolha o produto e marque as mudanças de status da venda.',
    COPY_SECRET,
    SEND_TEST,
  ],
  amount: `Conta “trans_value”. ${NO_INTEREST_GIVEN}`,
};
