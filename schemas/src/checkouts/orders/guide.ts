import { type CheckoutGuide, COPY_ADDRESS, MAKE_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O token que você digita na plataforma. Ela o envia no cabeçalho x-api-token.',
  steps: [
    COPY_ADDRESS,
    'No gateway, abra a integração com a UTMify ou “API de pedidos” e troque o endereço pelo seu.',
    MAKE_SECRET,
    'Marque os eventos de pedido criado, pago, recusado, reembolsado e chargeback.',
    SEND_TEST,
  ],
  amount: 'Conta “commission.totalPriceInCents”. O formato não informa os juros do parcelamento.',
};
