import { type CheckoutGuide, COPY_ADDRESS, MAKE_SECRET, NO_INTEREST_GIVEN, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O token do webhook, que você define ao criá-lo.',
  steps: [
    COPY_ADDRESS,
    'Na Kirvano, abra Integrações, Webhooks e clique em “Criar webhook”.',
    'Cole o endereço, defina o token, escolha os produtos e marque os eventos de compra.',
    MAKE_SECRET,
    SEND_TEST,
  ],
  amount: `Conta “total_price”, com os order bumps. ${NO_INTEREST_GIVEN}`,
};
