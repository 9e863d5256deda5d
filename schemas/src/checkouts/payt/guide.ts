import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'A chave de integração da PayT, que vem em cada entrega como integration_key.',
  steps: [
    COPY_ADDRESS,
    'Na PayT, abra o produto, Postbacks e adicione um postback do tipo PayT V1.',
    'Cole o endereço e marque todos os eventos de pagamento, reembolso e assinatura.',
    COPY_SECRET,
    'Conta o valor sem os juros do parcelamento. Em vendas antigas, em que a PayT não o informa, conta o total.',
    SEND_TEST,
  ],
};
