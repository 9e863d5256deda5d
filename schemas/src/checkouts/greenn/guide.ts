import { type CheckoutGuide, COPY_ADDRESS, MAKE_SECRET, NO_INTEREST_GIVEN, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O token que você define na integração.',
  steps: [
    COPY_ADDRESS,
    'Na Greenn, abra Sistema, Integrações, Webhook e adicione um webhook de vendas.',
    'Cole o endereço, escolha os produtos e marque as mudanças de status.',
    MAKE_SECRET,
    SEND_TEST,
  ],
  amount: `Conta “total”. ${NO_INTEREST_GIVEN}`,
};
