import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O token que a Hubla mostra em Integrações, Webhooks, Autenticação.',
  steps: [
    COPY_ADDRESS,
    'Na Hubla, abra Integrações, Webhooks e clique em “Ativar Integração”.',
    'Em Configurações, “Adicionar regra”, cole o endereço, escolha os produtos e marque os eventos de fatura (versão 2).',
    COPY_SECRET,
    SEND_TEST,
  ],
  amount: 'Conta o total da fatura sem “installmentFeeCents”, os juros do parcelamento, que ficam no detalhe da venda.',
};
