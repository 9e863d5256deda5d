import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O token do webhook, que a Lastlink mostra em Integrações.',
  steps: [
    COPY_ADDRESS,
    'Na Lastlink, abra Produtos, o produto, Integrações, Lastlink - Webhook e clique em “Novo webhook”.',
    'Cole o endereço e selecione os eventos de compra, fatura, renovação, reembolso e estorno.',
    'A Lastlink não envia webhooks de order bump: o valor dele só entra se ela o somar ao da compra.',
    COPY_SECRET,
    SEND_TEST,
  ],
};
