import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, COPY_TOKEN } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O client secret do aplicativo, em partners.nuvemshop.com.br, nos dados do aplicativo.',
  token: 'O access_token que a Nuvemshop devolve quando o aplicativo é instalado na loja.',
  account: 'O user_id que vem com o token: é o número da loja.',
  steps: [
    COPY_ADDRESS,
    'Em partners.nuvemshop.com.br, crie um aplicativo com a permissão de ler pedidos (read_orders) e instale-o na sua loja. A instalação devolve o access_token e o user_id.',
    'Cadastre o endereço pela API, uma vez para cada evento: POST https://api.nuvemshop.com.br/v1/{user_id}/webhooks com {"event":"order/paid","url":"…"}. Os eventos: order/created, order/paid, order/updated, order/cancelled e order/voided.',
    COPY_TOKEN,
    COPY_SECRET,
    'O click vem do endereço da página em que o comprador entrou (landing_url): use o link de rastreamento nos anúncios.',
    'Faça um pedido de teste na loja e confira na tela Webhook, em Entregas recebidas.',
  ],
  amount:
    'o total do pedido (total), com frete e descontos. Um reembolso parcial não informa quanto foi devolvido, e a venda segue inteira.',
};
