import { type CheckoutGuide, COPY_ADDRESS, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O usuário e a senha da autenticação do webhook, juntos com dois-pontos: usuario:senha.',
  steps: [
    COPY_ADDRESS,
    'Na Pagar.me, abra Configurações, Webhooks e clique em “Criar webhook”.',
    'Cole o endereço e marque os eventos de pedido (order) e de cobrança (charge).',
    'Ao criar o pedido, ponha o click id e as utm em metadata, por exemplo metadata.click_id: sem ele a venda entra sem click.',
    'Ligue a autenticação do webhook e grave o mesmo usuario:senha em “Definir segredo”, com 16 caracteres ou mais, para recusar entregas de outros.',
    'Conta o total do pedido, ou o da cobrança quando ela não tem pedido.',
    SEND_TEST,
  ],
};
