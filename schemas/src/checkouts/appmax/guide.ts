import { type CheckoutGuide, COPY_ADDRESS, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'A Appmax não assina as entregas. Deixe sem: com um segredo definido, as entregas dela seriam recusadas.',
  steps: [
    COPY_ADDRESS,
    'Na Appmax, abra Configurações, Webhooks e adicione um webhook com o modelo de conteúdo “Padrão com meta”.',
    'Cole o endereço e marque os eventos de pedido: aprovado, pago, Pix, boleto, estornado e chargeback.',
    'Conta o total do pedido: a Appmax não informa os juros do parcelamento à parte.',
    SEND_TEST,
  ],
};
