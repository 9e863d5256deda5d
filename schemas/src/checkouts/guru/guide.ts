import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O token da conta, em Minha conta, API, que vem em cada entrega como api_token.',
  steps: [
    COPY_ADDRESS,
    'No Guru, abra Configurações, Webhooks e adicione um webhook do tipo Vendas.',
    'Cole o endereço e marque todos os status de venda. O de assinaturas não é preciso: cada cobrança vem como venda.',
    COPY_SECRET,
    'Conta o valor total da venda, já com desconto e frete e sem os juros do parcelamento.',
    SEND_TEST,
  ],
};
