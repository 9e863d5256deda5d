import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'A chave secreta da configuração de webhook. Com ela a Eduzz assina cada entrega.',
  steps: [
    COPY_ADDRESS,
    'Na Eduzz, abra o Console, Webhooks e crie uma configuração na versão 3.',
    'Cole o endereço e marque os eventos de fatura: aberta, paga, reembolsada, cancelada e chargeback.',
    COPY_SECRET,
    SEND_TEST,
  ],
  amount:
    'Conta “price”, o valor da fatura sem os juros do parcelamento. Os juros (“paid” menos “price”) ficam no detalhe da venda.',
};
