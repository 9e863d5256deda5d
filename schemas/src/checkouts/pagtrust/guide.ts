import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O hottok do webhook da PagTrust, que vem em cada entrega.',
  steps: [
    COPY_ADDRESS,
    'Na PagTrust, abra Ferramentas, Webhooks e adicione um webhook.',
    'Cole o endereço, escolha os produtos e marque todos os eventos de compra.',
    COPY_SECRET,
    'Conta o preço da oferta (original_offer_price): o campo price da PagTrust é a parte do produtor.',
    SEND_TEST,
  ],
};
