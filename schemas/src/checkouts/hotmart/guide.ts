import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O Hottok, que a Hotmart mostra em Ferramentas, Webhook, Autenticação.',
  steps: [
    COPY_ADDRESS,
    'Na Hotmart, abra Ferramentas, Webhook (API e notificações) e clique em “Cadastrar Webhook”.',
    'Cole o endereço, escolha o produto e a versão 2.0.0.',
    'Marque os eventos de compra: aprovada, completa, cancelada, reembolsada, chargeback, boleto impresso e expirada.',
    COPY_SECRET,
    SEND_TEST,
  ],
  amount:
    'Conta “price”, depois dos descontos e sem os juros do parcelamento. Os juros (“full_price” menos “price”) ficam no detalhe da venda.',
};
